#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/printed/lines.hpp>
#include <workmem/extraction/printed/path.hpp>
#include <workmem/extraction/printed/readers.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace workmem::extraction::printed {

namespace detail {

struct listed_path {
    std::string path;
    bool directory = false;
};

class listing_reader {
public:
    explicit listing_reader(const reading& how) : how_{how} {}

    bool read(std::string_view text, things& out) {
        constexpr std::size_t most_lines = 512;
        line_reader lines{text};
        std::string_view line;
        std::size_t seen = 0;
        while (seen < most_lines && lines.next(line)) {
            if (trimmed(line).empty()) {
                if (!tree_.empty()) break;  // a note follows
                section_ = true;
                continue;
            }
            ++seen;
            if (!is_note(line) && !read_line(line) && !(seen == 1 && is_title(line))) return false;
            section_ = false;
        }
        if (found_.empty()) return false;
        for (const auto& each : found_)
            each.directory ? out.add_directory(each.path) : out.add_file(each.path);
        if (seen == most_lines)
            out.omit(static_cast<std::size_t>(
                std::count(lines.rest().begin(), lines.rest().end(), '\n')));
        return true;
    }

private:
    // "Found 3 files", "total 48", "Directory listing for /x:"
    static bool is_title(std::string_view line) {
        line = trimmed(line);
        const auto found = behind(line, "Found ");
        return line.size() < 300 &&
               ((found.data() && !found.empty() && is_digit(found[0])) || line.ends_with(':') ||
                (behind(line, "total ").data() && line.size() < 20));
    }
    // "(2 items were git-ignored)", "3 directories, 4 files"
    static bool is_note(std::string_view line) {
        line = trimmed(line);
        const auto has = [&](std::string_view word) {
            return line.find(word) != std::string_view::npos;
        };
        return (line.starts_with('(') && line.ends_with(')') && line.size() < 200) ||
               line.starts_with("... ") || line.starts_with("NOTE: ") ||
               (is_digit(line[0]) && has(" director") && has(" file")) ||
               (line.starts_with("total ") && line.size() < 20);
    }

    void add(std::string path, bool directory) { found_.push_back({std::move(path), directory}); }

    bool read_line(std::string_view line) {
        return marked(line) || long_form(line) || branch(line) || dashed(line) || plain(line);
    }

    // "[DIR] src", "[file] a.json (1.2KB, 40 lines) - Jan 05, 10:00 AM"
    bool marked(std::string_view line) {
        line = trimmed(line);
        bool directory = false;
        std::string_view rest;
        for (const std::string_view mark : {"[FILE]", "[file]", "[DIR]", "[dir]"})
            if (line.starts_with(mark)) {
                directory = mark.size() == 5;
                rest = line.substr(mark.size());
            }
        if (!rest.data()) return false;
        rest = trimmed(rest);
        // "(1.2KB, 40 lines) - Jan 05"; but "a (1).txt" is a name
        if (const auto at = rest.rfind(" ("); at != std::string_view::npos) {
            const auto close = rest.find(')', at);
            if (close + 1 == rest.size() ||
                rest.substr((std::min)(close, rest.size())).starts_with(") "))
                rest = rest.substr(0, at);
        }
        if (rest.empty() || rest.size() > longest_path) return false;
        add(join(how_.base, rest), directory);
        return true;
    }

    // "-rw-r--r-- 1 ann ann 120 May  2 10:00 README.md"
    bool long_form(std::string_view line) {
        static constexpr std::string_view kinds{"-dlbcps"}, rights{"-rwxsStT"};
        if (line.size() < 20 || kinds.find(line[0]) == std::string_view::npos) return false;
        for (std::size_t i = 1; i < 10; ++i)
            if (rights.find(line[i]) == std::string_view::npos) return false;
        auto rest = line;
        constexpr std::size_t fields_before_name = 8;
        for (std::size_t i = 0; i < fields_before_name; ++i)
            if (take_word(rest).empty()) return false;
        rest = trimmed(rest);
        if (const auto at = rest.find(" -> "); line[0] == 'l' && at != std::string_view::npos)
            rest = rest.substr(0, at);
        if (rest.empty() || rest.size() > longest_path) return false;
        if (rest != "." && rest != "..") add(join(base(), unquoted(rest)), line[0] == 'd');
        return true;
    }

    // "├── src", "│   └── main.cpp"
    bool branch(std::string_view line) {
        std::size_t depth = 0;
        auto rest = line;
        const auto starts = [&](std::string_view mark) {
            if (!rest.starts_with(mark)) return false;
            rest.remove_prefix(mark.size());
            return true;
        };
        while (starts("│   ") || starts("│\u00A0\u00A0 ") || starts("    ") || starts("|   "))
            ++depth;
        if (!starts("├── ") && !starts("└── ") && !starts("|-- ") && !starts("`-- ")) return false;
        if (rest.empty() || rest.size() > longest_path) return false;
        place(depth + 1, rest, !is_file_name(rest));
        return true;
    }
    // "- /home/ann/shop/", "  - src/"
    bool dashed(std::string_view line) {
        const auto begin = line.find_first_not_of(' ');
        if (begin == std::string_view::npos || begin % 2 != 0) return false;
        const auto rest = behind(line.substr(begin), "- ");
        const bool root = begin == 0 && rest.ends_with('/');
        if (rest.empty() || rest.size() > longest_path || (tree_.empty() && !root)) return false;
        if (begin == 0) {
            tree_.assign(1, std::string{rest});
            return true;
        }
        place(begin / 2, rest, false);
        return true;
    }
    // Puts a name below the last one that is less deep: the root's depth is 0, no
    // name's is.
    void place(std::size_t depth, std::string_view name, bool directory) {
        if (tree_.empty()) tree_.push_back(how_.base);
        tree_.resize((std::min)(depth, tree_.size()));
        auto path = join(tree_.back(), name);
        directory = directory || name.ends_with('/');
        tree_.push_back(path);
        add(std::move(path), directory);
    }

    bool plain(std::string_view line) {
        const auto path = trimmed(line);
        // "src:", which a list of several directories has before each
        if (how_.names && section_ && path.size() > 1 && path.ends_with(':') &&
            path.find(' ') == std::string_view::npos) {
            within_ = path.substr(0, path.size() - 1);
            return true;
        }
        if (!is_path_line(path) && !(how_.names && is_name(line)) && path != "." && path != "..")
            return false;
        if (path == "." || path == "..") return true;
        const bool directory = how_.directories || path.ends_with('/') ||
                               (how_.names && !how_.files && !is_file_name(path));
        add(join(base(), unquoted(path)), directory);
        return true;
    }
    static bool is_name(std::string_view line) {
        constexpr std::size_t longest = 255;
        const bool one_word = line.find(' ') == std::string_view::npos;
        return line.size() <= longest && line.front() != ' ' && (one_word || is_file_name(line)) &&
               line.find_first_of("\t:<>|*?\"") == std::string_view::npos;
    }
    [[nodiscard]] const std::string& base() const noexcept {
        return within_.empty() ? how_.base : within_;
    }

    const reading& how_;
    bool section_ = true;  // what follows a blank line, or begins the text
    std::string within_;
    std::vector<std::string> tree_;
    std::vector<listed_path> found_;
};

}  // namespace detail

WORKMEM_DECL bool read_listing(std::string_view text, const reading& how, things& out) {
    return detail::listing_reader{how}.read(text, out);
}

WORKMEM_DECL bool read_tree(const text::json_view& root, const reading& how, things& out) {
    constexpr std::size_t most = 1024;
    struct branch {
        text::json_view children;
        std::string base;
    };
    if (!root.is_array() || root.empty()) return false;
    std::vector<branch> queue{{root, how.base}};
    std::size_t looked = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
        const auto children = queue[i].children;
        const auto base = queue[i].base;
        for (const auto& each : children) {
            if (++looked > most) return true;
            const auto name = each.is_object() ? each.find("name") : text::json_view{};
            const auto kind = each.is_object() ? each.find("type") : text::json_view{};
            const bool directory = kind == "directory" || kind == "dir" || kind == "folder";
            if (!name.is_string() || each.size() > 6 || (!directory && kind != "file") ||
                each.contains("id") || name.string().size() > longest_path)
                return looked > 1;
            auto path = join(base, name.string());
            directory ? out.add_directory(path) : out.add_file(path);
            if (const auto inner = each.find("children"); inner.is_array() && queue.size() < most)
                queue.push_back({inner, std::move(path)});
        }
    }
    return true;
}

}  // namespace workmem::extraction::printed
