// Many writers of one stream, in threads and in processes.
#include "bundles.hpp"
#include "catch.hpp"
#include "journal_calls.hpp"
#include "processes.hpp"
#include "temporary_folder.hpp"

#include <workmem/entity/window.ipp>
#include <workmem_sqlite/sqlite.hpp>

#include <workmem/entity/replay.hpp>

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <random>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

using namespace workmem::journal;
using namespace workmem_test;
using std::chrono::milliseconds;

namespace {

sqlite open_in(const temporary_folder& at, sync_mode sync = sync_mode::never()) {
    auto opened = sqlite::open(at.path() + "/j.db", {.sync = sync});
    if (!opened) FAIL(opened.error().message());
    return *opened;
}

struct races {
    std::uint64_t won = 0;
    std::uint64_t lost = 0;
};

// Appends `count` records, each wherever the stream ends by then.
races compete(sqlite& journal, int writer, int count) {
    races out;
    std::uint64_t last = 0;
    for (int i = 0; i < count; ++i) {
        const auto text = std::to_string(writer) + '-' + std::to_string(i);
        const std::string_view lines[]{text};
        for (;;) {
            const auto outcome = journal.append("s", last, lines);
            if (outcome.status == append_status::recorded) break;
            if (outcome.status != append_status::conflict) return out;
            ++out.lost;
            const auto info = journal.open_stream("s", "");
            if (!info) return out;
            last = info->last;
        }
        ++last;
        ++out.won;
        if (!journal.commit("s", last)) return out;
        // Who goes on at once has the lock again before the others look.
        if (i % 4 == 0) std::this_thread::sleep_for(std::chrono::microseconds{20});
    }
    return out;
}

// Each record once, and those of each writer in its order.
void require_all(sqlite& journal, int writers, int count) {
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
    CHECK(journal.examine()->sound());
}

// Reads until the other end closes.
std::string read_pipe(int descriptor) {
    std::string out;
    char buffer[4'096];
    for (;;) {
        const auto size = ::read(descriptor, buffer, sizeof buffer);
        if (size <= 0) return out;
        out.append(buffer, static_cast<std::size_t>(size));
    }
}

void require_success(std::vector<child_process>& children) {
    for (auto& each : children) CHECK(each.wait() == 0);
}

// What the children said, a number a line.
std::uint64_t sum_of(int descriptor) {
    const auto lines = read_pipe(descriptor);
    ::close(descriptor);
    std::uint64_t sum = 0;
    for (std::size_t at = 0; at < lines.size(); at = lines.find('\n', at) + 1)
        sum += std::stoull(lines.substr(at));
    return sum;
}

void write_pipe(int descriptor, const std::string& text) {
    if (::write(descriptor, text.data(), text.size()) < 0)
        throw std::system_error{errno, std::generic_category()};
}

}  // namespace

TEST_CASE("records of 8 threads are there once, in one order", "[sqlite][threads]") {
    const temporary_folder at;
    auto shared = open_in(at);
    std::vector<std::thread> threads;
    std::atomic<std::uint64_t> won{0};
    constexpr int count = 100;
    // Some through copies of one handle, some through handles of their own.
    for (int writer = 0; writer < 8; ++writer)
        threads.emplace_back([&, writer] {
            auto journal = writer % 2 == 0
                               ? shared
                               : *sqlite::open(shared.path(), {.sync = sync_mode::never()});
            won += compete(journal, writer, count).won;
        });
    for (auto& each : threads) each.join();
    CHECK(won == 8 * count);
    require_all(shared, 8, count);
}

TEST_CASE("reading, truncating and rewriting go together with threads that append",
          "[sqlite][threads]") {
    const temporary_folder at;
    auto journal = open_in(at, sync_mode::interval(milliseconds{1}));
    std::vector<std::thread> threads;
    std::atomic<std::uint64_t> won{0};
    for (int writer = 0; writer < 4; ++writer)
        threads.emplace_back(
            [&won, writer, copy = journal]() mutable { won += compete(copy, writer, 100).won; });
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
        CHECK(journal.tick());
    }
    for (auto& each : threads) each.join();
    CHECK(won == 400);
    CHECK(journal.open_stream("s", "")->last == 400);
    CHECK(journal.examine()->sound());
}

TEST_CASE("processes that find no file and make it all get one journal", "[sqlite][processes]") {
    for (unsigned round = 0; round < 60; ++round) {
        INFO("round " << round);
        const temporary_folder at;
        std::vector<child_process> children;
        for (unsigned opener = 0; opener < 6; ++opener) {
            children.emplace_back([&] {
                std::mt19937 random{round * 6 + opener};
                std::this_thread::sleep_for(std::chrono::microseconds{random() % 1'500});
                auto journal = sqlite::open(at.path() + "/j.db", {.sync = sync_mode::never()});
                return journal && journal->open_stream("s", "entity") ? 0 : 1;
            });
        }
        require_success(children);
        auto journal = open_in(at);
        CHECK(journal.streams().value() == std::vector<std::string>{"s"});
    }
}

TEST_CASE("records of other processes are there once, in one order; races are lost",
          "[sqlite][processes]") {
    const temporary_folder at;
    constexpr int writers = 8;
    constexpr int count = 5'000;
    int report[2], start[2];
    REQUIRE(::pipe(report) == 0);
    REQUIRE(::pipe(start) == 0);
    std::vector<child_process> children;
    for (int writer = 0; writer < writers; ++writer) {
        children.emplace_back([&] {
            ::close(start[1]);
            char nothing = 0;
            (void)!::read(start[0], &nothing, 1);  // until all are there
            // All of them find no file and make it.
            auto journal = sqlite::open(at.path() + "/j.db", {.sync = sync_mode::never()});
            if (!journal) return 2;
            const auto done = compete(*journal, writer, count);
            write_pipe(report[1], std::to_string(done.lost) + '\n');
            return done.won == static_cast<std::uint64_t>(count) ? 0 : 1;
        });
    }
    ::close(start[0]);
    ::close(start[1]);
    ::close(report[1]);
    const auto all_lost = sum_of(report[0]);
    require_success(children);
    CHECK(all_lost > 0);
    auto journal = open_in(at);
    require_all(journal, writers, count);
    WARN(writers << " processes appended " << count << " records each and lost " << all_lost
                 << " races");
}

TEST_CASE("waiting ends with a record of another process", "[sqlite][processes]") {
    const temporary_folder at;
    int go[2];
    REQUIRE(::pipe(go) == 0);
    child_process child{[&] {
        char nothing = 0;
        (void)!::read(go[0], &nothing, 1);
        auto journal = sqlite::open(at.path() + "/j.db", {.sync = sync_mode::never()});
        std::this_thread::sleep_for(milliseconds{20});
        const std::string_view lines[]{"b"};
        return journal && journal->append("s", 1, lines).status == append_status::recorded ? 0 : 1;
    }};
    {
        auto journal = open_in(at);
        CHECK(append(journal, "s", 0, {"a"}) == append_status::recorded);
        write_pipe(go[1], "!");
        CHECK(journal.wait_for_changes("s", 1, milliseconds{20'000}));
        CHECK(all(journal, "s") == "1:a 2:b ");
    }
    CHECK(child.wait() == 0);
    ::close(go[0]);
    ::close(go[1]);
}

TEST_CASE("memories of other processes lose nothing and end up equal", "[sqlite][processes]") {
    struct policies : bundle<two_segment, type_and_id, unlocked, unwatched, counted, sqlite> {};
    using window_type = window_of<policies>;
    constexpr std::uint64_t writers = 4, count = 100;
    const temporary_folder at;
    const auto window_in = [&] {
        return window_type{{}, {.journal = open_in(at), .stream = "agent"}};
    };
    int report[2], start[2];
    REQUIRE(::pipe(report) == 0);
    REQUIRE(::pipe(start) == 0);
    std::vector<child_process> children;
    for (std::uint64_t writer = 0; writer < writers; ++writer) {
        children.emplace_back([&] {
            ::close(start[1]);
            char nothing = 0;
            (void)!::read(start[0], &nothing, 1);  // until all are there
            auto window = window_in();
            for (std::uint64_t i = 0; i < count; ++i) {
                const auto name = std::to_string(writer) + '-' + std::to_string(i);
                // Each writer has a page of its own; one belongs to all.
                const auto id = i % 2 == 0 ? std::to_string(writer) : "shared";
                if (!window.try_add({.type = "page", .id = id, .name = name})) return 1;
                std::this_thread::sleep_for(std::chrono::microseconds{50});
            }
            write_pipe(report[1], std::to_string(window.metrics().lost_races) + '\n');
            return 0;
        });
    }
    ::close(start[0]);
    ::close(start[1]);
    ::close(report[1]);
    const auto all_lost = sum_of(report[0]);
    require_success(children);
    CHECK(all_lost > 0);
    auto one = window_in(), other = window_in();
    CHECK(one == other);
    CHECK(one.sequence() == writers * count);
    CHECK(one.size() == writers + 1);
    for (std::uint64_t writer = 0; writer < writers; ++writer) {
        const auto found = one.get("page", std::to_string(writer));
        REQUIRE(found);
        CHECK(found->name == std::to_string(writer) + "-98");
    }
    WARN(writers << " memories recorded " << count << " changes each and lost " << all_lost
                 << " races");
}
