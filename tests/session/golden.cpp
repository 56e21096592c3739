// The form in which journals keep the changes of a session, for good: one file of
// tests/session/golden for each kind of record, named after kind and version. What is written is
// these bytes; what is read is what they meant when they were written.
#include "golden.hpp"
#include "catch.hpp"

#include <workmem/journal/memory.hpp>
#include <workmem/long_term/long_term_store.hpp>
#include <workmem/session/session.hpp>
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

struct policies : workmem::default_policies {
    using clock = workmem::manual_clock;
    using journal = recorded;
};
using session = workmem::basic_session<policies>;

struct unrecorded : policies {
    using journal = workmem::journal::none;
};
using repository = workmem::basic_long_term_store<unrecorded>;

constexpr auto stream = "agent";

const golden_files golden{
    "tests/session/golden",
    {"session.put.1", "session.put.1.many", "session.relate.1", "session.touch.1",
     "session.expiry.1", "session.put.1.update", "session.promote.1", "session.touch.1.delivered",
     "session.expiry.1.expired", "session.touch.1.critical", "session.promote.1.critical",
     "session.sweep.1", "session.drop.1", "session.put.1.by", "session.clear.1",
     "session.put.1.last", "session.promote.1.last"}};

session open(const recorded& journal, const workmem::manual_clock& clock) {
    workmem::session_options options;
    options.idle_after = hours{6};
    return session{options,
                   {.clock = clock, .journal = journal, .name = "chat-1", .stream = stream}};
}

// The session whose records these are.
recorded written() {
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
    return journal;
}

// What a session is, all of it, is what its snapshot says.
struct opened_session {
    explicit opened_session(const recorded& in) : journal{in} {}
    recorded journal;
    session is = open(journal, workmem::manual_clock{});
    std::string to_json_text() {
        is.snapshot();
        return journal.newest_snapshot(stream, "session", ~std::uint64_t{0}).value()->bytes;
    }
};
std::string opened(const std::vector<std::string>& records) {
    return opened_with(records, [](const recorded& journal) { return opened_session{journal}; });
}

}  // namespace

TEST_CASE("what a session writes is what it has always been", "[session][journal][golden]") {
    auto journal = written();
    std::size_t i = 0;
    REQUIRE(journal.read(stream, 0, [&](const workmem::journal::record& each) {
        if (i == golden.names.size()) return;
        INFO(golden.names[i]);
        CHECK(each.bytes == golden(golden.names[i++]));
    }));
    REQUIRE(i == golden.names.size());
    const auto snapshot = journal.newest_snapshot(stream, "session", ~std::uint64_t{0});
    REQUIRE(snapshot);
    REQUIRE(*snapshot);
    CHECK((*snapshot)->bytes == golden("session.snapshot.1"));
}

TEST_CASE("what a session wrote means what it meant", "[session][journal][golden]") {
    for (std::size_t i = 0; i < golden.names.size(); ++i) {
        INFO(golden.names[i]);
        CHECK(opened(golden.up_to(i + 1)) == golden("state/" + golden.names[i]));
    }
}

TEST_CASE("a session's snapshot means what it meant", "[session][journal][golden]") {
    recorded journal;
    const std::string_view line[]{R"({"kind":"other.put","version":7})"};
    REQUIRE(journal.append(stream, 0, line).status == workmem::journal::append_status::recorded);
    REQUIRE(journal.save_snapshot(stream, "session", 1, golden("session.snapshot.1")));
    opened_session at{journal};
    CHECK(at.to_json_text() == golden("session.snapshot.1"));
    // It knows the keys of calls, what is on its way, and the number of the next memory.
    auto& memory = at.is;
    CHECK_FALSE(memory.try_add({.content = "x"}, {.idempotency_key = "k-2"}));
    CHECK(memory.size() == 1);
    repository kept;
    CHECK(memory.deliver(kept) == 3);
    memory.add({.content = "next"});
    CHECK(memory.list({}, 10, 6).memories.front().content == "next");
}

TEST_CASE("a newer version of a session's record is refused, and says so",
          "[session][journal][golden]") {
    for (const auto& name : golden.names) {
        INFO(name);
        const auto kind = name.substr(0, name.find(".1"));
        CHECK_THAT(opened({with_version_2(golden(name))}),
                   contains(kind + " has version 2, this library knows up to 1"));
    }
    recorded journal;
    REQUIRE(
        journal.save_snapshot(stream, "session", 0, with_version_2(golden("session.snapshot.1"))));
    const auto refused = session::try_make({}, {.journal = journal, .stream = stream});
    REQUIRE_FALSE(refused);
    CHECK_THAT(std::string{refused.error().message()},
               contains("session.snapshot has version 2, this library knows up to 1"));
}

TEST_CASE("an unknown kind of a session is refused, one of another memory is passed over",
          "[session][journal][golden]") {
    const auto one = golden("session.put.1");
    CHECK_THAT(opened({one, R"({"kind":"session.unheard_of","version":1})"}),
               contains("its kind \"session.unheard_of\" is unknown"));
    CHECK(opened({one, R"({"kind":"entity.put","version":9,"anything":[1]})"}) == opened({one}));
    CHECK(opened({one, R"({"kind":"sessions.put","version":9})"}) == opened({one}));
}
