#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/parse/lines.hpp>
#include <workmem/extraction/parse/readers.hpp>
#include <workmem/text/ascii.hpp>
#include <workmem/text/document_builder.hpp>
#include <workmem/text/fold.hpp>
#include <workmem/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace workmem::extraction::detail {

class yaml_reader {
public:
    explicit yaml_reader(std::string_view text) { split(text); }

    [[nodiscard]] text::json_document read() {
        constexpr std::size_t least_lines = 3;
        if (lines_.size() < least_lines || !ok_) return {};
        text::document_builder out;
        const bool several = std::any_of(lines_.begin() + 1, lines_.end() - 1,
                                         [](const line& each) { return each.text == "---"; });
        if (several) out.begin_array();
        while (ok_ && at_ < lines_.size()) {
            if (lines_[at_].text == "---") {
                ++at_;
                continue;
            }
            const auto first = key_of(lines_[at_].text).text;
            ok_ = is_item(lines_[at_].text) ||
                  (first.data() != nullptr && !tells_failure(text::folded(first)));
            if (ok_) block(lines_[at_].indent, 0, out);
            if (at_ < lines_.size() && lines_[at_].text != "---") ok_ = false;
        }
        if (!ok_) return {};
        if (several) out.end();
        return out.finish();
    }

private:
    struct line {
        std::size_t indent;
        std::string_view text;  // without blanks around it
    };
    struct key {
        std::string_view text{}, value{};
    };

    static constexpr std::size_t deepest = 16;
    static constexpr std::size_t most_bytes = 1 << 20;

    void split(std::string_view text) {
        if (text.size() > most_bytes || !text::is_valid(text)) ok_ = false;
        line_reader lines{text};
        for (std::string_view each; ok_ && lines.next(each);) {
            const auto last = each.find_last_not_of(' ');
            each = each.substr(0, last == std::string_view::npos ? 0 : last + 1);
            const auto indent = (std::min)(each.find_first_not_of(' '), each.size());
            each.remove_prefix(indent);
            if (each.empty() || each.front() == '#') continue;
            if (each.front() == '\t') ok_ = false;
            if (each == "...") continue;
            lines_.push_back({indent, each});
        }
    }

    static bool is_item(std::string_view text) noexcept {
        return text == "-" || text.starts_with("- ");
    }

    // Nothing for the tag or the anchor of what stands below: `!ticket`, `&a`.
    static std::string_view without_property(std::string_view value) noexcept {
        const bool is_one = value.starts_with('!') || value.starts_with('&');
        return is_one && value.find(' ') == std::string_view::npos ? std::string_view{} : value;
    }

    // Null where the line has no key.
    static key key_of(std::string_view text) noexcept {
        constexpr std::size_t longest = 64;
        const bool quoted = text.size() > 1 && (text[0] == '"' || text[0] == '\'');
        const auto end = quoted ? text.find(text[0], 1) : text.find(':');
        if (end == std::string_view::npos || end == 0 || end > longest) return {};
        const auto colon = end + (quoted ? 1 : 0);
        if (colon >= text.size() || text[colon] != ':' ||
            (colon + 1 < text.size() && text[colon + 1] != ' '))
            return {};
        const auto own = quoted ? text.substr(1, end - 1) : text.substr(0, end);
        if (!quoted && !std::all_of(own.begin(), own.end(), [](char c) {
                return text::is_letter(c) || text::is_digit(c) || c == '_' || c == '-' ||
                       c == '.' || c == '/' || static_cast<unsigned char>(c) >= 0x80;
            }))
            return {};
        auto value = text.substr(colon + 1);
        value.remove_prefix((std::min)(value.find_first_not_of(' '), value.size()));
        value = without_property(value);
        if (value.starts_with('#')) value = {};
        return {own, value};
    }

    void block(std::size_t indent, std::size_t depth, text::document_builder& out) {
        if (depth == deepest) ok_ = false;
        if (!ok_) return;
        if (is_item(lines_[at_].text))
            sequence(indent, depth, out);
        else
            mapping(indent, depth, out);
    }

    void sequence(std::size_t indent, std::size_t depth, text::document_builder& out) {
        out.begin_array();
        while (ok_ && at_ < lines_.size() && lines_[at_].indent == indent &&
               is_item(lines_[at_].text)) {
            auto& own = lines_[at_];
            const auto begin = (std::min)(own.text.find_first_not_of(' ', 1), own.text.size());
            const auto rest = without_property(own.text.substr(begin));
            if (rest.empty()) {
                ++at_;
                nested(indent, depth, out);
                continue;
            }
            if (is_item(rest) || key_of(rest).text.data() != nullptr) {
                own = {indent + begin, rest};
                block(own.indent, depth + 1, out);
            } else if (depth > 0) {
                ++at_;
                scalar(rest, indent, out);
            } else {
                ok_ = false;  // Points of a text.
            }
        }
        out.end();
    }

    void mapping(std::size_t indent, std::size_t depth, text::document_builder& out) {
        out.begin_object();
        std::vector<std::string_view> seen;
        while (ok_ && at_ < lines_.size() && lines_[at_].indent == indent &&
               !is_item(lines_[at_].text) && lines_[at_].text != "---") {
            const auto found = key_of(lines_[at_].text);
            constexpr std::size_t most_keys = 256;
            if (found.text.data() == nullptr || seen.size() == most_keys ||
                std::find(seen.begin(), seen.end(), found.text) != seen.end()) {
                ok_ = false;
                return;
            }
            seen.push_back(found.text);
            out.name(found.text);
            ++at_;
            if (!found.value.empty())
                scalar(found.value, indent, out);
            else if (at_ < lines_.size() && lines_[at_].indent == indent &&
                     is_item(lines_[at_].text))  // as kubectl writes lists
                sequence(indent, depth + 1, out);
            else
                nested(indent, depth, out);
        }
        out.end();
    }

    void nested(std::size_t indent, std::size_t depth, text::document_builder& out) {
        if (at_ < lines_.size() && lines_[at_].indent > indent)
            block(lines_[at_].indent, depth + 1, out);
        else
            out.null();
    }

    void scalar(std::string_view value, std::size_t indent, text::document_builder& out) {
        const char mark = value.front();
        if (is_block_header(value)) {
            std::string lines;
            for (; at_ < lines_.size() && lines_[at_].indent > indent; ++at_) {
                if (!lines.empty()) lines += mark == '|' ? '\n' : ' ';
                lines += lines_[at_].text;
            }
            return out.text(std::move(lines));
        }
        if (mark == '&' || mark == '*' || mark == '!') {
            ok_ = false;
            return;
        }
        if (mark == '"' || mark == '\'') return quoted(value, out);
        if (const auto comment = value.find(" #"); comment != std::string_view::npos)
            value = value.substr(0, value.find_last_not_of(' ', comment) + 1);
        if (value == "{}") {
            out.begin_object();
            return out.end();
        }
        if (mark == '[' && value.back() == ']' && is_plain_list(value.substr(1, value.size() - 2)))
            return flow(value.substr(1, value.size() - 2), out);
        plain(value, out);
    }

    // `|`, `>-`, `|2`, but not `>=3.8`
    static bool is_block_header(std::string_view value) noexcept {
        if (value.front() != '|' && value.front() != '>') return false;
        value.remove_prefix(1);
        const auto comment = value.find(" #");
        return value.substr(0, comment).find_first_not_of("+-123456789 ") == std::string_view::npos;
    }
    static void plain(std::string_view value, text::document_builder& out) {
        if (value == "~" || value == "null")
            out.null();
        else
            out.scalar(value);
    }

    void quoted(std::string_view value, text::document_builder& out) {
        const char mark = value.front();
        std::string own;
        for (std::size_t i = 1; i < value.size(); ++i) {
            if (value[i] == mark) {
                if (mark == '\'' && i + 1 < value.size() && value[i + 1] == mark) {
                    own += value[++i];
                    continue;
                }
                const auto rest = value.substr(i + 1);
                if (const auto more = rest.find_first_not_of(' ');
                    more != std::string_view::npos && rest[more] != '#')
                    break;
                return out.text(std::move(own));
            }
            if (mark == '"' && value[i] == '\\' && i + 1 < value.size()) {
                if (!escaped(value, ++i, own)) break;
            } else {
                own += value[i];
            }
        }
        ok_ = false;  // A quoted text over several lines.
    }

    // The escape whose letter stands at `i`; leaves `i` at its last.
    static bool escaped(std::string_view value, std::size_t& i, std::string& own) {
        const char letter = value[i];
        const std::size_t digits = letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
        if (digits == 0) {
            static constexpr std::pair<char, char> known[]{{'n', '\n'}, {'t', '\t'},  {'r', '\r'},
                                                           {'"', '"'},  {'\\', '\\'}, {'/', '/'}};
            for (const auto& [from, to] : known)
                if (letter == from) {
                    own += to;
                    return true;
                }
            return false;
        }
        std::uint32_t point = 0;
        if (value.size() - i <= digits) return false;
        for (std::size_t end = i + digits; i < end;) {
            const char c = text::fold_ascii(value[++i]);
            const bool letter_digit = c >= 'a' && c <= 'f';
            if (!letter_digit && !text::is_digit(c)) return false;
            point = point * 16 + static_cast<std::uint32_t>(letter_digit ? c - 'a' + 10 : c - '0');
        }
        if (point > 0x10FFFF || (point >= 0xD800 && point < 0xE000)) return false;
        if (point < 0x80 && text::is_control(static_cast<char>(point))) point = ' ';
        text::append(own, static_cast<char32_t>(point));
        return true;
    }
    // What holds more than scalars, or a comma within quotes, is left as it stands.
    static bool is_plain_list(std::string_view list) noexcept {
        return list.find_first_of("[]{}") == std::string_view::npos &&
               list.find("\",\"") == std::string_view::npos;
    }
    static void flow(std::string_view list, text::document_builder& out) {
        out.begin_array();
        while (!list.empty()) {
            const auto end = (std::min)(list.find(','), list.size());
            auto each = list.substr(0, end);
            list.remove_prefix((std::min)(end + 1, list.size()));
            const auto begin = each.find_first_not_of(" \"'");
            if (begin == std::string_view::npos) continue;
            each = each.substr(begin, each.find_last_not_of(" \"'") - begin + 1);
            plain(each, out);
        }
        out.end();
    }

    std::vector<line> lines_{};
    std::size_t at_ = 0;
    bool ok_ = true;
};

}  // namespace workmem::extraction::detail

namespace workmem::extraction {

WORKMEM_DECL text::json_document read_yaml(std::string_view text) {
    return detail::yaml_reader{text}.read();
}

}  // namespace workmem::extraction
