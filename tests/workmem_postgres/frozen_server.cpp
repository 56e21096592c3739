// A server that stands still costs one call its patience, and the following ones nothing.
#include "catch.hpp"
#include "cutting_proxy.hpp"
#include "eventually.hpp"
#include "in_postgres.hpp"
#include "journal_calls.hpp"

#include <workmem/time/manual_clock.hpp>

#include <chrono>
#include <string>
#include <string_view>

using namespace workmem::journal;
using namespace workmem_test;
using std::chrono::milliseconds;
using workmem::error_code;

TEST_CASE("once a frozen server kept one call waiting, calls fail unasked until it answers a probe",
          "[postgres]") {
    postgres_server server{{"fsync=off"}};
    cutting_proxy proxy{server.port()};
    workmem::manual_clock time;
    // Long for one that answers, however busy the machine is.
    constexpr milliseconds moment{1'000};
    auto journal = open_postgres(server.url(proxy.port()), {.connect_timeout = moment,
                                                            .statement_timeout = moment,
                                                            .patience = moment,
                                                            .now = [time] { return time.now(); }});
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

    server.pause();
    CHECK(journal.append("s", 1, lines).status == append_status::unknown);
    const auto retries = journal.counts().retries;
    const auto connections = proxy.accepted();
    fails_with("the server has not answered for 0 s, and is asked again in 1 s; see that");
    for (int i = 0; i < 100; ++i) CHECK_FALSE(journal.wait_for_changes("s", 1, milliseconds{0}));
    CHECK(journal.counts().retries == retries);
    CHECK(journal.counts().probes == 0);
    CHECK(proxy.accepted() == connections);

    // Of a hundred calls one asks.
    time.advance(milliseconds{1'000});
    fails_with("the server has not answered for 1 s, and is asked again in 1 s");
    CHECK(journal.counts().retries == retries);
    CHECK(journal.counts().probes == 1);

    server.resume();
    CHECK(server.comes_to_say("1\n", "SELECT 1"));
    fails_with("is asked again in 1 s");  // nobody has asked yet
    CHECK(journal.counts().probes == 1);
    CHECK(eventually([&] {
        time.advance(milliseconds{1'000});
        return journal.streams().has_value();
    }));
    const auto probes = journal.counts().probes;
    // What was on its way may have come, once; of what failed there is nothing.
    auto last = journal.open_stream("s", "")->last;
    CHECK((last == 1 || last == 2));
    CHECK(append(journal, "s", last, {"c"}) == append_status::recorded);
    CHECK(all(journal, "s") == (last == 1 ? "1:a 2:c " : "1:a 2:b 3:c "));
    CHECK(journal.counts().probes == probes);
}

TEST_CASE(
    "who waits for a stream finds out that the server is frozen, and waits no longer than told",
    "[postgres]") {
    postgres_server server{{"fsync=off"}};
    cutting_proxy proxy{server.port()};
    workmem::manual_clock time;
    constexpr milliseconds moment{1'000};
    auto journal = open_postgres(server.url(proxy.port()), {.connect_timeout = moment,
                                                            .statement_timeout = moment,
                                                            .patience = moment,
                                                            .now = [time] { return time.now(); }});
    REQUIRE(append(journal, "s", 0, {"a"}) == append_status::recorded);
    server.pause();
    CHECK_FALSE(journal.wait_for_changes("s", 1, milliseconds{0}));
    const auto connections = proxy.accepted();
    for (int i = 0; i < 100; ++i) CHECK_FALSE(journal.wait_for_changes("s", 1, milliseconds{0}));
    CHECK(proxy.accepted() == connections);
    // Nor do other calls wait.
    CHECK_THAT(journal.streams().error().message(), contains("has not answered for 0 s"));
    CHECK(journal.counts().retries == 0);
    server.resume();
    CHECK(eventually([&] {
        time.advance(milliseconds{1'000});
        return journal.wait_for_changes("s", 0, milliseconds{0});
    }));
}
