// Agents in processes of their own share one task memory through one server: each task has one
// winner.
#include "processes.hpp"
#include "redis_server.hpp"
#include "repetitions.hpp"
#include "task_bundles.hpp"

#include <workmem/task/task_memory.ipp>
#include <workmem_redis/redis.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <thread>
#include <vector>

using namespace workmem_test;
using workmem::error_code;
using workmem::task_id;
using workmem::task_status;
using workmem::journal::redis;

namespace {

constexpr std::size_t agents = 6, most_rounds = 2'000;

struct contest {
    std::atomic<std::size_t> arrived{0};
    std::array<std::atomic<int>, most_rounds> winners{};
    std::array<std::atomic<int>, most_rounds> last_winner{};
    std::atomic<std::uint64_t> refused{0}, wrong{0}, lost_races{0};
};

using racing_memory = task_memory_of<redis>;

racing_memory racing_in(const redis_server& at) {
    return racing_memory{{.name = "race"},
                         {.journal = redis::open(at.url(), in_prefix("tasks")).value()}};
}
task_id task_of(std::size_t round) { return task_id{"t" + std::to_string(round)}; }

// All of them try the same task at the same time.
void compete(racing_memory work, std::size_t agent, std::size_t rounds, contest& shared) {
    for (std::size_t round = 0; round < rounds; ++round) {
        ++shared.arrived;
        while (shared.arrived < (round + 1) * agents) std::this_thread::yield();
        const auto claimed = work.try_claim(task_of(round), "agent-" + std::to_string(agent));
        if (claimed) {
            ++shared.winners[round];
            shared.last_winner[round] = static_cast<int>(agent);
        } else {
            ++shared.refused;
            if (claimed.error().code() != error_code::conflict) ++shared.wrong;
        }
    }
    shared.lost_races += work.metrics().lost_races;
}

}  // namespace

TEST_CASE("processes claim the same tasks, and one gets each", "[redis][processes][task]") {
    const redis_server at;
    const auto rounds = static_cast<std::size_t>(repetitions(150, most_rounds));
    std::vector<workmem::new_task> tasks;
    for (std::size_t i = 0; i < rounds; ++i) tasks.push_back(named(task_of(i).str()));
    racing_in(at).add_tasks(tasks);
    const shared_by_processes<contest> shared;
    std::vector<child_process> all;
    for (std::size_t agent = 0; agent < agents; ++agent)
        all.emplace_back([&, agent] {
            compete(racing_in(at), agent, rounds, *shared);
            return 0;
        });
    for (auto& each : all) REQUIRE(each.wait() == 0);

    const auto work = racing_in(at);
    std::set<std::uint64_t> tokens;
    for (std::size_t round = 0; round < rounds; ++round) {
        INFO("round " << round);
        REQUIRE(shared->winners[round] == 1);
        const auto task = work.get(task_of(round));
        REQUIRE(task.status == task_status::assigned);
        REQUIRE(task.assigned_to == "agent-" + std::to_string(shared->last_winner[round]));
        tokens.insert(task.token);
    }
    CHECK(tokens.size() == rounds);
    CHECK(shared->refused == (agents - 1) * rounds);
    CHECK(shared->wrong == 0);
    CHECK(shared->lost_races > 0);
    WARN(agents << " agents claimed " << rounds << " tasks and lost " << shared->lost_races
                << " races");
}
