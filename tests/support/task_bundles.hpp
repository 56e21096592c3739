// Task memories with a manual clock and ids that count, for the tests of task/.
#pragma once

#include "catch.hpp"

#include <workmem/ids/sequential_ids.hpp>
#include <workmem/instantiate.hpp>
#include <workmem/journal/memory.hpp>
#include <workmem/observer/observer.hpp>
#include <workmem/task/task_memory.hpp>
#include <workmem/time/manual_clock.hpp>

#include <chrono>
#include <shared_mutex>
#include <string>
#include <utility>
#include <vector>

namespace workmem_test {

template <class Journal = workmem::journal::memory, class Access = workmem::access::open,
          class Mutex = workmem::null_mutex, class Observer = workmem::observer::callbacks>
struct task_policies : workmem::default_policies {
    using clock = workmem::manual_clock;
    using ids = workmem::sequential_ids;
    using journal = Journal;
    using mutex = Mutex;
    using observer = Observer;
    struct tasks : workmem::default_policies::tasks {
        using access = Access;
    };
};
template <class... Policies>
using task_memory_of = workmem::basic_task_memory<task_policies<Policies...>>;
using recorded_tasks = task_memory_of<>;

// Those that several files use; bundles/task_*.cpp has their code.
using task_recorded = task_policies<>;
using task_plain = task_policies<workmem::journal::none>;
using task_guarded = task_policies<workmem::journal::memory, workmem::access::roles>;

}  // namespace workmem_test

WORKMEM_TASK_MEMORY_TEMPLATES(extern, workmem_test::task_recorded)
WORKMEM_TASK_MEMORY_TEMPLATES(extern, workmem_test::task_plain)
WORKMEM_TASK_STATE_TEMPLATES(extern, workmem_test::task_guarded::tasks::access)
WORKMEM_TASK_MEMORY_TEMPLATES(extern, workmem_test::task_guarded)

namespace workmem_test {

// A stream and a clock on which several memories may be opened.
template <class Memory = recorded_tasks>
struct basic_task_setting {
    workmem::manual_clock clock{};
    typename Memory::journal_type journal{};
    typename Memory::observer_type observer{};
    int writers{0};

    Memory open(workmem::task_options options = {.name = "auth", .goal = "Add JWT"}) {
        return Memory{std::move(options),
                      {.clock = clock,
                       .ids = workmem::sequential_ids{"w" + std::to_string(++writers)},
                       .observer = observer,
                       .journal = journal,
                       .stream = "tasks"}};
    }
};
using task_setting = basic_task_setting<>;

using names = std::vector<std::string>;
inline names texts(const std::vector<workmem::task_id>& ids) {
    names out;
    for (const auto& each : ids) out.push_back(each.str());
    return out;
}
// A task with its id for a title.
inline workmem::new_task named(std::string id, std::vector<workmem::task_dependency> on = {}) {
    workmem::new_task out;
    out.title = id;
    out.depends_on = std::move(on);
    out.id = std::move(id);
    return out;
}
// Takes a task to its end.
template <class Memory>
void finish_task(Memory& work, const workmem::task_id& id, std::string agent = "worker") {
    const auto claim = work.claim(id, std::move(agent));
    work.start(claim);
    work.complete(claim, {.summary = id.str() + " is done"});
}
template <class Memory>
void fail_task(Memory& work, const workmem::task_id& id, std::string agent = "worker") {
    const auto claim = work.claim(id, std::move(agent));
    work.start(claim);
    work.fail(claim, "it does not work");
}

}  // namespace workmem_test
