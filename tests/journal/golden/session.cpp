// Sessions in the table of golden.cpp.
#include "catch.hpp"
#include "golden.hpp"
#include "session_bundles.hpp"

#include <workmem/journal/memory.hpp>
#include <workmem/long_term/long_term_store.hpp>
#include <workmem/session/session.hpp>
#include <workmem/session/session_store.ipp>
#include <workmem/time/manual_clock.hpp>

#include <string>
#include <string_view>
#include <vector>

using namespace workmem_test;
using std::chrono::hours;
using std::chrono::minutes;
using workmem::milliseconds;
using workmem::priority;

namespace {

using recorded = workmem::journal::memory;

using session = workmem::basic_session<session_recorded>;
using repository = workmem::basic_long_term_store<session_recorded>;

constexpr auto stream = golden_stream;

session open(const recorded& journal, const workmem::manual_clock& clock) {
    workmem::session_options options;
    options.idle_after = hours{6};
    return session{options,
                   {.clock = clock, .journal = journal, .name = "chat-1", .stream = stream}};
}

// The session whose records these are.
golden_history written() {
    recorded journal;
    workmem::manual_clock clock;
    auto memory = open(journal, clock);
    repository kept{{}, {.clock = clock}};
    const auto greeting = memory
                              .add({.content = "Say \"hi\"\nto Ann",
                                    .priority = priority::high,
                                    .tags = {"t", "u"},
                                    .metadata = {{"price", 9.5},
                                                 {"open", true},
                                                 {"city", std::string{"Rome"}},
                                                 {"count", std::int64_t{3}},
                                                 {"nothing", nullptr}}})
                              .id;
    clock.advance(minutes{1});
    const auto now = clock.now();
    memory.import(
        {{.id = "a", .content = "a", .created = now, .expires = now + hours{1}},
         {.id = "b",
          .content = "b",
          .priority = priority::low,
          .relations = {{"about", "ann", {{"sure", false}}}},
          .created = now,
          .expires = now + hours{9},
          .access_count = 7,
          .promoted = workmem::promotion_mark{"memory-b", now,
                                              workmem::promotion_reason::sustained_access}},
         {.id = "c",
          .content = "c",
          .priority = priority::critical,
          .created = now,
          .expires = now + hours{24}}});
    memory.relate("a", {"references", "skill", {{"confidence", std::string{"high"}}}});
    clock.advance(milliseconds{1'500});
    memory.get("a");
    memory.get("a");
    memory.get(greeting);
    memory.extend_ttl(greeting);
    memory.update("a", {.content = "a, in other words",
                        .priority = priority::critical,
                        .tags = std::vector<std::string>{"v"},
                        .metadata = workmem::attribute_list{{"k", std::int64_t{-1}}}});
    memory.promote(greeting, {.actor = "planner", .idempotency_key = "k-1"});
    memory.deliver(kept);
    memory.expire("b");
    memory.get("a");
    memory.sweep();
    clock.advance(hours{6});
    memory.drop_if_idle();
    memory.add({.content = "by", .priority = priority::low},
               {.actor = "planner", .idempotency_key = "k-2"});
    memory.clear();
    const auto last = memory.add({.content = "last", .priority = priority::critical}).id;
    memory.promote(last);
    memory.get(last);
    memory.snapshot();
    return history_of(journal, "session");
}

// What a session is, all of it, is what its snapshot says.
std::string state_of(recorded journal) {
    open(journal, workmem::manual_clock{}).snapshot();
    return newest_snapshot_in(journal, "session");
}

}  // namespace

workmem_test::golden_memory workmem_test::golden_session() {
    return {.name = "session",
            .files = {"session.put.1", "session.put.1.many", "session.relate.1", "session.touch.1",
                      "session.expiry.1", "session.put.1.update", "session.promote.1",
                      "session.touch.1.delivered", "session.expiry.1.expired",
                      "session.touch.1.critical", "session.promote.1.critical", "session.sweep.1",
                      "session.drop.1", "session.put.1.by", "session.clear.1", "session.put.1.last",
                      "session.promote.1.last"},
            .others = {},
            .written = &written,
            .state_of = &state_of,
            .is_its_snapshot = true};
}

TEST_CASE("a session's snapshot knows the keys of calls, what is on its way, and the next number",
          "[session][journal][golden]") {
    const auto golden = golden_session();
    auto memory = open(golden.with_snapshot(golden("session.snapshot.1")), workmem::manual_clock{});
    CHECK(memory.add({.content = "by", .priority = priority::low}, {.idempotency_key = "k-2"}).id ==
          "working_memory_chat-1-by_20240101-060101");
    CHECK(memory.size() == 1);
    repository kept;
    CHECK(memory.deliver(kept) == 3);
    memory.add({.content = "next"});
    CHECK(memory.list({}, 10, 6).memories.front().content == "next");
}

TEST_CASE("of calls that were recorded without their answers it is known that they were made",
          "[session][journal][golden]") {
    const auto golden = golden_session();
    const auto is_known = [](auto memory) {
        const auto again = memory.try_add({.content = "by", .priority = priority::low},
                                          {.idempotency_key = "k-2"});
        REQUIRE_FALSE(again);
        CHECK(again.error().code() == workmem::error_code::conflict);
    };
    recorded journal;
    const auto record = golden("session.put.1.unanswered");
    const std::string_view line{record};
    REQUIRE(journal.append(golden_stream, 0, {&line, 1}).status ==
            workmem::journal::append_status::recorded);
    auto memory = open(journal, workmem::manual_clock{});
    CHECK(memory.size() == 1);
    is_known(std::move(memory));
    is_known(open(golden.with_snapshot(golden("session.snapshot.1.unanswered")),
                  workmem::manual_clock{}));
}
