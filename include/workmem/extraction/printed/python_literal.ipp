#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/printed/lines.hpp>
#include <workmem/extraction/printed/python_literal.hpp>
#include <workmem/text/json_view.hpp>
#include <workmem/text/json_writer.hpp>

namespace workmem::extraction::printed {

WORKMEM_DECL std::string read_python_literal(std::string_view text) {
    constexpr std::size_t most_bytes = 1 << 20;
    text = trimmed(text);
    const bool rows = text.starts_with("[{'") || text.starts_with("{'") || text.starts_with("[('");
    if (!rows || text.size() > most_bytes) return {};
    std::string out, piece;
    out.reserve(text.size() + 64);
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        if (c == '\'' || c == '"') {
            piece.clear();
            for (++i; i < text.size() && text[i] != c; ++i) {
                if (text[i] == '\\' && i + 1 < text.size()) {
                    const char next = text[++i];
                    piece += next == 'n' ? '\n' : next == 't' ? '\t' : next;
                } else {
                    piece += text[i];
                }
            }
            if (i == text.size()) return {};
            ++i;
            text::append_json(out, text::json_view::of_text(piece));
        } else if (is_letter(c)) {
            std::size_t end = i;
            while (end < text.size() && (is_letter(text[end]) || is_digit(text[end]) ||
                                         text[end] == '_' || text[end] == '.'))
                ++end;
            const auto word = text.substr(i, end - i);
            i = end;
            if (word == "None") {
                out += "null";
            } else if (word == "True" || word == "False") {
                out += word == "True" ? "true" : "false";
            } else if (i < text.size() && text[i] == '(') {  // Decimal('1.5'), datetime.date(…)
                const auto close = text.find(')', i);
                if (close == std::string_view::npos) return {};
                text::append_json(out, text::json_view::of_text(text.substr(i + 1, close - i - 1)));
                i = close + 1;
            } else {
                return {};
            }
        } else {
            out += c == '(' ? '[' : c == ')' ? ']' : c;
            ++i;
        }
    }
    return out;
}

}  // namespace workmem::extraction::printed
