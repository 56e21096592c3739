// What agents in threads and in processes promise each other that share one task memory: each task
// has one winner. For every engine in WORKMEM_CLAIMED_ENGINES: types that own a place of their own,
// with `journal_type`, `open()`, a handle of the journal there, also in a process that was started
// since, and `tasks`, how many are claimed. Included once, by the file that lists them.
#pragma once

#include "catch.hpp"
#include "processes.hpp"
#include "repetitions.hpp"
#include "task_bundles.hpp"

#include <workmem/task/task_memory.ipp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace workmem_test {

inline constexpr std::size_t claiming_agents = 10, most_claims = 2'000;

struct claim_contest {
    std::atomic<std::size_t> arrived{0};
    std::array<std::atomic<int>, most_claims> winners{};
    std::array<std::atomic<int>, most_claims> last_winner{};
    std::atomic<std::uint64_t> refused{0}, wrong{0}, lost_races{0};
    std::array<std::atomic<std::uint64_t>, claiming_agents> ends{};
};

// Text by which memories of several processes can be compared: FNV-1a.
inline std::uint64_t hash_of(const std::string& text) {
    std::uint64_t out = 0xCBF29CE484222325U;
    for (const char each : text) out = (out ^ static_cast<unsigned char>(each)) * 0x100000001B3U;
    return out;
}

inline workmem::task_id claimed_task(std::size_t round) {
    return workmem::task_id{"t" + std::to_string(round)};
}
inline std::string claiming_agent(int agent) { return "agent-" + std::to_string(agent); }

template <class Engine>
auto claimed_in(const Engine& at) {
    return task_memory_of<typename Engine::journal_type>{{.name = "race"}, {.journal = at.open()}};
}

template <class Engine>
void plan_contest(const Engine& at, std::size_t rounds) {
    std::vector<workmem::new_task> tasks;
    for (std::size_t i = 0; i < rounds; ++i) tasks.push_back(named(claimed_task(i).str()));
    claimed_in(at).add_tasks(tasks);
}

// All of them try the same task at the same time.
template <class Memory>
void compete(Memory work, int agent, std::size_t rounds, claim_contest& shared) {
    for (std::size_t round = 0; round < rounds; ++round) {
        ++shared.arrived;
        while (shared.arrived < (round + 1) * claiming_agents) std::this_thread::yield();
        const auto claimed = work.try_claim(claimed_task(round), claiming_agent(agent));
        if (claimed) {
            ++shared.winners[round];
            shared.last_winner[round] = agent;
        } else {
            ++shared.refused;
            if (claimed.error().code() != workmem::error_code::conflict) ++shared.wrong;
        }
    }
    work.catch_up();
    shared.lost_races += work.metrics().lost_races;
    shared.ends[static_cast<std::size_t>(agent)] = hash_of(work.to_json_text());
}

template <class Engine>
void judge_contest(const Engine& at, std::size_t rounds, claim_contest& shared) {
    const auto work = claimed_in(at);
    std::set<std::uint64_t> tokens;
    for (std::size_t round = 0; round < rounds; ++round) {
        INFO("round " << round);
        REQUIRE(shared.winners[round] == 1);
        const auto task = work.get(claimed_task(round));
        REQUIRE(task.status == workmem::task_status::assigned);
        REQUIRE(task.assigned_to == claiming_agent(shared.last_winner[round]));
        tokens.insert(task.token);
    }
    CHECK(tokens.size() == rounds);
    CHECK(shared.refused == (claiming_agents - 1) * rounds);
    CHECK(shared.wrong == 0);
    CHECK(shared.lost_races > 0);
    for (const auto& each : shared.ends) CHECK(each == hash_of(work.to_json_text()));
    WARN(claiming_agents << " agents claimed " << rounds << " tasks and lost "
                         << shared.lost_races << " races");
}

TEMPLATE_TEST_CASE("threads with a memory each claim the same tasks, and one gets each",
                   "[threads][task]", WORKMEM_CLAIMED_ENGINES) {
    const TestType at;
    const auto rounds = static_cast<std::size_t>(repetitions(TestType::tasks, most_claims));
    plan_contest(at, rounds);
    const auto shared = std::make_unique<claim_contest>();
    std::vector<std::thread> all;
    for (std::size_t agent = 0; agent < claiming_agents; ++agent)
        all.emplace_back(
            [&, agent] { compete(claimed_in(at), static_cast<int>(agent), rounds, *shared); });
    for (auto& each : all) each.join();
    judge_contest(at, rounds, *shared);
}

TEMPLATE_TEST_CASE("processes claim the same tasks, and one gets each", "[processes][task]",
                   WORKMEM_CLAIMED_ENGINES) {
    const TestType at;
    const auto rounds = static_cast<std::size_t>(repetitions(TestType::tasks, most_claims));
    plan_contest(at, rounds);
    const shared_by_processes<claim_contest> shared;
    std::vector<child_process> all;
    for (std::size_t agent = 0; agent < claiming_agents; ++agent)
        all.emplace_back([&, agent] {
            compete(claimed_in(at), static_cast<int>(agent), rounds, *shared);
            return 0;
        });
    for (auto& each : all) REQUIRE(each.wait() == 0);
    judge_contest(at, rounds, *shared);
}

}  // namespace workmem_test
