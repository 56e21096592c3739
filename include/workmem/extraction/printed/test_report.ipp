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

class test_reader {
public:
    explicit test_reader(things& out) : out_{out} {}

    bool read(std::string_view text) {
        // What else is ticked is no test.
        const auto head = text.substr(0, most_looked);
        for (const std::string_view word : {" ms)", "Test", "tests", "passing", "failing"})
            ticks_tests_ = ticks_tests_ || head.find(word) != std::string_view::npos;
        line_reader lines{text};
        std::string_view line;
        while (lines.next(line)) {
            if (line.size() > most_line) line = line.substr(0, most_line);
            const auto inner = trimmed(line);
            if (inner.empty()) continue;
            note_place(line, inner);
            switch (inner.front()) {
                case 'F':
                case 'E': marked(inner); break;
                case 't': rust(inner); break;
                case '-': go(inner); break;
                case '[': google(inner); break;
                case '\xE2':
                    if (ticks_tests_) bullets(inner);
                    break;
                case 'n':
                case 'o': any_protocol(inner); break;
                default: break;
            }
            if (is_digit(inner.front())) ctest(inner);
            verbose(inner);
        }
        if (failed_.empty() && !described_.empty()) failed_.swap(described_);
        for (const auto& each : failed_) add(each, "failed");
        if (failed_.empty())
            for (const auto& each : passed_) add(each, "passed");
        for (const auto& [place, said] : errors_) {
            const bool known = !place_.empty() && place_.starts_with(place);
            out_.add("error", known ? std::string_view{place_} : place, said);
        }
        return !failed_.empty() || !passed_.empty() || !errors_.empty();
    }

private:
    static constexpr std::size_t most_line = 4096, most = 1024, most_looked = 1 << 16;

    void add(std::string_view id, std::string_view status) {
        const auto parameters = id.find('[');
        const auto name = id.substr(0, parameters);
        std::size_t begin = 0;
        for (const std::string_view mark : {"::", " \u203A ", " > "})
            if (const auto at = name.rfind(mark); at != std::string_view::npos)
                begin = (std::max)(begin, at + mark.size());
        out_.add("test", id, id.substr(begin));
        out_.describe("status", status);
        // as people say it
        out_.describe("state", status == "failed" ? "failing" : "passing");
    }
    static void push(std::vector<std::string_view>& to, std::string_view name) {
        name = trimmed(name);
        if (!name.empty() && name.size() <= longest_path && to.size() < most) to.push_back(name);
    }

    // Where the last thing that could not be collected failed: "tests/a.py:1: in <module>"
    void note_place(std::string_view line, std::string_view inner) {
        if (line.front() == ' ' || line.front() == 'E') return;
        const auto colon = inner.find(':');
        if (colon == std::string_view::npos) return;
        auto rest = inner.substr(colon + 1);
        const auto number = take_digits(rest);
        if (!number.empty() && rest.starts_with(": in ") && is_path_line(inner.substr(0, colon)))
            place_ = inner.substr(0, colon + 1 + number.size());
    }

    // "FAILED tests/a.py::test_b - message", "FAIL: test_b (tests.a.Case)", "FAIL src/a.test.ts >
    // b"
    void marked(std::string_view line) {
        for (const std::string_view mark : {"FAILED ", "ERROR "})
            if (const auto rest = behind(line, mark); rest.data()) {
                const auto dash = rest.find(" - ");
                const auto id = trimmed(rest.substr(0, dash));
                if (id.find("::") != std::string_view::npos && id.find(' ') > id.find("::")) {
                    push(failed_, id);
                } else if (mark == "ERROR " && dash != std::string_view::npos && is_path_line(id)) {
                    if (errors_.size() < most) errors_.emplace_back(id, rest.substr(dash + 3));
                }
                return;
            }
        for (const std::string_view mark : {"FAIL: ", "ERROR: "})
            if (const auto rest = behind(line, mark); rest.data()) {
                const auto open = rest.find(" (");
                if (open != std::string_view::npos && rest.ends_with(')') &&
                    rest.substr(0, open).find(' ') == std::string_view::npos)
                    push(failed_, rest.substr(0, open));
                return;
            }
        if (const auto rest = behind(line, "FAIL "); rest.data())
            if (trimmed(rest).find(" > ") != std::string_view::npos) push(failed_, rest);
    }
    // "tests/a.py::test_b PASSED        [ 33%]"
    void verbose(std::string_view line) {
        const auto colons = line.find("::");
        if (colons == std::string_view::npos || colons == 0 || colons > line.find(' ')) return;
        for (const std::string_view word : {" PASSED", " FAILED", " ERROR"}) {
            const auto at = line.find(word);
            if (at == std::string_view::npos || at < colons) continue;
            const auto rest = trimmed(line.substr(at + word.size()));
            if (rest.empty() || rest.front() == '[')
                push(word == " PASSED" ? passed_ : failed_, line.substr(0, at));
            return;
        }
    }
    // "test tests::adds ... ok"
    void rust(std::string_view line) {
        const auto rest = behind(line, "test ");
        const auto dots = rest.rfind(" ... ");
        if (!rest.data() || dots == std::string_view::npos) return;
        const auto verdict = trimmed(rest.substr(dots + 5));
        if (verdict.starts_with("FAILED"))
            push(failed_, rest.substr(0, dots));
        else if (verdict.starts_with("ok"))
            push(passed_, rest.substr(0, dots));
    }
    // "--- FAIL: TestTotal (0.00s)"
    void go(std::string_view line) {
        for (const std::string_view mark : {"--- FAIL: ", "--- PASS: "})
            if (auto rest = behind(line, mark); rest.data())
                push(mark[4] == 'F' ? failed_ : passed_, take_word(rest));
    }
    // "[  FAILED  ] Suite.Name (0 ms)"
    void google(std::string_view line) {
        for (const std::string_view mark : {"[  FAILED  ] ", "[       OK ] "})
            if (auto rest = behind(line, mark); rest.data()) {
                const auto name = take_word(rest);
                if (name.find('.') == std::string_view::npos) return;
                push(mark[3] == 'F' ? failed_ : passed_, name);
            }
    }
    // "● Cart › totals items", "✕ totals items (3 ms)", "✓ is empty"
    void bullets(std::string_view line) {
        const auto without_time = [](std::string_view name) {
            const auto open = name.rfind(" (");
            const bool timed = open != std::string_view::npos && name.ends_with("s)");
            return timed ? name.substr(0, open) : name;
        };
        if (const auto rest = behind(line, "\u25CF "); rest.data()) {
            if (!rest.starts_with("Console") && !rest.starts_with("Test suite failed"))
                push(failed_, rest);
            return;
        }
        for (const std::string_view mark : {"\u2715 ", "\u2716 ", "\u2717 "})
            if (const auto rest = behind(line, mark); rest.data() && !is_sum(rest))
                push(described_, without_time(rest));
        for (const std::string_view mark : {"\u2713 ", "\u2714 "})
            if (const auto rest = behind(line, mark); rest.data() && !is_sum(rest))
                push(passed_, without_time(rest));
    }
    // "✖ 3 problems (2 errors, 1 warning)", "✓ built in 2s"
    static bool is_sum(std::string_view text) noexcept {
        return text.empty() || is_digit(text.front());
    }
    // "not ok 2 - name", "ok 1 - name"
    void any_protocol(std::string_view line) {
        const bool failed = line.starts_with("not ok ");
        auto rest = failed ? line.substr(7) : behind(line, "ok ");
        if (!rest.data() || take_digits(rest).empty() || !rest.starts_with(" - ")) return;
        push(failed ? failed_ : passed_, rest.substr(3));
    }
    // "2/12 Test  #2: resolution ....***Failed    0.21 sec"
    void ctest(std::string_view line) {
        const auto at = line.find(" Test ");
        const auto colon = line.find(": ", at == std::string_view::npos ? 0 : at);
        if (at == std::string_view::npos || colon == std::string_view::npos ||
            line.substr(0, colon).find('#') == std::string_view::npos ||
            line.substr(0, at).find('/') == std::string_view::npos)
            return;
        auto rest = line.substr(colon + 2);
        const auto name = take_word(rest);
        if (rest.find("***") != std::string_view::npos)
            push(failed_, name);
        else if (rest.find(" Passed ") != std::string_view::npos)
            push(passed_, name);
    }

    things& out_;
    bool ticks_tests_ = false;
    std::vector<std::string_view> failed_, described_, passed_;
    std::vector<std::pair<std::string_view, std::string_view>> errors_;
    std::string_view place_;
};

}  // namespace detail

WORKMEM_DECL bool read_test_report(std::string_view text, things& out) {
    return detail::test_reader{out}.read(text);
}

}  // namespace workmem::extraction::printed
