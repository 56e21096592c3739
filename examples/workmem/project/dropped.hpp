// What hooks and limits dropped, and results that were not understood, as the log tells it.
#pragma once

#include "places.hpp"
#include "project.hpp"

#include <workmem/error.hpp>
#include <workmem/text/json_view.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/time/timestamp.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <fstream>
#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem_program {

/// What a line of the log begins with, and what a person can do about it.
struct drop_kind {
    std::string_view begins, says, remedy;
};

inline constexpr std::string_view dropped_event = "an event was dropped";
inline constexpr std::string_view unreadable = "an event could not be read";
inline constexpr std::string_view no_room = "an event found no room";
inline constexpr std::string_view nothing_found = "nothing was found in a result of ";
inline constexpr std::string_view left_out = "things were left out of a result of ";

inline constexpr std::array drop_kinds{
    drop_kind{"took too long", "hooks that took too long, and were ended",
              "WORKMEM_HOOK_MILLISECONDS=5000 in the client's environment gives them longer"},
    drop_kind{"crashed", "hooks that crashed",
              "`workmem check STORE` looks for what may be damaged"},
    drop_kind{dropped_event, "events that could not be recorded",
              "`workmem check STORE` says what is wrong with the store"},
    drop_kind{unreadable, "events of hooks that were too long, or no JSON in UTF-8",
              "have the tool answer less, and in UTF-8"},
    drop_kind{no_room, "events that found no room beside the store",
              "`workmem check STORE` says why nothing is recorded"},
    drop_kind{"pieces were not looked at",
              "times that a wrapped server was too fast to be looked at",
              "hooks in its place see every result: `workmem setup CLIENT`"},
    drop_kind{nothing_found, "results in which nothing was found",
              "`workmem extract --explain` shows how a result is read"},
    drop_kind{left_out, "results longer than what is kept of one",
              "have the tool list fewer things at a time"},
};

/// Notes that something of a project was dropped: one of the kinds above, and why.
inline void note_dropped(const quiet_log& log, const project& here, std::string_view what,
                         const workmem::error& why) {
    log.note(std::string{what} + ": " + why.message() + " [" + here.key + ']');
}

/// Notes what of a result of a project is not known afterwards, if anything.
inline void note_unread(const quiet_log& log, const project& here, std::string_view tool,
                        const workmem::text::json_view& result, bool has_something,
                        std::size_t omitted) {
    const auto note = [&](std::string_view what) {
        log.note(std::string{what} + std::string{tool.substr(0, 100)} + " [" + here.key + ']');
    };
    const bool is_empty = !result || result.is_null() ||
                          ((result.is_array() || result.is_object()) && result.size() == 0) ||
                          (result.is_string() && result.string().empty());
    if (!has_something && !is_empty) note(nothing_found);
    if (omitted > 0) note(left_out);
}

/// What was dropped of one kind, and which tools answered it, the most first.
struct drop {
    const drop_kind* kind = nullptr;
    std::size_t count = 0;
    std::vector<std::pair<std::string, std::size_t>> tools{};

    /// How often, in one line.
    [[nodiscard]] std::string text() const {
        auto out = std::string{kind->says} + ": " + std::to_string(count);
        constexpr std::size_t most = 5;
        for (std::size_t i = 0; i < std::min(tools.size(), most); ++i)
            out += (i == 0 ? ", " : " + ") + std::to_string(tools[i].second) + " of " +
                   workmem::text::escaped(tools[i].first);
        return out;
    }
    /// What a person can do, with a store as it may be printed.
    [[nodiscard]] std::string remedy(const std::string& store) const {
        std::string out{kind->remedy};
        if (const auto at = out.find("STORE"); at != out.npos) out.replace(at, 5, store);
        return out;
    }
};

/// What was dropped of a project since the beginning of yesterday.
[[nodiscard]] inline std::vector<drop> drops_of(const project& here) {
    std::array<std::size_t, drop_kinds.size()> counts{};
    std::array<std::map<std::string, std::size_t>, drop_kinds.size()> tools{};
    const auto now = std::chrono::system_clock::now();
    const auto since = std::chrono::floor<std::chrono::days>(now) - std::chrono::days{1};
    const auto read_line = [&](std::string_view line) {
        const auto blank = line.find(' ');
        const auto when = workmem::parse_iso8601(line.substr(0, blank));
        const auto colon = line.find(": ", std::min(blank, line.size()));
        if (!when || *when < since || colon == line.npos) return;
        auto message = line.substr(colon + 2);
        if (const auto of = message.rfind(" ["); of != message.npos && message.ends_with(']')) {
            if (message.substr(of + 2, message.size() - of - 3) != here.key) return;
            message = message.substr(0, of);
        }
        for (std::size_t i = 0; i < drop_kinds.size(); ++i) {
            const auto begins = drop_kinds[i].begins;
            if (!message.starts_with(begins)) continue;
            ++counts[i];
            if (begins.ends_with("result of "))
                ++tools[i][std::string{message.substr(begins.size())}];
            return;
        }
    };
    for (const auto& path : quiet_log::files()) {
        std::ifstream file{path};
        for (std::string line; std::getline(file, line);) read_line(line);
    }
    std::vector<drop> out;
    for (std::size_t i = 0; i < drop_kinds.size(); ++i) {
        if (counts[i] == 0) continue;
        auto& made = out.emplace_back(drop{&drop_kinds[i], counts[i], {}});
        made.tools.assign(tools[i].begin(), tools[i].end());
        std::stable_sort(made.tools.begin(), made.tools.end(),
                         [](const auto& a, const auto& b) { return a.second > b.second; });
    }
    return out;
}

/// Prints what was dropped of a project, and which command mends it; whether anything was.
inline bool print_dropped(std::ostream& out, const project& here, const std::string& store) {
    const auto drops = drops_of(here);
    if (!drops.empty()) out << "\nnot known, since yesterday\n";
    for (const auto& each : drops) out << "  " << each.text() << "; " << each.remedy(store) << '\n';
    return !drops.empty();
}

}  // namespace workmem_program
