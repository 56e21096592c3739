// A bounded store on a stream: what is recorded is what it was, beside an entity memory.
#include "bounded_history.hpp"
#include "catch.hpp"
#include "memory_bundles.hpp"

#include <workmem/bounded/bounded_store.ipp>
#include <workmem/entity/entity_memory.ipp>
#include <workmem/journal/memory.hpp>
#include <workmem/journal/open.hpp>
#include <workmem/time/manual_clock.hpp>

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace workmem_test;
using std::chrono::hours;
using std::chrono::minutes;
using workmem::error_code;
using workmem::forget_mode;

namespace {

// Every kind of change.
template <class Store>
void live(Store& memory, workmem::manual_clock& clock) {
    memory.memorize({.text = "one", .key = "k", .tags = {"t"}, .importance = 0.123456});
    memory.memorize({.text = "two", .key = "k", .group = "g", .metadata = {{"n", 1.5}}});
    memory.memorize({.text = "three", .group = "g", .wall_ttl = hours{3}, .pinned = true});
    memory.advance_step();
    clock.advance(minutes{1});
    memory.remember("t");
    memory.memorize_all({{.text = "four", .importance = 0.1}, {.text = "five"}, {.text = "six"}});
    memory.set_importance(memory.all().back().id, 0.9);
    memory.forget("tag:none");
    memory.forget("least important");
    memory.forget("position:1");
    memory.restore(memory.all({.with_forgotten = true})[1].id);
    memory.forget("oldest", forget_mode::hard);
    memory.touch(memory.all().front().id);
    memory.memorize("seven");
    memory.set_options({.max_items = 4});
}

}  // namespace

TEMPLATE_TEST_CASE("what is recorded gives the same store again", "[bounded][journal]", in_memory,
                   in_files) {
    history_setting<TestType> with;
    auto memory = with.make();
    live(memory, with.clock);
    memory.flush();
    auto again = workmem::open<typename history_setting<TestType>::store>(with.journal, "agent");
    CHECK(again == memory);
    CHECK(again.step() == 1);
    CHECK(again.history("k").size() == 1);
    CHECK(again.sequence() == memory.sequence());
    CHECK(again.to_json_text() == memory.to_json_text());
    CHECK(again.remember("seven").size() == 1);
    memory.snapshot();
    CHECK(with.make() == memory);
    memory.clear();
    memory.memorize("after");
    CHECK(with.make().all().front().text == "after");
    memory.load(again.to_json());
    CHECK(with.make() == memory);
}

TEST_CASE("evictions are recorded with their reason, and never decided again",
          "[bounded][journal]") {
    history_setting<> with;
    auto memory = with.make({.max_items = 1});
    memory.memorize("a");
    memory.memorize("b");
    CHECK_THAT(with.records(), contains(R"("removed":[{"id":"w-1","reason":"oldest"}])"));
    // A replay under other limits evicts the same.
    CHECK(with.make({.max_items = 50}).all().size() == 1);
    CHECK(with.make().audit().back().items.front().id == "w-1");
}

TEST_CASE("store and entity memory of one agent share a stream", "[bounded][journal]") {
    history_setting<> with;
    using memory_type = memory_of<two_segment_recorded>;
    auto store = with.make();
    memory_type entities{{}, {.clock = with.clock, .journal = with.journal, .stream = "agent"}};
    store.memorize("a");
    entities.add({.type = "page", .id = "p", .name = "Home"});
    store.memorize("b");
    entities.snapshot();
    store.snapshot();
    store.memorize("c");
    CHECK(with.make() == store);
    CHECK(memory_type{{}, {.clock = with.clock, .journal = with.journal, .stream = "agent"}} ==
          entities);
}

TEST_CASE("two writers of a stream see each other", "[bounded][journal]") {
    history_setting<> with;
    auto a = with.make({.max_items = 3}), b = with.make({.max_items = 3});
    a.memorize("a");
    b.memorize("b");
    b.touch("w-1");
    a.memorize("c");
    b.memorize("d");
    a.catch_up();
    CHECK(a.all().size() == 3);
    b.flush();
    a.flush();
    b.catch_up();
    CHECK(a == b);
    CHECK(with.make() == a);
}

TEST_CASE("what took the place of another is the same for all writers, touched or not",
          "[bounded][journal]") {
    history_setting<> with;
    auto a = with.make(), b = with.make();
    a.memorize({.text = "one", .key = "k"});
    a.memorize("two");
    b.catch_up();
    with.clock.advance(minutes{1});
    b.touch("w-1");
    b.touch("w-2");
    with.clock.advance(minutes{1});
    a.memorize({.text = "three", .key = "k"});
    a.set_importance("w-2", 0.9);
    b.catch_up();
    CHECK(a.history("k") == b.history("k"));
    CHECK(b.peek("w-2")->access_count == 1);
    CHECK(b.peek("w-2")->accessed == with.clock.now() - minutes{1});
    b.flush();
    a.catch_up();
    CHECK(a == b);
    CHECK(with.make() == a);
}

TEST_CASE("a key is good for one call", "[bounded][journal]") {
    history_setting<> with;
    auto memory = with.make();
    const auto first = memory.memorize({.text = "a"}, {.actor = "ann", .idempotency_key = "1"});
    CHECK(memory.memorize({.text = "a"}, {.actor = "ann", .idempotency_key = "1"}).id == first.id);
    CHECK(memory.size() == 1);
    CHECK_THAT(with.records(), contains(R"("actor":"ann")"));
    const workmem::call_options call{.idempotency_key = "1"};
    const auto before = memory.sequence();
    const auto is_refused = [](const auto& done) {
        return !done && done.error().code() == workmem::error_code::validation_error;
    };
    CHECK(is_refused(memory.try_memorize({.text = "b"}, call)));
    CHECK(is_refused(memory.try_memorize_all({{.text = "a"}, {.text = "b"}}, call)));
    CHECK(is_refused(memory.try_update("w-1", {.importance = 0.9}, call)));
    CHECK(is_refused(memory.try_pin("w-1", call)));
    CHECK(is_refused(memory.try_unpin("w-1", call)));
    CHECK(is_refused(memory.try_advance_step(call)));
    CHECK(is_refused(memory.try_set_step(7, call)));
    CHECK(is_refused(memory.try_forget("oldest", forget_mode::hard, true, call)));
    CHECK(is_refused(memory.try_forget("oldest", forget_mode::soft, true, call)));
    CHECK(is_refused(memory.try_restore("w-1", call)));
    CHECK(is_refused(memory.try_restore_all(call)));
    CHECK(is_refused(memory.try_load_text(memory.to_json_text(), call)));
    CHECK(is_refused(memory.try_clear(call)));
    CHECK(is_refused(memory.try_erase("w-1", call)));
    CHECK(memory.sequence() == before);
    CHECK(memory.all().size() == 1);
}

TEST_CASE("the wall clock goes on while nobody has the store open", "[bounded][journal]") {
    history_setting<> with;
    with.make().memorize("a");
    with.clock.advance(hours{2});
    auto memory = with.make();
    CHECK(memory.explain("w-1").expired);
    CHECK(memory.sweep() == 1);
}

TEST_CASE("a store as it was", "[bounded][journal]") {
    history_setting<> with;
    auto memory = with.make();
    memory.memorize("a");
    const auto then = memory;
    const auto at = memory.sequence();
    const auto mark = memory.position();
    memory.memorize("b");
    memory.forget("oldest", forget_mode::hard);
    CHECK(memory.state_at(at).to_json_text() == then.to_json_text());
    CHECK(refusal_of(memory.try_state_at(99)) == error_code::not_found);
    CHECK(memory.changes_since(mark).list.size() == 2);
}

TEST_CASE("a damaged or newer record is an error", "[bounded][journal]") {
    history_setting<> with;
    const auto refuses = [&](std::string_view record) {
        workmem::journal::memory journal;
        const std::string_view lines[]{record};
        REQUIRE(journal.append("s", 0, lines).status == workmem::journal::append_status::recorded);
        using store = store_of<guard_recorded>;
        return refusal_of(store::try_make({}, {.journal = journal, .stream = "s"}));
    };
    CHECK(refuses(R"({"kind":"bounded.put","version":2})") == error_code::storage_error);
    CHECK(refuses(R"({"kind":"bounded.unknown","version":1})") == error_code::storage_error);
    CHECK(refuses(R"({"kind":"bounded.put","version":1,"time":0,"items":[{"id":"a"}]})") ==
          error_code::storage_error);
    CHECK(refuses("{") == error_code::storage_error);
}

TEST_CASE("who opens a store under smaller limits holds to them", "[bounded][journal]") {
    history_setting<> with;
    auto wide = with.make();
    for (int i = 0; i < 10; ++i) wide.memorize("text " + std::to_string(i));
    auto narrow = with.make({.max_items = 3});
    CHECK(narrow.size() == 3);
    CHECK(narrow.get_capacity_info().available_items == 0);
    CHECK(narrow.all().front().text == "text 7");
    wide.catch_up();
    CHECK(wide.size() == 3);
    // What another writer brings in leaves with the next change.
    for (int i = 0; i < 3; ++i) wide.memorize("more");
    narrow.catch_up();
    CHECK(narrow.get_capacity_info().available_items == 0);
    narrow.memorize("own");
    CHECK(narrow.size() == 3);
    for (int i = 0; i < 3; ++i) wide.pin(wide.memorize("pinned").id);
    const auto refused = with.make({.max_items = 10});
    CHECK(refused.size() == 6);
}
