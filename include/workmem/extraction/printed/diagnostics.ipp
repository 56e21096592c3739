#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/printed/lines.hpp>
#include <workmem/extraction/printed/path.hpp>
#include <workmem/extraction/printed/readers.hpp>

#include <algorithm>
#include <string>

namespace workmem::extraction::printed {

namespace detail {

/// A place in a file.
struct place {
    std::string_view path{}, line{}, column{};

    [[nodiscard]] explicit operator bool() const noexcept { return !path.empty(); }
};

// "src/a.c:3:5" at the front of a text, which is taken off; also "a.c:3" and "a.ts(3,5)".
[[nodiscard]] WORKMEM_DECL place take_place(std::string_view& text) {
    constexpr std::size_t most = longest_path;
    const auto head = text.substr(0, most);
    for (auto at = head.find_first_of(":(", 1); at != std::string_view::npos;
         at = head.find_first_of(":(", at + 1)) {
        auto rest = text.substr(at + 1);
        const bool in_brackets = head[at] == '(';
        place out{text.substr(0, at), take_digits(rest), {}};
        if (out.line.empty()) continue;
        if (!rest.empty() && rest.front() == (in_brackets ? ',' : ':')) {
            auto behind_mark = rest.substr(1);
            out.column = take_digits(behind_mark);
            if (!out.column.empty()) rest = behind_mark;
        }
        if (in_brackets) {
            if (!rest.starts_with(')')) continue;
            rest.remove_prefix(1);
        }
        if (out.path.starts_with("./")) out.path.remove_prefix(2);
        if (!is_path_line(out.path)) return {};
        text = rest;
        return out;
    }
    return {};
}

class diagnostic_reader {
public:
    diagnostic_reader(const reading& how, things& out) : how_{how}, out_{out} {}

    bool read(std::string_view text) {
        line_reader lines{text};
        std::string_view line;
        while (lines.next(line)) {
            if (line.size() > most_line) line = line.substr(0, most_line);
            if (in_traceback_ && traceback(line)) continue;
            if (frames(line, lines) || rust(line) || below_file(line) || at_place(line)) continue;
        }
        end_of_frames();
        return any_;
    }

private:
    static constexpr std::size_t most_line = 4096;

    void add(const place& at, std::string_view said) {
        any_ = true;
        const auto path = join(how_.base, at.path);
        out_.add_at("error", path, at.line, at.column, without_rule(said));
        out_.add_file(path);
    }
    // "[-Wunused]", "(Source: compiler, Code: X)" and what stands behind two blanks
    static std::string_view without_rule(std::string_view said) {
        said = trimmed(said);
        if (const auto at = said.find(" (Source: "); at != std::string_view::npos)
            said = said.substr(0, at);
        if (const auto at = said.rfind(" [-W"); at != std::string_view::npos && said.ends_with(']'))
            said = said.substr(0, at);
        return trimmed(said);
    }
    static bool is_code(std::string_view word) noexcept {
        return !word.empty() && is_letter(word.front()) && is_digit(word.back()) &&
               word.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") ==
                   std::string_view::npos;
    }

    // "a.c:3:5: error: text", "a.ts(3,5): error TS2304: text", "a.ts:3:5 - error TS1: text",
    // "a.go:3:5: text", "a.py:3:1: E501 text"
    bool at_place(std::string_view line) {
        if (line.empty() || line.front() == ' ' || line.front() == '\t') return false;
        auto rest = line;
        const auto at = take_place(rest);
        if (!at) return false;
        const bool dash = rest.starts_with(" - ");
        if (!dash && !rest.starts_with(": ")) return false;
        rest = trimmed(rest.substr(dash ? 3 : 2));
        auto words = rest;
        auto severity = take_word(words);
        if (severity == "fatal") severity = take_word(words);
        if (severity == "error:" || severity == "Error:") {
            add(at, words);
            return true;
        }
        if (severity == "error") {  // and its code
            const auto code = take_word(words);
            if (!code.ends_with(':') && !words.empty()) return false;
            add(at, words);
            return true;
        }
        const bool other = severity == "warning:" || severity == "note:" || severity == "warning" ||
                           severity == "info" || severity == "hint" || dash;
        if (other || how_.searched || at.column.empty() || rest.empty()) return false;
        add(at, is_code(severity) ? words : rest);
        return true;
    }

    // "error[E0382]: text", then "  --> src/main.rs:14:20"
    bool rust(std::string_view line) {
        if (line.starts_with("error") || line.starts_with("warning")) {
            const auto colon = line.find(": ");
            const auto head = line.substr(0, colon);
            const bool severe =
                head == "error" || (head.starts_with("error[") && head.ends_with(']'));
            said_ = severe && colon != std::string_view::npos ? line.substr(colon + 2)
                                                              : std::string_view{};
            return !said_.empty();
        }
        auto rest = behind(trimmed(line), "--> ");
        if (!rest.data() || said_.empty()) return false;
        if (const auto at = take_place(rest)) add(at, said_);
        said_ = {};
        return true;
    }

    // "/x/a.js", then "  3:7  error  text  rule"; "ERROR at L10:C5: text"
    bool below_file(std::string_view line) {
        if (!line.empty() && line.front() != ' ' && is_path_line(line)) {
            file_ = line;
            return true;
        }
        if (file_.empty()) return false;
        if (auto rest = behind(line, "ERROR at L"); rest.data()) {
            place at{file_, take_digits(rest), {}};
            if (rest.starts_with(":C")) rest.remove_prefix(2);
            at.column = take_digits(rest);
            if (rest.starts_with(": ")) add(at, rest.substr(2));
            return true;
        }
        auto rest = trimmed(line);
        place at{file_, take_digits(rest), {}};
        if (at.line.empty() || !rest.starts_with(':')) return false;
        rest.remove_prefix(1);
        at.column = take_digits(rest);
        if (at.column.empty() || take_word(rest) != "error") return false;
        rest = trimmed(rest);
        add(at, rest.substr(0, rest.find("  ")));
        return true;
    }

    // Python: frames, the innermost last, then the error.
    bool traceback(std::string_view line) {
        if (const auto frame = behind(trimmed(line), "File \""); frame.data()) {
            const auto end = frame.find('"');
            auto number = behind(frame.substr((std::min)(end, frame.size())), "\", line ");
            innermost_ = {frame.substr(0, end), take_digits(number), {}};
            return true;
        }
        if (line.empty() || line.front() == ' ' || line.front() == '\t') return true;
        in_traceback_ = false;
        if (innermost_ && is_path_line(innermost_.path)) {
            add(innermost_, line);
        } else {
            any_ = true;
            out_.add("error", line, line);
        }
        innermost_ = {};
        return true;
    }
    bool frames(std::string_view line, const line_reader& lines) {
        if (line.starts_with("Traceback (most recent call last)")) {
            in_traceback_ = true;
            return true;
        }
        // a syntax error has no title
        if (line.starts_with("  File \"") && line.find("\", line ") != std::string_view::npos) {
            in_traceback_ = true;
            return traceback(line);
        }
        if (const auto said = behind(line, "panic: "); said.data()) {
            ended_ = said;
            return true;
        }
        if (const auto at = line.find(" panicked at ");
            line.starts_with("thread '") && at != std::string_view::npos) {
            auto rest = line.substr(at + 13);
            std::string_view said;
            auto next = lines;
            if (const auto where = take_place(rest); where && next.next(said)) add(where, said);
            return true;
        }
        if (const auto said = behind(line, "Exception in thread "); said.data()) {
            const auto name = said.rfind("\" ");
            ended_ = name == std::string_view::npos ? said : said.substr(name + 2);
            return true;
        }
        return script(line);
    }
    // JavaScript, Go and Java: the error, then frames, the innermost first.
    bool script(std::string_view line) {
        const auto inner = trimmed(line);
        const bool indented = inner.data() != line.data() && !inner.empty();
        if (!indented) {
            const auto colon = line.find(": ");
            const auto kind = line.substr(0, colon);
            const bool names_error =
                colon != std::string_view::npos && kind.find(' ') == std::string_view::npos &&
                (kind.ends_with("Error") || kind.ends_with("Exception")) && is_letter(kind[0]);
            if (names_error) {
                end_of_frames();
                ended_ = line;
            }
            return names_error;
        }
        if (ended_.empty()) return false;
        auto frame = behind(inner, "at ");
        if (frame.data()) {
            const auto open = frame.rfind('(');
            if (open != std::string_view::npos && frame.ends_with(')'))
                frame = frame.substr(open + 1, frame.size() - open - 2);
            frame = behind(frame, "file://").data() ? frame.substr(7) : frame;
        } else if (line.front() == '\t') {
            frame = inner;
        } else {
            return false;
        }
        const auto at = take_place(frame);
        if (!at || at.path.find("node_modules/") != std::string_view::npos ||
            at.path.starts_with("node:"))
            return true;
        add(at, ended_);
        ended_ = {};
        return true;
    }
    // An error that no frame of a file followed is known by what it says.
    void end_of_frames() { ended_ = {}; }

    const reading& how_;
    things& out_;
    bool any_ = false;
    bool in_traceback_ = false;
    place innermost_{};
    std::string_view said_, file_, ended_;
};

}  // namespace detail

WORKMEM_DECL bool read_diagnostics(std::string_view text, const reading& how, things& out) {
    return detail::diagnostic_reader{how, out}.read(text);
}

}  // namespace workmem::extraction::printed
