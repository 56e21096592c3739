#pragma once

#include <workmem/detail/cxx20.hpp>
#include <workmem/text/ascii.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace workmem::extraction {

/// Whether a text looks like what one thing is called by: `DF-31`, `ph-4471`, `PX40118` or a UUID,
/// but no amount (`500g`), time (`9am`), day, year, size (`300x200`), percentile (`p95`) or word
/// (`sha256`). It begins with a letter, unless it is long, has a digit, and a capital or a mark.
[[nodiscard]] inline bool is_code(std::string_view text) noexcept {
    constexpr std::size_t shortest = 3, long_enough = 16, longest = 64;
    const auto is_mark = [](char c) { return c == '-' || c == '_' || c == '#'; };
    if (text.size() < shortest || text.size() > longest ||
        std::none_of(text.begin(), text.end(), text::is_digit) ||
        std::none_of(text.begin(), text.end(), text::is_letter) ||
        !std::all_of(text.begin(), text.end(),
                     [&](char c) { return text::is_letter(c) || text::is_digit(c) || is_mark(c); }))
        return false;
    return text.size() >= long_enough ||
           (text::is_letter(text[0]) && (std::any_of(text.begin(), text.end(), text::is_upper) ||
                                         std::any_of(text.begin(), text.end(), is_mark)));
}

}  // namespace workmem::extraction
