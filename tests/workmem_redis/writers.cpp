// Many writers of one stream, in threads and in processes.
#include "bounded_bundles.hpp"
#include "catch.hpp"
#include "journal_calls.hpp"
#include "processes.hpp"
#include "redis_server.hpp"
#include "repetitions.hpp"

#include <workmem/bounded/bounded_store.ipp>
#include <workmem_redis/redis.hpp>

#include <workmem/ids/sequential_ids.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

using namespace workmem::journal;
using namespace workmem_test;
using std::chrono::milliseconds;

namespace {

struct races {
    std::atomic<std::uint64_t> won{0}, lost{0}, ready{0};
};

// Appends `count` records, each wherever the stream ends by then.
void compete(redis journal, std::size_t writer, std::uint64_t count, races& shared) {
    std::uint64_t last = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto text = std::to_string(writer) + '-' + std::to_string(i);
        const std::string_view lines[]{text};
        for (;;) {
            const auto outcome = journal.append("s", last, lines);
            if (outcome.status == append_status::recorded) break;
            if (outcome.status != append_status::conflict) return;
            const auto info = journal.open_stream("s", "");
            if (!info) return;
            last = info->last;
        }
        ++last;
        ++shared.won;
    }
    shared.lost += journal.counts().conflicts;
}

// Each record once, and those of each writer in its order.
void require_all(redis journal, std::size_t writers, std::uint64_t count) {
    std::vector<std::uint64_t> next(writers, 0);
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
    CHECK(next == std::vector<std::uint64_t>(writers, count));
    CHECK(journal.examine()->sound());
}

redis open_in(const std::string& prefix) {
    return redis::open(shared_redis().url(), in_prefix(prefix)).value();
}

}  // namespace

TEST_CASE("records of 8 threads are there once, in one order", "[redis][threads]") {
    const auto prefix = fresh_prefix();
    const auto shared = open_in(prefix);
    std::vector<std::thread> threads;
    races all;
    constexpr std::uint64_t count = 100;
    // Some through copies of one handle, some through handles of their own.
    for (std::size_t writer = 0; writer < 8; ++writer)
        threads.emplace_back([&, writer] {
            compete(writer % 2 == 0 ? shared : open_in(prefix), writer, count, all);
        });
    for (auto& each : threads) each.join();
    CHECK(all.won == 8 * count);
    require_all(shared, 8, count);
}

TEST_CASE("records of other processes are there once, in one order; races are lost",
          "[redis][processes]") {
    constexpr std::size_t writers = 8;
    const auto count = repetitions(500, 10'000);
    const auto prefix = fresh_prefix();
    (void)shared_redis();
    const shared_by_processes<races> all;
    std::vector<child_process> children;
    for (std::size_t writer = 0; writer < writers; ++writer) {
        children.emplace_back([&, writer] {
            // All of them find no stream and make it.
            auto journal = open_in(prefix);
            ++all->ready;
            while (all->ready < writers) std::this_thread::yield();
            compete(journal, writer, count, *all);
            return 0;
        });
    }
    const auto before = std::chrono::steady_clock::now();
    for (auto& each : children) CHECK(each.wait() == 0);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - before;
    CHECK(all->won == writers * count);
    CHECK(all->lost > 0);
    auto journal = open_in(prefix);
    require_all(journal, writers, count);
    CHECK(*journal.streams() == std::vector<std::string>{"s"});
    WARN(writers << " processes appended " << count << " records each in " << took.count()
                 << " s; conflicts: " << all->lost);
}

TEST_CASE("reading, truncating and rewriting go together with threads that append",
          "[redis][threads]") {
    auto options = in_prefix(fresh_prefix());
    options.erase_files = false;
    auto journal = redis::open(shared_redis().url(), options).value();
    std::vector<std::thread> threads;
    races all;
    for (std::size_t writer = 0; writer < 4; ++writer)
        threads.emplace_back([&, writer] { compete(journal, writer, 200, all); });
    for (int i = 0; i < 10; ++i) {
        const auto info = journal.open_stream("s", "");
        REQUIRE(info);
        std::uint64_t seen = 0;
        CHECK(journal.rewrite("s", [&](const record& each) {
            seen = each.sequence;
            return std::optional<std::string>{"other"};
        }));
        CHECK(seen >= info->last);
        CHECK(journal.save_snapshot("s", "entity", info->last, "x"));
        CHECK(journal.truncate("s", info->last / 2));
        auto next = info->last / 2;
        CHECK(journal.read("s", next,
                           [&](const record& each) { next += each.sequence == next + 1 ? 1 : 0; }));
        CHECK(next >= info->last);
    }
    for (auto& each : threads) each.join();
    CHECK(all.won == 800);
    CHECK(journal.open_stream("s", "")->last == 800);
    CHECK(journal.examine()->sound());
}

TEST_CASE("two that rewrite at the same time lose nothing of each other", "[redis][threads]") {
    auto options = in_prefix(fresh_prefix());
    options.erase_files = false;
    auto journal = redis::open(shared_redis().url(), options).value();
    const std::vector<std::string> owned(1'300, "left right");
    REQUIRE(
        journal.append("s", 0, std::vector<std::string_view>{owned.begin(), owned.end()}).status ==
        append_status::recorded);
    std::atomic<int> rewritten{0};
    const auto without = [&](std::string word) {
        return std::thread{[word, copy = journal, &rewritten]() mutable {
            const auto done = copy.rewrite("s", [&](const record& each) {
                auto text = std::string{each.bytes};
                const auto at = text.find(word);
                if (at == std::string::npos) return std::optional<std::string>{};
                return std::optional{text.replace(at, word.size(), "-")};
            });
            rewritten += done ? 1 : 0;
        }};
    };
    auto left = without("left"), right = without("right");
    left.join();
    right.join();
    CHECK(rewritten == 2);
    int wrong = 0;
    std::uint64_t count = 0;
    CHECK(journal.read("s", 0, [&](const record& each) {
        ++count;
        wrong += each.bytes == "- -" ? 0 : 1;
    }));
    CHECK(count == owned.size());
    CHECK(wrong == 0);
}

TEST_CASE("waiting ends with a record of another process, and at once", "[redis][processes]") {
    const auto prefix = fresh_prefix();
    (void)shared_redis();
    const shared_by_processes<std::atomic<std::int64_t>> written;
    const auto now = [] { return std::chrono::steady_clock::now().time_since_epoch().count(); };
    child_process child{[&] {
        auto journal = open_in(prefix);
        std::this_thread::sleep_for(milliseconds{50});
        *written = now();
        const std::string_view lines[]{"a"};
        return journal.append("s", 0, lines).status == append_status::recorded ? 0 : 1;
    }};
    auto journal = open_in(prefix);
    // Before there is a stream.
    CHECK(journal.wait_for_changes("s", 0, milliseconds{20'000}));
    const auto heard = now();
    CHECK(child.wait() == 0);
    CHECK(heard - *written < std::chrono::nanoseconds{milliseconds{500} * slowness}.count());
    CHECK(all(journal, "s") == "1:a ");
}

TEST_CASE("threads wait for one stream and append to it through one handle", "[redis][threads]") {
    auto journal = open_in(fresh_prefix());
    std::atomic<int> woken{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&, copy = journal]() mutable {
            woken += copy.wait_for_changes("s", 0, milliseconds{20'000}) ? 1 : 0;
        });
    std::this_thread::sleep_for(milliseconds{20});
    CHECK(append(journal, "s", 0, {"a"}) == append_status::recorded);
    for (auto& each : threads) each.join();
    CHECK(woken == 4);
}

TEST_CASE("threads with bounded stores of their own on one server", "[redis][bounded][threads]") {
    struct policies
        : bounded_bundle<importance_guard, std::shared_mutex, workmem::observer::none, redis> {};
    using store = store_of<policies>;
    const auto prefix = fresh_prefix();
    const workmem::bounded_options options{.max_items = 20, .max_tokens = 10'000};
    const auto make = [&](int t) {
        store::parts with{.journal = open_in(prefix), .stream = "agent"};
        with.ids = workmem::sequential_ids{"t" + std::to_string(t)};
        return with;
    };
    constexpr int writers = 4, count = 25;
    std::vector<std::thread> all;
    std::atomic<std::uint64_t> lost{0};
    for (int t = 0; t < writers; ++t)
        all.emplace_back([&, t] {
            store memory{options, make(t)};
            for (int i = 0; i < count;)
                i += memory.try_memorize({.text = std::to_string(i)}).has_value();
            lost += memory.metrics().lost_races;
        });
    for (auto& each : all) each.join();
    CHECK(lost > 0);
    const store one{options, make(8)}, other{options, make(9)};
    CHECK(one == other);
    CHECK(one.size() == 20);
    CHECK(one.sequence() == writers * count);
}
