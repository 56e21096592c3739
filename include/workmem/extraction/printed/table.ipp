#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/identify.hpp>
#include <workmem/extraction/printed/table.hpp>
#include <workmem/text/json_writer.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace workmem::extraction {

namespace detail {

// Reads the lines of a text as rows; each reader answers nothing where a line is none.
class printed_rows {
    using cells = std::vector<std::string>;

public:
    explicit printed_rows(std::string_view text) {
        constexpr std::size_t most_bytes = 1 << 20, most_lines = 512, longest_line = 1 << 16;
        text = text.substr(0, most_bytes);
        while (!text.empty() && lines_.size() < most_lines) {
            const auto end = text.find('\n');
            auto line = text.substr(0, end);
            if (line.ends_with('\r')) line.remove_suffix(1);
            if (line.size() > longest_line) {  // no row of a table
                lines_.clear();
                return;
            }
            if (!trimmed(line).empty()) lines_.push_back(line);
            text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        }
    }

    [[nodiscard]] std::string read() {
        if (lines_.empty()) return {};
        if (auto out = marked_up(); !out.empty()) return out;
        for (const char separator : {'\t', ',', ';'})
            if (auto out = separated(separator); !out.empty()) return out;
        if (auto out = in_columns(); !out.empty()) return out;
        if (auto out = hashes(); !out.empty()) return out;
        if (auto out = coded(); !out.empty()) return out;
        return paths();
    }

private:
    static constexpr std::size_t most_rows = 256;

    static std::string_view trimmed(std::string_view text) noexcept {
        const auto begin = text.find_first_not_of(" \t");
        if (begin == std::string_view::npos) return {};
        return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
    }
    static bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
    static bool is_letter(char c) noexcept {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }
    static bool is_name(std::string_view text) noexcept {
        constexpr std::size_t longest = 40;
        return !text.empty() && text.size() <= longest && (is_letter(text[0]) || text[0] == '_') &&
               std::all_of(text.begin(), text.end(), [](char c) {
                   return is_letter(c) || is_digit(c) || c == '_' || c == '-' || c == ' ' ||
                          c == '(' || c == ')' || c == '.';
               });
    }
    static bool are_names(const cells& head) {
        for (std::size_t i = 0; i < head.size(); ++i)
            if (!is_name(head[i]) || std::find(head.begin(), head.begin() + static_cast<int>(i),
                                               head[i]) != head.begin() + static_cast<int>(i))
                return false;
        return head.size() > 1;
    }
    // "1042" is a number, "007" and a telephone number are texts.
    static bool is_number(std::string_view text) noexcept {
        const auto digits = text.starts_with('-') ? text.substr(1) : text;
        const auto point = digits.find('.');
        const auto whole = digits.substr(0, point);
        const auto all_digits = [](std::string_view part) {
            return !part.empty() && std::all_of(part.begin(), part.end(), is_digit);
        };
        return all_digits(whole) && whole.size() < 16 && (whole.size() == 1 || whole[0] != '0') &&
               (point == std::string_view::npos ||
                (digits.size() - point < 16 && all_digits(digits.substr(point + 1))));
    }
    static void append_text(std::string& out, std::string_view text) {
        text::append_json(out, text::json_view::of_text(text));
    }
    static void append_row(std::string& out, const cells& head, const cells& row) {
        out += out.size() > 1 ? ",{" : "{";
        for (std::size_t i = 0; i < head.size(); ++i) {
            if (i > 0) out += ',';
            append_text(out, head[i]);
            out += ':';
            if (is_number(row[i]))
                out += row[i];
            else if (row[i] == "true" || row[i] == "false")
                out += row[i];
            else
                append_text(out, row[i]);
        }
        out += '}';
    }
    template <class Read>
    [[nodiscard]] std::string rows(std::size_t first, const cells& head, Read cells_of) const {
        if (lines_.size() <= first) return {};
        std::string out{'['};
        for (auto i = first; i < lines_.size() && i < first + most_rows; ++i) {
            const auto row = cells_of(lines_[i]);
            if (row.size() != head.size()) return {};
            append_row(out, head, row);
        }
        return out += ']';
    }

    // | id | name |
    // |----|------|
    static cells bars(std::string_view line) {
        line = trimmed(line);
        if (line.find('|') == std::string_view::npos) return {};
        if (line.starts_with('|')) line.remove_prefix(1);
        if (line.ends_with('|') && !line.ends_with("\\|")) line.remove_suffix(1);
        cells out(1);
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|')
                out.back() += line[++i];
            else if (line[i] == '|')
                out.emplace_back();
            else
                out.back() += line[i];
        }
        for (auto& each : out) each = std::string{trimmed(each)};
        return out;
    }
    [[nodiscard]] std::string marked_up() {
        // Text may stand before the table, and behind it.
        constexpr std::size_t most_before = 16;
        for (std::size_t i = 0; i + 2 < lines_.size() && i < most_before; ++i) {
            const auto head = bars(lines_[i]);
            if (head.size() < 2) continue;
            // `----+----` is a rule, too
            std::string line{lines_[i + 1]};
            if (line.find('|') == std::string::npos)
                std::replace(line.begin(), line.end(), '+', '|');
            const auto rule = bars(line);
            if (rule.size() != head.size() ||
                !std::all_of(rule.begin(), rule.end(), [](const auto& c) {
                    return !c.empty() && c.find_first_not_of("-: ") == std::string::npos;
                }))
                continue;
            auto end = i + 2;
            while (end < lines_.size() && bars(lines_[end]).size() > 1) ++end;
            lines_.resize(end);
            return are_names(head) ? rows(i + 2, head, bars) : std::string{};
        }
        return {};
    }

    // A field may be quoted (RFC 4180), but holds no line's end.
    static cells fields(std::string_view line, char separator) {
        cells out(1);
        bool quoted = false;
        for (std::size_t i = 0; i < line.size(); ++i) {
            const char c = line[i];
            if (quoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"')
                out.back() += line[++i];
            else if (c == '"' && (quoted || out.back().empty()))
                quoted = !quoted;
            else if (c == separator && !quoted)
                out.emplace_back();
            else
                out.back() += c;
        }
        for (auto& each : out) each = std::string{trimmed(each)};
        return quoted ? cells{} : out;
    }
    [[nodiscard]] std::string separated(char separator) const {
        const auto head = fields(lines_[0], separator);
        // "Dear Ana, thank you": names of columns are one word or two.
        for (const auto& each : head)
            if (std::count(each.begin(), each.end(), ' ') > 1) return {};
        if (!are_names(head)) return {};
        return rows(1, head, [&](std::string_view line) { return fields(line, separator); });
    }

    // NAME      READY   STATUS
    // web-1     1/1     Running
    [[nodiscard]] std::string in_columns() const {
        // "Showing 3 of 27", and a sum behind the rows
        constexpr std::size_t most_before = 3, most_behind = 3;
        for (std::size_t first = 0; first + 1 < lines_.size() && first < most_before; ++first) {
            std::vector<std::size_t> begins;
            bool small = false;
            const auto head = column_heads(lines_[first], begins, small);
            const bool several = lines_.size() - first > 2 && head.size() > 2;
            if (!are_names(head) || ((small || first > 0) && !several)) continue;
            std::string out{'['};
            std::size_t rows = 0;
            for (auto i = first + 1; i < lines_.size() && rows < most_rows; ++i, ++rows) {
                const auto row = cells_at(begins, lines_[i]);
                if (row.size() != head.size()) break;
                append_row(out, head, row);
            }
            const auto left = lines_.size() - first - 1 - rows;
            const bool whole = left == 0 || rows == most_rows;
            if (rows > 0 && (whole || (several && rows > 1 && left <= most_behind)))
                return out += ']';
        }
        return {};
    }
    // Empty where it is no line of names; `small` tells that some have small letters.
    static cells column_heads(std::string_view line, std::vector<std::size_t>& begins,
                              bool& small) {
        constexpr std::size_t most_columns = 64;
        cells head;
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (head.size() > most_columns) return {};
            if (line[i] == ' ' || line[i] == '\t') continue;
            const bool begins_column =
                i == 0 || head.empty() || (i > 1 && line[i - 1] == ' ' && line[i - 2] == ' ');
            small = small || (line[i] >= 'a' && line[i] <= 'z');
            if (begins_column) {
                begins.push_back(i);
                head.emplace_back();
            }
            if (!begins_column && line[i - 1] == ' ') head.back() += '_';
            head.back() +=
                static_cast<char>(line[i] >= 'A' && line[i] <= 'Z' ? line[i] + 32 : line[i]);
        }
        // what a thing is called in a table that has no other name for it
        if (std::find(head.begin(), head.end(), "name") == head.end())
            for (const std::string_view other : {"names", "repository"})
                if (const auto at = std::find(head.begin(), head.end(), other); at != head.end()) {
                    *at = "name";
                    break;
                }
        return head;
    }
    static cells cells_at(const std::vector<std::size_t>& begins, std::string_view line) {
        cells out;
        for (std::size_t c = 0; c < begins.size(); ++c) {
            const auto from = (std::min)(begins[c], line.size());
            // a cell that is wider than its column is no cell of this table
            if (from > 0 && from < line.size() && line[from - 1] != ' ') return {};
            const auto to = c + 1 < begins.size() ? begins[c + 1] - from : std::string::npos;
            out.emplace_back(trimmed(line.substr(from, to)));
        }
        return out.empty() || out.front().empty() ? cells{} : out;
    }

    // WO-2201 | Flat 3 | Boiler, no hot water | urgent
    [[nodiscard]] std::string coded() const {
        constexpr std::size_t least = 3, most = 16;
        if (lines_.size() < 2) return {};
        const auto first = bars(lines_[0]);
        if (first.size() < least || first.size() > most) return {};
        const auto is_code = [](const std::string& text) {
            return text.find_first_of("0123456789") != std::string::npos &&
                   std::any_of(text.begin(), text.end(), is_letter) &&
                   text.find_first_of(" .:/") == std::string::npos;
        };
        std::vector<std::size_t> bytes(first.size());
        for (const auto line : lines_) {
            const auto row = bars(line);
            if (row.size() != first.size() || !is_code(row[0])) return {};
            for (std::size_t i = 1; i < row.size(); ++i) bytes[i] += row[i].size();
        }
        // The longest says what it is.
        const auto longest = std::max_element(bytes.begin(), bytes.end()) - bytes.begin();
        cells head{"id"};
        for (std::size_t i = 1; i < first.size(); ++i)
            head.push_back(i == static_cast<std::size_t>(longest) ? "title"
                                                                  : "value_" + std::to_string(i));
        return rows(0, head, bars);
    }

    [[nodiscard]] std::string hashes() const {
        if (lines_.size() < 2) return {};
        return rows(0, {"sha", "message", "kind"}, [](std::string_view line) {
            constexpr std::size_t shortest = 7, longest = 40;
            const auto end = line.find(' ');
            const auto sha = line.substr(0, end);
            const bool is_hash =
                sha.size() >= shortest && sha.size() <= longest && end < line.size() &&
                sha.find_first_not_of("0123456789abcdef") == std::string_view::npos &&
                sha.find_first_of("0123456789") != std::string_view::npos;
            if (!is_hash) return cells{};
            // of digits only it would be a number
            return cells{std::string{sha}, std::string{trimmed(line.substr(end))}, "commit"};
        });
    }

    [[nodiscard]] std::string paths() const {
        if (lines_.size() < 2 && !lines_[0].starts_with('[')) return {};
        return rows(0, {"path", "name", "type"}, [](std::string_view line) {
            std::string_view kind;
            line = trimmed(line);
            for (const auto& [mark, type] : {std::pair{std::string_view{"[FILE]"}, "file"},
                                             std::pair{std::string_view{"[DIR]"}, "directory"}})
                if (line.starts_with(mark)) {
                    kind = type;
                    line = trimmed(line.substr(mark.size()));
                }
            if (kind.empty()) {
                if (line.starts_with("./")) line.remove_prefix(2);
                if (!identify::is_path(line)) return cells{};
                kind = line.ends_with('/') ? "directory" : "file";
            }
            if (line.size() > 1 && line.ends_with('/')) line.remove_suffix(1);
            const auto base = line.substr(line.rfind('/') + 1);
            if (base.empty()) return cells{};
            return cells{std::string{line}, std::string{base}, std::string{kind}};
        });
    }

    std::vector<std::string_view> lines_{};
};

}  // namespace detail

WORKMEM_DECL std::string read_printed_table(std::string_view text) {
    return detail::printed_rows{text}.read();
}

}  // namespace workmem::extraction
