#pragma once

#include <workmem/config.hpp>
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

class xml_reader {
public:
    explicit xml_reader(std::string_view text) : text_{text} {}

    [[nodiscard]] text::json_document read() {
        constexpr std::size_t most_bytes = 1 << 20, most_name = 64;
        skip_blanks();
        if (text_.size() > most_bytes || !text::is_valid(text_) || !skip_misc() || !next_is("<") ||
            !read_element(0) || !skip_misc() || at_ != text_.size())
            return {};
        auto& root = elements_.front();
        if (root.name.size() > most_name || root.members.empty()) return {};
        text::document_builder out;
        out.begin_object();
        out.name(root.name);
        write(root, out);
        out.end();
        return out.finish();
    }

private:
    // An attribute, or an element inside.
    struct member {
        std::string_view name;
        std::string text{};
        std::size_t element = 0;  // 0: an attribute
    };
    struct element {
        std::string_view name{};
        std::string said{};
        std::vector<member> members{};
    };

    static constexpr std::size_t deepest = 16, most_elements = 1 << 14, most_attributes = 64;

    [[nodiscard]] bool next_is(std::string_view what) const noexcept {
        return text_.substr(at_, what.size()) == what;
    }
    void skip_blanks() noexcept {
        while (at_ < text_.size() && text::is_blank(text_[at_])) ++at_;
    }
    [[nodiscard]] bool skip_to(std::string_view end) noexcept {
        const auto found = text_.find(end, at_);
        if (found == std::string_view::npos) return false;
        at_ = found + end.size();
        return true;
    }
    // A comment or an instruction; `is_one` tells whether there was one.
    [[nodiscard]] bool skip_one(bool& is_one) noexcept {
        is_one = next_is("<!--") || next_is("<?");
        return !is_one || skip_to(next_is("<?") ? "?>" : "-->");
    }
    [[nodiscard]] bool skip_misc() noexcept {
        for (bool again = true; again;) {
            skip_blanks();
            if (!skip_one(again)) return false;
        }
        return true;
    }
    // What is shown, or a tag within a text.
    [[nodiscard]] static bool is_markup(std::string_view name) {
        static constexpr std::string_view names[]{
            "html",    "head", "body",    "div",   "p",   "span",  "a",   "b",     "i",
            "h1",      "h2",   "h3",      "h4",    "ul",  "ol",    "li",  "table", "tr",
            "td",      "pre",  "code",    "main",  "nav", "form",  "svg", "img",   "script",
            "section", "br",   "article", "style", "em",  "strong"};
        return std::find(std::begin(names), std::end(names), text::folded(name)) != std::end(names);
    }
    static bool is_name(std::string_view name) noexcept {
        return !name.empty() && (text::is_letter(name.front()) || name.front() == '_' ||
                                 static_cast<unsigned char>(name.front()) >= 0x80);
    }
    [[nodiscard]] std::string_view take_name() noexcept {
        const auto end = (std::min)(text_.find_first_of(" \t\r\n>/=<", at_), text_.size());
        const auto begin = std::exchange(at_, end);
        return text_.substr(begin, end - begin);
    }
    static std::string_view without_prefix(std::string_view name) noexcept {
        return name.substr(name.rfind(':') + 1);
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
                // XML has no control character but those that are blanks.
                if (point < 0x80 && text::is_control(static_cast<char>(point)) &&
                    !text::is_blank(static_cast<char>(point)))
                    return 0;
                if (point > 0x10FFFF || (point >= 0xD800 && point < 0xE000)) return 0;
                text::append(out, static_cast<char32_t>(point));
                return i + 1;
            }
            const bool letter = hex && c >= 'a' && c <= 'f';
            if (!letter && !text::is_digit(c)) return 0;
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
            if (found != std::end(known)) {
                out += found->second;
                i += found->first.size();
            } else if (const auto took = take_reference(text.substr(i), out); took != 0) {
                i += took;
            } else {
                out += text[i++];
            }
        }
    }
    [[nodiscard]] bool read_attributes(std::vector<member>& out) {
        for (;;) {
            skip_blanks();
            if (at_ >= text_.size()) return false;
            if (text_[at_] == '>' || next_is("/>")) return true;
            const auto name = take_name();
            const auto own = without_prefix(name);
            skip_blanks();
            if (!is_name(own) || !next_is("=")) return false;
            ++at_;
            skip_blanks();
            if (!next_is("\"") && !next_is("'")) return false;
            const char quote = text_[at_++];
            const auto end = text_.find(quote, at_);
            const bool again = std::any_of(out.begin(), out.end(),
                                           [&](const member& each) { return each.name == own; });
            if (end == std::string_view::npos || again || out.size() == most_attributes)
                return false;
            if (!name.starts_with("xmlns") && !name.starts_with("xsi:"))
                append_plain(out.emplace_back(member{own}).text, text_.substr(at_, end - at_));
            at_ = end + 1;
        }
    }
    [[nodiscard]] bool read_element(std::size_t depth) {
        const auto which = elements_.size();
        if (depth == deepest || which > most_elements) return false;
        elements_.emplace_back();
        ++at_;  // '<'
        if (at_ >= text_.size() || text_[at_] == '!') return false;
        const auto opens = take_name();
        element made{without_prefix(opens)};
        if (!is_name(made.name) || is_markup(made.name) || !read_attributes(made.members))
            return false;
        const auto given = made.members.size();
        if (next_is("/>")) {
            at_ += 2;
        } else {
            ++at_;
            if (!read_content(depth, made)) return false;
            if (made.members.size() > given && !made.said.empty()) return false;  // marks in a text
            at_ += 2;                                                             // "</"
            const auto closes = take_name();
            skip_blanks();
            if (closes != opens || !next_is(">")) return false;
            ++at_;
        }
        elements_[which] = std::move(made);
        return true;
    }
    // Up to the closing tag.
    [[nodiscard]] bool read_content(std::size_t depth, element& of) {
        for (;;) {
            const auto open = text_.find('<', at_);
            if (open == std::string_view::npos) return false;
            append_plain(of.said, text_.substr(at_, open - at_));
            at_ = open;
            if (next_is("</")) break;
            bool skipped = false;
            if (next_is("<![CDATA[")) {
                const auto begin = at_ + 9;
                if (!skip_to("]]>")) return false;
                of.said += text_.substr(begin, at_ - 3 - begin);
            } else if (!skip_one(skipped)) {
                return false;
            } else if (!skipped) {
                const auto inner = elements_.size();
                if (!read_element(depth + 1)) return false;
                of.members.push_back({elements_[inner].name, {}, inner});
            }
        }
        of.said = text::trimmed(of.said);
        return true;
    }
    void write(element& of, text::document_builder& out) {
        if (of.members.empty()) return out.text(std::move(of.said));
        if (!of.said.empty()) of.members.push_back({"text", std::move(of.said)});
        std::stable_sort(of.members.begin(), of.members.end(),
                         [](const member& a, const member& b) { return a.name < b.name; });
        out.begin_object();
        for (auto each = of.members.begin(); each != of.members.end();) {
            const auto end = std::find_if(each, of.members.end(), [&](const member& other) {
                return other.name != each->name;
            });
            out.name(each->name);
            const bool several = end - each > 1;
            if (several) out.begin_array();
            for (; each != end; ++each)
                if (each->element != 0)
                    write(elements_[each->element], out);
                else
                    out.text(std::move(each->text));
            if (several) out.end();
        }
        out.end();
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<element> elements_{};
};

}  // namespace workmem::extraction::detail

namespace workmem::extraction {

WORKMEM_DECL text::json_document read_xml(std::string_view text) {
    if (text.find('<') == std::string_view::npos) return {};
    return detail::xml_reader{text}.read();
}

}  // namespace workmem::extraction
