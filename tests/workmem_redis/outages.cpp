// A server that is killed and started anew, stopped for a while, or still loading.
#include "catch.hpp"
#include "eventually.hpp"
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
#include <utility>
#include <vector>

using namespace workmem::journal;
using namespace workmem_test;
using std::chrono::milliseconds;
using workmem::error_code;

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

// What writers see while they work.
struct seen_by_writers {
    std::atomic<bool> is_over{false};
    std::atomic<std::uint64_t> acknowledged{0};
};

// Appends until it is over, each record until it is recorded.
appended go_on_appending(redis journal, std::size_t writer, seen_by_writers& shared) {
    appended out;
    std::uint64_t last = 0;
    for (std::uint64_t i = 0; !shared.is_over;) {
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
            ++shared.acknowledged;
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
    seen_by_writers shared;
    constexpr std::size_t writers = 4;
    std::vector<appended> done(writers);
    std::vector<redis> journals;  // before the first kill: who finds no server does not wait for it
    for (std::size_t writer = 0; writer < writers; ++writer) {
        auto options = in_prefix("p", sync_mode::always());
        // Where there is less of it than the server takes, calls end without being decided.
        if (writer == 0) options.patience = options.timeout = milliseconds{100};
        const auto open = [&] {
            auto opened = redis::open(at.url(), options);
            if (opened) journals.push_back(std::move(*opened));
            return opened.has_value();
        };
        REQUIRE(eventually(open));
    }
    std::vector<std::thread> threads;
    for (std::size_t writer = 0; writer < writers; ++writer)
        threads.emplace_back(
            [&, writer] { done[writer] = go_on_appending(journals[writer], writer, shared); });
    const auto met = [&] {
        redis_counts out;
        for (const auto& each : journals) {
            out.conflicts += each.counts().conflicts;
            out.reconciled += each.counts().reconciled;
            out.retries += each.counts().retries;
        }
        return out;
    };
    const auto has_met_all = [&] { return met().conflicts > 0 && met().reconciled > 0; };
    const auto goes_on = [&](std::uint64_t records) {
        const auto enough = shared.acknowledged + records;
        return eventually([&] { return shared.acknowledged >= enough; });
    };
    std::uint64_t times = 0;
    for (; times < least || (times < most && !has_met_all()); ++times) {
        CHECK(goes_on(20 + 7 * (times % 5)));
        const auto retries = met().retries;
        at.kill();
        // Every second time it is missed.
        if (times % 2 == 0)
            CHECK(eventually([&] { return met().retries > retries + 2 * writers; }));
        at.start();
        const bool is_up = at.is_up();
        CHECK(is_up);
        if (!is_up) break;
    }
    CHECK(goes_on(20));
    shared.is_over = true;
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
    // Long for one that answers, however busy the machine is.
    options.timeout = milliseconds{500};
    options.patience = milliseconds{1'000};
    auto journal = redis::open(at.url(), options).value();
    append(journal, "s", 0, {"a"});
    const std::string_view lines[]{"b"};
    // Another one has more patience, and waits all the time.
    auto more = options;
    more.patience = std::chrono::minutes{10};
    auto patient = redis::open(at.url(), more).value();
    append(patient, "t", 0, {"a"});
    const auto within_a_minute = [&](auto&& call) {
        const deadline most;
        call();
        CHECK_FALSE(most.has_passed());
    };
    at.stop_answering();
    auto waiting = std::async(std::launch::async, [copy = patient]() mutable {
        const std::string_view line[]{"b"};
        return copy.append("t", 1, line).status;
    });
    append_outcome outcome;
    within_a_minute([&] { outcome = journal.append("s", 1, lines); });
    CHECK(outcome.status == append_status::unknown);
    REQUIRE(outcome.problem);
    CHECK(outcome.problem->code() == error_code::storage_error);
    CHECK_THAT(outcome.problem->message(), contains("does not answer in time") &&
                                               contains("read the stream before anything else"));
    within_a_minute(
        [&] { CHECK(code_of(journal.open_stream("s", "")) == error_code::storage_error); });
    within_a_minute([&] { CHECK_FALSE(journal.wait_for_changes("s", 1, milliseconds{100})); });
    // Whose patience is over asks no more: many calls take less than one would otherwise.
    const auto tries = journal.counts().retries;
    for (int i = 0; i < 20; ++i)
        CHECK(journal.append("s", 1, lines).status == append_status::failed);
    CHECK(journal.counts().retries == tries);
    within_a_minute(
        [&] { CHECK(code_of(redis::open(at.url(), options)) == error_code::storage_error); });
    CHECK(waiting.wait_for(milliseconds{0}) == std::future_status::timeout);
    at.go_on();
    CHECK(waiting.get() == append_status::recorded);
    // What was on its way all the time arrives, at most once.
    CHECK(at.ask({"PING"}) == "PONG");
    std::string after;
    CHECK(eventually([&] { return (after = all(patient, "s")) == "1:a 2:b "; }));
    // It goes on by itself once the server answers.
    CHECK(eventually([&] { return journal.open_stream("s", "").has_value(); }));
    CHECK(all(journal, "s") == "1:a 2:b ");

    // A shorter pause is only a delay.
    append(patient, "s", 2, {"c"});
    at.stop_answering();
    std::thread pause{[&, before = patient.counts().retries] {
        (void)eventually([&] { return patient.counts().retries > before; });
        at.go_on();
    }};
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
        return copy.wait_for_changes("s", 1, std::chrono::minutes{10});
    });
    CHECK(at.keeps_waiting(1));
    at.kill();
    at.start();
    REQUIRE(at.is_up());
    CHECK(append(journal, "s", 1, {"b"}) == append_status::recorded);
    CHECK(woken.get());
}

TEST_CASE("a server that is still loading is waited for", "[redis]") {
    // It loads for longer than anything here takes, until it is told not to.
    redis_server at{{"--appendfsync", "always", "--key-load-delay", "100000", "--rdbcompression",
                     "no", "--loading-process-events-interval-bytes", "1024"}};
    auto options = in_prefix("p", sync_mode::always());
    options.timeout = options.patience = std::chrono::minutes{10};
    auto journal = redis::open(at.url(), options).value();
    append(journal, "s", 0, {"a"});
    for (int i = 0; i < 300; ++i)
        at.ask({"SET", "key " + std::to_string(i), std::string(1'000, 'x')});
    at.ask({"BGREWRITEAOF"});
    CHECK(eventually([&] {
        return at.ask({"INFO", "persistence"}).find("aof_rewrite_in_progress:0") !=
               std::string::npos;
    }));
    at.kill();
    at.start();
    CHECK(eventually([&] { return at.ask({"PING"}).starts_with("LOADING"); }));
    const auto refused = redis::open(at.url(), options);
    CHECK(code_of(refused) == error_code::storage_error);
    CHECK_THAT(refused.error().message(), contains("still loading") && contains("wait until"));
    std::thread hastens{[&] {
        (void)eventually([&] { return journal.counts().retries > 0; });
        at.ask({"CONFIG", "SET", "key-load-delay", "0"});
    }};
    const std::string_view lines[]{"b"};
    CHECK(journal.append("s", 1, lines).status == append_status::recorded);
    hastens.join();
    CHECK(journal.counts().retries > 0);
}

TEST_CASE("a server that is not there is a problem at once", "[redis]") {
    auto options = in_prefix("p");
    options.timeout = options.patience = std::chrono::minutes{10};
    const deadline most;
    const auto opened = redis::open(redis_server::url(free_port()), options);
    CHECK(code_of(opened) == error_code::storage_error);
    CHECK_THAT(opened.error().message(),
               contains("Connection refused") && contains("look whether the server runs"));
    CHECK_FALSE(most.has_passed());
}
