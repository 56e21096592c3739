// Threads on one task memory, and on several that share a stream: each task has one winner, and is
// done once, by whoever has it.
#include "task_bundles.hpp"

#include <atomic>
#include <map>
#include <mutex>
#include <random>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>

#include <workmem/ids/sequential_ids.hpp>
#include <workmem/journal/memory.hpp>
#include <workmem/observer/observer.hpp>
#include <workmem/task/task_memory.ipp>

using namespace workmem_test;
using workmem::error_code;
using workmem::milliseconds;
using workmem::task_id;
using workmem::task_status;

namespace {

template <class Body>
void on_threads(int count, Body&& body) {
    std::vector<std::thread> all;
    for (int t = 0; t < count; ++t) all.emplace_back([&body, t] { body(t); });
    for (auto& each : all) each.join();
}

using shared_memory =
    task_memory_of<workmem::journal::none, workmem::access::open, std::shared_mutex>;
using shared_recorded = task_memory_of<workmem::journal::memory, workmem::access::open,
                                       std::shared_mutex, workmem::observer::callbacks>;

}  // namespace

TEMPLATE_TEST_CASE("ten threads claim the same task, and one gets it", "[threads][task]",
                   shared_memory, shared_recorded) {
    basic_task_setting<TestType> with;
    constexpr int rounds = 1'000;
    auto make = [&] {
        typename TestType::parts parts;
        parts.clock = with.clock;
        parts.journal = with.journal;
        parts.stream = "tasks";
        return parts;
    };
    TestType work{{}, make()};
    std::vector<task_id> ids;
    for (int i = 0; i < rounds; ++i) ids.push_back(work.add_task({.title = "t"}));
    std::vector<std::atomic<int>> winners(rounds);
    std::atomic<int> lost{0}, wrong{0};
    on_threads(10, [&](int t) {
        const auto agent = "agent-" + std::to_string(t);
        for (int i = 0; i < rounds; ++i) {
            const auto& id = ids[static_cast<std::size_t>(i)];
            const auto claimed = work.try_claim(id, agent);
            if (!claimed) {
                if (claimed.error().code() != error_code::conflict) ++wrong;
                ++lost;
                continue;
            }
            ++winners[static_cast<std::size_t>(i)];
            if (!work.try_start(*claimed) || !work.try_complete(*claimed)) ++wrong;
        }
    });
    for (const auto& each : winners) REQUIRE(each == 1);
    CHECK(lost == 9 * rounds);
    CHECK(wrong == 0);
    CHECK(work.outcome() == workmem::task_outcome::completed);
}

TEST_CASE("workers that lose their claims finish a random graph, every task once",
          "[threads][task]") {
    constexpr int workers = 8;
    constexpr std::size_t size = 300;
    basic_task_setting<shared_recorded> with;
    std::mt19937_64 random{11};
    const auto open = [&](int t) {
        return shared_recorded{{.lease = milliseconds{10}, .grace = milliseconds{5}},
                               {.clock = with.clock,
                                .ids = workmem::sequential_ids{"w" + std::to_string(t)},
                                .journal = with.journal,
                                .stream = "tasks"}};
    };
    auto work = open(workers);
    {
        std::vector<workmem::new_task> plan;
        for (std::size_t i = 0; i < size; ++i) {
            plan.push_back(named("t" + std::to_string(i)));
            for (auto k = i == 0 ? 0 : random() % 3; k > 0; --k)
                plan.back().depends_on.push_back("t" + std::to_string(random() % i));
        }
        work.add_tasks(plan);
    }
    std::atomic<std::uint64_t> lost_races{0}, fenced{0}, wrong{0};
    std::mutex guard;
    std::map<std::string, int> done;
    on_threads(workers, [&](int t) {
        // Half of them share a memory, the others have their own on the same stream.
        auto own = open(t);
        auto& mine = t % 2 == 0 ? work : own;
        std::mt19937_64 dice{static_cast<std::uint64_t>(t)};
        const auto agent = "agent-" + std::to_string(t);
        auto clock = with.clock;
        for (;;) {
            (void)mine.try_reclaim();
            const auto claimed = mine.try_claim_next(agent);
            if (!claimed) {
                ++wrong;
                return;
            }
            if (!*claimed) {
                mine.catch_up();
                if (mine.status() == workmem::task_memory_status::completed) {
                    if (t % 2 != 0) lost_races += own.metrics().lost_races;
                    return;
                }
                clock.advance(milliseconds{1});
                std::this_thread::yield();
                continue;
            }
            // Some are too slow; who comes back late writes nothing.
            if (dice() % 4 == 0) clock.advance(milliseconds{16});
            const auto started = mine.try_start(**claimed);
            const auto ended = mine.try_complete(**claimed);
            if (ended) {
                const std::lock_guard lock{guard};
                ++done[(*claimed)->task.str()];
            } else if (ended.error().code() == error_code::fenced ||
                       ended.error().code() == error_code::expired) {
                ++fenced;
            } else if (started) {
                ++wrong;
            }
        }
    });
    CHECK(wrong == 0);
    CHECK(fenced > 0);
    lost_races += work.metrics().lost_races;
    REQUIRE(done.size() == size);
    for (const auto& [id, times] : done) REQUIRE(times == 1);
    work.catch_up();
    auto again = open(workers + 1);
    CHECK(again == work);
    WARN("lost races: " << lost_races.load() << ", fenced writes: " << fenced.load());
}

TEST_CASE("threads of every kind on one task memory", "[threads][task]") {
    basic_task_setting<shared_recorded> with;
    std::atomic<std::uint64_t> heard{0};
    with.observer.on<workmem::task_notice>([&](const workmem::task_notice&) { ++heard; });
    shared_recorded work{
        {.name = "n"},
        {.clock = with.clock, .observer = with.observer, .journal = with.journal, .stream = "s"}};
    on_threads(6, [&](int t) {
        std::mt19937_64 dice{static_cast<std::uint64_t>(t)};
        auto me = work.as({.id = "a" + std::to_string(t)});
        for (int i = 0; i < 150; ++i) {
            const auto id = task_id{"t" + std::to_string(dice() % 40)};
            switch (dice() % 12) {
                case 0: (void)me.try_add_task(named(id.str())); break;
                case 1: (void)me.try_claim(id); break;
                case 2: (void)me.try_start(id); break;
                case 3: (void)me.try_complete(id); break;
                case 4: (void)me.try_fail(id, "f"); break;
                case 5: (void)me.try_retry(id); break;
                case 6:
                    (void)me.try_record_discovery(nullptr, {.content = "d", .affects_tasks = {id}});
                    break;
                case 7: (void)me.try_inject_nudge({.target = "all", .message = "m"}); break;
                case 8: (void)me.try_context_for(id); break;
                case 9: (void)me.ready(5); break;
                case 10: (void)me.info(); break;
                default:
                    (void)me.try_add_dependency(id, task_id{"t" + std::to_string(dice() % 40)});
                    break;
            }
        }
    });
    CHECK(heard == work.sequence());
    shared_recorded again{{.name = "n"},
                          {.clock = with.clock, .journal = with.journal, .stream = "s"}};
    CHECK(again == work);
}
