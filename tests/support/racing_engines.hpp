// What engines promise to many writers of one stream, in threads and in processes, for every engine
// in WORKMEM_RACING_ENGINES: types that own a place of their own and have `open()`, which gives
// another handle of the journal there, also in a process that was started since; `records` is how
// many each process writes, `sync` how, where that can be chosen. Included once, by the file that
// lists them.
#pragma once

#include "catch.hpp"
#include "eventually.hpp"
#include "journal_calls.hpp"
#include "processes.hpp"
#include "repetitions.hpp"

#include <workmem/journal/journal.hpp>
#include <workmem/journal/sync_mode.hpp>

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace workmem_test {

using std::chrono::milliseconds;

struct races {
    std::atomic<std::uint64_t> won{0}, lost{0}, ready{0}, at_work{0};
};

// Appends `count` records, each wherever the stream ends by then.
template <class Journal>
void compete(Journal& journal, std::size_t writer, std::uint64_t count, races& shared) {
    using workmem::journal::append_status;
    struct working {
        explicit working(races& of) : at_work{of.at_work} { ++at_work; }
        ~working() { --at_work; }
        std::atomic<std::uint64_t>& at_work;
    } const now{shared};
    std::uint64_t last = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto text = std::to_string(writer) + '-' + std::to_string(i);
        const std::string_view lines[]{text};
        for (;;) {
            const auto outcome = journal.append("s", last, lines);
            if (outcome.status == append_status::recorded) break;
            if (outcome.status != append_status::conflict) return;
            ++shared.lost;
            const auto info = journal.open_stream("s", "");
            if (!info) return;
            last = info->last;
        }
        ++last;
        if (!journal.commit("s", last)) return;
        const auto won = ++shared.won;
        // A writer that goes on at once may win again and again before the others look.
        if (i % 4 == 0) (void)eventually([&] { return shared.won != won || shared.at_work == 1; });
    }
}

// Each record once, and those of each writer in its order.
template <class Journal>
void require_all(Journal& journal, std::size_t writers, std::uint64_t count) {
    std::vector<std::uint64_t> next(writers, 0);
    std::uint64_t sequence = 0;
    int wrong = 0;
    REQUIRE(journal.read("s", 0, [&](const workmem::journal::record& each) {
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
    CHECK(next == std::vector<std::uint64_t>(writers, count));
    if constexpr (requires { journal.examine(); }) CHECK(journal.examine()->sound());
}

TEMPLATE_TEST_CASE("records of 8 threads are there once, in one order", "[journal][threads]",
                   WORKMEM_RACING_ENGINES) {
    TestType at;
    auto shared = at.open();
    std::vector<std::thread> threads;
    races all;
    constexpr std::uint64_t count = 100;
    // Some through copies of one handle, some through handles of their own.
    for (std::size_t writer = 0; writer < 8; ++writer)
        threads.emplace_back([&, writer] {
            auto journal = writer % 2 == 0 ? shared : at.open();
            compete(journal, writer, count, all);
        });
    for (auto& each : threads) each.join();
    CHECK(all.won == 8 * count);
    require_all(shared, 8, count);
}

TEMPLATE_TEST_CASE("records of other processes are there once, in one order; races are lost",
                   "[journal][processes]", WORKMEM_RACING_ENGINES) {
    constexpr std::size_t writers = 8;
    const auto count = repetitions(TestType::records, 10'000);
    TestType at;
    const shared_by_processes<races> all;
    std::vector<child_process> children;
    for (std::size_t writer = 0; writer < writers; ++writer)
        children.emplace_back(
            [&, writer] {
                // All of them find nothing and make it.
                auto journal = at.open();
                ++all->ready;
                while (all->ready < writers) std::this_thread::yield();
                compete(journal, writer, count, *all);
                return 0;
            },
            3'600U);
    for (auto& each : children) CHECK(each.wait() == 0);
    CHECK(all->won == writers * count);
    CHECK(all->lost > 0);
    auto journal = at.open();
    require_all(journal, writers, count);
    CHECK(*journal.streams() == std::vector<std::string>{"s"});
    WARN(writers << " processes appended " << count << " records each, and lost " << all->lost
                 << " races");
}

TEMPLATE_TEST_CASE("reading, truncating and rewriting go together with threads that append",
                   "[journal][threads]", WORKMEM_RACING_ENGINES) {
    TestType at;
    if constexpr (requires { at.sync; })
        at.sync = workmem::journal::sync_mode::interval(milliseconds{1});
    auto journal = at.open();
    std::vector<std::thread> threads;
    races all;
    for (std::size_t writer = 0; writer < 4; ++writer)
        threads.emplace_back(
            [&all, writer, copy = journal]() mutable { compete(copy, writer, 100, all); });
    for (int i = 0; i < 10; ++i) {
        const auto info = journal.open_stream("s", "");
        REQUIRE(info);
        std::uint64_t seen = info->oldest;
        CHECK(journal.rewrite("s", [&](const workmem::journal::record& each) {
            seen = each.sequence;
            return std::optional<std::string>{"other"};
        }));
        CHECK(seen >= info->last);
        CHECK(journal.save_snapshot("s", "entity", info->last, "x"));
        CHECK(journal.truncate("s", info->last / 2));
        auto next = info->last / 2;
        CHECK(journal.read("s", next, [&](const workmem::journal::record& each) {
            next += each.sequence == next + 1 ? 1 : 0;
        }));
        CHECK(next >= info->last);
        if constexpr (requires { journal.tick(); }) CHECK(journal.tick());
    }
    for (auto& each : threads) each.join();
    CHECK(all.won == 400);
    CHECK(journal.open_stream("s", "")->last == 400);
    if constexpr (requires { journal.examine(); }) CHECK(journal.examine()->sound());
}

TEMPLATE_TEST_CASE("waiting ends with a record of another process", "[journal][processes]",
                   WORKMEM_RACING_ENGINES) {
    TestType at;
    {
        auto journal = at.open();
        REQUIRE(append(journal, "s", 0, {"a"}) == workmem::journal::append_status::recorded);
    }
    const shared_by_processes<std::atomic<bool>> begins;
    child_process child{[&, waiting = ::getpid()] {
        auto journal = at.open();
        (void)eventually([&] { return *begins && is_asleep(waiting); });
        const std::string_view lines[]{"b"};
        return journal.append("s", 1, lines).status == workmem::journal::append_status::recorded
                   ? 0
                   : 1;
    }};
    auto journal = at.open();
    const deadline most;
    *begins = true;
    CHECK(journal.wait_for_changes("s", 1, std::chrono::minutes{10}));
    CHECK_FALSE(most.has_passed());
    CHECK(all(journal, "s") == "1:a 2:b ");
    CHECK(child.wait() == 0);
}

TEMPLATE_TEST_CASE("a visitor may use the journal, which may change meanwhile", "[journal]",
                   WORKMEM_RACING_ENGINES) {
    const TestType at;
    auto journal = at.open();
    // More than fits into a page.
    const std::string megabyte(std::size_t{1} << 20U, 'x');
    for (std::uint64_t i = 0; i < 10; ++i)
        REQUIRE(append(journal, "s", i, {megabyte}) == workmem::journal::append_status::recorded);
    std::uint64_t visited = 0;
    const auto visit = [&](auto&& change) {
        return journal.read("s", 0, [&](const workmem::journal::record& each) {
            CHECK(each.sequence == ++visited);
            change();
        });
    };
    SECTION("appending") {
        // Whether it reads what was appended meanwhile is left open.
        std::uint64_t last = 10;
        CHECK(visit([&] {
            if (visited > 10) return;
            CHECK(append(journal, "s", last++, {"more"}) ==
                  workmem::journal::append_status::recorded);
        }));
        CHECK(last == 20);
        CHECK(visited >= 10);
        CHECK(visited <= 20);
    }
    SECTION("forgetting what was read") {
        CHECK(visit([&] { CHECK(journal.truncate("s", visited - 1)); }));
        CHECK(visited == 10);
    }
    SECTION("forgetting what was not read yet") {
        const auto read = visit([&] { CHECK(journal.truncate("s", 9)); });
        CHECK(code_of(read) == workmem::error_code::conflict);
        CHECK(visited < 9);
    }
    SECTION("erasing it") {
        const auto read = visit([&] {
            if (visited == 1) CHECK(*journal.erase_stream("s"));
        });
        CHECK(code_of(read) == workmem::error_code::conflict);
        CHECK(visited < 9);
    }
}

}  // namespace workmem_test
