#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/xml.hpp>
#include <workmem/text/fold.hpp>
#include <workmem/text/json_view.hpp>
#include <workmem/text/json_writer.hpp>
#include <workmem/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace workmem::extraction::detail {

class xml_reader {
public:
    explicit xml_reader(std::string_view text) : text_{text} {}

    [[nodiscard]] std::string read() {
        constexpr std::size_t most_bytes = 1 << 20, most_name = 64;
        skip_blanks();
        if (text_.size() > most_bytes || !text::is_valid(text_) || !skip_misc() || !next_is("<"))
            return {};
        std::string name, value;
        if (!element(0, name, value) || name.size() > most_name || !value.starts_with('{'))
            return {};
        if (!skip_misc() || at_ != text_.size()) return {};
        std::string out{'{'};
        append_text(out, name);
        return out.append(":").append(value).append("}");
    }

private:
    using member = std::pair<std::string, std::string>;  // a name and its JSON

    static constexpr std::size_t deepest = 16, most_elements = 1 << 14, most_attributes = 64;

    [[nodiscard]] bool next_is(std::string_view what) const noexcept {
        return text_.substr(at_, what.size()) == what;
    }
    static bool is_blank(char c) noexcept {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }
    void skip_blanks() noexcept {
        while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    }
    [[nodiscard]] bool skip_to(std::string_view end) noexcept {
        const auto found = text_.find(end, at_);
        if (found == std::string_view::npos) return false;
        at_ = found + end.size();
        return true;
    }
    // Blanks, comments and instructions.
    [[nodiscard]] bool skip_misc() noexcept {
        for (;;) {
            skip_blanks();
            if (next_is("<!--")) {
                if (!skip_to("-->")) return false;
            } else if (next_is("<?")) {
                if (!skip_to("?>")) return false;
            } else {
                return true;
            }
        }
    }
    // What is shown, or a tag that somebody writes in a text.
    [[nodiscard]] static bool is_markup(std::string_view name) noexcept {
        static constexpr std::string_view names[]{
            "html",    "head", "body",    "div",   "p",   "span",  "a",   "b",     "i",
            "h1",      "h2",   "h3",      "h4",    "ul",  "ol",    "li",  "table", "tr",
            "td",      "pre",  "code",    "main",  "nav", "form",  "svg", "img",   "script",
            "section", "br",   "article", "style", "em",  "strong"};
        return std::any_of(std::begin(names), std::end(names), [&](std::string_view each) {
            return each.size() == name.size() &&
                   std::equal(each.begin(), each.end(), name.begin(),
                              [](char a, char b) { return a == text::fold_ascii(b); });
        });
    }
    static bool is_name(std::string_view name) noexcept {
        if (name.empty()) return false;
        const char c = text::fold_ascii(name.front());
        return (c >= 'a' && c <= 'z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
    }
    [[nodiscard]] std::string_view take_name() noexcept {
        const auto begin = at_;
        while (at_ < text_.size() && !is_blank(text_[at_]) && text_[at_] != '>' &&
               text_[at_] != '/' && text_[at_] != '=' && text_[at_] != '<')
            ++at_;
        return text_.substr(begin, at_ - begin);
    }
    static std::string_view without_prefix(std::string_view name) noexcept {
        return name.substr(name.rfind(':') + 1);
    }
    static void append_text(std::string& out, std::string_view text) {
        text::append_json(out, text::json_view::of_text(text));
    }
    // "&#38;", "&#x26;": how many bytes it took.
    static std::size_t take_reference(std::string_view text, std::string& out) {
        constexpr std::size_t longest = 10;
        if (!text.starts_with("&#")) return 0;
        const bool hex = text.size() > 2 && text[2] == 'x';
        std::uint32_t point = 0;
        for (std::size_t i = hex ? 3 : 2; i < text.size() && i < longest; ++i) {
            const char c = text::fold_ascii(text[i]);
            if (c == ';') {
                if (point == 0 || point > 0x10FFFF || (point >= 0xD800 && point < 0xE000)) return 0;
                text::append(out, static_cast<char32_t>(point));
                return i + 1;
            }
            const bool letter = hex && c >= 'a' && c <= 'f';
            if (!letter && (c < '0' || c > '9')) return 0;
            point = point * (hex ? 16 : 10) +
                    static_cast<std::uint32_t>(letter ? c - 'a' + 10 : c - '0');
        }
        return 0;
    }
    // Without the five entities that every document has.
    static void append_plain(std::string& out, std::string_view text) {
        static constexpr std::pair<std::string_view, char> known[]{
            {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
        for (std::size_t i = 0; i < text.size();) {
            const auto* const found =
                text[i] != '&' ? std::end(known)
                               : std::find_if(std::begin(known), std::end(known), [&](auto& each) {
                                     return text.substr(i, each.first.size()) == each.first;
                                 });
            if (found == std::end(known)) {
                if (const auto took = take_reference(text.substr(i), out); took != 0)
                    i += took;
                else
                    out += text[i++];
            } else {
                out += found->second;
                i += found->first.size();
            }
        }
    }
    [[nodiscard]] bool attributes(std::vector<member>& out) {
        for (;;) {
            skip_blanks();
            if (at_ >= text_.size()) return false;
            if (text_[at_] == '>' || next_is("/>")) return true;
            const auto name = take_name();
            skip_blanks();
            if (!is_name(without_prefix(name)) || !next_is("=")) return false;
            ++at_;
            skip_blanks();
            if (at_ >= text_.size() || (text_[at_] != '"' && text_[at_] != '\'')) return false;
            const char quote = text_[at_++];
            const auto end = text_.find(quote, at_);
            if (end == std::string_view::npos) return false;
            std::string plain, value;
            append_plain(plain, text_.substr(at_, end - at_));
            append_text(value, plain);
            at_ = end + 1;
            if (out.size() == most_attributes) return false;
            if (!name.starts_with("xmlns") && !name.starts_with("xsi:"))
                out.emplace_back(std::string{without_prefix(name)}, std::move(value));
        }
    }
    [[nodiscard]] bool element(std::size_t depth, std::string& name, std::string& value) {
        if (depth == deepest || ++elements_ > most_elements) return false;
        ++at_;  // '<'
        if (at_ >= text_.size() || text_[at_] == '!') return false;
        const auto opens = take_name();
        name = without_prefix(opens);
        std::vector<member> members;
        if (!is_name(name) || is_markup(name) || !attributes(members)) return false;
        for (std::size_t i = 1; i < members.size(); ++i)  // once each
            for (std::size_t k = 0; k < i; ++k)
                if (members[k].first == members[i].first) return false;
        const auto given = members.size();
        std::string said;
        if (next_is("/>")) {
            at_ += 2;
        } else {
            ++at_;
            if (!content(depth, members, said)) return false;
            if (members.size() > given && !said.empty()) return false;  // text with marks in it
            at_ += 2;                                                   // "</"
            const auto closes = take_name();
            skip_blanks();
            if (closes != opens || !next_is(">")) return false;
            ++at_;
        }
        if (members.empty()) {
            append_text(value, said);
            return true;
        }
        if (members.size() == given && !said.empty()) {
            members.emplace_back("text", std::string{});
            append_text(members.back().second, said);
        }
        write(members, value);
        return true;
    }
    // Up to the closing tag.
    [[nodiscard]] bool content(std::size_t depth, std::vector<member>& members, std::string& said) {
        for (;;) {
            const auto open = text_.find('<', at_);
            if (open == std::string_view::npos) return false;
            append_plain(said, text_.substr(at_, open - at_));
            at_ = open;
            if (next_is("</")) break;
            if (next_is("<![CDATA[")) {
                const auto end = text_.find("]]>", at_);
                if (end == std::string_view::npos) return false;
                said += text_.substr(at_ + 9, end - at_ - 9);
                at_ = end + 3;
            } else if (next_is("<!--")) {
                if (!skip_to("-->")) return false;
            } else if (next_is("<?")) {
                if (!skip_to("?>")) return false;
            } else {
                std::string name, value;
                if (!element(depth + 1, name, value)) return false;
                members.emplace_back(std::move(name), std::move(value));
            }
        }
        const auto begin = said.find_first_not_of(" \t\r\n");
        said = begin == std::string::npos
                   ? std::string{}
                   : said.substr(begin, said.find_last_not_of(" \t\r\n") - begin + 1);
        return true;
    }
    static void write(std::vector<member>& members, std::string& out) {
        std::stable_sort(members.begin(), members.end(),
                         [](const member& a, const member& b) { return a.first < b.first; });
        out += '{';
        for (std::size_t i = 0; i < members.size();) {
            auto end = i + 1;
            while (end < members.size() && members[end].first == members[i].first) ++end;
            if (i > 0) out += ',';
            append_text(out, members[i].first);
            out += end - i > 1 ? ":[" : ":";
            for (auto each = i; each < end; ++each) {
                if (each > i) out += ',';
                out += members[each].second;
            }
            if (end - i > 1) out += ']';
            i = end;
        }
        out += '}';
    }

    std::string_view text_;
    std::size_t at_ = 0, elements_ = 0;
};

}  // namespace workmem::extraction::detail

namespace workmem::extraction {

WORKMEM_DECL std::string read_xml(std::string_view text) {
    if (text.find('<') == std::string_view::npos) return {};
    return detail::xml_reader{text}.read();
}

}  // namespace workmem::extraction
