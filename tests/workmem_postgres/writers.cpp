// Many writers of one stream, in threads and in processes.
#include "catch.hpp"
#include "in_postgres.hpp"
#include "processes.hpp"
#include "task_bundles.hpp"

#include <workmem/task/task_memory.ipp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <thread>
#include <vector>

using namespace workmem::journal;
using namespace workmem_test;

namespace {

struct racing_postgres : in_postgres {
    static constexpr std::uint64_t records = 500;
    using in_postgres::open;
};

}  // namespace

#define WORKMEM_RACING_ENGINES racing_postgres
#include "racing_engines.hpp"

namespace {

constexpr std::size_t agents = 4, rounds = 60;

struct claim_contest {
    std::atomic<std::size_t> arrived{0};
    std::array<std::atomic<int>, rounds> winners{};
    std::atomic<std::uint64_t> wrong{0}, lost_races{0};
};

using racing_memory = task_memory_of<postgres>;

racing_memory racing_in(const in_postgres& at) {
    return racing_memory{{.name = "race"}, {.journal = at.open()}};
}
workmem::task_id task_of(std::size_t round) {
    return workmem::task_id{"t" + std::to_string(round)};
}

}  // namespace

TEST_CASE("processes claim the same tasks, and one gets each, in PostgreSQL",
          "[postgres][processes][task]") {
    const in_postgres at;
    {
        std::vector<workmem::new_task> tasks;
        for (std::size_t i = 0; i < rounds; ++i) tasks.push_back(named(task_of(i).str()));
        racing_in(at).add_tasks(tasks);
    }
    const shared_by_processes<claim_contest> shared;
    std::vector<child_process> all;
    for (std::size_t agent = 0; agent < agents; ++agent)
        all.emplace_back([&, agent] {
            auto work = racing_in(at);
            for (std::size_t round = 0; round < rounds; ++round) {
                ++shared->arrived;
                while (shared->arrived < (round + 1) * agents) std::this_thread::yield();
                const auto claimed =
                    work.try_claim(task_of(round), "agent-" + std::to_string(agent));
                if (claimed)
                    ++shared->winners[round];
                else if (claimed.error().code() != workmem::error_code::conflict)
                    ++shared->wrong;
            }
            shared->lost_races += work.metrics().lost_races;
            return 0;
        });
    for (auto& each : all) REQUIRE(each.wait() == 0);
    const auto work = racing_in(at);
    std::set<std::uint64_t> tokens;
    for (std::size_t round = 0; round < rounds; ++round) {
        REQUIRE(shared->winners[round] == 1);
        tokens.insert(work.get(task_of(round)).token);
    }
    CHECK(tokens.size() == rounds);
    CHECK(shared->wrong == 0);
    CHECK(shared->lost_races > 0);
    WARN(agents << " agents claimed " << rounds << " tasks and lost " << shared->lost_races
                << " races");
}
