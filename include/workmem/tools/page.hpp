#pragma once

#include <workmem/result.hpp>
#include <workmem/tools/arguments.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace workmem::tools {

/// The longest answer, in bytes as it is sent: as JSON, and as JSON in a text beside it.
inline constexpr std::size_t max_answer_bytes = std::size_t{1'000} * 1'000;

namespace detail {

// Bytes of a character in JSON, and of that in JSON again.
[[nodiscard]] constexpr std::size_t sent_bytes(char c) noexcept {
    if (c == '"' || c == '\\') return 2 + 4;
    if (c == '\n' || c == '\r' || c == '\t' || c == '\b' || c == '\f') return 2 + 3;
    if (static_cast<unsigned char>(c) < 0x20) return 6 + 7;
    return 1 + 1;
}
[[nodiscard]] inline std::size_t sent_bytes(std::string_view text) noexcept {
    std::size_t sum = 2 + 4;  // its quotes
    for (const char c : text) sum += sent_bytes(c);
    return sum;
}

}  // namespace detail

/// How long a value is where it is sent as JSON and as JSON in a text. Linear.
template <class Json>
[[nodiscard]] std::size_t sent_bytes(const Json& value) {
    std::size_t sum = 2 * 2;
    if (value.is_string())
        return detail::sent_bytes(
            std::string_view{value.template get_ref<const typename Json::string_t&>()});
    if (!value.is_structured()) return 2 * value.dump().size();
    for (auto each = value.begin(); each != value.end(); ++each) {
        if (value.is_object()) sum += detail::sent_bytes(std::string_view{each.key()}) + 2;
        sum += sent_bytes(*each) + 2;
    }
    return sum;
}

/// Where an answer goes on; what it says is for us alone.
[[nodiscard]] inline std::string to_cursor(std::uint64_t after) { return std::to_string(after); }

/// The place a cursor names; 0 without one. Errors: `validation_error`.
template <class Json>
[[nodiscard]] result<std::uint64_t> cursor_of(const arguments<Json>& in) {
    std::uint64_t after = 0;
    if (!in.has("cursor")) return after;
    const auto& text = in.text("cursor");
    const auto* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, after);
    if (read.ec == std::errc{} && read.ptr == end) return after;
    return detail::bad_value("cursor", "one that an earlier answer gave",
                             text::quoted(text::prefix(text, 64)));
}

/// What `fetch(limit)` answers, asked again for less until it can be sent; at least for one.
template <class Fetch>
[[nodiscard]] auto fitting(std::size_t limit, Fetch&& fetch) -> decltype(fetch(limit)) {
    for (;;) {
        auto page = fetch(limit);
        if (!page || limit <= 1) return page;
        const auto size = sent_bytes(*page);
        if (size <= max_answer_bytes) return page;
        const auto share = static_cast<std::size_t>(static_cast<double>(limit) * 0.9 *
                                                    static_cast<double>(max_answer_bytes) /
                                                    static_cast<double>(size));
        limit = std::clamp<std::size_t>(share, 1, limit - 1);
    }
}

}  // namespace workmem::tools
