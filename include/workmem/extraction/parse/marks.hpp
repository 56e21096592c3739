#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/parse/lines.hpp>
#include <workmem/text/ascii.hpp>

#include <cstddef>
#include <string>
#include <string_view>

// What marks lines up: Markdown, and lists as programs and people write them.

namespace workmem::extraction {

/// Calls `use` for each line without blanks around it, the empty ones too, until it answers false.
template <class Use>
void each_line(std::string_view text, Use use) {
    constexpr std::size_t longest = 1 << 12;
    line_reader lines{text.substr(0, most_text_bytes)};
    for (std::string_view line; lines.next(line);)
        if (!use(text::trimmed(line.substr(0, longest)))) return;
}

/// Takes the mark of a list or of a heading off a line: "-", "2.", "##", "[2]", a sign that
/// something went well; false where there is none.
[[nodiscard]] bool take_mark(std::string_view& line) noexcept;

/// The name of a field as an identifier: "Order no." as `order_no`; empty where it is none.
[[nodiscard]] std::string field_name_of(std::string_view text);

/// A text without marks of emphasis, code or quotes around all of it, and the text of a link.
[[nodiscard]] std::string_view unmarked(std::string_view text) noexcept;

}  // namespace workmem::extraction

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/parse/marks.ipp>
#endif
