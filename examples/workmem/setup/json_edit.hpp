// Changes members of a JSON text and leaves every other byte of it as it is.
#pragma once

#include "../ordered_json.hpp"

#include <workmem/error.hpp>
#include <workmem/text/quote.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem_program {

/// A JSON text that is edited, with the comments and trailing commas that clients allow in their
/// settings. Throws `validation_error` for what is no such text, and for a member that is not of
/// the kind a change needs. O(text) a change.
class json_edit {
public:
    /// Names of members, and numbers of elements of lists.
    using path = std::vector<std::string>;

    explicit json_edit(std::string text) : text_{std::move(text)} {
        if (text_.find_first_not_of(" \t\r\n") == text_.npos) text_ = "{}" + std::string{line_end()};
        read();
        if (root_.kind != '{') refuse(0, "is no object");
    }

    [[nodiscard]] const std::string& text() const noexcept { return text_; }
    /// The value there; nothing where there is none.
    [[nodiscard]] std::optional<ordered_json> find(const path& at) const {
        const auto* const found = node_at(at);
        return found == nullptr ? std::nullopt : std::optional{value_of(*found)};
    }
    /// Sets a member, and makes the objects it is in.
    void set(const path& at, const ordered_json& value) {
        if (const auto* const there = node_at(at)) {
            if (value_of(*there) == value) return;
            replace(there->begin, there->end, shown(value, at.size() - 1));
            return;
        }
        std::size_t depth = 0;
        const auto* in = &root_;
        for (; depth + 1 < at.size(); ++depth) {
            const auto* const next = child(*in, at[depth]);
            if (next == nullptr) break;
            in = next;
        }
        if (in->kind != '{') refuse(in->begin, quoted_path(at, depth) + " is no object");
        ordered_json whole = value;
        for (auto i = at.size(); --i > depth;) whole = ordered_json{{at[i], std::move(whole)}};
        insert(*in, ordered_json(at[depth]).dump() + ": ", whole, depth);
    }
    /// Puts a value behind the last one of a list, which is made if there is none.
    void append(const path& at, const ordered_json& value) {
        const auto* const list = node_at(at);
        if (list == nullptr) return set(at, ordered_json::array({value}));
        if (list->kind != '[') refuse(list->begin, quoted_path(at, at.size()) + " is no list");
        insert(*list, "", value, at.size());
    }
    /// Takes a member or an element out, and the objects and lists around it that have nothing
    /// else in them. A comment is something.
    void erase(const path& at) {
        if (node_at(at) == nullptr) return;
        erase_child(at.size() == 1 ? path{} : path(at.begin(), at.end() - 1), at.back());
        for (auto above = path(at.begin(), at.end() - 1); !above.empty(); above.pop_back()) {
            const auto* const left = node_at(above);
            if (left == nullptr || !is_blank_inside(*left)) return;
            erase_child(path(above.begin(), above.end() - 1), above.back());
        }
    }

private:
    struct node {
        char kind = 'v';  // { [ or a value
        std::size_t begin = 0, end = 0;
        std::size_t key_begin = 0;  // where its member begins
        std::string key{};
        std::vector<node> children{};
    };
    static constexpr int most_depth = 100;

    [[noreturn]] void refuse(std::size_t at, const std::string& what) const {
        const auto line =
            1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at), '\n');
        throw workmem::error(workmem::error_code::validation_error,
                             "line " + std::to_string(line) + ": " + what);
    }
    static std::string quoted_path(const path& at, std::size_t depth) {
        std::string out;
        for (std::size_t i = 0; i < depth; ++i) out += (i == 0 ? "" : ".") + at[i];
        return workmem::text::quoted(out);
    }

    // Reading.

    void read() {
        std::size_t at = text_.starts_with("\xEF\xBB\xBF") ? 3 : 0;
        root_ = read_value(at, 0);
        skip(at);
        if (at != text_.size()) refuse(at, "something stands behind the end");
    }
    void skip(std::size_t& at) const {
        for (;;) {
            while (at < text_.size() &&
                   std::string_view{" \t\r\n"}.find(text_[at]) != std::string_view::npos)
                ++at;
            const auto two = std::string_view{text_}.substr(at, 2);
            if (two == "//") {
                at = std::min(text_.find('\n', at), text_.size());
            } else if (two == "/*") {
                const auto end = text_.find("*/", at + 2);
                if (end == text_.npos) refuse(at, "a comment has no end");
                at = end + 2;
            } else {
                return;
            }
        }
    }
    void skip_string(std::size_t& at) const {
        const auto begin = at++;
        while (at < text_.size() && text_[at] != '"') at += text_[at] == '\\' ? 2U : 1U;
        if (at >= text_.size()) refuse(begin, "a text has no end");
        ++at;
    }
    node read_value(std::size_t& at, int depth) const {
        if (depth > most_depth) refuse(at, "it nests too deeply");
        skip(at);
        node out;
        out.begin = at;
        if (at >= text_.size()) refuse(at, "a value is missing");
        const char first = text_[at];
        if (first == '{' || first == '[') {
            out.kind = first;
            const char last = first == '{' ? '}' : ']';
            ++at;
            for (;;) {
                skip(at);
                if (at >= text_.size()) refuse(out.begin, "it has no end");
                if (text_[at] == last) break;
                const auto key_begin = at;
                std::string key;
                if (first == '{') {
                    if (text_[at] != '"') refuse(at, "a member needs a name in quotes");
                    skip_string(at);
                    const auto name = ordered_json::parse(text_.substr(key_begin, at - key_begin),
                                                          nullptr, false);
                    if (!name.is_string()) refuse(key_begin, "it is no text");
                    key = name.get<std::string>();
                    skip(at);
                    if (at >= text_.size() || text_[at] != ':') refuse(at, "a colon is missing");
                    ++at;
                }
                auto made = read_value(at, depth + 1);
                made.key = std::move(key);
                made.key_begin = first == '{' ? key_begin : made.begin;
                out.children.push_back(std::move(made));
                skip(at);
                if (at < text_.size() && text_[at] == ',')
                    ++at;
                else if (at >= text_.size() || text_[at] != last)
                    refuse(at, "a comma is missing");
            }
            ++at;
        } else if (first == '"') {
            skip_string(at);
        } else {
            while (at < text_.size() &&
                   std::string_view{" \t\r\n,]}/"}.find(text_[at]) == std::string_view::npos)
                ++at;
        }
        out.end = at;
        if (out.kind == 'v' && !ordered_json::accept(text_.substr(out.begin, at - out.begin)))
            refuse(out.begin, "it is no JSON");
        return out;
    }

    // Looking.

    static const node* child(const node& in, const std::string& key) {
        if (in.kind == '[')
            for (std::size_t i = 0; i < in.children.size(); ++i)
                if (key == std::to_string(i)) return &in.children[i];
        if (in.kind != '{') return nullptr;
        // The last of equal names counts.
        for (auto each = in.children.rbegin(); each != in.children.rend(); ++each)
            if (each->key == key) return &*each;
        return nullptr;
    }
    const node* node_at(const path& at) const {
        const auto* in = &root_;
        for (const auto& key : at)
            if (in = child(*in, key); in == nullptr) return nullptr;
        return in;
    }
    ordered_json value_of(const node& of) const {
        if (of.kind == 'v') return ordered_json::parse(text_.substr(of.begin, of.end - of.begin));
        auto out = of.kind == '{' ? ordered_json::object() : ordered_json::array();
        for (const auto& each : of.children)
            if (of.kind == '{')
                out[each.key] = value_of(each);
            else
                out.push_back(value_of(each));
        return out;
    }

    // Writing.

    // How the file ends its lines.
    std::string_view line_end() const {
        const auto first = text_.find('\n');
        return first != text_.npos && first > 0 && text_[first - 1] == '\r' ? "\r\n" : "\n";
    }
    // What the file indents by.
    std::string indent() const {
        if (!root_.children.empty()) {
            const auto first = root_.children.front().key_begin;
            const auto line = text_.rfind('\n', first);
            if (line != text_.npos && line > root_.begin && first > line + 1)
                return text_.substr(line + 1, first - line - 1);
        }
        return "  ";
    }
    std::string margin(std::size_t depth) const {
        std::string out, one = indent();
        for (std::size_t i = 0; i < depth; ++i) out += one;
        return out;
    }
    // A value that begins on a line `depth` levels below the root's members.
    std::string shown(const ordered_json& value, std::size_t depth) const {
        const auto one = indent();
        const auto plain = value.dump(1, '\x01');
        std::string out;
        for (std::size_t i = 0; i < plain.size(); ++i) {
            if (plain[i] == '\x01')
                out += one;
            else if (plain[i] == '\n')
                out.append(line_end()) += margin(depth + 1);
            else
                out += plain[i];
        }
        return out;
    }
    // A member or element behind the others, in a line of its own; in the line of the others where
    // all of them stand in one.
    void insert(const node& in, const std::string& name, const ordered_json& value,
                std::size_t depth) {
        const auto close = in.end - 1;
        if (!in.children.empty() && text_.find('\n', in.begin) > close)
            return insert_in_line(in, name + value.dump());
        auto at = close;
        while (at > in.begin + 1 &&
               std::string_view{" \t\r\n"}.find(text_[at - 1]) != std::string_view::npos)
            --at;
        const bool has_line = text_.substr(at, close - at).find('\n') != std::string::npos;
        const std::string line{line_end()};
        auto added = line + margin(depth + 1) + name + shown(value, depth);
        bool needs_comma = false;
        std::size_t last = 0;
        if (!in.children.empty()) {
            auto after = last = in.children.back().end;
            skip(after);
            needs_comma = text_[after] != ',';
            // A comma behind the last one stays behind the last one.
            if (!needs_comma) added += ',';
        }
        if (!has_line) added += line + margin(depth);
        text_.insert(at, added);
        if (needs_comma) text_.insert(last, ",");
        read();
    }
    void insert_in_line(const node& in, const std::string& what) {
        const auto last = in.children.back().end;
        auto after = last;
        skip(after);
        if (text_[after] == ',')
            text_.insert(after + 1, ' ' + what + ',');
        else
            text_.insert(last, ", " + what);
        read();
    }
    void replace(std::size_t begin, std::size_t end, const std::string& by) {
        text_.replace(begin, end - begin, by);
        read();
    }
    void erase_child(const path& in, const std::string& key) {
        const auto* const holder = node_at(in);
        const auto* const found = child(*holder, key);
        cut(*holder, static_cast<std::size_t>(found - holder->children.data()));
    }
    bool is_blank(std::size_t begin, std::size_t end) const {
        return text_.find_first_not_of(" \t\r\n", begin) >= end;
    }
    bool is_blank_inside(const node& of) const { return is_blank(of.begin + 1, of.end - 1); }
    void cut(const node& in, std::size_t which) {
        const auto& cut_out = in.children[which];
        if (in.children.size() == 1 && is_blank(in.begin + 1, cut_out.key_begin) &&
            is_blank(cut_out.end, in.end - 1))
            return replace(in.begin + 1, in.end - 1, "");
        const auto begin = cut_out.key_begin;
        auto end = cut_out.end, comma = end;
        skip(comma);
        // From the back to the front, so that what is in front stays where it is.
        if (text_[comma] == ',') {
            if (is_blank(end, comma))
                end = comma + 1;
            else
                text_.erase(comma, 1);
            erase_with_blanks(begin, end);
        } else {
            erase_with_blanks(begin, end);
            if (which > 0) erase_comma_behind(in.children[which - 1]);
        }
        read();
    }
    void erase_comma_behind(const node& of) {
        auto comma = of.end;
        skip(comma);
        text_.erase(comma, 1);
    }
    // With the blanks around it that nobody needs, and its lines if nothing else is on them.
    void erase_with_blanks(std::size_t begin, std::size_t end) {
        const std::string_view blanks{" \t"};
        auto left = begin, right = end;
        while (left > 0 && blanks.find(text_[left - 1]) != blanks.npos) --left;
        while (right < text_.size() && blanks.find(text_[right]) != blanks.npos) ++right;
        const auto rest = std::string_view{text_}.substr(right);
        const bool begins_line = left > 0 && text_[left - 1] == '\n';
        const std::size_t line_end = rest.starts_with("\r\n") ? 2 : rest.starts_with('\n') ? 1 : 0;
        const bool closes = rest.starts_with('}') || rest.starts_with(']');
        if (begins_line && line_end > 0)
            begin = left, end = right + line_end;
        else if (line_end > 0)
            begin = left;
        else if (closes && !begins_line)
            begin = left;
        else
            end = right;
        text_.erase(begin, end - begin);
    }

    std::string text_;
    node root_{};
};

}  // namespace workmem_program
