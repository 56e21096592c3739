// What is left after act 2: the store beside what was acknowledged.
#pragma once

#include "plug.hpp"
#include "plug_crew.hpp"

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace workmem_program::plug {

/// Calls `visit` with each string behind `name` in a record of this plan, whose texts hold no
/// quote.
template <class Visit>
void visit_members(std::string_view record, std::string_view name, Visit&& visit) {
    const auto begin = '"' + std::string{name} + "\":\"";
    for (;;) {
        const auto at = record.find(begin);
        if (at == std::string_view::npos) return;
        record.remove_prefix(at + begin.size());
        visit(record.substr(0, record.find('"')));
    }
}
inline std::string first_member(std::string_view record, std::string_view name) {
    std::string out;
    visit_members(record, name, [&](std::string_view value) {
        if (out.empty()) out = value;
    });
    return out;
}

/// Opens the store again, and compares.
inline void audit(const setting& with, const std::vector<word>& acknowledged, plug_outcome& out) {
    auto work = open_team(with);
    auto store = workmem::journal::sqlite::open(with.folder + "/team.db",
                                                {.sync = workmem::journal::sync_mode::never()})
                     .value();
    std::vector<std::string> records;
    (void)store.read("task/plan", 0, [&](const workmem::journal::record& each) {
        records.emplace_back(each.bytes);
    });

    // Every acknowledged change is there, by its key; and nobody has changed a task without having
    // it in hand: a process, not just its name.
    std::multiset<std::string> keys;
    std::map<std::string, std::size_t> completed;
    std::map<std::string, std::string> in_hand;
    for (const auto& each : records) {
        const auto key = first_member(each, "key"), verb = first_member(each, "verb");
        const auto process = key.substr(0, key.find('#'));
        keys.insert(key);
        visit_members(each, "task", [&](std::string_view named) {
            const std::string task{named};
            if (verb == "claim") in_hand[task] = process;
            if (verb == "reclaim") in_hand[task].clear();
            if (verb == "start" || verb == "complete") out.stale += in_hand[task] != process;
            completed[task] += verb == "complete";
        });
    }
    out.acknowledged = acknowledged.size();
    for (const auto& each : acknowledged) out.lost += keys.count(key_of(each)) != 1;

    out.tasks = all_tasks;
    for (std::uint32_t i = 0; i < all_tasks; ++i) {
        const auto found = work.try_get(id_of(i));
        out.done_once +=
            found && found->status == workmem::task_status::completed && completed[id_of(i)] == 1;
    }

    // What the last orchestrator held when it ended, what the store says, and what follows from its
    // log alone, from the first record on.
    std::vector<std::string_view> lines{records.begin(), records.end()};
    (void)store.append("task/replay", 0, lines);
    const auto state = work.to_json_text();
    std::ifstream live{with.folder + "/state.json"};
    out.is_identical = state == open_team(with, "task/replay").to_json_text() &&
                       state == std::string{std::istreambuf_iterator<char>{live}, {}};
}

}  // namespace workmem_program::plug
