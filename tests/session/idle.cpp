// Sessions that nobody uses any more, and how little a sweep looks at.
#include "catch.hpp"
#include "journal_calls.hpp"
#include "session_bundles.hpp"

#include <workmem/journal/memory.hpp>
#include <workmem/observer/observer.hpp>
#include <workmem/session/session_store.hpp>
#include <workmem/session/session_store.ipp>
#include <workmem/time/manual_clock.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

using namespace workmem_test;
using std::chrono::hours;
using std::chrono::minutes;
using workmem::error_code;
using workmem::milliseconds;
using workmem::priority;
using workmem::session_notice;

namespace {

using store = workmem::basic_session_store<session_recorded>;

workmem::session_options idle_after(milliseconds time) {
    workmem::session_options options;
    options.idle_after = time;
    return options;
}

struct setting {
    workmem::manual_clock clock{};
    workmem::journal::memory journal{};
    std::vector<session_notice> told{};

    store::parts parts() {
        store::parts with{.clock = clock, .journal = journal};
        with.observer.on<session_notice>(
            [this](const session_notice& notice) { told.push_back(notice); });
        return with;
    }
};

}  // namespace

TEST_CASE("sessions stay as long as their memories, unless they are to be dropped", "[session]") {
    setting with;
    CHECK_FALSE(workmem::session_options{}.idle_after);
    store all{{}, with.parts()};
    all.add("s", {.content = "x", .priority = priority::critical});
    with.clock.advance(hours{23});
    CHECK(all.sweep() == 0);
    CHECK(all.list("s").total == 1);
    const auto problem = problem_of(idle_after(milliseconds{0}));
    REQUIRE(problem);
    CHECK(problem->code() == error_code::validation_error);
}

TEST_CASE("an idle session is dropped by the sweep, at its time and not before", "[session]") {
    setting with;
    store all{idle_after(minutes{30}), with.parts()};
    const auto id = all.add("s", {.content = "x"}).id;
    all.add("busy", {.content = "y"});
    with.clock.advance(minutes{30} - milliseconds{1});
    CHECK(all.sweep() == 0);
    all.get("s", id);  // an access is a use,
    with.clock.advance(minutes{20});
    (void)all.list("s");  // a look is none
    all.add("busy", {.content = "z"});
    with.clock.advance(minutes{10} - milliseconds{1});
    CHECK(all.sweep() == 0);
    with.clock.advance(milliseconds{1});
    CHECK(all.sweep() == 1);
    CHECK(code_of(all.try_get("s", id)) == error_code::not_found);
    REQUIRE(all.list_sessions().size() == 1);
    CHECK(all.list_sessions().front().id == "busy");
    // It is said which memories went.
    REQUIRE(with.told.back().kind == "session.drop");
    CHECK(with.told.back().session == "s");
    CHECK(with.told.back().ids == std::vector<std::string>{id});
}

TEST_CASE("what is pending in an idle session is promoted, but for secrets",
          "[session][promotion]") {
    setting with;
    {
        store all{idle_after(hours{2}), with.parts()};
        all.add("s", {.content = "keep", .priority = priority::critical, .tags = {"t"}});
        all.add("s", {.content = "password = hunter2hunter2", .priority = priority::critical});
        all.add("s", {.content = "nothing special"});
        all.add("s", {.content = "expired", .priority = priority::low});
        with.clock.advance(hours{2});
        CHECK(all.sweep() == 4);
        const auto kept = all.long_term().list().memories;
        REQUIRE(kept.size() == 1);
        CHECK(kept.front().content == "keep");
        CHECK(kept.front().tags == std::vector<std::string>{"t"});
        CHECK(find_attribute(kept.front().metadata, "promotion_reason") != nullptr);
    }
    store again{idle_after(hours{2}), with.parts()};
    CHECK(again.list_sessions().empty());
    CHECK(again.long_term().size() == 1);
    CHECK(again.add("s", {.content = "anew"}).content == "anew");
    CHECK(again.list("s").total == 1);
}

TEST_CASE("idle time goes on while a store is closed", "[session][journal]") {
    setting with;
    {
        store all{idle_after(hours{1}), with.parts()};
        const auto read = all.add("read", {.content = "x"}).id;
        all.add("idle", {.content = "y"});
        with.clock.advance(minutes{30});
        all.get("read", read);
        all.session("read")->flush();
        SECTION("from its records") {}
        SECTION("from a snapshot") { all.session("read")->snapshot(); }
    }
    with.clock.advance(minutes{30});
    store again{idle_after(hours{1}), with.parts()};
    // Though nobody has asked for them.
    CHECK(again.sweep() == 1);
    REQUIRE(again.list_sessions().size() == 1);
    CHECK(again.list_sessions().front().id == "read");
    with.clock.advance(minutes{30});
    CHECK(again.sweep() == 1);
}

TEST_CASE("another writer's use keeps a session", "[session][journal]") {
    setting with;
    store one{idle_after(hours{1}), with.parts()}, other{idle_after(hours{1}), with.parts()};
    one.add("s", {.content = "x"});
    with.clock.advance(minutes{50});
    other.add("s", {.content = "y"});
    with.clock.advance(minutes{10});
    CHECK(one.sweep() == 0);
    CHECK(other.list("s").total == 2);
}

TEST_CASE("what a rule asks for and a secret forbids is told", "[session][promotion]") {
    setting with;
    store all{{}, with.parts()};
    const auto id =
        all.add("s", {.content = "password = hunter2hunter2", .priority = priority::critical}).id;
    CHECK_FALSE(all.get("s", id).promoted);
    REQUIRE(with.told.back().kind == "session.promotion_refused");
    CHECK(with.told.back().session == "s");
    CHECK(with.told.back().ids == std::vector<std::string>{id});
    const auto before = with.told.size();
    all.promote("s", id, workmem::plain_call, {.allow_secret = true});
    all.get("s", id);
    CHECK(with.told.size() == before + 1);
}

TEST_CASE("the first sweep also opens what the journal holds", "[session][journal]") {
    setting with;
    {
        store all{{}, with.parts()};
        all.add("gone", {.content = "x", .priority = priority::low});
        all.add("there", {.content = "y", .priority = priority::high});
    }
    with.clock.advance(hours{1});
    store again{{}, with.parts()};
    CHECK(again.sweep() == 1);
    CHECK(again.sweep() == 0);
    CHECK(with.told.back().kind == "session.sweep");
}

TEST_CASE("what long-term memory did not take waits for a sweep, and is not let go", "[session]") {
    struct closed : workmem::basic_long_term_store<session_recorded> {
        using base = workmem::basic_long_term_store<session_recorded>;
        bool is_open = false;
        workmem::result<bool> try_put(workmem::long_term_memory memory) {
            if (!is_open) return workmem::error{error_code::storage_error, "closed"};
            return base::try_put(std::move(memory));
        }
    };
    using stores = workmem::basic_session_store<session_recorded, closed>;
    const auto kept = std::make_shared<closed>();
    workmem::manual_clock clock;
    stores all{{}, {.clock = clock, .long_term = kept}};
    all.promote("s", all.add("s", {.content = "x"}).id);
    CHECK(all.stats("s").undelivered == 1);
    all.clear("s");
    CHECK(all.sweep() == 0);
    CHECK(kept->size() == 0);
    kept->is_open = true;
    CHECK(all.sweep() == 0);
    CHECK(kept->size() == 1);
    CHECK(all.list_sessions().empty());
}

TEST_CASE("a sweep looks at no session in which nothing is due", "[session]") {
    // The clock is read once by the sweep, and once by each command of a
    // session it looks at.
    struct counting_clock : workmem::manual_clock {
        std::shared_ptr<int> reads = std::make_shared<int>(0);
        [[nodiscard]] workmem::timestamp now() const noexcept {
            ++*reads;
            return workmem::manual_clock::now();
        }
    };
    struct counted : workmem::default_policies {
        using clock = counting_clock;
    };
    counting_clock clock;
    workmem::basic_session_store<counted> all{{}, {.clock = clock}};
    std::string first;
    for (int i = 0; i < 100; ++i) {
        const auto id = all.add(std::to_string(i), {.content = "x"}).id;
        if (i == 0) first = id;
    }
    (void)all.sweep();
    const auto cost = [&] {
        const auto before = *clock.reads;
        (void)all.sweep();
        return *clock.reads - before;
    };
    CHECK(cost() == 1);
    clock.advance(hours{1});
    CHECK(cost() == 1);
    // One in which something has become due, and whichever way it did.
    all.expire("0", first);
    CHECK(cost() == 3);
    CHECK(cost() == 1);
    all.add("1", {.content = "y", .priority = priority::low});
    const auto held = all.session("2");
    held->import({{.id = "early", .content = "z", .expires = clock.now() + minutes{1}}});
    CHECK(cost() == 1);
    clock.advance(minutes{1});
    CHECK(cost() == 3);
    CHECK(held->list({.include_expired = true}).total == 1);
    held->clear();
    CHECK(cost() == 3);
    clock.advance(minutes{59});
    // "1", and "2" again, which is empty, but held.
    CHECK(cost() == 5);
    clock.advance(hours{2});
    CHECK(all.sweep() == 98);
}
