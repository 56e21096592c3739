// Many writers of one stream, in threads and in processes.
#include "catch.hpp"
#include "in_postgres.hpp"
#include "journal_calls.hpp"
#include "processes.hpp"
#include "repetitions.hpp"
#include "task_bundles.hpp"

#include <workmem/task/task_memory.ipp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

using namespace workmem::journal;
using namespace workmem_test;
using std::chrono::milliseconds;

namespace {

// Appends `count` records, each wherever the stream ends by then; how many it got in.
int compete(postgres& journal, int writer, int count) {
    std::uint64_t last = 0;
    for (int i = 0; i < count; ++i) {
        const auto text = std::to_string(writer) + '-' + std::to_string(i);
        const std::string_view lines[]{text};
        for (;;) {
            const auto outcome = journal.append("s", last, lines);
            if (outcome.status == append_status::recorded) break;
            if (outcome.status != append_status::conflict) return i;
            const auto info = journal.find_stream("s");
            if (!info || !*info) return i;
            last = (*info)->last;
        }
        ++last;
    }
    return count;
}

// Each record once, and those of each writer in its order.
void require_all(postgres& journal, int writers, int count) {
    std::vector<int> next(static_cast<std::size_t>(writers), 0);
    std::uint64_t sequence = 0;
    int wrong = 0;
    REQUIRE(journal.read("s", 0, [&](const record& each) {
        const std::string text{each.bytes};
        const auto writer = static_cast<std::size_t>(std::stoi(text));
        const bool right = each.sequence == ++sequence && writer < next.size() &&
                           text == std::to_string(writer) + '-' + std::to_string(next[writer]);
        if (right)
            ++next[writer];
        else
            ++wrong;
    }));
    CHECK(wrong == 0);
    CHECK(next == std::vector<int>(static_cast<std::size_t>(writers), count));
}

}  // namespace

TEST_CASE("records of 8 threads are there once, in one order, in PostgreSQL",
          "[postgres][threads]") {
    const in_postgres at;
    auto shared = at.open();
    std::vector<std::thread> threads;
    std::atomic<int> won{0};
    constexpr int count = 50;
    // Some through copies of one handle, some through handles of their own.
    for (int writer = 0; writer < 8; ++writer)
        threads.emplace_back([&, writer] {
            auto journal = writer % 2 == 0 ? shared : at.open();
            won += compete(journal, writer, count);
        });
    for (auto& each : threads) each.join();
    CHECK(won == 8 * count);
    require_all(shared, 8, count);
}

TEST_CASE("records of other processes are there once, in one order; races are lost, in PostgreSQL",
          "[postgres][processes]") {
    const in_postgres at;
    constexpr int writers = 8;
    const auto count = static_cast<int>(repetitions(250, 10'000));
    const shared_by_processes<std::atomic<std::uint64_t>> conflicts;
    std::vector<child_process> children;
    for (int writer = 0; writer < writers; ++writer)
        children.emplace_back(
            [&, writer] {
                auto journal = at.open();
                const auto won = compete(journal, writer, count);
                *conflicts += journal.counts().conflicts;
                return won == count ? 0 : 1;
            },
            3'600U);
    for (auto& each : children) CHECK(each.wait() == 0);
    CHECK(*conflicts > 0);
    auto journal = at.open();
    require_all(journal, writers, count);
    WARN(writers << " processes appended " << count << " records each, with " << *conflicts
                 << " conflicts");
}

TEST_CASE("reading, truncating and rewriting go together with threads that append to PostgreSQL",
          "[postgres][threads]") {
    const in_postgres at;
    auto journal = at.open();
    std::vector<std::thread> threads;
    std::atomic<int> won{0};
    for (int writer = 0; writer < 4; ++writer)
        threads.emplace_back([&, writer] {
            auto own = at.open();
            won += compete(own, writer, 100);
        });
    for (int i = 0; i < 10; ++i) {
        const auto info = journal.open_stream("s", "");
        REQUIRE(info);
        CHECK(journal.rewrite("s",
                              [](const record&) { return std::optional<std::string>{"other"}; }));
        CHECK(journal.save_snapshot("s", "entity", info->last, "x"));
        CHECK(journal.truncate("s", info->last / 2));
        auto next = info->last / 2;
        CHECK(journal.read("s", next,
                           [&](const record& each) { next += each.sequence == next + 1 ? 1 : 0; }));
        CHECK(next >= info->last);
    }
    for (auto& each : threads) each.join();
    CHECK(won == 400);
    CHECK(journal.open_stream("s", "")->last == 400);
}

TEST_CASE("waiting ends with a record of another process, in PostgreSQL", "[postgres][processes]") {
    const in_postgres at;
    {
        auto journal = at.open();
        REQUIRE(append(journal, "s", 0, {"a"}) == append_status::recorded);
    }
    child_process child{[&] {
        auto journal = at.open();
        std::this_thread::sleep_for(milliseconds{50});
        const std::string_view lines[]{"b"};
        return journal.append("s", 1, lines).status == append_status::recorded ? 0 : 1;
    }};
    auto journal = at.open();
    const auto begun = std::chrono::steady_clock::now();
    CHECK(journal.wait_for_changes("s", 1, milliseconds{20'000}));
    CHECK(std::chrono::steady_clock::now() - begun < milliseconds{3'000});
    CHECK(all(journal, "s") == "1:a 2:b ");
    CHECK(child.wait() == 0);
}

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
