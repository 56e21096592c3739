#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/parse/lines.hpp>
#include <workmem/text/ascii.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace workmem::extraction::printed {

using extraction::line_reader;
using text::is_digit;
using text::is_letter;
using text::trimmed;

/// What is left behind `prefix`; null data where the text does not begin so.
[[nodiscard]] constexpr std::string_view behind(std::string_view text,
                                                std::string_view prefix) noexcept {
    return text.starts_with(prefix) ? text.substr(prefix.size()) : std::string_view{};
}

/// Takes the digits off the front of a text; none: an empty view, and the text as it was.
[[nodiscard]] constexpr std::string_view take_digits(std::string_view& text) noexcept {
    constexpr std::size_t most = 9;
    std::size_t end = 0;
    while (end < text.size() && end < most && is_digit(text[end])) ++end;
    const auto digits = text.substr(0, end);
    text.remove_prefix(end);
    return digits;
}

/// Takes a word off the front of a text, and the blanks before it.
[[nodiscard]] constexpr std::string_view take_word(std::string_view& text) noexcept {
    const auto begin = text.find_first_not_of(" \t");
    text.remove_prefix(begin == std::string_view::npos ? text.size() : begin);
    const auto word = text.substr(0, text.find_first_of(" \t"));
    text.remove_prefix(word.size());
    return word;
}

/// Whether a text is the beginning of a hash as version control has them: 7 to 40 hexadecimal
/// digits, letters and figures among them.
[[nodiscard]] bool is_hash(std::string_view text) noexcept;

/// The text as people see it: without the escapes by which terminals colour and move. The text
/// itself where it has none, else a view of `storage`. Linear.
[[nodiscard]] std::string_view without_escapes(std::string_view text, std::string& storage);

/// A name or an id as it may be kept: valid UTF-8 on one line, without controls and without marks
/// that turn the direction of writing; cut behind `most_bytes`. Linear in what is kept.
[[nodiscard]] std::string clean(std::string_view text, std::size_t most_bytes);

}  // namespace workmem::extraction::printed

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/printed/lines.ipp>
#endif
