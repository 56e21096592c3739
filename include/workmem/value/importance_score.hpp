#pragma once

#include <workmem/journal/writer.hpp>

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace workmem {

/// How important something is: from 0 to 1, 0.5 unless told otherwise. Held in parts per million,
/// so that every machine decides alike. Reads as a `double`.
class importance_score {
public:
    static constexpr std::uint32_t million = 1'000'000;

    constexpr importance_score() noexcept = default;
    /// The nearest one; nothing for what is not between 0 and 1, or no number.
    [[nodiscard]] static constexpr std::optional<importance_score> from(double value) noexcept {
        if (!(value >= 0.0 && value <= 1.0)) return std::nullopt;
        return from_ppm(static_cast<std::uint32_t>(value * million + 0.5));
    }
    [[nodiscard]] static constexpr importance_score from_ppm(std::uint32_t ppm) noexcept {
        importance_score out;
        out.ppm_ = ppm;
        return out;
    }
    [[nodiscard]] constexpr std::uint32_t ppm() const noexcept { return ppm_; }
    [[nodiscard]] constexpr operator double() const noexcept {
        return static_cast<double>(ppm_) / million;
    }
    friend constexpr bool operator==(importance_score, importance_score) noexcept = default;
    friend constexpr std::strong_ordering operator<=>(importance_score,
                                                      importance_score) noexcept = default;

private:
    std::uint32_t ppm_ = million / 2;
};

/// `0.65`, in exact decimal digits.
[[nodiscard]] inline std::string to_string(importance_score score) {
    std::string out = std::to_string(score.ppm() / importance_score::million);
    auto rest = std::to_string(score.ppm() % importance_score::million);
    rest.insert(0, 6 - rest.size(), '0');
    while (rest.size() > 1 && rest.back() == '0') rest.pop_back();
    return out + '.' + rest;
}

inline void write_field(journal::writer& out, const importance_score& score) {
    out.raw(to_string(score));
}
/// A template, so that who only holds scores includes no JSON.
template <class Reader, class Json>
void read_field(Reader& in, const Json& from, importance_score& into) {
    const auto read = from.is_number() ? importance_score::from(from.number()) : std::nullopt;
    if (read)
        into = *read;
    else
        in.fail("a number from 0 to 1", from);
}

}  // namespace workmem
