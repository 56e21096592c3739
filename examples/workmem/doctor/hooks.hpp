// Whether what clients' hooks see arrives, and whether hooks are fast enough.
#pragma once

#include "brief_look.hpp"
#include "clients.hpp"
#include "finding.hpp"
#include "hook_time.hpp"

#include "../hook/clients.hpp"
#include "../hook/hook.hpp"
#include "../project/seen.hpp"
#include "../project/spool.hpp"
#include "../store.hpp"

#include <workmem/text/json_document.hpp>
#include <workmem/time/timestamp.hpp>

#include <charconv>
#include <chrono>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>

namespace workmem_program {

/// When the last event of each client came, by its name.
using arrivals = std::map<std::string, workmem::timestamp, std::less<>>;

namespace detail {

inline void arrive(arrivals& at, std::string_view by, workmem::timestamp when) {
    if (find_hook_client(by) == nullptr) return;
    const auto [known, is_new] = at.try_emplace(std::string{by}, when);
    if (!is_new) known->second = std::max(known->second, when);
}

// O(store).
inline void find_recorded(const std::string& store, arrivals& into) {
    auto journal = look_into(store);
    if (!journal) return;
    const auto streams = journal->streams();
    if (!streams) return;
    for (const auto& name : *streams) {
        if (!name.starts_with("agent/")) continue;
        const auto info = journal->find_stream(name);
        if (!info || !*info) continue;
        (void)journal->read(name, (*info)->oldest, [&](const workmem::journal::record& each) {
            const workmem::text::json_document change{each.bytes};
            const auto when = workmem::parse_iso8601(change.root().find("time").string());
            if (when) arrive(into, change.root().find("actor").string(), *when);
        });
    }
}

inline bool has_hooks(const hook_client& client) {
    for (const bool in_project : {false, true})
        if (has_own_files(client, in_project) && client_state{client, in_project}.has_hooks())
            return true;
    return false;
}

}  // namespace detail

/// Of the events that are recorded in a store, and of those that wait. O(store).
[[nodiscard]] inline arrivals last_events(const std::string& store) {
    arrivals out;
    detail::find_recorded(store, out);
    for (const auto& spool : spools_of(store))
        spool.for_each([&](std::string_view, std::string_view text) {
            if (const auto event = seen_event::from_json_text(text))
                detail::arrive(out, event->by, event->at);
        });
    return out;
}

/// When events came last.
[[nodiscard]] inline findings check_arrival(const examined& what) {
    constexpr std::string_view about = "hooks";
    const auto came = last_events(what.store);
    findings out;
    std::string told;
    for (const auto& client : hook_clients) {
        const std::string name{client.name};
        if (const auto last = came.find(name); last != came.end()) {
            told += (told.empty() ? "" : ", ") + name + " at " + workmem::to_iso8601(last->second);
            continue;
        }
        if (!what.is_own || is_switched_off()) continue;
        if (detail::has_hooks(client))
            out.push_back({finding_level::note, about,
                           name + " is set up, and no event of it is stored or waits to be",
                           "start a new session of " + name + ", and have it use a tool" +
                               (name == "codex" ? "; trust the hooks there with /hooks" : "")});
    }
    if (!told.empty())
        out.push_back({finding_level::ok, about, "the last event came from " + told});
    return out;
}

namespace detail {

// What hooks are told of how long they may take; nothing where that is no such number.
inline std::optional<std::chrono::milliseconds> time_of_hooks() {
    const char* const said = std::getenv("WORKMEM_HOOK_MILLISECONDS");
    if (said == nullptr || *said == '\0')
        return std::chrono::milliseconds{hook_options{}.milliseconds};
    const std::string_view text{said};
    int value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    constexpr int most = 60'000;
    if (read.ec != std::errc{} || read.ptr != text.data() + text.size() || value < 1 ||
        value > most)
        return std::nullopt;
    return std::chrono::milliseconds{value};
}

}  // namespace detail

/// Whether hooks work, and end long before their time is over.
[[nodiscard]] inline findings check_hook_time(const examined&) {
    constexpr std::string_view about = "hooks";
    constexpr auto variable = "WORKMEM_HOOK_MILLISECONDS";
    const auto most = detail::time_of_hooks();
    if (!most)
        return {{finding_level::problem, about,
                 std::string{variable} + " must be a number of milliseconds from 1 to 60000, is " +
                     workmem::text::quoted(std::getenv(variable)),
                 unset(variable)}};
    const auto [longest, problem] = try_hooks();
    if (!problem.empty())
        return {{finding_level::problem, about, "a hook was tried: " + one_line(problem)}};
    const auto took = std::chrono::ceil<std::chrono::milliseconds>(*longest);
    const auto says = "a hook takes " + std::to_string(took.count()) +
                      " ms of a processor, and is ended after " + std::to_string(most->count()) +
                      " ms";
    if (2 * took <= *most) return {{finding_level::ok, about, says}};
    const bool is_said = std::getenv(variable) != nullptr;
    return {{finding_level::problem, about, says,
             is_said ? unset(variable) : "export " + std::string{variable} + "=5000"}};
}

}  // namespace workmem_program
