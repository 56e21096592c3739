#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/parse/lines.hpp>
#include <workmem/extraction/parse/readers.hpp>
#include <workmem/text/ascii.hpp>
#include <workmem/text/document_builder.hpp>

#include <algorithm>
#include <cstddef>
#include <string>

namespace workmem::extraction::detail {

class python_reader {
public:
    explicit python_reader(std::string_view text) : rest_{text} {}

    [[nodiscard]] text::json_document read() {
        constexpr std::size_t deepest = 32;
        const bool is_whole = value(deepest) && (skip_blanks(), rest_.empty());
        return is_whole ? out_.finish() : text::json_document{};
    }

private:
    void skip_blanks() noexcept {
        while (!rest_.empty() && text::is_blank(rest_.front())) rest_.remove_prefix(1);
    }
    [[nodiscard]] bool next_is(char wanted) noexcept {
        skip_blanks();
        if (rest_.empty() || rest_.front() != wanted) return false;
        rest_.remove_prefix(1);
        return true;
    }
    [[nodiscard]] bool value(std::size_t levels) {
        skip_blanks();
        if (rest_.empty() || levels == 0) return false;
        const char c = rest_.front();
        if (c == '[' || c == '(') return members(false, c == '[' ? ']' : ')', levels - 1);
        if (c == '{') return members(true, '}', levels - 1);
        std::string said;
        if (quoted(said)) return out_.text(std::move(said)), true;
        const auto end = (std::min)(rest_.find_first_of(" ,:()[]{}\n"), rest_.size());
        const auto word = rest_.substr(0, end);
        rest_.remove_prefix(end);
        if (word == "None") return out_.null(), true;
        if (word == "True" || word == "False") return out_.boolean(word == "True"), true;
        if (text::is_number(word)) return out_.scalar(word), true;
        if (!next_is('(')) return false;
        // Decimal('1.5'), datetime.date(2031, 5, 2)
        const auto close = rest_.find(')');
        if (word.empty() || !text::is_letter(word[0]) || close == std::string_view::npos)
            return false;
        const auto given = text::trimmed(rest_.substr(0, close));
        const bool is_text = given.size() > 1 && given.front() == given.back() &&
                             (given.front() == '\'' || given.front() == '"');
        out_.text(is_text ? given.substr(1, given.size() - 2) : given);
        rest_.remove_prefix(close + 1);
        return true;
    }
    [[nodiscard]] bool members(bool named, char closing, std::size_t levels) {
        rest_.remove_prefix(1);
        named ? out_.begin_object() : out_.begin_array();
        while (!next_is(closing)) {
            std::string name;
            if (named) {
                if (!quoted(name) || !next_is(':')) return false;
                out_.name(std::move(name));
            }
            if (!value(levels)) return false;
            if (next_is(',')) continue;
            if (!next_is(closing)) return false;
            break;
        }
        out_.end();
        return true;
    }
    [[nodiscard]] bool quoted(std::string& out) {
        skip_blanks();
        if (rest_.empty() || (rest_.front() != '\'' && rest_.front() != '"')) return false;
        const char mark = rest_.front();
        for (std::size_t i = 1; i < rest_.size(); ++i) {
            if (rest_[i] == mark) {
                rest_.remove_prefix(i + 1);
                return true;
            }
            if (rest_[i] == '\\' && i + 1 < rest_.size()) {
                const char next = rest_[++i];
                const bool is_plain = next == '\\' || next == '\'' || next == '"';
                if (next == 'n' || next == 't' || next == 'r')
                    out += next == 'n' ? '\n' : next == 't' ? '\t' : '\r';
                else
                    out.append(is_plain ? "" : "\\") += next;
            } else {
                out += rest_[i];
            }
        }
        return false;
    }

    std::string_view rest_;
    text::document_builder out_{};
};

}  // namespace workmem::extraction::detail

namespace workmem::extraction {

WORKMEM_DECL text::json_document read_python_literal(std::string_view text) {
    text = text::trimmed(text);
    const bool rows = text.starts_with("[{'") || text.starts_with("{'") ||
                      text.starts_with("[('") || text.starts_with("['");
    if (!rows || text.size() > most_text_bytes) return {};
    return detail::python_reader{text}.read();
}

}  // namespace workmem::extraction
