#pragma once

#include <workmem/detail/cxx20.hpp>

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <string_view>
#include <type_traits>
#include <vector>

namespace workmem::ranking {

/// Turns a text into a vector of `float`, `double` or `std::int8_t`; the same text into the same
/// vector. Texts of one model give vectors of one length.
template <class Embedding>
concept embedding = requires(const Embedding& embed, std::string_view text) {
    { embed(text) } -> std::ranges::sized_range;
    requires std::is_arithmetic_v<std::ranges::range_value_t<decltype(embed(text))>>;
};

namespace detail {

/// A number as an integer times 2^exponent, exactly; what is not finite is 0.
struct exact {
    std::int64_t mantissa = 0;
    int exponent = 0;
};

[[nodiscard]] constexpr exact exactly(double value) noexcept {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const auto exponent = static_cast<int>(bits >> 52 & 0x7FF);
    auto mantissa = static_cast<std::int64_t>(bits & 0xFFFFFFFFFFFFFU);
    if (exponent == 0x7FF) return {};
    if (exponent != 0) mantissa |= std::int64_t{1} << 52;
    return {(bits >> 63) != 0 ? -mantissa : mantissa, exponent == 0 ? -1'074 : exponent - 1'075};
}

}  // namespace detail

/// The direction of a vector in bytes, its largest component ±127, rounded towards 0. Integer
/// arithmetic: the same on every machine. Empty for a vector without a direction.
template <std::ranges::sized_range Vector>
[[nodiscard]] std::vector<std::int8_t> quantised(const Vector& vector) {
    constexpr int kept = 31;  // bits
    std::vector<detail::exact> exact;
    exact.reserve(std::ranges::size(vector));
    int highest = -2'000;
    for (const auto each : vector) {
        exact.push_back(detail::exactly(static_cast<double>(each)));
        const auto magnitude = static_cast<std::uint64_t>(
            exact.back().mantissa < 0 ? -exact.back().mantissa : exact.back().mantissa);
        const int top = exact.back().exponent + static_cast<int>(std::bit_width(magnitude));
        if (magnitude != 0 && top > highest) highest = top;
    }
    std::vector<std::int64_t> scaled;
    scaled.reserve(exact.size());
    std::int64_t largest = 0;
    for (const auto& each : exact) {
        const int down = highest - kept - each.exponent;
        std::int64_t value = 0;
        if (each.mantissa != 0 && down < 63)
            value = down >= 0 ? each.mantissa / (std::int64_t{1} << down)
                              : each.mantissa * (std::int64_t{1} << -down);
        scaled.push_back(value);
        if ((value < 0 ? -value : value) > largest) largest = value < 0 ? -value : value;
    }
    if (largest == 0) return {};
    std::vector<std::int8_t> out;
    out.reserve(scaled.size());
    for (const auto each : scaled) out.push_back(static_cast<std::int8_t>(each * 127 / largest));
    return out;
}

/// The product of two vectors; 0 where their lengths differ.
[[nodiscard]] inline std::int64_t dot(const std::vector<std::int8_t>& a,
                                      const std::vector<std::int8_t>& b) noexcept {
    if (a.size() != b.size()) return 0;
    std::int64_t out = 0;
    for (std::size_t i = 0; i < a.size(); ++i) out += std::int64_t{a[i]} * b[i];
    return out;
}

}  // namespace workmem::ranking
