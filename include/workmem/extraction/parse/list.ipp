#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/code.hpp>
#include <workmem/extraction/parse/marks.hpp>
#include <workmem/extraction/parse/readers.hpp>
#include <workmem/extraction/printed/path.hpp>
#include <workmem/text/ascii.hpp>
#include <workmem/text/document_builder.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace workmem::extraction::detail {

// Lines that hold an id which is called so.
class labelled_list {
public:
    [[nodiscard]] text::json_document read(std::string_view text) {
        constexpr std::size_t short_answer = 3;
        std::size_t marked = 0, lines = 0;
        out_.begin_array();
        each_line(text, [&](std::string_view line) {
            if (line.empty()) return true;
            ++lines;
            const bool has_mark = take_mark(line);
            if (!take(line)) return true;
            marked += has_mark;
            return ++count_ < most_rows;
        });
        out_.end();
        const bool enough = count_ > 1 || (count_ > 0 && (marked > 0 || lines <= short_answer));
        return enough ? out_.finish() : text::json_document{};
    }

private:
    struct field {
        std::string name{};
        std::string_view value{};
        bool quoted = false;
    };

    static bool is_id(std::string_view name) noexcept {
        static constexpr std::string_view ends[]{"id", "uuid", "key", "slug"};
        return std::any_of(std::begin(ends), std::end(ends), [&](std::string_view each) {
            return name == each || (name.size() > each.size() + 2 && name.ends_with(each));
        });
    }
    // "ID: 7", "id=7" and "id:7"; no "12:30", "https://…" and "a = b".
    static bool split(std::string_view piece, field& out) {
        const auto mark = piece.find_first_of(":=");
        if (mark == std::string_view::npos || mark + 1 >= piece.size()) return false;
        out.name = field_name_of(unmarked(piece.substr(0, mark)));
        const bool spaced = piece[mark + 1] == ' ';
        if (out.name.empty() || (piece[mark] == ':' ? !spaced && !is_id(out.name) : spaced))
            return false;
        const auto value = text::trimmed(piece.substr(mark + 1));
        out.value = unmarked(value);
        out.quoted = value.starts_with('"') || value.starts_with('\'');
        return !out.value.empty();
    }
    // Up to a separator outside of quotes and of brackets.
    static std::string_view take_piece(std::string_view& line) noexcept {
        static constexpr std::string_view separators[]{
            " \u2022 ", " | ", " - ", " \u2013 ", " \u2014 ", "  ", "\t", "; ", ", "};
        std::size_t end = 0, skip = 0;
        for (bool quoted = false; end < line.size(); ++end) {
            if (line[end] == '"') quoted = !quoted;
            if (quoted) continue;
            const char c = line[end];
            if (c == '(' || c == ')' || c == '[' || c == ']') {
                skip = 1;
                break;
            }
            const auto rest = line.substr(end);
            const auto* const found =
                std::find_if(std::begin(separators), std::end(separators),
                             [&](std::string_view each) { return rest.starts_with(each); });
            if (found == std::end(separators)) continue;
            skip = found->size();
            break;
        }
        const auto piece = text::trimmed(line.substr(0, end));
        line.remove_prefix((std::min)(end + skip, line.size()));
        return piece;
    }
    // "Rates 2025 - draft.pdf (id:17)": all before the brackets that have its id
    static std::string_view take_title(std::string_view& line) {
        for (const char open : {'(', '['}) {
            const auto begin = line.find(open);
            field first;
            if (begin == std::string_view::npos || begin == 0) continue;
            const auto inside =
                line.substr(begin + 1, line.find_first_of(",)]", begin) - begin - 1);
            const auto before = text::trimmed(line.substr(0, begin));
            field whole;
            if (!split(inside, first) || !is_id(first.name) || split(before, whole)) continue;
            line.remove_prefix(begin + 1);
            return unmarked(before);
        }
        return {};
    }
    bool take(std::string_view line) {
        constexpr std::size_t most = 24;
        std::vector<field> fields;
        auto title = take_title(line);
        std::string_view id;
        bool is_named = false;
        for (std::size_t pieces = 0; !line.empty() && pieces < most; ++pieces) {
            const auto piece = take_piece(line);
            if (piece.empty()) continue;
            field made;
            if (!split(piece, made)) {
                const bool says = std::any_of(piece.begin(), piece.end(), text::is_letter);
                if (title.empty() && says)
                    title = unmarked(piece);
                else
                    fields.push_back({"value_" + std::to_string(pieces), unmarked(piece)});
            } else if (is_id(made.name) && id.empty()) {
                id = made.value;
            } else if (made.name == "name" || made.name == "title") {
                title = made.value;
                is_named = pieces == 0;
            } else {
                fields.push_back(std::move(made));
            }
        }
        // `Note created: "Packing list" [id: 7]`
        if (title.empty())
            for (const auto& each : fields)
                if (title.empty() && each.quoted) title = each.value;
        // "Name: admin, Size: 12": called by nothing else
        const bool named = id.empty() && is_named && !fields.empty();
        if ((id.empty() && !named) || id.find(' ') != std::string_view::npos || title.empty())
            return false;
        out_.begin_object();
        if (!named) {
            out_.name("id");
            out_.text(id);
        }
        out_.name(named ? "name" : "title");
        out_.text(title);
        for (auto& each : fields) {
            out_.name(std::move(each.name));
            out_.text(each.value);
        }
        out_.end();
        return true;
    }

    text::document_builder out_{};
    std::size_t count_ = 0;
};

// Lines that begin with a code, or have one in brackets.
class coded_list {
public:
    [[nodiscard]] text::json_document read(std::string_view text) {
        std::size_t lines = 0, listed = 0, in_block = 0;
        std::vector<std::string_view> codes;
        bool alike = true, bare = false, ends = false;
        out_.begin_array();
        each_line(text, [&](std::string_view line) {
            if (line.empty()) {
                // What stands in a block of its own behind the list is no part of it.
                ends = in_block > 1;
                in_block = 0;
                return true;
            }
            if (line.ends_with(':') && in_block == 0) return true;  // what is listed
            ++(ends ? in_block : lines);
            item found;
            if (codes.size() == most_rows) return false;
            if (!take(line, found)) return true;
            if (ends) lines += std::exchange(in_block, 0);
            ends = false;
            ++in_block;
            if (!codes.empty() && letters_of(found.code) != letters_of(codes.front()))
                return alike = false;
            ++listed;
            bare = bare || !found.marked;
            // An alert that is told of twice is one; a prefix of each line of a log names nothing.
            if (std::find(codes.begin(), codes.end(), found.code) != codes.end()) {
                if (found.rest.starts_with("  |")) alike = false;
                return alike;
            }
            codes.push_back(found.code);
            add(found);
            return true;
        });
        out_.end();
        const bool enough =
            codes.size() > 1 && listed * 2 >= lines && (!bare || listed * 4 >= lines * 3);
        return alike && enough ? out_.finish() : text::json_document{};
    }

private:
    struct item {
        std::string_view code{}, title{}, rest{};
        bool marked = false;
    };

    // `R7`, besides all other codes, where a mark or its neighbours say that it is one.
    static bool is_code(std::string_view text) noexcept {
        if (extraction::is_code(text) || is_short_hash(text)) return true;
        return text.size() == 2 && text::is_upper(text[0]) && text::is_digit(text[1]);
    }
    // `3fa1c09b77de`, as containers and images have them
    static bool is_short_hash(std::string_view text) noexcept {
        return text.size() == 12 && text::has_digit(text) &&
               text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
    }
    // `P95`, `Q3`: a percentile or a quarter, where nothing marks it as a code.
    static bool is_measure(std::string_view text) noexcept {
        return text.size() < 4 && (text[0] == 'P' || text[0] == 'Q' || text[0] == 'H');
    }
    static bool take(std::string_view line, item& out) {
        out.marked = take_mark(line);
        // "- 0: [Inbox](https://…)"
        if (const auto end = line.find(':');
            out.marked && end < 4 && text::is_digits(line.substr(0, end))) {
            out.code = line.substr(0, end);
            const auto open = line.find('[');
            const auto close = line.find(']', (std::min)(open, line.size()));
            if (close == std::string_view::npos) return false;
            out.title = line.substr(open + 1, close - open - 1);
            out.rest = line.substr(close + 1);
            return true;
        }
        // "[Fix the login](https://…/issues/12)"
        if (const auto middle = line.find("](");
            out.marked && line.starts_with('[') && middle != std::string_view::npos) {
            const auto end = line.find(')', middle);
            if (end == std::string_view::npos) return false;
            out.code = printed::name_of_url(line.substr(middle + 2, end - middle - 2));
            out.title = line.substr(1, middle - 1);
            out.rest = line.substr(end + 1);
            return text::is_digits(out.code) || is_code(out.code);
        }
        // "#12 Fix the login"
        if (line.size() > 1 && line[0] == '#' && text::is_digit(line[1])) {
            const auto end = (std::min)(line.find_first_not_of("0123456789", 1), line.size());
            out.code = line.substr(1, end - 1);
            out.rest = line.substr(end);
            out.marked = true;
            return out.rest.starts_with(' ') || out.rest.starts_with(':');
        }
        static constexpr std::pair<std::string_view, std::string_view> around[]{
            {"**", "**"}, {"`", "`"}, {"[", "]"}, {"(", ")"}};
        for (const auto& [open, close] : around) {
            if (!line.starts_with(open)) continue;
            const auto end = line.find(close, open.size());
            if (end == std::string_view::npos) return false;
            out.code = line.substr(open.size(), end - open.size());
            out.rest = line.substr(end + close.size());
            if (is_code(out.code) || !out.marked) {
                out.marked = true;
                return is_code(out.code) && !text::trimmed(out.rest).empty();
            }
            return take_behind(line, out);
        }
        const auto end = (std::min)(line.find_first_of(" :\t"), line.size());
        out.code = line.substr(0, end);
        out.rest = line.substr(end);
        if (is_code(out.code) && (out.marked || !is_measure(out.code)))
            return !text::trimmed(out.rest).empty();
        return out.marked && take_behind(line, out);
    }
    // "Fix login (T-12) - open"
    static bool take_behind(std::string_view line, item& out) {
        for (const auto& [open, close] : {std::pair{'(', ')'}, std::pair{'[', ']'}}) {
            const auto begin = line.find(open);
            if (begin == std::string_view::npos || begin < 2) continue;
            const auto end = line.find(close, begin);
            if (end == std::string_view::npos) continue;
            out.code = line.substr(begin + 1, end - begin - 1);
            const bool is_number = out.code.starts_with('#') && text::is_digits(out.code.substr(1));
            if (is_number) out.code.remove_prefix(1);
            if (!is_number && !extraction::is_code(out.code)) continue;
            out.title = unmarked(line.substr(0, begin));
            out.rest = line.substr(end + 1);
            return true;
        }
        return false;
    }
    // Codes of one list begin alike.
    static std::string_view letters_of(std::string_view code) noexcept {
        if (is_short_hash(code)) return {};
        const auto* const end = std::find_if_not(code.begin(), code.end(), text::is_letter);
        return code.substr(0, static_cast<std::size_t>(end - code.begin()));
    }
    static bool is_time(std::string_view text) noexcept {
        return (text.size() == 4 || text.size() == 5) && text[text.size() - 3] == ':' &&
               text.find_first_not_of("0123456789:") == std::string_view::npos;
    }
    // What stands between dashes, bars or wide spaces; "driver: Stig" has a name of its own, the
    // first words without one say what it is.
    void add(const item& of) {
        constexpr std::size_t most_parts = 24, most_bytes = 600;
        auto rest = of.rest.substr(0, most_bytes);
        out_.begin_object();
        out_.name("id");
        out_.text(of.code);
        bool titled = !of.title.empty();
        if (titled) {
            out_.name("title");
            out_.text(of.title.substr(0, most_bytes));
        }
        std::vector<std::string> names{"id", "title"};
        std::size_t parts = 0;
        for (std::size_t cuts = 0; !rest.empty() && cuts < most_parts; ++cuts) {
            auto end = rest.size(), skip = std::size_t{0};
            static constexpr std::string_view separators[]{" - ", " \u2013 ", " \u2014 ", " | ",
                                                           "  ",  "\t",       "; "};
            for (const auto each : separators)
                if (const auto at = rest.find(each); at < end) end = at, skip = each.size();
            auto part = text::trimmed(rest.substr(0, end));
            rest.remove_prefix(end + skip);
            while (!part.empty() && (part[0] == ':' || part[0] == '-' || part[0] == '|') &&
                   (part.size() == 1 || part[1] == ' '))
                part = text::trimmed(part.substr(1));
            if (part.empty()) continue;
            ++parts;
            const bool says = std::any_of(part.begin(), part.end(), text::is_letter);
            const auto colon = part.find(": ");
            std::string name;
            if (!titled && says) {
                titled = true;
                out_.name("title");
                out_.text(part);
                continue;
            }
            if (colon != std::string_view::npos) name = part.substr(0, colon);
            if (!field_name_of(name).empty())
                part = text::trimmed(part.substr(colon + 2));
            else
                name = is_time(part) ? "time" : "value_" + std::to_string(parts);
            if (std::find(names.begin(), names.end(), name) != names.end()) continue;
            names.push_back(name);
            out_.name(std::move(name));
            out_.text(part);
        }
        out_.end();
    }

    text::document_builder out_{};
};

}  // namespace workmem::extraction::detail

namespace workmem::extraction {

WORKMEM_DECL text::json_document read_list(std::string_view text) {
    if (auto out = detail::labelled_list{}.read(text)) return out;
    return detail::coded_list{}.read(text);
}

WORKMEM_DECL text::json_document read_names(std::string_view text) {
    constexpr std::size_t longest = 160, most_others = 2;
    text::document_builder out;
    std::size_t count = 0, others = 0;
    bool fits = true;
    out.begin_array();
    each_line(text, [&](std::string_view line) {
        if (line.empty()) return true;
        // "- State: open" says something of a thing.
        if (line.starts_with("- ") && line.find(": ") != std::string_view::npos)
            return fits = false;
        if (line.starts_with('#') || !take_mark(line)) return fits = ++others <= most_others;
        const auto name = unmarked(line);
        if (name.empty() || name.size() > longest) return fits = false;
        out.text(name);
        return ++count < most_rows;
    });
    out.end();
    return fits && count > 1 ? out.finish() : text::json_document{};
}

}  // namespace workmem::extraction
