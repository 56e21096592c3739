#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/code.hpp>
#include <workmem/extraction/parse/marks.hpp>
#include <workmem/extraction/parse/readers.hpp>
#include <workmem/text/ascii.hpp>
#include <workmem/text/document_builder.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace workmem::extraction::detail {

class fields_reader {
public:
    [[nodiscard]] text::json_document read(std::string_view text) {
        if (auto out = read_items(text)) return out;
        records_.clear();
        if (is_headed(text))
            if (auto out = read_headed(text)) return out;
        records_.clear();
        return read_plain(text);
    }

    [[nodiscard]] static bool has_fields(std::string_view text) {
        std::size_t count = 0;
        each_line(text, [&](std::string_view line) {
            field found;
            if (take(line, found) && !text::is_digit(found.value.front()))
                count += found.value.find(' ') == std::string_view::npos ? 1U : 2U;
            return count < 2;
        });
        return count > 1;
    }

private:
    struct field {
        std::string name{};
        std::string_view value{};
    };
    using record_fields = std::vector<field>;

    static constexpr std::size_t most_fields = 64;

    // Lines of something else may stand between those of records that have an id.
    [[nodiscard]] text::json_document read_plain(std::string_view text) {
        bool fits = true, open = false, alone = true;
        const bool listed = marks_records(text);
        each_line(text, [&](std::string_view line) {
            if (line.empty()) {
                open = false;
                return true;
            }
            field found;
            if (!take(line, found)) {
                alone = false;
                return true;
            }
            const bool marked = listed && is_marked(line);
            const bool again = open && (marked || has(records_.back(), found.name));
            if (again && !marked && found.name != records_.back().front().name) {
                alone = false;
                return true;
            }
            if (!open || again) {
                if (records_.size() == most_rows) return false;
                records_.emplace_back();
                open = true;
            }
            if (records_.back().size() == most_fields) return fits = false;
            records_.back().push_back(std::move(found));
            return true;
        });
        // Its id went to what was not read as a field.
        if (listed && !records_.empty() && !has_id(records_.front())) return {};
        if (!alone) std::erase_if(records_, [](const auto& each) { return !has_id(each); });
        const bool full = std::all_of(records_.begin(), records_.end(),
                                      [](const auto& each) { return each.size() > 1; });
        return fits && full ? written() : text::json_document{};
    }
    static bool is_marked(std::string_view line) noexcept {
        return line.starts_with("- ") || line.starts_with("* ");
    }
    // Whether the mark of a list stands before the first field of a record: others are below it.
    static bool marks_records(std::string_view text) {
        line_reader lines{text.substr(0, most_text_bytes)};
        std::size_t mark = std::string_view::npos;
        for (std::string_view line; lines.next(line);) {
            const auto begin = line.find_first_not_of(" \t");
            if (begin == std::string_view::npos) continue;
            const bool marked = is_marked(line.substr(begin));
            field found;
            if (!marked && mark < begin && take(text::trimmed(line), found)) return true;
            mark = marked && take(text::trimmed(line), found) ? begin : std::string_view::npos;
        }
        return false;
    }
    static bool has_id(const record_fields& record) {
        return std::any_of(record.begin(), record.end(), [](const field& each) {
            return each.name == "id" || each.name.ends_with("_id") || each.name == "uuid" ||
                   is_code(each.value);
        });
    }

    // "- [ ] Renew passport", and below it "  - ID: 6F1C"
    [[nodiscard]] text::json_document read_items(std::string_view text) {
        constexpr std::size_t longest = 1 << 12;
        line_reader lines{text.substr(0, most_text_bytes)};
        std::size_t indent = 0;
        for (std::string_view line; records_.size() < most_rows && lines.next(line);) {
            line = line.substr(0, longest);
            const auto begin = line.find_first_not_of(" \t");
            if (begin == std::string_view::npos) continue;
            auto rest = text::trimmed(line);
            field found;
            const bool is_field = take(rest, found);
            if (!records_.empty() && begin > indent) {
                if (is_field && !has(records_.back(), found.name) &&
                    records_.back().size() < most_fields)
                    records_.back().push_back(std::move(found));
            } else if (!is_field && take_mark(rest)) {
                indent = begin;
                records_.push_back({{"title", unmarked(rest)}});
            }
        }
        std::erase_if(records_, [](const auto& each) { return !has_id(each); });
        return written();
    }

    // Headings of one depth begin the records; those above hold them, those below are in them.
    [[nodiscard]] text::json_document read_headed(std::string_view text) {
        constexpr std::size_t deepest = 5;
        std::size_t depth = 0;
        for (std::size_t each = 1; each < deepest && depth == 0; ++each)
            if (fields_under(text, each)) depth = each;
        if (depth == 0) return {};
        bool open = false, below = false;
        each_line(text, [&](std::string_view line) {
            if (const auto level = level_of(line); level > 0) {
                below = level > depth;
                if (below) return true;
                open = level == depth;
                if (open && records_.size() == most_rows) return false;
                if (open) records_.push_back(of_heading(line.substr(level + 1)));
                return true;
            }
            if (!open || below || line.empty()) return true;
            auto& record = records_.back();
            field found;
            if (take(line, found)) {
                if (!has(record, found.name) && record.size() < most_fields)
                    record.push_back(std::move(found));
            } else if (line.starts_with("**") && unmarked(line).size() + 4 == line.size() &&
                       !has(record, "title")) {
                record.push_back({"title", unmarked(line)});
            }
            return true;
        });
        // A title with a single remark below it is a chapter.
        std::erase_if(records_, [](const auto& each) {
            return each.size() < 2 || (each.size() < 3 && each.front().name != "id");
        });
        return written();
    }
    // Whether something is said in lines of names and values below a heading of this level.
    static bool fields_under(std::string_view text, std::size_t level) {
        bool open = false, found = false;
        each_line(text, [&](std::string_view line) {
            field said;
            if (const auto own = level_of(line); own > 0)
                open = own == level;
            else if (open && !line.empty())
                found = take(line, said);
            return !found;
        });
        return found;
    }
    static std::size_t level_of(std::string_view line) noexcept {
        const auto end = line.find_first_not_of('#');
        return end != std::string_view::npos && end > 0 && line[end] == ' ' ? end : 0;
    }
    static bool is_headed(std::string_view text) {
        bool found = false;
        each_line(text, [&](std::string_view line) { return !(found = level_of(line) > 0); });
        return found;
    }
    // "1. [WEB-3K](https://…)", "Issue WEB-3K in **acme**", "Fix the login"
    static record_fields of_heading(std::string_view line) {
        constexpr std::size_t most_words = 6;
        record_fields out;
        line = text::trimmed(line);
        (void)take_mark(line);
        const auto whole = unmarked(line);
        if (is_code(whole)) {
            out.push_back({"id", whole});
            return out;
        }
        const auto words =
            1 + static_cast<std::size_t>(std::count(whole.begin(), whole.end(), ' '));
        for (auto rest = whole; !rest.empty() && words <= most_words;) {
            const auto end = (std::min)(rest.find_first_of(" :"), rest.size());
            // "Issue 12: Fix"
            const bool is_number = rest.size() < whole.size() &&
                                   rest.substr(end).starts_with(": ") &&
                                   text::is_digits(rest.substr(0, end));
            if (const auto word = unmarked(rest.substr(0, end)); is_number || is_code(word)) {
                out.push_back({"id", word});
                const auto behind = rest.substr(end);
                if (behind.starts_with(": ")) out.push_back({"title", unmarked(behind.substr(1))});
                return out;
            }
            rest.remove_prefix((std::min)(end + 1, rest.size()));
        }
        out.push_back({"title", whole});
        return out;
    }
    static bool has(const record_fields& record, std::string_view name) {
        return std::any_of(record.begin(), record.end(),
                           [&](const field& each) { return each.name == name; });
    }
    // "Order no.:  SO-381", "- **State:** open"
    static bool take(std::string_view line, field& out) {
        if (is_marked(line)) line = text::trimmed(line.substr(2));
        const bool bold = line.starts_with("**");
        if (bold) line.remove_prefix(2);
        const auto colon = line.find(':');
        if (colon == std::string_view::npos) return false;
        auto name = line.substr(0, colon);
        auto rest = line.substr(colon + 1);
        if (bold) {
            const bool closed = rest.starts_with("**");  // "**State:** open"
            if (!closed && !name.ends_with("**")) return false;
            closed ? rest.remove_prefix(2) : name.remove_suffix(2);
        }
        out.name = field_name_of(name);
        out.value = unmarked(rest);
        if (out.value.ends_with("\\n")) out.value.remove_suffix(2);
        const bool glued = !rest.empty() && rest[0] != ' ' && rest[0] != '\t';  // "12:30"
        return !out.name.empty() && !glued && !out.value.empty() && !tells_failure(out.name);
    }
    [[nodiscard]] text::json_document written() {
        if (records_.empty()) return {};
        text::document_builder out;
        if (records_.size() > 1) out.begin_array();
        for (auto& record : records_) {
            out.begin_object();
            for (auto& each : record) {
                out.name(std::move(each.name));
                out.text(each.value);
            }
            out.end();
        }
        if (records_.size() > 1) out.end();
        return out.finish();
    }

    std::vector<record_fields> records_{};
};

}  // namespace workmem::extraction::detail

namespace workmem::extraction {

WORKMEM_DECL bool has_fields(std::string_view text) {
    return detail::fields_reader::has_fields(text);
}

WORKMEM_DECL text::json_document read_fields(std::string_view text) {
    return detail::fields_reader{}.read(text);
}

}  // namespace workmem::extraction
