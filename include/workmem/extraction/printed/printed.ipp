#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/printed/commits.hpp>
#include <workmem/extraction/printed/diagnostics.hpp>
#include <workmem/extraction/printed/diff.hpp>
#include <workmem/extraction/printed/lines.hpp>
#include <workmem/extraction/printed/listing.hpp>
#include <workmem/extraction/printed/matches.hpp>
#include <workmem/extraction/printed/printed.hpp>
#include <workmem/extraction/printed/processes.hpp>
#include <workmem/extraction/printed/symbols.hpp>
#include <workmem/extraction/printed/test_report.hpp>
#include <workmem/extraction/printed/work_tree.hpp>

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

}  // namespace detail

WORKMEM_DECL bool read_printed(std::string_view text, const subject& about, things& out) {
    if (trimmed(text.substr(0, 4096)).empty()) return false;
    if (about.listed) {
        return read_listing(text, about.how, out) || read_matches(text, about.how, out);
    }
    if (read_processes(text, out)) return true;
    if (read_symbols(text, out)) return true;
    if (!about.runs) {
        things scratch{{}};
        if (!detail::read_lines(detail::head_of(text), about, scratch)) {
            const auto head = detail::head_of(text);
            if (read_matches(head, about.how, scratch)) return read_matches(text, about.how, out);
            return detail::may_list(head) && read_listing(head, about.how, scratch) &&
                   read_listing(text, about.how, out);
        }
    }
    if (detail::read_lines(text, about, out)) return true;
    return (detail::may_list(text) && read_listing(text, about.how, out)) ||
           read_matches(text, about.how, out);
}

}  // namespace workmem::extraction::printed
