#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/printed/lines.hpp>
#include <workmem/extraction/printed/path.hpp>
#include <workmem/extraction/printed/readers.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace workmem::extraction::printed {

namespace detail {

class match_reader {
public:
    match_reader(const reading& how, things& out) : how_{how}, out_{out} {}

    bool read(std::string_view text) { return each_with_path(text) || of_one(text) || below(text); }

private:
    // "Found 3 matches for …", "--", "---", "(Results are truncated …)"
    static bool is_frame(std::string_view line) {
        line = trimmed(line);
        if (line.empty() || line.find_first_not_of('-') == std::string_view::npos) return true;
        const auto found = behind(line, "Found ");
        return (found.data() && !found.empty() && is_digit(found[0])) || line == "Results:" ||
               (line.starts_with('(') && line.ends_with(')'));
    }
    static bool is_heading(std::string_view line, std::string_view& path) {
        for (const std::string_view label : {"File: ", "file: ", "## ", "### "})
            if (const auto rest = behind(line, label); rest.data()) line = rest;
        line = trimmed(line.ends_with(':') ? line.substr(0, line.size() - 1) : line);
        if (!is_path_line(line)) return false;
        path = line;
        return true;
    }
    void add(std::string_view path, std::string_view line) {
        if (path != last_ || last_.empty()) {
            out_.add_file(join(how_.base, unquoted(path)));
            if (!line.empty()) out_.describe("line", line);
            last_ = path;
        }
    }

    // "src/a.py:10:text", "src/a.py-11-text", "src/a.py:3"
    static bool split(std::string_view line, std::string_view& path, std::string_view& number) {
        for (const char mark : {':', '-'})
            for (auto at = line.find(mark, line.size() > 2 && line[1] == ':' ? 2 : 1);
                 at != std::string_view::npos && at <= longest_path; at = line.find(mark, at + 1)) {
                auto rest = line.substr(at + 1);
                number = take_digits(rest);
                if (number.empty() || (!rest.empty() && rest[0] != mark)) continue;
                if (rest.empty() && mark == '-') continue;
                path = line.substr(0, at);
                if (path.starts_with("./")) path.remove_prefix(2);
                return is_path_line(path);
            }
        return false;
    }
    bool each_with_path(std::string_view text) {
        line_reader lines{text};
        std::string_view line, path, number;
        std::vector<std::pair<std::string_view, std::string_view>> firsts;
        std::size_t places = 0, others = 0;
        bool counts = true;
        while (lines.next(line)) {
            if (line.size() > most_line) line = line.substr(0, most_line);
            if (is_frame(line)) continue;
            // What was searched has paths that do not look like any.
            if (!split(line, path, number)) {
                if (!how_.searched || ++others > most_files) return false;
                continue;
            }
            counts = counts && path.size() + 1 + number.size() == trimmed(line).size();
            ++places;
            if (firsts.empty() || firsts.back().first != path) {
                if (firsts.size() < most_files) firsts.emplace_back(path, number);
            }
        }
        if (others > places) return false;
        for (const auto& [each, at] : firsts) add(each, counts ? std::string_view{} : at);
        return places > 0;
    }

    // "12:text", "13-text", of the only file
    bool of_one(std::string_view text) {
        if (how_.file.empty()) return false;
        line_reader lines{text};
        std::string_view line, first;
        while (lines.next(line)) {
            if (is_frame(line)) continue;
            auto rest = trimmed(line);
            const auto number = take_digits(rest);
            if (number.empty() || rest.empty() || (rest[0] != ':' && rest[0] != '-')) return false;
            if (first.empty()) first = number;
        }
        if (first.empty()) return false;
        out_.add_file(how_.file);
        out_.describe("line", first);
        return true;
    }

    // Lines below the file that they are in. A line that is neither a heading nor numbered is part
    // of what was found only where headings say that they are headings, or follow a rule.
    bool below(std::string_view text) {
        line_reader lines{text};
        std::string_view line, path;
        std::vector<std::string_view> files;
        bool begins = true, expects = true, labelled = false, shows = false;
        std::size_t looked = 0;
        while (lines.next(line)) {
            if (line.size() > most_line) line = line.substr(0, most_line);
            if (++looked > most_lines) break;
            const bool framed = is_frame(line);
            if (framed) {
                expects = true;
                continue;
            }
            const bool marks = line.starts_with("File: ") || line.starts_with("file: ");
            if ((expects || marks) && is_heading(line, path) &&
                (begins || marks || how_.searched || labelled || is_numbered_next(lines))) {
                if (files.size() < most_files) files.push_back(path);
                labelled = labelled || marks;
                begins = expects = false;
                continue;
            }
            if (begins) return false;
            expects = false;
            shows = true;
            if (!labelled && !how_.searched && !is_numbered(line)) return false;
        }
        if (files.empty() || !shows) return false;
        for (const auto& each : files) add(each, {});
        return true;
    }
    static bool is_numbered_next(line_reader lines) {
        std::string_view line;
        return lines.next(line) && is_numbered(line);
    }
    // "3:text", "L10: text", "Line 9: text", "  12| text", "Lines 1-9:", "At: L10:C5", "References
    // in …"
    static bool is_numbered(std::string_view line) {
        line = trimmed(line);
        for (const std::string_view label : {"Lines ", "Line ", "L"})
            if (const auto rest = behind(line, label);
                rest.data() && !rest.empty() && is_digit(rest[0]))
                line = rest;
        if (line.starts_with("At: L") || line.starts_with("References in File: ")) return true;
        const auto number = take_digits(line);
        return !number.empty() && !line.empty() &&
               std::string_view{":-|"}.find(trimmed(line).substr(0, 1)) != std::string_view::npos;
    }

    static constexpr std::size_t most_files = 1024, most_line = 2048, most_lines = 65'536;

    const reading& how_;
    things& out_;
    std::string_view last_;
};

}  // namespace detail

WORKMEM_DECL bool read_matches(std::string_view text, const reading& how, things& out) {
    return detail::match_reader{how, out}.read(text);
}

}  // namespace workmem::extraction::printed
