#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/printed/lines.hpp>
#include <workmem/extraction/printed/path.hpp>
#include <workmem/extraction/printed/readers.hpp>

#include <utility>
#include <vector>

namespace workmem::extraction::printed {

namespace detail {

class work_tree_reader {
public:
    work_tree_reader(const reading& how, things& out) : how_{how}, out_{out} {}

    bool read(std::string_view text) { return in_short(text) || branches(text) || in_full(text); }

private:
    void add(std::string_view path, bool deleted = false) {
        if (const auto arrow = path.find(" -> "); arrow != std::string_view::npos)
            path = path.substr(arrow + 4);
        if (deleted || path.empty() || path.size() > longest_path) return;
        const bool directory = path.ends_with('/');
        const auto joined = join(how_.base, unquoted(path));
        directory ? out_.add_directory(joined) : out_.add_file(joined);
    }
    void add_branch(std::string_view name) {
        if (!name.empty() && name.find_first_of(" \t~^:?*[\\") == std::string_view::npos)
            out_.add("branch", name, name);
    }
    static std::string_view quoted(std::string_view text) noexcept {
        const auto begin = text.find('\'');
        const auto end = begin == std::string_view::npos ? begin : text.find('\'', begin + 1);
        return end == std::string_view::npos ? std::string_view{}
                                             : text.substr(begin + 1, end - begin - 1);
    }

    bool in_full(std::string_view text) {
        line_reader lines{text};
        std::string_view line;
        bool any = false, untracked = false;
        for (std::size_t seen = 0; lines.next(line); ++seen) {
            if (const auto branch = behind(line, "On branch "); branch.data() && seen < 4) {
                add_branch(trimmed(branch));
                any = true;
            } else if (line.starts_with("Untracked files:")) {
                untracked = any = true;
            } else if (line.starts_with('\t')) {
                any = changed(trimmed(line), untracked) || any;
            } else if (!line.empty() && line.front() != ' ') {
                untracked = false;
                any = moved(line) || any;
            } else if (line.starts_with(" * [") || line.starts_with("   ")) {
                any = pushed(line) || any;
            }
        }
        return any;
    }
    // "modified:   src/a.c", and paths alone below "Untracked files:"
    bool changed(std::string_view line, bool untracked) {
        for (const std::string_view state :
             {"modified:", "new file:", "renamed:", "copied:", "typechange:", "both modified:",
              "both added:", "added by us:", "added by them:"})
            if (const auto path = behind(line, state); path.data()) {
                add(trimmed(path));
                return true;
            }
        if (line.starts_with("deleted") || !untracked) return untracked;
        add(line);
        return true;
    }
    // "Switched to a new branch 'x'", "CONFLICT (content): Merge conflict in a.c"
    bool moved(std::string_view line) {
        for (const std::string_view said : {"Switched to branch '", "Switched to a new branch '",
                                            "Switched to and reset branch '", "Already on '",
                                            "Created branch '", "Created and checked out branch '"})
            if (line.starts_with(said)) {
                add_branch(quoted(line));
                return true;
            }
        constexpr std::string_view conflict{"Merge conflict in "};
        if (line.starts_with("CONFLICT ("))
            if (const auto at = line.find(conflict); at != std::string_view::npos) {
                add(trimmed(line.substr(at + conflict.size())));
                return true;
            }
        return false;
    }
    // " * [new branch]      fix -> fix", "   1f22623..e7b4407  main -> main"
    bool pushed(std::string_view line) {
        const auto arrow = line.rfind(" -> ");
        if (arrow == std::string_view::npos) return false;
        auto rest = trimmed(line);
        const auto dots = rest.find("..");
        const bool moves = dots != std::string_view::npos && is_hash(rest.substr(0, dots));
        if (!rest.starts_with("* [new branch]") && !moves) return false;
        add_branch(trimmed(line.substr(arrow + 4)));
        return true;
    }

    // " M a.c", "?? b.c", "## main...origin/main [ahead 1]", "M\ta.c", "R100\ta.c\tb.c"
    bool in_short(std::string_view text) {
        constexpr std::size_t most_decide = 512;
        std::string_view line;
        std::size_t seen = 0;
        bool any = false;
        struct change {
            std::string_view path;
            bool deleted;
        };
        std::vector<change> changes;
        std::string_view branch;
        for (line_reader lines{text}; lines.next(line);) {
            if (trimmed(line).empty()) continue;
            if (seen == 0 && line.starts_with("Success") && line.ends_with(':')) continue;
            if (++seen > most_decide) {
                out_.omit(1);
                continue;
            }
            if (const auto rest = behind(line, "## "); rest.data() && seen == 1) {
                branch = rest.substr(0, rest.find_first_of(" \t"));
                branch = branch.substr(0, branch.find("..."));
                any = true;
                continue;
            }
            std::string_view path;
            bool deleted = false;
            if (!split(line, path, deleted)) return false;
            changes.push_back({path, deleted});
            any = true;
        }
        if (!any) return false;
        add_branch(branch);
        for (const auto& each : changes) add(each.path, each.deleted);
        return true;
    }
    static bool split(std::string_view line, std::string_view& path, bool& deleted) {
        constexpr std::string_view states{" MADRCUT?!"};
        const auto is_state = [&](char c) { return states.find(c) != std::string_view::npos; };
        if (line.size() < 3 || !is_state(line[0])) return false;
        std::size_t end = 1;
        if (const auto tab = line.find('\t'); tab != std::string_view::npos && tab < 6) {
            for (; end < tab; ++end)
                if (!is_digit(line[end]) && !is_state(line[end])) return false;
            path = line.substr(line.rfind('\t') + 1);
        } else {
            if (line[1] != ' ' && is_state(line[1])) ++end;
            if (line[0] == ' ' && end == 1) return false;
            if (line.size() > end + 1 && line[end] == ' ' && line[0] != ' ' && end == 1 &&
                line[end + 1] == ' ')
                ++end;  // "M  a.c"
            if (end >= line.size() || line[end] != ' ') return false;
            path = line.substr(end + 1);
        }
        deleted = line.substr(0, end).find('D') != std::string_view::npos;
        const auto target = path.find(" -> ");
        return is_path_line(target == std::string_view::npos ? path : path.substr(target + 4)) ||
               (end == 2 && path.find(' ') == std::string_view::npos);
    }

    // "* main", "  fix/x  e7b4407 [origin/fix] Subject", "  remotes/origin/HEAD -> origin/main"
    bool branches(std::string_view text) {
        std::string_view line;
        std::vector<std::string_view> names;
        std::size_t current = 0;
        for (line_reader lines{text}; lines.next(line);) {
            if (trimmed(line).empty()) continue;
            if (line.size() < 3 || line[1] != ' ' ||
                std::string_view{" *+"}.find(line[0]) == std::string_view::npos || line[2] == ' ')
                return false;
            current += line[0] == '*';
            auto rest = line.substr(2);
            if (rest.starts_with('(')) continue;  // no branch at all
            const auto name = take_word(rest);
            rest = trimmed(rest);
            if (rest.starts_with("->")) continue;
            if (!rest.empty() && !is_hash(rest.substr(0, rest.find(' ')))) return false;
            names.push_back(name);
        }
        if (current != 1 || names.empty()) return false;
        for (const auto& each : names) add_branch(each);
        return true;
    }

    const reading& how_;
    things& out_;
};

}  // namespace detail

WORKMEM_DECL bool read_work_tree(std::string_view text, const reading& how, things& out) {
    return detail::work_tree_reader{how, out}.read(text);
}

}  // namespace workmem::extraction::printed
