// Which sessions of a journal are to be looked at in which hour, and stores that keep few open.
#include "catch.hpp"
#include "journal_calls.hpp"
#include "session_bundles.hpp"

#include <workmem/journal/memory.hpp>
#include <workmem/locking/lock.hpp>
#include <workmem/session/agenda.hpp>
#include <workmem/session/agenda.ipp>
#include <workmem/session/session_store.hpp>
#include <workmem/session/session_store.ipp>
#include <workmem/time/manual_clock.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

using namespace workmem_test;
using std::chrono::hours;
using std::chrono::minutes;
using workmem::error_code;
using workmem::priority;
using workmem::result;

namespace {

using agenda = workmem::session_agenda<workmem::journal::memory, workmem::null_mutex>;
using store = workmem::basic_session_store<session_recorded>;

std::string due_in(agenda& of, workmem::timestamp now) {
    std::vector<std::string> all;
    const auto taken = of.take_due(now, [&](const std::string& session) -> result<void> {
        all.push_back(session);
        return {};
    });
    REQUIRE(taken);
    std::sort(all.begin(), all.end());
    std::string out;
    for (const auto& each : all) out += each + ' ';
    return out;
}

struct setting {
    workmem::manual_clock clock{};
    workmem::journal::memory journal{};
    store::parts parts() { return {.clock = clock, .journal = journal}; }
    std::size_t streams(std::string_view prefix) {
        const auto all = journal.streams().value();
        return static_cast<std::size_t>(std::count_if(
            all.begin(), all.end(), [&](const auto& each) { return each.starts_with(prefix); }));
    }
    static workmem::session_options at_most(std::size_t open) {
        workmem::session_options options;
        options.max_open = open;
        options.ttl = {
            .low = minutes{90}, .medium = hours{4}, .high = hours{30}, .critical = hours{100}};
        return options;
    }
};

}  // namespace

TEST_CASE("a session is due an hour after the one in which it was to be looked at", "[session]") {
    setting with;
    const auto now = with.clock.now();
    agenda all{with.journal};
    CHECK_FALSE(*all.has_begun());
    CHECK(due_in(all, now).empty());
    REQUIRE(all.begin(now));
    CHECK(*all.has_begun());
    REQUIRE(all.enter("soon", now, now));
    REQUIRE(all.enter("late", now + hours{5}, now));
    REQUIRE(all.enter("past", now - hours{5}, now));
    CHECK(due_in(all, now).empty());
    CHECK(due_in(all, now + hours{1}).empty());  // a change may still be on its way
    CHECK(due_in(all, now + hours{2}) == "past soon ");
    CHECK(due_in(all, now + hours{3}).empty());
    agenda other{with.journal};  // of another process
    CHECK(due_in(other, now + hours{6}).empty());
    CHECK(due_in(other, now + hours{7}) == "late ");
    CHECK(due_in(all, now + hours{7}).empty());
    // Hours that are done with leave nothing behind.
    CHECK(due_in(all, now + hours{900}).empty());
    CHECK(with.streams("session_agenda/") == 0);
}

TEST_CASE("a session is entered once an hour, however often it is used", "[session]") {
    setting with;
    const auto now = with.clock.now();
    agenda all{with.journal};
    REQUIRE(all.begin(now));
    for (int i = 0; i < 10; ++i) REQUIRE(all.enter("s", now + hours{i}, now));
    const auto streams = with.journal.streams().value();
    REQUIRE(with.streams("session_agenda/") == 1);
    CHECK(with.journal.find_stream(streams.back()).value()->last == 1);
    REQUIRE(all.enter("s", now + hours{1}, now + hours{1}));
    CHECK(with.streams("session_agenda/") == 2);
}

TEST_CASE("an agenda's records are changes like those of every memory", "[session]") {
    setting with;
    const workmem::timestamp now{hours{490'000} + minutes{5}};
    agenda all{with.journal};
    REQUIRE(all.begin(now));
    REQUIRE(all.enter("ann \"a\"", now + hours{2}, now));
    const auto content_of = [&](std::string_view stream) {
        std::string out;
        CHECK(with.journal.read(stream, 0, [&](const auto& each) { out += each.bytes; }));
        return out;
    };
    CHECK(content_of("session_agenda") ==
          R"({"kind":"session_agenda.progress","version":1,"time":"2025-11-24T16:05:00Z",)"
          R"("first_open_hour":489997})");
    CHECK(content_of("session_agenda/490002") ==
          R"({"kind":"session_agenda.entry","version":1,"time":"2025-11-24T16:05:00Z",)"
          R"("session":"ann \"a\""})");
}

TEST_CASE("who cannot be visited is visited again, and keeps nobody else", "[session]") {
    setting with;
    const auto now = with.clock.now();
    agenda all{with.journal}, slow{with.journal};
    REQUIRE(all.begin(now));
    for (const auto* const each : {"a", "bad", "c"}) REQUIRE(all.enter(each, now, now));
    std::string visited;
    const auto visit = [&](const std::string& session) -> result<void> {
        visited += session + ' ';
        if (session == "bad") return workmem::error{error_code::storage_error, "no"};
        return {};
    };
    CHECK(code_of(all.take_due(now + hours{2}, visit)) == error_code::storage_error);
    CHECK(visited == "a bad c ");
    CHECK(all.take_due(now + hours{2}, visit));
    CHECK(visited == "a bad c ");
    CHECK_FALSE(all.take_due(now + hours{4}, visit));
    CHECK(visited == "a bad c bad ");
    // Somebody was late.
    REQUIRE(slow.enter("d", now + hours{2}, now + hours{2}));
    CHECK(due_in(all, now + hours{4}) == "d ");
}

TEST_CASE("a clock that was far ahead, or behind, does not stop an agenda", "[session]") {
    setting with;
    const auto now = with.clock.now();
    agenda all{with.journal}, wrong{with.journal};
    SECTION("ahead") {
        REQUIRE(all.begin(now));
        CHECK(due_in(wrong, now + hours{24 * 3'650}).empty());
    }
    SECTION("behind") { REQUIRE(wrong.begin(workmem::timestamp{})); }
    REQUIRE(all.enter("s", now, now));
    CHECK(due_in(all, now + hours{1}).empty());
    CHECK(due_in(all, now + hours{2}) == "s ");
    CHECK(due_in(all, now + hours{3}).empty());
    CHECK(due_in(all, now + hours{9}).empty());
    CHECK(with.streams("session_agenda/") == 0);
}

TEST_CASE("a limit of open sessions needs a journal, and has bounds", "[session]") {
    const auto problem = problem_of(setting::at_most(0));
    REQUIRE(problem);
    CHECK(problem->message() == "max_open must be 1 to 100000000, is 0");
    using in_memory = workmem::basic_session_store<workmem::default_policies>;
    CHECK_THROWS_WITH(in_memory{setting::at_most(1)},
                      "max_open must not be given, since no journal keeps what would be closed");
}

TEST_CASE("beyond the limit the sessions are closed that nobody has used for longest",
          "[session]") {
    setting with;
    store all{setting::at_most(4), with.parts()};
    std::vector<std::string> ids;
    for (int i = 0; i < 40; ++i)
        ids.push_back(all.add("s" + std::to_string(i), {.content = std::to_string(i)}).id);
    for (int i = 0; i < 40; ++i) {
        const auto name = "s" + std::to_string(i);
        CHECK(all.get(name, ids[static_cast<std::size_t>(i)]).content == std::to_string(i));
        CHECK(all.add(name, {.content = "more"}).content == "more");
    }
    CHECK(all.list_sessions().size() == 40);
    const auto held = all.session("s7");
    for (int i = 10; i < 40; ++i) all.list("s" + std::to_string(i));
    CHECK(all.session("s7") == held);  // not one that is in use
    const std::weak_ptr<store::session_type> left = held;
    const std::weak_ptr<store::session_type> unused = all.session("s1");
    for (int i = 10; i < 20; ++i) all.list("s" + std::to_string(i));
    CHECK(unused.expired());
    CHECK_FALSE(left.expired());
    // What was only read is not lost by closing: the reading is recorded first.
    store unlimited{{}, setting{}.parts()};
    const auto id = unlimited.add("s0", {.content = "0"}).id;
    unlimited.get("s0", id);
    CHECK(all.get("s0", ids[0]).access_count == unlimited.get("s0", id).access_count);
}

TEST_CASE("what is due in a closed session leaves, also in a process that has never opened it",
          "[session]") {
    setting with;
    {
        store all{setting::at_most(2), with.parts()};
        CHECK(all.sweep() == 0);  // nothing there yet
        for (int i = 0; i < 10; ++i)
            all.add("s" + std::to_string(i),
                    {.content = "x", .priority = i % 2 == 0 ? priority::low : priority::high});
    }
    store other{setting::at_most(2), with.parts()};
    with.clock.advance(hours{1});
    CHECK(other.sweep() == 0);
    CHECK(with.streams("session/") == 10);
    with.clock.advance(hours{2});
    CHECK(other.sweep() == 5);
    with.clock.advance(hours{27});
    CHECK(other.sweep() == 0);
    with.clock.advance(hours{3});
    CHECK(other.sweep() == 5);
    CHECK(other.list_sessions().empty());
}

TEST_CASE("what another process adds to a session that is open here is due here, too",
          "[session]") {
    setting with;
    store mine{setting::at_most(9), with.parts()};
    mine.sweep();
    const bool is_known = GENERATE(false, true);
    const auto held = mine.session("s");
    if (is_known) held->add({.content = "x", .priority = priority::critical});
    with.clock.advance(hours{1});
    store{setting::at_most(9), with.parts()}.add("s", {.content = "y", .priority = priority::low});
    for (int i = 0; i < 8; ++i) {
        with.clock.advance(minutes{30});
        mine.sweep();
    }
    mine.catch_up("s");
    CHECK(mine.list("s", {.include_expired = true}).total == (is_known ? 1 : 0));
}

TEST_CASE("what is changed through a handle is due when the session is closed since", "[session]") {
    setting with;
    store all{setting::at_most(2), with.parts()};
    all.sweep();
    all.add("s", {.content = "x", .priority = priority::critical});
    with.clock.advance(hours{3});
    all.sweep();
    with.clock.advance(hours{1});
    (*all.find("s"))->add({.content = "y", .priority = priority::low});
    for (int i = 0; i < 5; ++i)
        all.add("t" + std::to_string(i), {.content = "z", .priority = priority::critical});
    with.clock.advance(hours{4});
    CHECK(all.sweep() == 1);
    CHECK(all.list("s").total == 1);
}

TEST_CASE("a sweep opens no session in which nothing is due", "[session]") {
    setting with;
    {
        store all{setting::at_most(100), with.parts()};
        all.sweep();
        for (int i = 0; i < 50; ++i)
            all.add("s" + std::to_string(i), {.content = "x", .priority = priority::critical});
        with.clock.advance(hours{3});
        all.sweep();  // looks at each, and knows when it is due
    }
    store other{setting::at_most(100), with.parts()};
    // A stream that cannot be read would make the sweep fail.
    for (int i = 0; i < 50; ++i) {
        const std::string_view foreign[]{"no record"};
        const auto stream = "session/s" + std::to_string(i);
        const auto last = with.journal.find_stream(stream).value()->last;
        REQUIRE(with.journal.append(stream, last, foreign).status ==
                workmem::journal::append_status::recorded);
    }
    with.clock.advance(hours{50});
    CHECK(other.try_sweep());
    with.clock.advance(hours{50});
    CHECK_FALSE(other.try_sweep());
}

TEST_CASE("sessions from before there was a limit are found by the first sweep", "[session]") {
    setting with;
    {
        auto unlimited = setting::at_most(1);
        unlimited.max_open.reset();
        store before{unlimited, with.parts()};
        for (int i = 0; i < 5; ++i)
            before.add("s" + std::to_string(i), {.content = "x", .priority = priority::low});
    }
    store all{setting::at_most(2), with.parts()};
    CHECK(all.sweep() == 0);
    with.clock.advance(hours{3});
    CHECK(all.sweep() == 5);
    CHECK(all.list_sessions().empty());
}

TEST_CASE("what was promoted is so in a session that was closed since", "[session]") {
    setting with;
    store all{setting::at_most(1), with.parts()};
    const auto id = all.add("s", {.content = "x"}).id;
    all.promote("s", id);
    for (int i = 0; i < 10; ++i) all.add("t" + std::to_string(i), {.content = "y"});
    CHECK(all.long_term().list({}, 10).memories.size() == 1);
    CHECK(all.list("s", {.only = workmem::session_filter::kind::promoted}).total == 1);
    CHECK(code_of(all.try_promote("s", "none")) == error_code::not_found);
}
