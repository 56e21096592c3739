#pragma once

#include <workmem/detail/cxx20.hpp>
#include <workmem/text/fold.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace workmem::detail {

/// What texts have in common that say the same: words in folded case with one blank between them,
/// without the full stops and exclamation marks at the end. A word that is not made of letters
/// alone, an id or a path, stays as it is.
[[nodiscard]] inline std::string note_identity(std::string_view text) {
    const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
    while (!text.empty() && (is_blank(text.back()) || text.back() == '.' || text.back() == '!'))
        text.remove_suffix(1);
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        if (is_blank(text[i])) {
            ++i;
            continue;
        }
        auto end = i;
        bool is_letters = true;
        for (; end < text.size() && !is_blank(text[end]); ++end) {
            const char c = text::fold_ascii(text[end]);
            // Marks that may stand around a word are no part of an id.
            const bool is_letter =
                (c >= 'a' && c <= 'z') || (static_cast<unsigned char>(c) & 0x80U) != 0;
            is_letters = is_letters && (is_letter || std::string_view{".,;:!?'\"()-"}.find(c) !=
                                                         std::string_view::npos);
        }
        if (!out.empty()) out += ' ';
        const auto word = text.substr(i, end - i);
        out += is_letters ? text::folded(word) : std::string{word};
        i = end;
    }
    return out;
}

}  // namespace workmem::detail
