// What was dropped, and what is nearly full.
#pragma once

#include "brief_look.hpp"
#include "finding.hpp"

#include "../project/dropped.hpp"
#include "../project/memory.hpp"
#include "../project/spool.hpp"
#include "../store.hpp"

#include <workmem/bounded/bounded_store.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace workmem_program {

/// Whether more than 80 % of a limit are used.
[[nodiscard]] constexpr bool is_nearly_full(std::uint64_t used, std::uint64_t most) noexcept {
    return used * 5 > most * 4;
}

/// What hooks and limits dropped since the beginning of yesterday.
[[nodiscard]] inline findings check_dropped(const examined& what) {
    constexpr std::string_view about = "dropped";
    findings out;
    for (const auto& each : drops_of(what.here)) {
        const auto& kind = *each.kind;
        const auto fix = kind.begins == "took too long"
                             ? std::string{"export WORKMEM_HOOK_MILLISECONDS=5000"}
                         : kind.remedy.find("STORE") != kind.remedy.npos
                             ? what.command("check " + command_word(shown_store(what.store)))
                             : each.remedy({});
        out.push_back({finding_level::note, about, each.text() + ", since yesterday", fix});
    }
    if (out.empty()) out.push_back({finding_level::ok, about, "nothing since yesterday"});
    return out;
}

/// What waits to be recorded.
[[nodiscard]] inline findings check_waiting(const examined& what) {
    constexpr std::string_view about = "waiting";
    findings out;
    std::size_t events = 0;
    for (const auto& each : spools_of(what.store)) {
        std::size_t here = 0;
        each.for_each([&](auto&&...) { ++here; });
        events += here;
        if (!is_nearly_full(each.size(), event_spool::most_bytes)) continue;
        const bool is_own = each.path() == event_spool{what.store, what.here}.path();
        out.push_back({finding_level::problem, about,
                       std::to_string(here) + " events wait to be recorded in " +
                           workmem::text::quoted(each.path()) + ", which holds " +
                           std::to_string(each.size()) + " of at most " +
                           std::to_string(event_spool::most_bytes) + " bytes",
                       is_own
                           ? what.command("what --store " + command_word(shown_store(what.store)) +
                                          ' ' + command_word(what.here.root.string()))
                           : "run `workmem what` in that project"});
    }
    if (out.empty()) out.push_back({finding_level::ok, about, std::to_string(events) + " events"});
    return out;
}

/// Notes of this project's conversations, of which the least go where there is no room for more.
[[nodiscard]] inline findings check_limits(const examined& what) {
    findings out;
    auto journal = look_into(what.store);
    if (!journal) return out;
    const auto streams = journal->streams();
    if (!streams) return out;
    for (const auto& stream : *streams) {
        if (!stream.starts_with(what.here.sessions())) continue;
        const auto noted = workmem::basic_bounded_store<recorded_policies>::try_make(
            {}, {.journal = *journal, .stream = stream});
        if (!noted) continue;
        const auto is = noted->get_capacity_info();
        const auto tell = [&](std::int64_t used, std::int64_t most, std::string_view of) {
            if (is_nearly_full(static_cast<std::uint64_t>(used), static_cast<std::uint64_t>(most)))
                out.push_back(
                    {finding_level::note, "limits",
                     "the notes of conversation " +
                         workmem::text::quoted(stream.substr(what.here.sessions().size())) +
                         " are " + std::to_string(used) + " of at most " + std::to_string(most) +
                         ' ' + std::string{of},
                     "have the agent forget some: memory_forget"});
        };
        tell(is.items, is.max_items, "notes");
        tell(is.tokens, is.max_tokens, "tokens");
    }
    return out;
}

}  // namespace workmem_program
