#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/parse/marks.hpp>
#include <workmem/text/ascii.hpp>
#include <workmem/text/fold.hpp>

namespace workmem::extraction {

WORKMEM_DECL bool take_mark(std::string_view& line) noexcept {
    static constexpr std::string_view marks[]{"- [ ] ",  "- [x] ",  "- ",      "* ",      "+ ",
                                              "# ",      "## ",     "### ",    "#### ",   "\u2022 ",
                                              "\u25CF ", "\u2713 ", "\u2714 ", "\u2717 ", "\u2718 ",
                                              "\u2705 ", "\u274C "};
    for (const auto each : marks)
        if (line.starts_with(each)) {
            line = text::trimmed(line.substr(each.size()));
            return true;
        }
    // "[2] "
    if (const auto close = line.find("] ");
        line.starts_with('[') && close < 5 && text::is_digits(line.substr(1, close - 1))) {
        line = text::trimmed(line.substr(close + 2));
        return true;
    }
    const auto digits = line.find_first_not_of("0123456789");
    if (digits == 0 || digits >= 4 || digits + 1 >= line.size()) return false;
    const char next = line[digits + 1];
    const bool numbers = (line[digits] == '.' && !text::is_digit(next)) || line[digits] == ')' ||
                         (line[digits] == ' ' && next == ' ');
    if (numbers) line = text::trimmed(line.substr(digits + 1));
    return numbers;
}

WORKMEM_DECL std::string field_name_of(std::string_view text) {
    constexpr std::size_t longest = 40, most_words = 4;
    std::string out;
    text = text::trimmed(text);
    if (text.empty() || text.size() > longest || !text::is_letter(text.front())) return out;
    std::size_t words = 1;
    for (const char c : text) {
        if (c == ' ') {
            ++words;
            out += '_';
        } else if (text::is_letter(c) || text::is_digit(c) || c == '_' || c == '-') {
            out += text::fold_ascii(c);
        } else if (c != '.') {
            return {};
        }
    }
    return words <= most_words ? out : std::string{};
}

WORKMEM_DECL std::string_view unmarked(std::string_view text) noexcept {
    text = text::trimmed(text);
    for (const std::string_view mark : {"**", "__", "`", "\"", "\u201C", "'"}) {
        const auto close = mark == "\u201C" ? std::string_view{"\u201D"} : mark;
        if (text.size() > mark.size() + close.size() && text.starts_with(mark) &&
            text.ends_with(close) && text.find(close, mark.size()) == text.size() - close.size())
            return unmarked(text.substr(mark.size(), text.size() - mark.size() - close.size()));
    }
    if (text.starts_with('['))
        if (const auto end = text.find("]("); end != std::string_view::npos && text.ends_with(')'))
            return text::trimmed(text.substr(1, end - 1));
    return text;
}

}  // namespace workmem::extraction
