// Agents in threads and in processes of their own share one task memory through one database: each
// task has one winner, and is done once, by whoever has it.
#include "processes.hpp"
#include "task_bundles.hpp"
#include "temporary_folder.hpp"

#include <workmem/task/task_memory.ipp>
#include <workmem_sqlite/sqlite.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

using namespace workmem_test;
using workmem::error_code;
using workmem::task_id;
using workmem::task_status;
using workmem::journal::sqlite;

namespace {

sqlite open_in(const temporary_folder& at) {
    return sqlite::open(at.path() + "/j.db", {.sync = workmem::journal::sync_mode::never()})
        .value();
}
// Text by which memories of several processes can be compared.
std::uint64_t hash_of(const std::string& text) {
    std::uint64_t out = 0xCBF29CE484222325U;
    for (const char each : text) out = (out ^ static_cast<unsigned char>(each)) * 0x100000001B3U;
    return out;
}

// Ten agents, one task after the other.

constexpr std::size_t agents = 10, rounds = 1'000;

struct contest {
    std::atomic<std::size_t> arrived{0};
    std::array<std::atomic<int>, rounds> winners{};
    std::array<std::atomic<int>, rounds> last_winner{};
    std::atomic<std::uint64_t> refused{0}, wrong{0}, lost_races{0};
    std::array<std::atomic<std::uint64_t>, agents> ends{};
};

using racing_memory = task_memory_of<sqlite>;

racing_memory racing_in(const temporary_folder& at) {
    return racing_memory{{.name = "race"}, {.journal = open_in(at)}};
}
task_id task_of(std::size_t round) { return task_id{"t" + std::to_string(round)}; }

// All of them try the same task at the same time.
void compete(racing_memory work, std::size_t agent, contest& shared) {
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
    work.catch_up();
    shared.lost_races += work.metrics().lost_races;
    shared.ends[agent] = hash_of(work.to_json_text());
}

void plan_contest(const temporary_folder& at) {
    std::vector<workmem::new_task> tasks;
    for (std::size_t i = 0; i < rounds; ++i) tasks.push_back(named(task_of(i).str()));
    racing_in(at).add_tasks(tasks);
}

void judge_contest(const temporary_folder& at, contest& shared) {
    const auto work = racing_in(at);
    std::set<std::uint64_t> tokens;
    for (std::size_t round = 0; round < rounds; ++round) {
        INFO("round " << round);
        REQUIRE(shared.winners[round] == 1);
        const auto task = work.get(task_of(round));
        REQUIRE(task.status == task_status::assigned);
        REQUIRE(task.assigned_to == "agent-" + std::to_string(shared.last_winner[round]));
        tokens.insert(task.token);
    }
    CHECK(tokens.size() == rounds);
    CHECK(shared.refused == (agents - 1) * rounds);
    CHECK(shared.wrong == 0);
    CHECK(shared.lost_races > 0);
    for (const auto& each : shared.ends) CHECK(each == hash_of(work.to_json_text()));
    WARN(agents << " agents claimed " << rounds << " tasks and lost " << shared.lost_races
                << " races");
}

}  // namespace

TEST_CASE("ten threads with a memory each claim the same tasks, and one gets each",
          "[sqlite][threads][task]") {
    const temporary_folder at;
    plan_contest(at);
    const auto shared = std::make_unique<contest>();
    std::vector<std::thread> all;
    for (std::size_t agent = 0; agent < agents; ++agent)
        all.emplace_back([&, agent] { compete(racing_in(at), agent, *shared); });
    for (auto& each : all) each.join();
    judge_contest(at, *shared);
}

TEST_CASE("ten processes claim the same tasks, and one gets each", "[sqlite][processes][task]") {
    const temporary_folder at;
    plan_contest(at);
    const shared_by_processes<contest> shared;
    std::vector<child_process> all;
    for (std::size_t agent = 0; agent < agents; ++agent)
        all.emplace_back([&] {
            compete(racing_in(at), agent, *shared);
            return 0;
        });
    for (auto& each : all) REQUIRE(each.wait() == 0);
    judge_contest(at, *shared);
}
