#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/printed/lines.hpp>
#include <workmem/extraction/printed/readers.hpp>

namespace workmem::extraction::printed {

namespace detail {

class commit_reader {
public:
    explicit commit_reader(things& out) : out_{out} {}

    bool read(std::string_view text, std::string_view made) {
        return log(text) || in_lines(text) || made_now(text, made);
    }

private:
    static std::string_view without_quotes(std::string_view text) noexcept {
        if (text.size() > 1 && (text.front() == '\'' || text.front() == '"') &&
            text.back() == text.front())
            return text.substr(1, text.size() - 2);
        return text;
    }
    // "commit 1f22… (HEAD -> main)", "Commit: '1f22…'"
    static std::string_view hash_of(std::string_view line) noexcept {
        auto rest = behind(line, "commit ");
        if (!rest.data()) rest = behind(line, "Commit: ");
        if (!rest.data()) return {};
        const auto hash = without_quotes(take_word(rest));
        rest = trimmed(rest);
        const bool alone = rest.empty() || (rest.starts_with('(') && rest.ends_with(')'));
        return alone && is_hash(hash) ? hash : std::string_view{};
    }
    bool log(std::string_view text) {
        line_reader lines{text};
        std::string_view line, hash;
        bool any = false;
        while (lines.next(line)) {
            if (const auto found = hash_of(line); !found.empty()) {
                if (!hash.empty()) out_.add("commit", hash, {});
                hash = found;
                any = true;
            } else if (!hash.empty()) {
                auto subject = line.starts_with("    ") ? trimmed(line) : std::string_view{};
                if (const auto said = behind(line, "Message: "); said.data())
                    subject = without_quotes(trimmed(said));
                if (subject.empty()) continue;
                out_.add("commit", hash, subject);
                hash = {};
            }
        }
        if (!hash.empty()) out_.add("commit", hash, {});
        return any;
    }

    // "* 1f22623 (HEAD -> main) Sum prices", and lines of the graph alone
    static bool split(std::string_view line, std::string_view& hash, std::string_view& subject) {
        const auto begin = line.find_first_not_of("*|/\\_ ");
        if (begin == std::string_view::npos) {
            hash = {};
            return line.find_first_of("|/\\") != std::string_view::npos;
        }
        line.remove_prefix(begin);
        hash = line.substr(0, line.find(' '));
        if (!is_hash(hash) || line.size() < hash.size() + 2 || line[hash.size() + 1] == ' ')
            return false;
        subject = line.substr(hash.size() + 1);
        if (subject.starts_with('('))
            if (const auto end = subject.find(") "); end != std::string_view::npos)
                subject.remove_prefix(end + 2);
        return true;
    }
    bool in_lines(std::string_view text) {
        constexpr std::size_t most_decide = 512;
        std::string_view line, hash, subject;
        std::size_t seen = 0;
        bool any = false;
        for (line_reader lines{text}; seen < most_decide && lines.next(line); ++seen) {
            if (trimmed(line).empty()) continue;
            if (!split(line, hash, subject)) return false;
            any = any || !hash.empty();
        }
        if (!any) return false;
        for (line_reader lines{text}; lines.next(line);)
            if (split(line, hash, subject) && !hash.empty()) out_.add("commit", hash, subject);
        return true;
    }

    // "[main 1f22623] Sum prices", "[main (root-commit) 1f22623] Start"
    bool made_now(std::string_view text, std::string_view made) {
        constexpr std::size_t most = 4096;
        std::string_view line;
        bool any = false;
        for (line_reader lines{text.substr(0, most)}; lines.next(line);) {
            const auto end = line.find("] ");
            if (!line.starts_with('[') || end == std::string_view::npos) continue;
            const auto inside = line.substr(1, end - 1);
            const auto at = inside.rfind(' ');
            if (at == std::string_view::npos || !is_hash(inside.substr(at + 1))) continue;
            out_.add("commit", inside.substr(at + 1), line.substr(end + 2));
            any = true;
        }
        if (any) return true;
        for (const std::string_view label : {"with hash ", "committed as ", "Created commit "}) {
            const auto at = text.substr(0, most).find(label);
            if (at == std::string_view::npos) continue;
            auto rest = text.substr(at + label.size());
            auto hash = without_quotes(take_word(rest));
            hash = hash.substr(0, hash.find_first_not_of("0123456789abcdef"));
            if (!is_hash(hash)) continue;
            out_.add("commit", hash, made.substr(0, made.find('\n')));
            return true;
        }
        return false;
    }

    things& out_;
};

}  // namespace detail

WORKMEM_DECL bool read_commits(std::string_view text, std::string_view made, things& out) {
    return detail::commit_reader{out}.read(text, made);
}

}  // namespace workmem::extraction::printed
