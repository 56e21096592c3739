#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/printed/lines.hpp>
#include <workmem/extraction/printed/path.hpp>
#include <workmem/extraction/printed/readers.hpp>

#include <string>

namespace workmem::extraction::printed {

namespace detail {

class diff_reader {
public:
    diff_reader(const reading& how, things& out) : how_{how}, out_{out} {}

    bool read(std::string_view text) {
        line_reader lines{text};
        std::string_view line, before;
        while (lines.next(line)) {
            if (line.empty()) {
                before = {};
                continue;
            }
            switch (line.front()) {
                case 'd': begin(line); break;
                case '+': plain(before, line, lines); break;
                case ' ': statistics(line); break;
                default: break;
            }
            if (line.size() > most_line) line = line.substr(0, most_line);
            if (line.front() == 'd' && line.starts_with("deleted file mode ")) pending_.clear();
            if (line.front() == 'r')
                if (const auto to = behind(line, "rename to "); to.data()) pending_ = unquoted(to);
            before = line;
        }
        flush();
        return any_;
    }

private:
    static constexpr std::size_t most_line = 2 * longest_path + 64;

    void flush() {
        if (!pending_.empty()) out_.add_file(join(how_.base, pending_));
        pending_.clear();
    }
    // "diff --git a/x b/x"
    void begin(std::string_view line) {
        auto rest = behind(line, "diff --git ");
        if (!rest.data() || line.size() > most_line) return;
        flush();
        any_ = git_ = true;
        auto at = rest.rfind(" b/");
        // both names are the same, unless it is a renaming
        if (rest.size() % 2 == 1 && rest[rest.size() / 2] == ' ') at = rest.size() / 2;
        if (at == std::string_view::npos) at = rest.rfind(" \"b/");
        if (at == std::string_view::npos) return;
        auto path = unquoted(rest.substr(at + 1));
        if (path.starts_with("b/")) path.erase(0, 2);
        pending_ = std::move(path);
    }
    // "--- a.txt" and "+++ b.txt", then "@@"
    void plain(std::string_view before, std::string_view line, line_reader lines) {
        std::string_view hunk;
        if (git_ || !line.starts_with("+++ ") || !before.starts_with("--- ") ||
            line.size() > most_line || !lines.next(hunk) || !hunk.starts_with("@@"))
            return;
        any_ = true;
        const auto path_of = [](std::string_view of) {
            of = of.substr(4);
            of = of.substr(0, of.find('\t'));
            return trimmed(of);
        };
        auto path = path_of(line);
        if (path == "/dev/null") return;
        if (path.starts_with("b/") &&
            (path_of(before).starts_with("a/") || path_of(before) == "/dev/null"))
            path.remove_prefix(2);
        out_.add_file(join(how_.base, unquoted(path)));
    }
    // " src/cart.py | 4 ++--", " a.png | Bin 0 -> 12 bytes"
    void statistics(std::string_view line) {
        const auto bar = line.find(" | ");
        if (bar == std::string_view::npos || bar > longest_path || git_) return;
        auto rest = trimmed(line.substr(bar + 3));
        auto changes = rest;
        const auto number = take_digits(changes);
        const bool counts =
            !number.empty() && changes.find_first_not_of(" +-") == std::string_view::npos;
        if (!counts && !rest.starts_with("Bin ")) return;
        auto path = renamed(trimmed(line.substr(0, bar)));
        if (path.empty() || path.starts_with("...") || path.find("  ") != std::string::npos) return;
        any_ = true;
        out_.add_file(join(how_.base, unquoted(path)));
    }
    // "src/{a => b}.ts", "a.ts => b.ts"
    static std::string renamed(std::string_view path) {
        const auto arrow = path.find(" => ");
        if (arrow == std::string_view::npos) return std::string{path};
        const auto open = path.rfind('{', arrow), close = path.find('}', arrow);
        if (open == std::string_view::npos || close == std::string_view::npos)
            return std::string{path.substr(arrow + 4)};
        return std::string{path.substr(0, open)} +
               std::string{path.substr(arrow + 4, close - arrow - 4)} +
               std::string{path.substr(close + 1)};
    }

    const reading& how_;
    things& out_;
    std::string pending_;
    bool any_ = false;
    bool git_ = false;
};

}  // namespace detail

WORKMEM_DECL bool read_diff(std::string_view text, const reading& how, things& out) {
    return detail::diff_reader{how, out}.read(text);
}

}  // namespace workmem::extraction::printed
