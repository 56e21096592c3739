#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/identify.hpp>
#include <workmem/extraction/parse/lines.hpp>
#include <workmem/extraction/parse/readers.hpp>
#include <workmem/text/ascii.hpp>
#include <workmem/text/document_builder.hpp>
#include <workmem/text/fold.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace workmem::extraction::detail {

// Reads the lines of a text as rows; each form answers nothing where a line is none.
class table_reader {
    using cells = std::vector<std::string_view>;

public:
    explicit table_reader(std::string_view text) : text_{text.substr(0, most_text_bytes)} {
        constexpr std::size_t most_lines = 512;
        line_reader lines{text_};
        for (std::string_view line; lines_.size() < most_lines && lines.next(line);) {
            if (line.size() > longest_line) {  // no row of a table
                lines_.clear();
                return;
            }
            if (!text::trimmed(line).empty()) lines_.push_back(line);
        }
    }

    [[nodiscard]] text::json_document read() {
        if (lines_.empty()) return {};
        if (auto out = marked_up()) return out;
        for (const char separator : {'\t', ',', ';'})
            if (auto out = separated(separator)) return out;
        if (auto out = in_columns()) return out;
        if (auto out = coded()) return out;
        return paths();
    }

private:
    static bool is_name(std::string_view text) noexcept {
        constexpr std::size_t longest = 40;
        return !text.empty() && text.size() <= longest &&
               (text::is_letter(text[0]) || text[0] == '_') &&
               std::all_of(text.begin(), text.end(), [](char c) {
                   return text::is_letter(c) || text::is_digit(c) || c == '_' || c == '-' ||
                          c == ' ' || c == '(' || c == ')' || c == '.' || c == '/';
               });
    }
    static bool are_names(const cells& head) {
        for (auto each = head.begin(); each != head.end(); ++each)
            if (!is_name(*each) || std::find(head.begin(), each, *each) != each) return false;
        return head.size() > 1;
    }
    void add_row(const cells& head, const cells& row) {
        out_.begin_object();
        for (std::size_t i = 0; i < head.size(); ++i) {
            out_.name(head[i]);
            out_.scalar(row[i]);
        }
        out_.end();
    }
    void begin() {
        out_ = text::document_builder{};
        out_.begin_array();
    }
    [[nodiscard]] text::json_document finish() {
        out_.end();
        return out_.finish();
    }
    // `cells_of(line)` for each line from `first`; `begin` was called before.
    template <class Read>
    [[nodiscard]] text::json_document rows(std::size_t first, const cells& head, Read cells_of) {
        if (lines_.size() <= first) return {};
        for (auto i = first; i < lines_.size() && i < first + most_rows; ++i) {
            const auto row = cells_of(lines_[i]);
            if (row.size() != head.size()) return {};
            add_row(head, row);
        }
        return finish();
    }

    // | id | name |
    // |----|------|
    [[nodiscard]] cells bars(std::string_view line) {
        line = text::trimmed(line);
        if (line.find('|') == std::string_view::npos) return {};
        if (line.starts_with('|')) line.remove_prefix(1);
        if (line.ends_with('|') && !line.ends_with("\\|")) line.remove_suffix(1);
        cells out;
        for (;;) {
            std::size_t end = 0;
            bool escaped = false;
            while (end < line.size() && line[end] != '|') {
                const bool skips = line[end] == '\\' && line.substr(end + 1).starts_with('|');
                escaped = escaped || skips;
                end += skips ? 2 : 1;
            }
            auto cell = text::trimmed(line.substr(0, end));
            if (escaped) {
                std::string own;
                for (std::size_t i = 0; i < cell.size(); ++i)
                    if (cell[i] != '\\' || !cell.substr(i + 1).starts_with('|')) own += cell[i];
                cell = out_.keep(std::move(own));
            }
            out.push_back(cell);
            if (end >= line.size()) return out;
            line.remove_prefix(end + 1);
        }
    }
    [[nodiscard]] text::json_document marked_up() {
        // Text may stand before the table, and behind it.
        constexpr std::size_t most_before = 16;
        begin();
        for (std::size_t i = 0; i + 2 < lines_.size() && i < most_before; ++i) {
            const auto head = bars(lines_[i]);
            if (head.size() < 2) continue;
            // `----+----` is a rule, too
            std::string line{lines_[i + 1]};
            if (line.find('|') == std::string::npos)
                std::replace(line.begin(), line.end(), '+', '|');
            const auto rule = bars(line);
            if (rule.size() != head.size() || !std::all_of(rule.begin(), rule.end(), [](auto cell) {
                    return !cell.empty() && cell.find_first_not_of("-: ") == std::string_view::npos;
                }))
                continue;
            auto end = i + 2;
            while (end < lines_.size() && bars(lines_[end]).size() > 1) ++end;
            lines_.resize(end);
            return are_names(head) ? rows(i + 2, head, [&](auto each) { return bars(each); })
                                   : text::json_document{};
        }
        return {};
    }

    // One record of RFC 4180 off the front of `rest`; false where a quote is left open.
    [[nodiscard]] bool take_record(std::string_view& rest, char separator, cells& out) {
        out.clear();
        for (bool more = true; more;) {
            std::string_view cell;
            const auto blank = rest.find_first_not_of(' ');
            if (blank != std::string_view::npos && rest[blank] == '"') {
                rest.remove_prefix(blank + 1);
                auto end = rest.find('"');
                while (end != std::string_view::npos && rest.substr(end + 1).starts_with('"'))
                    end = rest.find('"', end + 2);
                if (end == std::string_view::npos) return false;
                cell = rest.substr(0, end);
                if (cell.find('"') != std::string_view::npos) {
                    std::string own;
                    for (std::size_t i = 0; i < cell.size(); ++i) {
                        own += cell[i];
                        if (cell[i] == '"') ++i;
                    }
                    cell = out_.keep(std::move(own));
                }
                rest.remove_prefix(end + 1);
                const auto behind = rest.find_first_not_of(" \r");
                rest.remove_prefix((std::min)(behind, rest.size()));
                if (!rest.empty() && rest.front() != separator && rest.front() != '\n')
                    return false;
            } else {
                const char ends[]{separator, '\n', '\0'};
                const auto end = (std::min)(rest.find_first_of(ends), rest.size());
                cell = text::trimmed(rest.substr(0, end));
                rest.remove_prefix(end);
            }
            out.push_back(cell);
            more = !rest.empty() && rest.front() == separator;
            if (!rest.empty()) rest.remove_prefix(1);
        }
        return true;
    }
    [[nodiscard]] text::json_document separated(char separator) {
        begin();
        auto rest = text::trimmed(text_);
        cells head, row;
        if (!take_record(rest, separator, head) || !are_names(head)) return {};
        // "Dear Ana, thank you": names of columns are one word or two.
        for (const auto each : head)
            if (std::count(each.begin(), each.end(), ' ') > 1) return {};
        std::size_t count = 0;
        while (!rest.empty() && count < most_rows) {
            if (!take_record(rest, separator, row)) return {};
            if (row.size() == 1 && row[0].empty()) continue;
            if (row.size() != head.size()) return {};
            add_row(head, row);
            ++count;
        }
        return count > 0 ? finish() : text::json_document{};
    }

    // NAME      READY   STATUS
    // web-1     1/1     Running
    [[nodiscard]] text::json_document in_columns() {
        // "Showing 3 of 27", and a sum behind the rows
        constexpr std::size_t most_before = 3, most_behind = 3;
        for (std::size_t first = 0; first + 1 < lines_.size() && first < most_before; ++first) {
            begin();
            std::vector<std::size_t> begins;
            bool small = false;
            const auto head = column_heads(lines_[first], begins, small);
            const bool several = lines_.size() - first > 2 && head.size() > 2;
            if (!are_names(head) || ((small || first > 0) && !several)) continue;
            std::size_t rows = 0;
            const bool ruled = lines_[first + 1].find_first_not_of("- ") == std::string_view::npos;
            for (auto i = first + 1 + ruled; i < lines_.size() && rows < most_rows; ++i, ++rows) {
                const auto row = cells_at(begins, lines_[i]);
                if (row.size() != head.size()) break;
                add_row(head, row);
            }
            const auto left = lines_.size() - first - 1 - ruled - rows;
            const bool whole = left == 0 || rows == most_rows;
            if (rows > 0 && (whole || (several && rows > 1 && left <= most_behind)))
                return finish();
        }
        return {};
    }
    // Empty where it is no line of names; `small` tells that some have small letters.
    [[nodiscard]] cells column_heads(std::string_view line, std::vector<std::size_t>& begins,
                                     bool& small) {
        constexpr std::size_t most_columns = 64;
        std::vector<std::string> head;
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (head.size() > most_columns) return {};
            if (line[i] == ' ' || line[i] == '\t') continue;
            const bool begins_column =
                i == 0 || head.empty() || (i > 1 && line[i - 1] == ' ' && line[i - 2] == ' ');
            small = small || text::is_lower(line[i]);
            if (begins_column) {
                begins.push_back(i);
                head.emplace_back();
            }
            if (!begins_column && line[i - 1] == ' ') head.back() += '_';
            head.back() += text::fold_ascii(line[i]);
        }
        // what a thing is called in a table that has no other name for it
        if (std::find(head.begin(), head.end(), "name") == head.end())
            for (const std::string_view other : {"names", "repository"})
                if (const auto at = std::find(head.begin(), head.end(), other); at != head.end()) {
                    *at = "name";
                    break;
                }
        cells out;
        for (auto& each : head) out.push_back(out_.keep(std::move(each)));
        return out;
    }
    static cells cells_at(const std::vector<std::size_t>& begins, std::string_view line) {
        cells out;
        for (std::size_t c = 0; c < begins.size(); ++c) {
            const auto from = (std::min)(begins[c], line.size());
            // a cell that is wider than its column is no cell of this table
            if (from > 0 && from < line.size() && line[from - 1] != ' ') return {};
            const auto to = c + 1 < begins.size() ? begins[c + 1] - from : std::string::npos;
            out.emplace_back(text::trimmed(line.substr(from, to)));
        }
        return out.empty() || out.front().empty() ? cells{} : out;
    }

    // `2026-11-02`, `2026-11-02T10:00:00Z`
    static bool is_instant(std::string_view text) noexcept {
        constexpr std::size_t date = 10;
        return text.size() >= date && text[4] == '-' && text[7] == '-' &&
               text::is_digits(text.substr(0, 4)) && text::is_digits(text.substr(5, 2)) &&
               text::is_digits(text.substr(8, 2)) &&
               (text.size() == date || text[date] == 'T' || text[date] == ' ');
    }
    // WO-2201 | Flat 3 | Boiler, no hot water | urgent; numbers, too, between tabs
    [[nodiscard]] text::json_document coded() {
        constexpr std::size_t least = 3, most = 16;
        if (lines_.size() < 2) return {};
        begin();
        const bool tabs = lines_[0].find('\t') != std::string_view::npos;
        const auto cells_of = [&](std::string_view line) {
            cells out;
            if (!tabs) return bars(line);
            return take_record(line, '\t', out) && line.empty() ? out : cells{};
        };
        const auto first = cells_of(lines_[0]);
        if (first.size() < least || first.size() > most) return {};
        const auto is_code = [&](std::string_view text) {
            return text::has_digit(text) &&
                   (tabs || std::any_of(text.begin(), text.end(), text::is_letter)) &&
                   text.find_first_of(" .:/") == std::string_view::npos;
        };
        std::vector<std::size_t> bytes(first.size());
        std::vector<std::string_view> codes;
        for (const auto line : lines_) {
            const auto row = cells_of(line);
            if (row.size() != first.size() || !is_code(row[0]) ||
                std::find(codes.begin(), codes.end(), row[0]) != codes.end())
                return {};
            codes.push_back(row[0]);
            for (std::size_t i = 1; i < row.size(); ++i)
                if (!is_instant(row[i])) bytes[i] += row[i].size();
        }
        // The longest says what it is, and no time does.
        const auto longest =
            static_cast<std::size_t>(std::max_element(bytes.begin(), bytes.end()) - bytes.begin());
        cells head{"id"};
        for (std::size_t i = 1; i < first.size(); ++i)
            head.push_back(i == longest ? "title" : out_.keep("value_" + std::to_string(i)));
        return rows(0, head, cells_of);
    }

    [[nodiscard]] text::json_document paths() {
        if (lines_.size() < 2 && !lines_[0].starts_with('[')) return {};
        begin();
        return rows(0, {"path", "name", "type"}, [](std::string_view line) {
            std::string_view kind;
            line = text::trimmed(line);
            for (const auto& [mark, type] : {std::pair{std::string_view{"[FILE]"}, "file"},
                                             std::pair{std::string_view{"[DIR]"}, "directory"}})
                if (line.starts_with(mark)) {
                    kind = type;
                    line = text::trimmed(line.substr(mark.size()));
                }
            if (kind.empty()) {
                if (line.starts_with("./")) line.remove_prefix(2);
                if (!identify::is_path(line)) return cells{};
                kind = line.ends_with('/') ? "directory" : "file";
            }
            if (line.size() > 1 && line.ends_with('/')) line.remove_suffix(1);
            const auto base = line.substr(line.rfind('/') + 1);
            return base.empty() ? cells{} : cells{line, base, kind};
        });
    }

    std::string_view text_;
    std::vector<std::string_view> lines_{};
    text::document_builder out_{};
};

}  // namespace workmem::extraction::detail

namespace workmem::extraction {

WORKMEM_DECL text::json_document read_table(std::string_view text) {
    return detail::table_reader{text}.read();
}

}  // namespace workmem::extraction
