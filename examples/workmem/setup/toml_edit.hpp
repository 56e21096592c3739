// Puts one table into a TOML text, or takes it out, and leaves every other byte of it as it is.
#pragma once

#include <workmem/error.hpp>
#include <workmem/text/quote.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace workmem_program {

/// A TOML text in which whole tables are put and found by their headers. It reads no values: it
/// knows texts of several lines, in which nothing is a header, and comments. Throws
/// `validation_error` where the table is written in another way, which is not changed. O(text) a
/// call.
class toml_edit {
public:
    explicit toml_edit(std::string text) : text_{std::move(text)} {}

    [[nodiscard]] const std::string& text() const noexcept { return text_; }

    /// The table `[<in>.<name>]` has these lines, and no subtables.
    void set(std::string_view in, std::string_view name, std::string_view lines) {
        const auto table = with_line_ends("[" + std::string{in} + '.' + std::string{name} + "]\n" +
                                          std::string{lines});
        refuse_inline(in, name, "add by hand what --print shows", false);
        if (const auto there = find(in, name)) {
            auto [begin, end] = *there;
            // What stands between it and the next table is the next one's.
            auto last = std::string_view{text_}.substr(begin, end - begin);
            const auto size = body_size(last);
            if (last.substr(0, size) != table) text_.replace(begin, size, table);
            return;
        }
        const auto end = with_line_ends("\n");
        if (!text_.empty() && text_.back() != '\n') text_ += end;
        if (!text_.empty() && !text_.ends_with('\n' + end)) text_ += end;
        text_ += table;
    }
    /// Where the table has a text of that key whose path ends with the table's own name, sets it
    /// alone, and leaves the rest of the table. Whether it has.
    bool set_program(std::string_view in, std::string_view name, std::string_view key,
                     std::string_view text) {
        const auto there = find_program(in, name, key);
        if (there) text_.replace(there->first, there->second - there->first, text);
        return there.has_value();
    }
    /// Whether the table has a text of that key whose path ends with the table's own name.
    [[nodiscard]] bool has_program(std::string_view in, std::string_view name,
                                   std::string_view key) const {
        return find_program(in, name, key).has_value();
    }
    /// What that text is, as it stands between its quotes.
    [[nodiscard]] std::optional<std::string> program(std::string_view in, std::string_view name,
                                                     std::string_view key) const {
        const auto there = find_program(in, name, key);
        if (!there) return std::nullopt;
        const auto size = there->second - there->first;
        return text_.substr(there->first + 1, size - 2);
    }
    /// The number of the line in which the table `[<in>]` says that of a key, in any of the ways to
    /// write it; 0 where it does not.
    [[nodiscard]] std::size_t said_at(std::string_view in, std::string_view name,
                                      std::string_view value) const {
        const auto said = std::string{name} + '=' + std::string{value};
        std::size_t found = 0;
        for_each_key([&](std::size_t at, std::string_view, const std::string& key,
                         std::string_view behind) {
            const auto there = plain(behind.substr(0, behind.find('#')));
            const bool is_alone = key == std::string{in} + '.' + std::string{name};
            if (!is_alone && key != in) return;
            const bool is_said = is_alone ? there == value
                                          : there.find('{' + said) != there.npos ||
                                                there.find(',' + said) != there.npos;
            const auto lines =
                std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at), '\n');
            found = is_said ? static_cast<std::size_t>(lines) + 1 : 0;
        });
        return found;
    }
    [[nodiscard]] bool contains(std::string_view in, std::string_view name) const {
        return find(in, name).has_value();
    }
    /// Takes the table out, with its subtables; whether it was there.
    bool erase(std::string_view in, std::string_view name) {
        refuse_inline(in, name, "take it out by hand", true);
        bool was_there = false;
        while (const auto there = find(in, name, true)) {
            auto [begin, end] = *there;
            const auto size = body_size(std::string_view{text_}.substr(begin, end - begin));
            // With the empty line that was put before it.
            const auto line = with_line_ends("\n");
            const auto before = std::string_view{text_}.substr(0, begin);
            const bool has_line = before.ends_with('\n' + line) && begin + size == text_.size();
            const auto more = has_line ? line.size() : 0;
            text_.erase(begin - more, size + more);
            was_there = true;
        }
        return was_there;
    }

private:
    using span = std::pair<std::size_t, std::size_t>;

    static std::string_view trimmed(std::string_view line) {
        const auto begin = line.find_first_not_of(" \t");
        if (begin == line.npos) return {};
        return line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1);
    }
    // As the file ends its lines.
    [[nodiscard]] std::string with_line_ends(const std::string& lines) const {
        const auto first = text_.find('\n');
        if (first == text_.npos || first == 0 || text_[first - 1] != '\r') return lines;
        std::string out;
        for (const char c : lines) out.append(c == '\n' ? "\r" : "") += c;
        return out;
    }
    // `mcp_servers . "workmem"` as `mcp_servers.workmem`; of a header without its brackets.
    static std::string plain(std::string_view key) {
        std::string out;
        for (const char c : key)
            if (c != ' ' && c != '\t' && c != '"' && c != '\'') out += c;
        return out;
    }
    // Calls `use(begin, line)` for each line that begins outside of a text, a list or a table.
    template <class Use>
    void for_each_line(Use&& use) const {
        std::string_view open{};  // what ends the text of several lines we are in
        int depth = 0;
        for (std::size_t at = 0; at < text_.size();) {
            const auto end = std::min(text_.find('\n', at), text_.size());
            const auto line = std::string_view{text_}.substr(at, end - at);
            if (open.empty() && depth == 0) use(at, line);
            const bool is_header = open.empty() && depth == 0 && trimmed(line).starts_with('[');
            for (std::size_t i = 0; i < line.size();) {
                const auto rest = line.substr(i);
                if (!open.empty()) {
                    if (rest.starts_with(open))
                        i += open.size(), open = {};
                    else
                        i += rest.front() == '\\' && open == R"(""")" ? 2U : 1U;
                    continue;
                }
                if (rest.front() == '#') break;
                if (rest.starts_with(R"(""")") || rest.starts_with("'''")) {
                    open =
                        rest.front() == '"' ? std::string_view{R"(""")"} : std::string_view{"'''"};
                    i += 3;
                } else if (rest.front() == '"' || rest.front() == '\'') {
                    const char quote = rest.front();
                    for (++i; i < line.size() && line[i] != quote;)
                        i += line[i] == '\\' && quote == '"' ? 2U : 1U;
                    ++i;
                } else {
                    if (!is_header && (rest.front() == '[' || rest.front() == '{')) ++depth;
                    if (!is_header && (rest.front() == ']' || rest.front() == '}') && depth > 0)
                        --depth;
                    ++i;
                }
            }
            at = end + 1;
        }
    }
    // From its header to the next one.
    std::optional<span> find(std::string_view in, std::string_view name,
                             bool or_below = false) const {
        const auto wanted = std::string{in} + '.' + std::string{name};
        std::optional<span> found;
        bool is_open = false;
        for_each_line([&](std::size_t at, std::string_view line) {
            const auto header = trimmed(line);
            if (!header.starts_with('[')) return;
            if (is_open) found->second = at, is_open = false;
            if (found) return;
            const auto key = plain(header.substr(1, header.find(']') - 1));
            if (key == wanted || (or_below && key.starts_with(wanted + '.')))
                found.emplace(at, text_.size()), is_open = true;
        });
        return found;
    }
    // Without the comments and empty lines at its end.
    static std::size_t body_size(std::string_view table) {
        std::size_t size = 0;
        for (std::size_t at = 0; at < table.size();) {
            const auto end = std::min(table.find('\n', at), table.size() - 1) + 1;
            const auto line =
                trimmed(table.substr(at, end - at - (table[end - 1] == '\n' ? 1 : 0)));
            if (!line.empty() && line.front() != '#') size = end;
            at = end;
        }
        return size;
    }
    // Calls `use(begin of its line, table, key with its table, what is behind the equals sign)`.
    template <class Use>
    void for_each_key(Use&& use) const {
        std::string table;
        for_each_line([&](std::size_t at, std::string_view line) {
            const auto code = trimmed(line);
            if (code.starts_with('[')) {
                table = plain(code.substr(1, code.find(']') - 1));
                return;
            }
            const auto equals = code.find('=');
            if (code.starts_with('#') || equals == code.npos) return;
            const auto key = (table.empty() ? "" : table + '.') + plain(code.substr(0, equals));
            use(at, std::string_view{table}, key, code.substr(equals + 1));
        });
    }
    // The text of that key, with its quotes, where its path ends with the table's own name.
    std::optional<span> find_program(std::string_view in, std::string_view name,
                                     std::string_view key) const {
        const auto there = find(in, name);
        std::optional<span> found;
        if (!there) return found;
        for_each_line([&](std::size_t at, std::string_view line) {
            const auto equals = line.find('=');
            if (found || at < there->first || at >= there->second || equals == line.npos ||
                plain(line.substr(0, equals)) != key)
                return;
            const auto begin = line.find_first_of("\"'", equals);
            if (begin == line.npos) return;
            const auto end = line.find(line[begin], begin + 1);
            if (end == line.npos || line.find_first_not_of(" \t", equals + 1) != begin) return;
            const auto path = line.substr(begin + 1, end - begin - 1);
            const auto slash = path.find_last_of('/');
            if (path.substr(slash == path.npos ? 0 : slash + 1) == name)
                found.emplace(at + begin, at + end + 1);
        });
        return found;
    }
    // A line, and those that go on with its value.
    std::string_view with_value(std::size_t line) const {
        auto end = text_.size();
        for_each_line([&](std::size_t at, std::string_view) {
            if (at > line) end = std::min(end, at);
        });
        return std::string_view{text_}.substr(line, end - line);
    }
    // \param only_if_there another table of tables is no hindrance if this one is not in it
    void refuse_inline(std::string_view in, std::string_view name, const std::string& instead,
                       bool only_if_there) const {
        const auto dotted = std::string{in} + '.' + std::string{name};
        const auto is_in = [&](std::size_t line) {
            const auto value = plain(with_value(line));
            return value.find(std::string{name} + '=') != value.npos ||
                   value.find(std::string{name} + '.') != value.npos;
        };
        for_each_key(
            [&](std::size_t at, std::string_view table, const std::string& key, std::string_view) {
                const bool is_below = table == dotted || table.starts_with(dotted + '.');
                const bool is_around = key == in && (!only_if_there || is_in(at));
                if (is_around || key == dotted || (!is_below && key.starts_with(dotted + '.')))
                    throw workmem::error(workmem::error_code::validation_error,
                                         workmem::text::quoted(key) +
                                             " is no table of its own; write it as [" + dotted +
                                             "], or " + instead);
            });
    }

    std::string text_;
};

}  // namespace workmem_program
