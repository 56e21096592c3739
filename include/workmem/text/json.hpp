#pragma once

#include <workmem/detail/bytes.hpp>
#include <workmem/text/json_reader.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace workmem::text {

/// The deepest nesting that is parsed. Some JSON types copy and destroy their values recursively,
/// so that a text of brackets could exhaust the stack.
inline constexpr std::size_t max_json_depth = 512;

namespace detail {

// How many brackets open in a text, or more: eight bytes at a time.
[[nodiscard]] inline std::size_t count_openings(std::string_view text) noexcept {
    constexpr std::uint64_t ones = 0x0101010101010101U, highs = 0x8080808080808080U;
    std::size_t count = 0, i = 0;
    for (; i + 8 <= text.size(); i += 8) {
        // `[` and `{` differ in one bit; a byte that equals both becomes zero.
        const auto other =
            (workmem::detail::load<std::uint64_t>(text.data() + i) | ones * 0x20) ^ ones * 0x7B;
        count += static_cast<std::size_t>(std::popcount((other - ones) & ~other & highs));
    }
    for (; i < text.size(); ++i) count += text[i] == '[' || text[i] == '{';
    return count;
}

}  // namespace detail

/// Whether brackets nest deeper than `most` in a text that may be JSON. Linear.
[[nodiscard]] inline bool is_deep_json(std::string_view text,
                                       std::size_t most = max_json_depth) noexcept {
    if (detail::count_openings(text) <= most) return false;
    std::size_t depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"') {
            // To the quote that closes the string: one with an even number of backslashes before.
            for (;;) {
                const auto begin = i + 1;
                i = text.find('"', begin);
                if (i == std::string_view::npos) return false;
                auto escapes = i;
                while (escapes > begin && text[escapes - 1] == '\\') --escapes;
                if ((i - escapes) % 2 == 0) break;
            }
        } else if (c == '[' || c == '{') {
            if (++depth > most) return true;
        } else if ((c == ']' || c == '}') && depth > 0) {
            --depth;
        }
    }
    return false;
}

/// The value of a text from outside; discarded (`is_discarded()`) when it is no JSON or nests too
/// deeply. Throws nothing for data. Linear.
template <class Json>
[[nodiscard]] Json parse_json(std::string_view text, std::size_t most_depth = max_json_depth) {
    Json out;
    if (json_reader<Json>{text, most_depth}.read(out)) return out;
    return Json(Json::value_t::discarded);
}

}  // namespace workmem::text
