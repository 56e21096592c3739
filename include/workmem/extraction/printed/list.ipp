#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/code.hpp>
#include <workmem/extraction/printed/lines.hpp>
#include <workmem/extraction/printed/list.hpp>
#include <workmem/text/fold.hpp>
#include <workmem/text/json_view.hpp>
#include <workmem/text/json_writer.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace workmem::extraction::detail {

inline constexpr std::size_t most_printed_rows = 256;

inline void append_printed(std::string& out, std::string_view text) {
    text::append_json(out, text::json_view::of_text(text));
}

// Calls `use` for each line without blanks around it, the empty ones too, until it answers false.
template <class Use>
void each_line(std::string_view text, Use use) {
    constexpr std::size_t most_bytes = 1 << 20, longest = 1 << 12;
    printed::line_reader lines{text.substr(0, most_bytes)};
    for (std::string_view line; lines.next(line);)
        if (!use(printed::trimmed(line.substr(0, longest)))) return;
}

class list_reader {
public:
    [[nodiscard]] std::string read(std::string_view text) {
        std::string out{'['};
        std::size_t lines = 0, listed = 0;
        std::vector<std::string_view> codes;
        bool alike = true, bare = false;
        each_line(text, [&](std::string_view line) {
            if (line.empty()) return true;
            ++lines;
            item found;
            if (codes.size() == most_printed_rows) return false;
            if (!take(line, found)) return true;
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
            append(out, found);
            return true;
        });
        const bool enough =
            codes.size() > 1 && listed * 2 >= lines && (!bare || listed * 4 >= lines * 3);
        return alike && enough ? out += ']' : std::string{};
    }

private:
    struct item {
        std::string_view code{}, title{}, rest{};
        bool marked = false;
    };

    // A mark of a list: "-", "2.", "##", a sign that something went well.
    static bool take_mark(std::string_view& line) noexcept {
        static constexpr std::string_view marks[]{"- ",      "* ",      "## ",     "### ",
                                                  "\u2022 ", "\u25CF ", "\u2713 ", "\u2714 ",
                                                  "\u2717 ", "\u2718 ", "\u2705 ", "\u274C "};
        for (const auto each : marks)
            if (line.starts_with(each)) {
                line = printed::trimmed(line.substr(each.size()));
                return true;
            }
        const auto digits = line.find_first_not_of("0123456789");
        if (digits == 0 || digits >= 4 || digits + 1 >= line.size()) return false;
        const bool numbers = line[digits] == '.' || line[digits] == ')' ||
                             (line[digits] == ' ' && line[digits + 1] == ' ');
        if (numbers) line = printed::trimmed(line.substr(digits + 1));
        return numbers;
    }
    // `R7`, besides all other codes, where a mark or its neighbours say that it is one.
    static bool is_code(std::string_view text) noexcept {
        if (extraction::is_code(text)) return true;
        return text.size() == 2 && text[0] >= 'A' && text[0] <= 'Z' && printed::is_digit(text[1]);
    }
    // `P95`, `Q3`: a percentile or a quarter, where nothing marks it as a code.
    static bool is_measure(std::string_view text) noexcept {
        return text.size() < 4 && (text[0] == 'P' || text[0] == 'Q' || text[0] == 'H');
    }
    static bool take(std::string_view line, item& out) {
        out.marked = take_mark(line);
        static constexpr std::pair<std::string_view, std::string_view> around[]{
            {"**", "**"}, {"`", "`"}, {"[", "]"}, {"(", ")"}};
        for (const auto& [open, close] : around) {
            if (!line.starts_with(open)) continue;
            const auto end = line.find(close, open.size());
            if (end == std::string_view::npos) return false;
            out.code = line.substr(open.size(), end - open.size());
            out.rest = line.substr(end + close.size());
            out.marked = true;
            return is_code(out.code) && !printed::trimmed(out.rest).empty();
        }
        const auto end = (std::min)(line.find_first_of(" :\t"), line.size());
        out.code = line.substr(0, end);
        out.rest = line.substr(end);
        if (is_code(out.code) && (out.marked || !is_measure(out.code)))
            return !printed::trimmed(out.rest).empty();
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
            if (!extraction::is_code(out.code)) continue;
            out.title = printed::trimmed(line.substr(0, begin));
            out.rest = line.substr(end + 1);
            return true;
        }
        return false;
    }
    // Codes of one list begin alike.
    static std::string_view letters_of(std::string_view code) noexcept {
        std::size_t end = 0;
        while (end < code.size() && printed::is_letter(code[end])) ++end;
        return code.substr(0, end);
    }
    static bool is_field_name(std::string_view text) noexcept {
        constexpr std::size_t longest = 40;
        return !text.empty() && text.size() <= longest && printed::is_letter(text[0]) &&
               text != "id" && text != "title" && std::all_of(text.begin(), text.end(), [](char c) {
                   return printed::is_letter(c) || c == '_' || c == '-' || c == ' ' ||
                          printed::is_digit(c);
               });
    }
    static bool is_time(std::string_view text) noexcept {
        return (text.size() == 4 || text.size() == 5) && text[text.size() - 3] == ':' &&
               text.find_first_not_of("0123456789:") == std::string_view::npos;
    }
    // What stands between dashes, bars or wide spaces; "driver: Stig" has a name of its own, the
    // first words without one say what it is.
    static void append(std::string& out, const item& of) {
        constexpr std::size_t most_parts = 24, most_bytes = 600;
        auto rest = of.rest.substr(0, most_bytes);
        out += out.size() > 1 ? ",{\"id\":" : "{\"id\":";
        append_printed(out, of.code);
        bool titled = !of.title.empty();
        if (titled) {
            out += ",\"title\":";
            append_printed(out, of.title.substr(0, most_bytes));
        }
        std::vector<std::string> names;
        std::size_t parts = 0;
        for (std::size_t cuts = 0; !rest.empty() && cuts < most_parts; ++cuts) {
            auto end = rest.size(), skip = std::size_t{0};
            static constexpr std::string_view separators[]{" - ", " \u2013 ", " \u2014 ", " | ",
                                                           "  ",  "\t",       "; "};
            for (const auto each : separators)
                if (const auto at = rest.find(each); at < end) end = at, skip = each.size();
            auto part = printed::trimmed(rest.substr(0, end));
            rest.remove_prefix(end + skip);
            while (!part.empty() && (part[0] == ':' || part[0] == '-' || part[0] == '|') &&
                   (part.size() == 1 || part[1] == ' '))
                part = printed::trimmed(part.substr(1));
            if (part.empty()) continue;
            ++parts;
            const bool says = std::any_of(part.begin(), part.end(), printed::is_letter);
            const auto colon = part.find(": ");
            std::string name = "value_" + std::to_string(parts);
            if (!titled && says) {
                name = "title";
                titled = true;
            } else if (colon != std::string_view::npos && is_field_name(part.substr(0, colon))) {
                name = part.substr(0, colon);
                part = printed::trimmed(part.substr(colon + 2));
            } else if (is_time(part)) {
                name = "time";
            }
            if (std::find(names.begin(), names.end(), name) != names.end()) continue;
            out += ',';
            append_printed(out, name);
            out += ':';
            append_printed(out, part);
            names.push_back(std::move(name));
        }
        out += '}';
    }
};

WORKMEM_DECL bool tells_failure(std::string_view name) noexcept {
    for (const std::string_view told :
         {"error", "fail", "warning", "usage", "traceback", "exception", "fatal"})
        if (name.find(told) != std::string_view::npos) return true;
    return false;
}

class fields_reader {
public:
    [[nodiscard]] std::string read(std::string_view text) {
        bool fits = true, open = false;
        each_line(text, [&](std::string_view line) {
            if (line.empty()) {
                open = false;
                return true;
            }
            std::string name;
            std::string_view value;
            if (!take(line, name, value)) return fits = false;
            const bool again =
                open && std::find(names_.begin(), names_.end(), name) != names_.end();
            if (names_.size() == most_fields && !again) return fits = false;
            if (!open || again) {
                if (again && name != names_.front()) return fits = false;
                if (records_ == most_printed_rows) return false;
                begin();
                open = true;
            }
            add(std::move(name), value);
            return true;
        });
        close();
        if (!fits || records_ == 0 || least_ < 2) return {};
        return records_ == 1 ? out_ : "[" + out_ + "]";
    }

private:
    // "Order no.:  SO-381"
    static bool take(std::string_view line, std::string& name, std::string_view& value) {
        constexpr std::size_t longest = 40, most_words = 4;
        const auto colon = line.find(':');
        if (colon == std::string_view::npos || colon == 0 || colon > longest) return false;
        std::size_t words = 1;
        for (const char c : line.substr(0, colon)) {
            if (c == ' ') {
                ++words;
                name += '_';
            } else if (printed::is_letter(c) || printed::is_digit(c) || c == '_' || c == '-') {
                name += text::fold_ascii(c);
            } else if (c != '.') {
                return false;
            }
        }
        value = printed::trimmed(line.substr(colon + 1));
        const bool glued = colon + 1 < line.size() && line[colon + 1] != ' ' &&
                           line[colon + 1] != '\t';  // "http://…", "12:30"
        if (tells_failure(name)) return false;
        return !name.empty() && words <= most_words && !glued && !value.empty() &&
               printed::is_letter(line.front());
    }
    void begin() {
        close();
        if (records_++ > 0) out_ += ',';
        out_ += '{';
        names_.clear();
    }
    void close() {
        if (records_ == 0) return;
        out_ += '}';
        least_ = records_ == 1 ? names_.size() : (std::min)(least_, names_.size());
    }
    void add(std::string name, std::string_view value) {
        if (!names_.empty()) out_ += ',';
        append_printed(out_, name);
        out_ += ':';
        append_printed(out_, value);
        names_.push_back(std::move(name));
    }

    static constexpr std::size_t most_fields = 64;

    std::string out_{};
    std::vector<std::string> names_{};
    std::size_t records_ = 0, least_ = 0;
};

}  // namespace workmem::extraction::detail

namespace workmem::extraction {

WORKMEM_DECL std::string read_printed_list(std::string_view text) {
    return detail::list_reader{}.read(text);
}

WORKMEM_DECL std::string read_printed_fields(std::string_view text) {
    return detail::fields_reader{}.read(text);
}

}  // namespace workmem::extraction
