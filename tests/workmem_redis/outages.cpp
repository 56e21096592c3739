// A server that is killed and started anew, stopped for a while, or still loading.
#include "catch.hpp"
#include "journal_calls.hpp"
#include "redis_server.hpp"
#include "repetitions.hpp"

#include <workmem_redis/redis.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <future>
#include <map>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

using namespace workmem::journal;
using namespace workmem_test;
using std::chrono::milliseconds;
using workmem::error_code;
using clock_type = std::chrono::steady_clock;

namespace {

struct appended {
    std::vector<std::string> acknowledged{};
    std::uint64_t unknown = 0, failed = 0;
    redis_counts counts{};
};

// Whether the record stands where it was to stand; waits until the server can say.
bool stands(redis& journal, std::uint64_t expected, const std::string& text) {
    for (;;) {
        bool is_ours = false;
        const auto read = journal.read("s", expected, [&](const record& each) {
            is_ours = is_ours || (each.sequence == expected + 1 && each.bytes == text);
        });
        if (read) return is_ours;
    }
}

// Appends until it is over, each record until it is recorded.
appended go_on_appending(redis journal, std::size_t writer, const std::atomic<bool>& is_over) {
    appended out;
    std::uint64_t last = 0;
    for (std::uint64_t i = 0; !is_over;) {
        const auto text = std::to_string(writer) + '-' + std::to_string(i);
        const std::string_view lines[]{text};
        const auto done = journal.append("s", last, lines);
        bool is_recorded = done.status == append_status::recorded;
        if (done.status == append_status::failed) ++out.failed;
        if (done.status == append_status::unknown) {
            ++out.unknown;
            is_recorded = stands(journal, last, text);
        }
        if (is_recorded) {
            out.acknowledged.push_back(text);
            ++last;
            ++i;
        } else if (const auto info = journal.open_stream("s", "")) {
            last = info->last;
        }
    }
    out.counts = journal.counts();
    return out;
}

}  // namespace

TEST_CASE("what is acknowledged survives a server that is killed under load, once",
          "[redis][threads]") {
    redis_server at;
    const auto least = repetitions(5, 20), most = least + 30;
    std::atomic<bool> is_over{false};
    constexpr std::size_t writers = 4;
    std::vector<appended> done(writers);
    std::vector<redis> journals;  // before the first kill: who finds no server does not wait for it
    for (std::size_t writer = 0; writer < writers; ++writer) {
        auto options = in_prefix("p", sync_mode::always());
        // Where there is less of it than the server takes, calls end without being decided.
        if (writer == 0) options.patience = options.timeout = milliseconds{100};
        journals.push_back(redis::open(at.url(), options).value());
    }
    std::vector<std::thread> threads;
    for (std::size_t writer = 0; writer < writers; ++writer)
        threads.emplace_back(
            [&, writer] { done[writer] = go_on_appending(journals[writer], writer, is_over); });
    const auto has_met_all = [&] {
        redis_counts met;
        for (const auto& each : journals) {
            met.conflicts += each.counts().conflicts;
            met.reconciled += each.counts().reconciled;
        }
        return met.conflicts > 0 && met.reconciled > 0;
    };
    std::uint64_t times = 0;
    for (; times < least || (times < most && !has_met_all()); ++times) {
        std::this_thread::sleep_for(milliseconds{100 + 13 * static_cast<int>(times % 5)});
        at.kill();
        if (times % 2 == 0) std::this_thread::sleep_for(milliseconds{150});
        at.start();
        const bool is_up = at.is_up();
        CHECK(is_up);
        if (!is_up) break;
    }
    std::this_thread::sleep_for(milliseconds{100});
    is_over = true;
    for (auto& each : threads) each.join();

    std::map<std::string, int> found;
    std::uint64_t sequence = 0;
    auto journal = redis::open(at.url(), in_prefix("p", sync_mode::always())).value();
    REQUIRE(journal.read("s", 0, [&](const record& each) {
        CHECK(each.sequence == ++sequence);
        ++found[std::string{each.bytes}];
    }));
    std::size_t acknowledged = 0;
    redis_counts counts;
    std::uint64_t unknown = 0, failed = 0;
    for (const auto& each : done) {
        acknowledged += each.acknowledged.size();
        counts.conflicts += each.counts.conflicts;
        counts.retries += each.counts.retries;
        counts.reconciled += each.counts.reconciled;
        unknown += each.unknown;
        failed += each.failed;
        for (const auto& text : each.acknowledged) {
            INFO(text);
            REQUIRE(found[text] == 1);
        }
    }
    for (const auto& each : found) {
        INFO(each.first);
        REQUIRE(each.second == 1);
    }
    CHECK(found.size() == acknowledged);
    CHECK(journal.examine()->sound());
    CHECK(counts.conflicts > 0);
    CHECK(counts.retries > 0);
    CHECK(counts.reconciled > 0);
    WARN("server killed " << times << " times; records: " << acknowledged
                          << ", conflicts: " << counts.conflicts << ", retries: " << counts.retries
                          << ", reconciled: " << counts.reconciled << ", unknown: " << unknown
                          << ", failed: " << failed);
}

TEST_CASE("a server that is stopped keeps nobody longer than he has patience", "[redis][threads]") {
    redis_server at;
    auto options = in_prefix("p", sync_mode::always());
    options.timeout = milliseconds{150};
    options.patience = milliseconds{400};
    auto journal = redis::open(at.url(), options).value();
    append(journal, "s", 0, {"a"});
    const std::string_view lines[]{"b"};
    constexpr milliseconds slack{300 * slowness};
    const auto within = [&](milliseconds most, auto&& call) {
        const auto before = clock_type::now();
        call();
        CHECK(clock_type::now() - before < most + slack);
    };
    at.stop_answering();
    append_outcome outcome;
    within(options.patience, [&] { outcome = journal.append("s", 1, lines); });
    CHECK(outcome.status == append_status::unknown);
    REQUIRE(outcome.problem);
    CHECK(outcome.problem->code() == error_code::storage_error);
    CHECK_THAT(outcome.problem->message(), contains("does not answer in time") &&
                                               contains("read the stream before anything else"));
    within(options.patience,
           [&] { CHECK(code_of(journal.open_stream("s", "")) == error_code::storage_error); });
    within(options.patience,
           [&] { CHECK_FALSE(journal.wait_for_changes("s", 1, milliseconds{100})); });
    within(options.timeout,
           [&] { CHECK(code_of(redis::open(at.url(), options)) == error_code::storage_error); });
    at.go_on();
    // What was on its way all the time arrives, at most once.
    CHECK(at.ask({"PING"}) == "PONG");
    std::string after;
    for (int i = 0; i < 100 && after != "1:a 2:b "; ++i) after = all(journal, "s");
    CHECK(after == "1:a 2:b ");

    // A shorter pause is only a delay.
    options.patience = milliseconds{5'000};
    auto patient = redis::open(at.url(), options).value();
    append(patient, "s", 2, {"c"});
    std::thread pause{[&] {
        at.stop_answering();
        std::this_thread::sleep_for(milliseconds{400});
        at.go_on();
    }};
    std::this_thread::sleep_for(milliseconds{30});
    CHECK(patient.append("s", 3, lines).status == append_status::recorded);
    pause.join();
    CHECK(all(patient, "s") == "1:a 2:b 3:c 4:b ");
    CHECK(patient.counts().reconciled > 0);
}

TEST_CASE("who waits for a stream outlives a server that is started anew", "[redis][threads]") {
    redis_server at;
    auto journal = redis::open(at.url(), in_prefix("p", sync_mode::always())).value();
    append(journal, "s", 0, {"a"});
    auto woken = std::async(std::launch::async, [copy = journal]() mutable {
        return copy.wait_for_changes("s", 1, milliseconds{20'000});
    });
    std::this_thread::sleep_for(milliseconds{50});
    at.kill();
    at.start();
    REQUIRE(at.is_up());
    CHECK(append(journal, "s", 1, {"b"}) == append_status::recorded);
    CHECK(woken.get());
}

TEST_CASE("a server that is still loading is waited for", "[redis]") {
    redis_server at{{"--appendfsync", "always", "--key-load-delay", "1000",
                     "--loading-process-events-interval-bytes", "1024"}};
    auto options = in_prefix("p", sync_mode::always());
    auto journal = redis::open(at.url(), options).value();
    append(journal, "s", 0, {"a"});
    for (int i = 0; i < 300; ++i) at.ask({"SET", "key " + std::to_string(i), std::string(50, 'x')});
    at.ask({"BGREWRITEAOF"});
    while (at.ask({"INFO", "persistence"}).find("aof_rewrite_in_progress:0") == std::string::npos)
        std::this_thread::sleep_for(milliseconds{5});
    at.kill();
    at.start();
    for (int i = 0; i < 1'000 && !at.ask({"PING"}).starts_with("LOADING"); ++i)
        std::this_thread::sleep_for(milliseconds{1});
    const auto refused = redis::open(at.url(), options);
    CHECK(code_of(refused) == error_code::storage_error);
    CHECK_THAT(refused.error().message(), contains("still loading") && contains("wait until"));
    const std::string_view lines[]{"b"};
    CHECK(journal.append("s", 1, lines).status == append_status::recorded);
    CHECK(journal.counts().retries > 0);
}

TEST_CASE("a server that is not there is a problem at once", "[redis]") {
    const auto before = clock_type::now();
    const auto opened = redis::open(redis_server::url(free_port()), in_prefix("p"));
    CHECK(code_of(opened) == error_code::storage_error);
    CHECK_THAT(opened.error().message(),
               contains("Connection refused") && contains("look whether the server runs"));
    CHECK(clock_type::now() - before < milliseconds{1'000});
}
