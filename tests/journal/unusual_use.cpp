// What is legal and seldom: bytes that are no text, times at the ends of the calendar, ids that
// repeat, clocks that differ. What is live is what is there after a restart and what others hear
// of, for every memory.
#include "catch.hpp"

#include <workmem/bounded/bounded_store.hpp>
#include <workmem/entity/entity_memory.hpp>
#include <workmem/ids/sequential_ids.hpp>
#include <workmem/journal/any.hpp>
#include <workmem/journal/memory.hpp>
#include <workmem/long_term/long_term_store.hpp>
#include <workmem/session/session_store.hpp>
#include <workmem/task/task_memory.hpp>
#include <workmem/templates.hpp>
#include <workmem/time/manual_clock.hpp>
#include <workmem/time/timestamp.hpp>

#include <chrono>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

using namespace workmem_test;
using workmem::timestamp;
using workmem::journal::any;

namespace {

// Many handles to memories in one journal.
struct stored {
    workmem::journal::memory records{};
    any journal{records};

    template <class Memory>
    Memory open() {
        typename Memory::parts with{.journal = journal};
        with.stream = "stream";
        if constexpr (requires { with.name; }) with.name = "s";
        return Memory{{}, std::move(with)};
    }
    // All that is in the stream, and in the newest snapshot.
    std::string bytes(std::string_view owner) {
        std::string out;
        REQUIRE(records.read("stream", 0,
                             [&](const workmem::journal::record& each) { out += each.bytes; }));
        const auto newest =
            records.newest_snapshot("stream", owner, (std::numeric_limits<std::uint64_t>::max)());
        if (newest.value()) out += (*newest)->bytes;
        return out;
    }
};

using entities = workmem::durable_entity_memory<any>;
using items = workmem::durable_bounded_store<any>;
using session = workmem::durable_session<any>;
using long_term = workmem::durable_long_term_store<any>;
using tasks = workmem::durable_task_memory<any>;

const std::string no_text = "user-\xe9";

}  // namespace

TEST_CASE("what never ends has a time that records can say", "[journal][time]") {
    stored with;
    with.open<session>().import(
        {{.id = "a", .content = "late", .expires = *workmem::parse_iso8601("9999-12-31T23:59:59Z")},
         {.id = "b", .content = "never", .expires = (timestamp::max)()}});
    {
        auto memory = with.open<session>();
        CHECK(memory.extend_ttl("a") == workmem::last_moment);
        CHECK(memory.extend_ttl("b") == workmem::last_moment);
    }
    auto memory = with.open<session>();
    CHECK(memory.size() == 2);
    CHECK(memory.get("b").expires == workmem::last_moment);
    CHECK(memory.sweep().empty());

    stored kept;
    kept.open<long_term>().put({.id = "a", .content = "old", .created = (timestamp::min)()});
    CHECK(kept.open<long_term>().get("a")->created == workmem::first_moment);
}

TEST_CASE("a time that no record says is refused in a document", "[journal][time]") {
    auto memory = stored{}.open<items>();
    const auto refused =
        memory.try_load_text(R"({"items":[{"text":"x","timestamp":-70000000000000}]})");
    REQUIRE_FALSE(refused);
    CHECK_THAT(refused.error().message(), contains("a time of the years 0 to 9999"));
}

TEST_CASE("an id that is no text is erased for everybody", "[journal][erase]") {
    stored with;
    auto memory = with.open<long_term>(), other = with.open<long_term>();
    memory.put({.id = no_text, .content = "secret"});
    other.catch_up();
    CHECK(memory.erase(no_text));
    other.catch_up();
    CHECK(memory.empty());
    CHECK(other.empty());
    CHECK(with.bytes("long_term").find("secret") == std::string::npos);

    stored noted;
    auto notes = noted.open<items>();
    notes.memorize({.text = "secret", .key = no_text});
    CHECK(notes.erase(no_text) == 1);
    CHECK(notes.empty());
    CHECK(noted.open<items>().empty());

    stored said;
    auto talk = said.open<session>();
    talk.import({{.id = no_text, .content = "secret", .expires = (timestamp::max)()}});
    CHECK(talk.erase(no_text));
    CHECK(talk.size() == 0);
    CHECK(said.open<session>().size() == 0);
}

TEST_CASE("an id of an entity that is no text erases no other", "[journal][erase]") {
    stored with;
    auto memory = with.open<entities>(), other = with.open<entities>();
    memory.add({.type = "page", .id = "user-\xEF\xBF\xBD", .name = "Other"});
    CHECK_FALSE(memory.erase("page", no_text));
    CHECK(memory.try_erase_all(no_text).value() == 0);
    other.catch_up();
    CHECK(other.size() == 1);
}

TEST_CASE("a key of a call that is no text is the same key after a restart", "[journal][repeat]") {
    stored with;
    const workmem::call_options first{.idempotency_key = "\x9f\x02\xaa\xfe"},
        second{.idempotency_key = "\x9f\x02\xab\xfe"};
    auto memory = with.open<items>();
    const auto id = memory.memorize({.text = "paid 10"}, first).id;
    CHECK(memory.memorize({.text = "paid 10"}, first).id == id);
    auto other = with.open<items>();
    CHECK(other.memorize({.text = "paid 10"}, first).id == id);
    CHECK(other.memorize({.text = "paid 10"}, second).id != id);
    CHECK(other.size() == 2);
}

TEST_CASE("a document can be loaded again with the same key", "[journal][repeat]") {
    const workmem::call_options by{.idempotency_key = "load"};
    stored with;
    auto memory = with.open<items>();
    memory.load_text(R"({"items":[{"text":"x"}]})", by);
    memory.load_text(R"({"items":[{"text":"x"}]})", by);
    CHECK(memory.sequence() == 1);
    CHECK_FALSE(memory.try_load_text(R"({"items":[{"text":"y"}]})", by));

    stored things;
    auto known = things.open<entities>();
    for (int i = 0; i < 2; ++i)
        known.load_text(R"({"entities":[{"type":"page","id":"p","name":"P"}]})", {}, by);
    CHECK(known.sequence() == 1);

    stored planned;
    auto plan = planned.open<tasks>();
    const auto saved = workmem::task_memory{}.to_json_text();
    plan.load_text(saved, by);
    const auto after = plan.sequence();
    plan.load_text(saved, by);
    CHECK(plan.sequence() == after);
}

TEST_CASE("an id that its source gives again is no success", "[journal][ids]") {
    struct policies : workmem::durable_policies<any> {
        using ids = workmem::sequential_ids;
    };
    stored with;
    const auto open = [&] {
        return workmem::basic_task_memory<policies>{
            {}, {.ids = workmem::sequential_ids{"w"}, .journal = with.journal, .stream = "stream"}};
    };
    open().record_discovery({.content = "first"});
    auto again = open();
    const auto second = again.try_record_discovery(nullptr, {.content = "second"});
    REQUIRE_FALSE(second);
    CHECK(second.error().code() == workmem::error_code::conflict);
    CHECK_THAT(second.error().message(), contains("there is a discovery with the id"));
}

TEST_CASE("erasing a memory leaves the promotion of another whose id goes on", "[journal][erase]") {
    stored with;
    auto memory = with.open<session>();
    memory.import({{.id = "plan", .content = "a", .expires = (timestamp::max)()},
                   {.id = "plan_b", .content = "b", .expires = (timestamp::max)()}});
    memory.promote("plan_b");
    memory.erase("plan");
    CHECK(memory.undelivered().size() == 1);
    workmem::long_term_store kept;
    CHECK(memory.deliver(kept) == 1);
    CHECK(kept.size() == 1);
    memory.promote("plan_b", {}, {.again = true});
    memory.erase("plan_b");
    CHECK(memory.undelivered().empty());
}

TEST_CASE("what is added by a clock that is behind lives as long as any", "[journal][time]") {
    struct policies : workmem::durable_policies<any> {
        using clock = workmem::manual_clock;
    };
    stored with;
    const auto open = [&](std::chrono::hours since) {
        return workmem::basic_session<policies>{{},
                                                {.clock = workmem::manual_clock{timestamp{since}},
                                                 .journal = with.journal,
                                                 .stream = "stream"}};
    };
    const std::chrono::hours later{700'000}, earlier{500'000};
    open(later).add({.content = "ahead"});
    auto memory = open(earlier);
    const auto added = memory.add({.content = "behind"});
    CHECK(added.created == timestamp{later});
    CHECK(memory.sweep().empty());
    CHECK(memory.get(added.id).content == "behind");
    CHECK(open(earlier).size() == 2);
}

TEST_CASE("a prompt forgets what somebody else erased", "[journal][erase]") {
    stored with;
    auto memory = with.open<entities>(), other = with.open<entities>();
    memory.add({.type = "contact", .id = "P-7", .name = "Alice"});
    other.catch_up();
    CHECK_THAT(other.context(), contains("Alice"));
    memory.erase("contact", "P-7");
    other.catch_up();
    CHECK_THAT(other.context(), !contains("Alice"));
}

TEST_CASE("what was said before it had a key goes with the key", "[journal][erase]") {
    stored with;
    auto memory = with.open<items>(), other = with.open<items>();
    const auto id = memory.memorize({.text = "secret one"}).id;
    memory.forget("id:" + id, workmem::forget_mode::soft, true, {.idempotency_key = "call"});
    memory.restore(id);
    memory.update(id, {.key = "k"});
    other.catch_up();
    CHECK(memory.erase("k") == 1);
    CHECK(with.bytes("bounded").find("secret") == std::string::npos);
    other.catch_up();
    other.memorize("more");
    other.snapshot();
    CHECK(with.bytes("bounded").find("secret") == std::string::npos);
}

TEST_CASE("long-term metadata are what JSON can say", "[journal][values]") {
    stored with;
    auto memory = with.open<long_term>();
    const auto refusal = [&](const workmem::attribute_list& metadata) {
        return memory.try_put({.id = "a", .content = "x", .metadata = metadata}).error().message();
    };
    CHECK_THAT(refusal({{"x", 1.0}, {"x", 2.0}}), contains("different names, has \"x\" twice"));
    CHECK_THAT(refusal({{"x", std::numeric_limits<double>::quiet_NaN()}}),
               contains("finite numbers"));
    CHECK_FALSE(memory.try_put(
        {.id = "a", .content = "x", .relations = {{"about", "b", {{"y", true}, {"y", false}}}}}));
    CHECK(memory.empty());
}

TEST_CASE("the id of a session is text", "[journal][values]") {
    workmem::session_store sessions;
    const auto refused = sessions.try_add("caf\xe9", {.content = "x"});
    REQUIRE_FALSE(refused);
    CHECK_THAT(refused.error().message(), contains("session_id must be UTF-8"));
}
