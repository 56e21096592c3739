// What becomes of appends while the connection is cut, and while the server dies, is restarted and
// stands still: whatever is acknowledged is there once.
#include "bounded_bundles.hpp"
#include "catch.hpp"
#include "cutting_proxy.hpp"
#include "eventually.hpp"
#include "in_postgres.hpp"
#include "journal_calls.hpp"
#include "processes.hpp"
#include "repetitions.hpp"

#include <workmem/bounded/bounded_store.ipp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <future>
#include <map>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace workmem::journal;
using namespace workmem_test;
using std::chrono::milliseconds;
using workmem::error_code;

namespace {

// How often each record stands in the stream.
std::map<std::string, int> counted(postgres& journal) {
    std::map<std::string, int> out;
    CHECK(journal.read("s", 0, [&](const record& each) { ++out[std::string{each.bytes}]; }));
    return out;
}

std::string number(std::uint64_t of) {
    const auto digits = std::to_string(of);
    return std::string(8 - digits.size(), '0') + digits;
}

append_outcome append_at(postgres& journal, std::uint64_t expected, const std::string& text) {
    const std::string_view lines[]{text};
    return journal.append("s", expected, lines);
}

}  // namespace

TEST_CASE("a connection that is cut at any byte of an append costs nothing and doubles nothing",
          "[postgres][threads]") {
    auto& server = postgres_server::shared();
    const in_postgres at;
    cutting_proxy proxy{server.port()};
    auto journal = open_postgres(server.trusted_url(proxy.port()), patient(at.schema.name));
    std::uint64_t last = 0;
    const auto append_next = [&] {
        const auto done = append_at(journal, last, number(last + 1));
        INFO((done.problem ? done.problem->message() : std::string{}));
        REQUIRE(done.status == append_status::recorded);
        ++last;
    };
    for (int i = 0; i < 3; ++i) append_next();  // creates the stream, and prepares what there is
    std::uint64_t cuts = 0;
    for (const auto way : {cutting_proxy::to_server, cutting_proxy::to_client}) {
        (void)proxy.passed(way);
        append_next();
        const auto bytes = proxy.passed(way);
        REQUIRE(bytes > 20);
        for (std::int64_t i = 0; i < bytes; ++i) {
            INFO("byte " << i << " of " << bytes << ", " << (way == 0 ? "sent" : "received"));
            // On a connection on which the statement is prepared.
            append_next();
            proxy.cut_after(way, i);
            append_next();
            REQUIRE(proxy.has_cut());
            ++cuts;
        }
    }
    const auto counts = journal.counts();
    const auto found = counted(journal);
    CHECK(found.size() == last);
    for (const auto& [text, times] : found) REQUIRE(times == 1);
    CHECK(counts.lost == cuts);
    CHECK(counts.reconciled == cuts);
    CHECK(counts.retries >= cuts);
    WARN("cut " << cuts << " times: " << counts.lost << " answers lost, " << counts.retries
                << " retries, " << counts.reconciled << " appends reconciled");
}

TEST_CASE("a connection that is cut while it is made anew is made anew", "[postgres][threads]") {
    auto& server = postgres_server::shared();
    const in_postgres at;
    cutting_proxy proxy{server.port()};
    auto journal = open_postgres(server.trusted_url(proxy.port()), patient(at.schema.name));
    std::uint64_t last = 0;
    const auto append_next = [&] {
        const auto done = append_at(journal, last, number(last + 1));
        INFO((done.problem ? done.problem->message() : std::string{}));
        REQUIRE(done.status == append_status::recorded);
        ++last;
    };
    append_next();
    const auto step = static_cast<std::int64_t>(13 / repetitions(1, 13));
    for (const auto way : {cutting_proxy::to_server, cutting_proxy::to_client}) {
        const auto drop = [&] {
            REQUIRE(proxy.drop());
            (void)proxy.passed(way);
        };
        drop();
        append_next();
        const auto bytes = proxy.passed(way);
        REQUIRE(bytes > 200);
        for (std::int64_t i = 0; i < bytes; i += step) {
            INFO("byte " << i << " of " << bytes << ", " << (way == 0 ? "sent" : "received"));
            drop();
            proxy.cut_after(way, i);
            append_next();
        }
    }
    CHECK(counted(journal).size() == last);
    CHECK(journal.counts().retries > 0);
}

namespace {

constexpr std::size_t writers = 4;

struct load {
    std::atomic<bool> ends{false};
    std::array<std::atomic<std::uint64_t>, writers> acknowledged{};
    std::array<std::atomic<std::uint64_t>, writers> tried{};
    std::atomic<std::uint64_t> conflicts{0}, retries{0}, lost{0}, reconciled{0}, unclear{0};
};

std::string text_of(std::size_t writer, std::uint64_t n) {
    return std::to_string(writer) + '-' + std::to_string(n);
}

// Appends one record after the other where the stream ends, until told to end.
int append_under(const postgres_server& server, load& shared, std::size_t writer) {
    auto journal = open_postgres(server.url(), {.patience = milliseconds{30'000}});
    std::uint64_t last = 0;
    auto said = journal.counts();
    const auto say = [&] {
        const auto now = journal.counts();
        shared.conflicts += now.conflicts - said.conflicts;
        shared.retries += now.retries - said.retries;
        shared.lost += now.lost - said.lost;
        shared.reconciled += now.reconciled - said.reconciled;
        said = now;
    };
    while (!shared.ends) {
        const auto n = ++shared.tried[writer];
        for (;;) {
            const auto done = append_at(journal, last, text_of(writer, n));
            if (done.status == append_status::recorded) break;
            if (done.status != append_status::conflict) ++shared.unclear;
            if (done.status == append_status::unknown) return 1;
            const auto info = journal.find_stream("s");
            if (!info || !*info) return 2;
            last = (*info)->last;
        }
        ++last;
        shared.acknowledged[writer] = n;
        say();
    }
    return 0;
}

}  // namespace

TEST_CASE("a server that is killed under load loses nothing and doubles nothing",
          "[postgres][processes]") {
    // What is committed is on the disk. Only the first look at a folder that was left is shortened.
    postgres_server server{{"recovery_init_sync_method=syncfs"}};
    // Until one has met an append whose answer was lost, at least so often.
    const auto least = repetitions(3, 20), most = least + 30;
    std::uint64_t kills = 0;
    {
        auto journal = open_postgres(server.url(), {});
        REQUIRE(journal.open_stream("s", "test"));
    }
    const shared_by_processes<load> shared;
    std::vector<child_process> all;
    for (std::size_t i = 0; i < writers; ++i)
        all.emplace_back([&, i] { return append_under(server, *shared, i); });
    const auto sum = [&] {
        std::uint64_t out = 0;
        for (const auto& each : shared->acknowledged) out += each;
        return out;
    };
    for (;;) {
        const auto enough = sum() + 50;
        // Who never had a connection does not wait for a server.
        const auto has_begun = [](const auto& acknowledged) { return acknowledged > 0; };
        REQUIRE(eventually([&] {
            return sum() >= enough &&
                   std::all_of(shared->acknowledged.begin(), shared->acknowledged.end(), has_begun);
        }));
        const bool has_met_all = shared->conflicts > 0 && shared->reconciled > 0;
        if (kills >= least && (has_met_all || kills == most)) break;
        ++kills;
        server.kill();
        server.start();
    }
    shared->ends = true;
    for (auto& each : all) CHECK(each.wait() == 0);
    auto journal = open_postgres(server.url(), {});
    const auto found = counted(journal);
    CHECK(found.size() == sum());
    for (const auto& [text, times] : found) REQUIRE(times == 1);
    std::uint64_t missing = 0;
    for (std::size_t i = 0; i < writers; ++i)
        for (std::uint64_t n = 1; n <= shared->acknowledged[i]; ++n)
            missing += found.count(text_of(i, n)) == 0;
    CHECK(missing == 0);
    CHECK(shared->unclear == 0);
    CHECK(shared->conflicts > 0);
    CHECK(shared->retries > 0);
    CHECK(shared->lost > 0);
    CHECK(shared->reconciled > 0);
    WARN("killed " << kills << " times: " << sum() << " records, " << shared->conflicts
                   << " conflicts, " << shared->lost << " answers lost, " << shared->retries
                   << " retries, " << shared->reconciled << " appends reconciled");
}

TEST_CASE("a server that stands still is waited for as long as the options say, and no longer",
          "[postgres]") {
    postgres_server server{{"fsync=off"}};
    // Long for one that answers, however busy the machine is.
    constexpr milliseconds moment{1'000};
    const postgres_options impatient{
        .connect_timeout = moment, .statement_timeout = moment, .patience = moment};
    cutting_proxy proxy{server.port()};
    auto patient = open_postgres(server.url(proxy.port()), {.connect_timeout = moment,
                                                            .statement_timeout = moment,
                                                            .patience = std::chrono::minutes{10}});
    auto journal = open_postgres(server.url(), impatient);
    struct on_postgres
        : bounded_bundle<importance_guard, std::shared_mutex, workmem::observer::none, postgres> {};
    store_of<on_postgres> memory{
        {}, {.journal = open_postgres(server.url(), impatient), .stream = "memory"}};
    REQUIRE(append(journal, "s", 0, {"a"}) == append_status::recorded);
    REQUIRE(all(patient, "s") == "1:a ");
    memory.memorize("before");

    server.pause();
    const auto within_a_minute = [](auto&& call) {
        const deadline most;
        call();
        CHECK_FALSE(most.has_passed());
    };
    // The one that has more patience waits all the time, and connects again and again.
    auto waiting = std::async(std::launch::async, [&] { return append_at(patient, 1, "d"); });
    within_a_minute([&] {
        const auto done = append_at(journal, 1, "b");
        CHECK(done.status == append_status::unknown);
        REQUIRE(done.problem);
        CHECK(done.problem->code() == error_code::storage_error);
        CHECK_THAT(done.problem->message(), contains("does not answer"));
    });
    // There is no connection any more.
    within_a_minute([&] { CHECK(append_at(journal, 1, "c").status == append_status::failed); });
    within_a_minute([&] { CHECK(code_of(journal.streams()) == error_code::storage_error); });
    // Whose patience is over asks no more.
    const auto before = journal.counts().retries;
    for (int i = 0; i < 20; ++i) CHECK(append_at(journal, 1, "c").status == append_status::failed);
    CHECK(journal.counts().retries == before);
    within_a_minute([&] { CHECK_FALSE(journal.wait_for_changes("s", 1, milliseconds{300})); });
    const workmem::call_options by{.idempotency_key = "k"};
    within_a_minute([&] {
        CHECK(code_of(memory.try_memorize({.text = "meanwhile"}, by)) == error_code::storage_error);
    });
    CHECK(memory.size() == 1);
    const auto tries = static_cast<int>(repetitions(2, 6));
    CHECK(eventually([&] { return proxy.accepted() > tries; }));
    CHECK(waiting.wait_for(milliseconds{0}) == std::future_status::timeout);
    server.resume();
    const auto outcome = waiting.get();

    // They go on by themselves once the server answers.
    CHECK(eventually([&] { return journal.streams().has_value(); }));
    CHECK(eventually([&] { return memory.try_follow().has_value(); }));
    // What was on its way before may have come first; either stands there once.
    const auto stream = all(journal, "s");
    CHECK((stream == "1:a 2:b " || stream == "1:a 2:d "));
    CHECK((outcome.status == append_status::recorded) == (stream == "1:a 2:d "));
    CHECK(patient.counts().reconciled == 1);
    CHECK(append(journal, "s", 2, {"e"}) == append_status::recorded);
    memory.memorize({.text = "meanwhile"}, by);
    memory.memorize({.text = "meanwhile"}, by);
    CHECK(memory.size() == 2);
    WARN("waited " << patient.counts().retries << " times for a server that stood still");
}

TEST_CASE("waiting survives a server that is restarted", "[postgres][threads]") {
    postgres_server server{{"fsync=off"}};
    auto journal = open_postgres(server.url(), {});
    REQUIRE(append(journal, "s", 0, {"a"}) == append_status::recorded);
    auto has_come = std::async(std::launch::async, [copy = journal]() mutable {
        return copy.wait_for_changes("s", 1, std::chrono::minutes{10});
    });
    CHECK(server.comes_to_say(
        "1\n", "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted"));
    server.kill();
    server.start();
    CHECK(append(journal, "s", 1, {"b"}) == append_status::recorded);
    CHECK(has_come.get());
}
