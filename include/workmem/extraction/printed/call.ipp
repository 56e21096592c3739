#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/field.hpp>
#include <workmem/extraction/holds_records.hpp>
#include <workmem/extraction/identify.hpp>
#include <workmem/extraction/parse/readers.hpp>
#include <workmem/extraction/printed/call.hpp>
#include <workmem/extraction/printed/lines.hpp>
#include <workmem/extraction/printed/path.hpp>
#include <workmem/extraction/printed/transcript.hpp>
#include <workmem/text/json_document.hpp>

#include <algorithm>
#include <utility>

namespace workmem::extraction::printed {

namespace detail {

// Those that need no more than some lines of the text.
[[nodiscard]] WORKMEM_DECL bool read_lines(std::string_view text, const subject& about,
                                           things& out) {
    if (read_test_report(text, out)) return true;
    const bool committed = read_commits(text, about.title, out);
    const bool changed = read_diff(text, about.how, out);
    if (committed || changed) return true;
    if (read_diagnostics(text, about.how, out)) return true;
    return read_work_tree(text, about.how, out);
}

// The first lines of a text that are not blank.
[[nodiscard]] WORKMEM_DECL std::string_view head_of(std::string_view text) {
    constexpr int most_lines = 4;
    line_reader lines{text};
    std::string_view line;
    for (int seen = 0; seen < most_lines && lines.next(line);) seen += !trimmed(line).empty();
    return text.substr(0, text.size() - lines.rest().size());
}

// A single word with an ending may be anything: "example.com".
[[nodiscard]] WORKMEM_DECL bool may_list(std::string_view text) noexcept {
    text = trimmed(text.substr(0, 4096));
    return text.find_first_of("/\n[") != std::string_view::npos;
}

// What a text that is no record names, by what it looks like: places in files, listings,
// reports of tests, errors, logs of commits, working trees, differences, processes, symbols. What
// a call looked for comes first. A text that no call of a program printed is read only where its
// first lines are such. False where it is none of these. Linear in the text.
[[nodiscard]] WORKMEM_DECL bool read_printed(std::string_view text, const subject& about,
                                             things& out) {
    if (trimmed(text.substr(0, 4096)).empty()) return false;
    if (about.listed) {
        return read_listing(text, about.how, out) || read_matches(text, about.how, out);
    }
    if (read_processes(text, out)) return true;
    if (read_symbols(text, out)) return true;
    if (!about.runs) {
        things scratch{{}};
        if (!read_lines(head_of(text), about, scratch)) {
            const auto head = head_of(text);
            if (read_matches(head, about.how, scratch)) return read_matches(text, about.how, out);
            return may_list(head) && read_listing(head, about.how, scratch) &&
                   read_listing(text, about.how, out);
        }
    }
    if (read_lines(text, about, out)) return true;
    return (may_list(text) && read_listing(text, about.how, out)) ||
           read_matches(text, about.how, out);
}

class call_reader {
public:
    call_reader(const subject& about, const tool_name& tool, const extraction_options& options,
                const reject& errors, const trace& note, extracted& out, parsed_texts& texts)
        : about_{about},
          tool_{tool},
          options_{options},
          errors_{errors},
          note_{note},
          out_{out},
          texts_{texts},
          found_{limits()},
          named_{limits()} {}

    reading_of_call read(const text::json_view& result, text::json_view& rows) {
        transcript told;
        read_transcript(result, about_.runs, told);
        if (!told.is_text) return reading_of_call::other;
        if (told.failed) return about_ ? fail("the tool reports an error") : reading_of_call::other;
        if (about_.runs) return of_program(told, rows);
        const auto text = told.text();
        if (!about_) return opens_record(text) ? reading_of_call::other : of_anything(text);
        if (about_.listed) return of_search(text);
        return of_content(told);
    }

private:
    [[nodiscard]] things::limits limits() const noexcept {
        const bool search = tool_.kind() == verb_kind::search;
        return {search ? options_.max_matches : options_.max_per_result, options_.max_name_bytes,
                options_.max_id_bytes};
    }
    reading_of_call fail(std::string_view why) {
        note_("reject", "", why);
        out_.failed = true;
        return reading_of_call::done;
    }
    static bool opens_record(std::string_view text) noexcept {
        text = trimmed(text.substr(0, 256));
        if (text.starts_with('{')) return true;
        if (!text.starts_with('[')) return false;
        const auto next = trimmed(text.substr(1)).substr(0, 1);  // "[main 1f22623]" is none
        return next.empty() || std::string_view{"{[\"]'("}.find(next) != std::string_view::npos;
    }

    reading_of_call of_anything(std::string_view text) {
        std::string storage;
        if (!read_printed(without_escapes(text, storage), about_, found_))
            return reading_of_call::other;
        note_("unwrap", "text", "its first lines are those of a report");
        return finish();
    }

    reading_of_call of_search(std::string_view text) {
        if (opens_record(text)) return reading_of_call::other;
        std::string storage;
        if (read_printed(without_escapes(text, storage), about_, found_))
            note_("unwrap", "text", "paths, or lines of files");
        else if (says_failure(text))
            return fail("the text reports an error");
        else
            return reading_of_call::other;
        return finish();
    }

    reading_of_call of_program(const transcript& told, text::json_view& rows) {
        const auto text = told.text();
        const bool bad = told.ended_badly || says_program_failed(text);
        const bool record = opens_record(text) && !about_.listed;
        if (!about_.content && !record) {
            if (read_printed(text, about_, found_)) {
                note_("unwrap", "text", "what a program printed");
            } else if (!bad) {
                rows = texts_.add(read_table(texts_.corrected.emplace_front(text)));
                if (rows) return reading_of_call::rows;
            }
        }
        if (record && !about_.content && !about_.asks.empty()) return reading_of_call::other;
        if (about_.prints_branch && !bad &&
            trimmed(text).find_first_of(" \n") == std::string_view::npos)
            named_.add("branch", text, text);
        if (bad && found_.empty()) return fail("the program reports an error");
        if (found_.empty() && !about_.content && says_failure(text))
            return fail("the text reports an error");
        if (!bad || tells_conflict()) take_named();
        if (found_.empty() && named_.empty() && !about_.content && !about_.acts)
            out_.unread = holds_unread(text);
        return finish();
    }
    // Whether a program printed things that were not understood: no line that tells how it went.
    [[nodiscard]] bool holds_unread(std::string_view text) const {
        const text::json_document whole{opens_record(text) ? text : std::string_view{}};
        const bool holds = whole ? holds_records(whole.root()) : about_.rows && holds_records(text);
        if (holds)
            note_("result", "", "a program printed lines or records that were not understood");
        return holds;
    }
    // A merge that ended in conflicts is under way.
    [[nodiscard]] bool tells_conflict() const { return !about_.branches.empty(); }

    reading_of_call of_content(const transcript& told) {
        const auto text = told.text();
        if (opens_record(text) && (!about_.content || !is_certain() || lists_folder(text)))
            return reading_of_call::other;
        if (says_failure(text)) return fail("the text reports an error");
        if (!about_.content) {
            std::string storage;
            if (read_printed(without_escapes(text, storage), about_, found_))
                note_("unwrap", "text", "its first lines are those of a report");
        } else {
            note_("unwrap", "text", "what a file or a page holds, or that it was changed");
        }
        take_named();
        if (about_.files.empty())
            for (const auto& each : told.texts) take_heading(each);
        return finish();
    }
    // Whether records are of what stands below the path that the call named.
    [[nodiscard]] bool lists_folder(std::string_view text) const {
        constexpr std::size_t most_before = 1024;
        if (about_.acts || about_.files.size() != 1 ||
            text.substr(0, most_before).find("\"path\"") == std::string_view::npos)
            return false;
        const text::json_document read{text};
        if (!read || !read.root().is_array() || read.root().empty()) return false;
        const auto folder = about_.files.front() + '/';
        return std::all_of(read.root().begin(), read.root().end(), [&](const auto& each) {
            return each.is_object() && each.find("path").string().starts_with(folder) &&
                   !identify::kind_in_tree(record{each}).empty();
        });
    }
    // "--- /home/ann/a.ts ---" before what is in it
    void take_heading(std::string_view text) {
        line_reader lines{text};
        std::string_view line;
        if (!lines.next(line) || !line.starts_with("--- ") || !line.ends_with(" ---")) return;
        if (line.size() < 9) return;
        const auto path = trimmed(line.substr(4, line.size() - 8));
        if (is_path_line(path)) named_.add_file(path);
    }
    // Whether nothing but a file can be meant by the path.
    [[nodiscard]] bool is_certain() const {
        return !tool_.noun().empty() || !about_.urls.empty() || about_.named_file;
    }
    // "cat: nope: No such file", "fatal: not a git repository"
    [[nodiscard]] bool says_program_failed(std::string_view text) const {
        text = trimmed(text.substr(0, 512));
        const auto line = text.substr(0, text.find('\n'));
        for (const std::string_view start :
             {"fatal: ", "error: ", "Error: ", "bash: ", "/bin/bash: ", "sh: ", "zsh: ", "npm ERR!",
              "Command timed out", "usage: ", "Usage: ", "<tool_use_error>"})
            if (line.starts_with(start)) return true;
        return std::any_of(about_.programs.begin(), about_.programs.end(), [&](const auto& each) {
            return !each.empty() && line.starts_with(each) &&
                   line.substr(each.size()).starts_with(": ");
        });
    }
    // Of a text that confirms, or is what a file holds: no more than a few lines, and errors in
    // what is left without the paths that the call named.
    [[nodiscard]] bool says_failure(std::string_view text) const {
        constexpr std::size_t most_lines = 3, most = 600;
        const auto all = trimmed(text.substr(0, 4096));
        if (all.starts_with("<tool_use_error>") || all.starts_with("<error>")) return true;
        if (all.size() > 4 && all[0] == 'E' && all[1] >= 'A' && all[1] <= 'Z') {
            const auto colon = all.find(':');
            if (colon != std::string_view::npos && colon > 3 && colon < 16 &&
                all.substr(0, colon).find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") ==
                    std::string_view::npos &&
                all.substr(0, colon) != "ERROR")
                return true;
        }
        if (static_cast<std::size_t>(std::count(all.begin(), all.end(), '\n')) >= most_lines ||
            text.size() > 4096)
            return false;
        auto numbered = all;
        if (!take_digits(numbered).empty() &&
            (numbered.starts_with('\t') || numbered.starts_with("\u2192")))
            return false;
        std::string masked{all.substr(0, most)};
        for (const auto* list : {&about_.files, &about_.directories, &about_.urls, &about_.gone})
            for (const auto& each : *list) {
                // a bare word may be part of any other
                if (each.find_first_of("/.") == std::string::npos) continue;
                for (auto at = masked.find(each); at != std::string::npos;
                     at = masked.find(each, at + 2))
                    masked.replace(at, each.size(), "it");
            }
        return errors_(masked, trace{}) == verdict::failed;
    }

    void take_named() {
        for (const auto& each : about_.files) named_.add_file(each);
        for (const auto& each : about_.directories) named_.add_directory(each);
        for (const auto& each : about_.branches) named_.add("branch", each, each);
        for (const auto& each : about_.urls) named_.add("url", each, name_of_url(each));
        if (!named_.empty() || !found_.empty()) return;
        for (const auto& each : about_.gone) named_.add_file(each);
        for (const auto& each : about_.gone_branches) named_.add("branch", each, each);
        out_.removal = !named_.empty();
        // a directory may have been known under its path as well
        if (out_.removal)
            for (const auto& each : about_.gone) named_.add_directory(each);
    }

    reading_of_call finish() {
        auto& found = found_.found();
        auto& named = named_.found();
        out_.omitted += found_.omitted() + named_.omitted();
        const bool alone = found.empty();
        if (alone) found.swap(named);
        for (auto& each : found) {
            const auto alike = std::count_if(found.begin(), found.end(), [&](const entity& other) {
                return other.type == each.type;
            });
            if (alike == 1 && (alone || found.size() > 1)) each.rank = 0;
            note_("identify", each.id.text(), each.type);
        }
        out_.single = found.size() == 1;
        if (out_.single) found.front().rank = 0;
        for (auto& each : named) {
            const bool known = std::any_of(found.begin(), found.end(), [&](const entity& other) {
                return other.type == each.type && other.id == each.id;
            });
            each.rank = 0;
            if (!known) out_.acted_on.push_back(std::move(each));
        }
        out_.entities = std::move(found);
        out_.created = tool_.kind() == verb_kind::create || !about_.directories.empty();
        out_.made = about_.acts || tool_.kind() == verb_kind::unknown;
        return reading_of_call::done;
    }

    const subject& about_;
    const tool_name& tool_;
    const extraction_options& options_;
    const reject& errors_;
    const trace& note_;
    extracted& out_;
    parsed_texts& texts_;
    things found_;  // in the text
    things named_;  // by the arguments
};

}  // namespace detail

WORKMEM_DECL reading_of_call read_call(const subject& about, const tool_name& tool,
                                       const text::json_view& result,
                                       const extraction_options& options, const reject& errors,
                                       const trace& note, extracted& out, parsed_texts& texts,
                                       text::json_view& rows) {
    return detail::call_reader{about, tool, options, errors, note, out, texts}.read(result, rows);
}

}  // namespace workmem::extraction::printed
