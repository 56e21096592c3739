// A server that stands still costs one call its patience, and the following ones nothing.
#include "catch.hpp"
#include "eventually.hpp"
#include "journal_calls.hpp"
#include "redis_server.hpp"

#include <workmem/time/manual_clock.hpp>
#include <workmem_redis/redis.hpp>

#include <chrono>
#include <string>
#include <string_view>

using namespace workmem::journal;
using namespace workmem_test;
using std::chrono::milliseconds;
using workmem::error_code;

TEST_CASE("once a frozen server kept one call waiting, calls fail unasked until it answers a probe",
          "[redis]") {
    redis_server at;
    workmem::manual_clock time;
    auto options = in_prefix("p", sync_mode::always());
    // Long for one that answers, however busy the machine is.
    options.timeout = options.patience = milliseconds{500};
    auto usual = patient(options);
    options.now = [time] { return time.now(); };
    auto journal = redis::open(at.url(), options).value();
    REQUIRE(append(journal, "s", 0, {"a"}) == append_status::recorded);
    const std::string_view lines[]{"b"};
    const auto fails_with = [&](const std::string& what) {
        for (int i = 0; i < 100; ++i) {
            const auto done = journal.append("s", 1, lines);
            REQUIRE(done.status == append_status::failed);
            REQUIRE(done.problem->code() == error_code::storage_error);
            REQUIRE_THAT(done.problem->message(), contains(what));
        }
    };

    at.stop_answering();
    CHECK(journal.append("s", 1, lines).status == append_status::unknown);
    const auto waited = journal.counts();
    fails_with("it has not answered for 0 s, and is asked again in 1 s; look whether");
    CHECK_FALSE(journal.wait_for_changes("s", 1, milliseconds{0}));
    CHECK(journal.counts().connections == waited.connections);
    CHECK(journal.counts().retries == waited.retries);
    CHECK(journal.counts().probes == 0);

    // Of a hundred calls one asks.
    time.advance(milliseconds{1'000});
    fails_with("it has not answered for 1 s, and is asked again in 1 s");
    CHECK(journal.counts().connections == waited.connections);
    CHECK(journal.counts().retries == waited.retries);
    CHECK(journal.counts().probes == 1);

    at.go_on();
    CHECK(at.ask({"PING"}) == "PONG");
    fails_with("is asked again in 1 s");  // nobody has asked yet
    CHECK(journal.counts().probes == 1);
    CHECK(eventually([&] {
        time.advance(milliseconds{1'000});
        return journal.open_stream("s", "").has_value();
    }));
    // What was on its way has arrived, once; of what failed there is nothing.
    auto other = redis::open(at.url(), usual).value();
    CHECK(eventually([&] { return all(other, "s") == "1:a 2:b "; }));
    const auto probes = journal.counts().probes;
    CHECK(append(other, "s", 2, {"c"}) == append_status::recorded);
    CHECK(all(journal, "s") == "1:a 2:b 3:c ");
    CHECK(journal.counts().probes == probes);
}

TEST_CASE("a frozen server that is killed is not silent any more, but cannot be reached",
          "[redis]") {
    redis_server at;
    workmem::manual_clock time;
    auto options = in_prefix("p", sync_mode::always());
    options.timeout = options.patience = milliseconds{500};
    options.now = [time] { return time.now(); };
    auto journal = redis::open(at.url(), options).value();
    at.stop_answering();
    CHECK(code_of(journal.find_stream("s")) == error_code::storage_error);
    at.kill();
    time.advance(milliseconds{1'000});
    const auto found = journal.find_stream("s");
    CHECK(code_of(found) == error_code::storage_error);
    CHECK_THAT(found.error().message(), contains("Connection refused"));
    at.start();
    REQUIRE(at.is_up());
    CHECK(eventually([&] { return journal.find_stream("s").has_value(); }));
}
