#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/printed/lines.hpp>
#include <workmem/extraction/printed/readers.hpp>

#include <cstddef>

namespace workmem::extraction::printed {

namespace detail {

/// Which of the words of a row are the number and the command, counted from 0.
struct process_columns {
    std::size_t count = 0, pid = 0, command = 0;
};

[[nodiscard]] WORKMEM_DECL bool is_number_word(std::string_view text) noexcept {
    return !text.empty() && text.size() < 10 &&
           text.find_first_not_of("0123456789") == std::string_view::npos;
}

[[nodiscard]] WORKMEM_DECL bool read_process_head(std::string_view line, process_columns& out) {
    bool pid = false, command = false;
    for (auto word = take_word(line); !word.empty(); word = take_word(line), ++out.count) {
        if (word.find_first_of("abcdefghijklmnopqrstuvwxyz") != std::string_view::npos)
            return false;
        if (word == "PID") {
            out.pid = out.count;
            pid = true;
        } else if (word == "COMMAND" || word == "CMD" || word == "NAME") {
            if (command) continue;
            out.command = out.count;
            command = true;
        }
    }
    return pid && command && out.count > 1;
}

// The command takes the rest of the line where it is the last column.
[[nodiscard]] WORKMEM_DECL bool take_process(std::string_view line, const process_columns& at,
                                             things& out) {
    std::string_view pid, command;
    for (std::size_t i = 0; i < at.count; ++i) {
        const bool last = i + 1 == at.count;
        const auto word = last ? trimmed(line) : take_word(line);
        if (word.empty()) return i > at.pid && i > at.command && is_number_word(pid);
        if (i == at.pid) pid = word;
        if (i == at.command) command = word;
    }
    if (!is_number_word(pid) || command.empty()) return false;
    out.add("process", pid, command);
    return true;
}

}  // namespace detail

WORKMEM_DECL bool read_processes(std::string_view text, things& out) {
    line_reader lines{text};
    std::string_view line;
    if (!lines.next(line)) return false;
    detail::process_columns at;
    if (!detail::read_process_head(line, at)) {
        at = {11, 1, 10};
        // "kim  4121  2.0  1.1 912140 88300 ?  Sl  09:10  1:01 node server.js"
        auto rest = line;
        (void)take_word(rest);
        if (!detail::is_number_word(take_word(rest))) return false;
        for (int i = 0; i < 2; ++i)
            if (const auto share = take_word(rest); share.find('.') == std::string_view::npos)
                return false;
        for (int i = 0; i < 2; ++i)
            if (!detail::is_number_word(take_word(rest))) return false;
        if (!detail::take_process(line, at, out)) return false;
    }
    while (lines.next(line))
        if (!trimmed(line).empty() && !detail::take_process(line, at, out)) break;
    return !out.empty();
}

}  // namespace workmem::extraction::printed
