// Bounded stores in the table of golden.cpp.
#include "bounded_bundles.hpp"
#include "catch.hpp"
#include "golden.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

#include <workmem/bounded/bounded_store.ipp>
#include <workmem/bounded/erasing.hpp>
#include <workmem/journal/memory.hpp>
#include <workmem/time/manual_clock.hpp>

using namespace workmem_test;
using std::chrono::hours;
using std::chrono::minutes;
using workmem::bounded_options;
using workmem::forget_mode;
using workmem::new_item;

namespace {

using recorded = workmem::journal::memory;

struct guard_kept_as_written : bounded_bundle<importance_guard, workmem::null_mutex,
                                              workmem::observer::none, kept_as_written> {};
using store = store_of<guard_recorded>;

constexpr auto stream = golden_stream;

// The store whose records these are.
golden_history written() {
    kept_as_written journal;
    workmem::manual_clock clock;
    store_of<guard_kept_as_written> memory{bounded_options{.max_items = 4},
                                           {.clock = clock, .journal = journal, .stream = stream}};
    memory.memorize({.text = "Say \"hi\"\nto Ann",
                     .key = "greeting",
                     .group = "g",
                     .tags = {"t", "u"},
                     .metadata = {{"price", 9.5},
                                  {"open", true},
                                  {"city", std::string{"Rome"}},
                                  {"count", std::int64_t{3}}},
                     .importance = 0.123456,
                     .step = 2,
                     .step_ttl = 7,
                     .wall_ttl = minutes{90},
                     .pinned = true,
                     .from = {"ann", "search", 4, 9}});
    clock.advance(minutes{1});
    memory.memorize_all({{.text = "a", .group = "pair", .importance = 0.1},
                         {.text = "b", .group = "pair", .importance = 0.1, .step = 3},
                         {.text = "c", .key = "k", .importance = 0.9}});
    clock.advance(workmem::milliseconds{1'500});
    memory.get("id-4");
    memory.touch("id-2");
    memory.touch("id-4");
    memory.memorize_all({{.text = "d", .key = "k"}, {.text = "e", .importance = 0.0}});
    workmem::item_change change;
    change.text = "e, in other words";
    change.tags = std::vector<std::string>{"v"};
    change.importance = 0.75;
    memory.update("id-6", change);
    memory.set_step(5);
    memory.forget("id:id-6");
    memory.restore("id-6");
    memory.forget("id:id-6", forget_mode::hard);
    clock.advance(hours{1});
    memory.sweep();
    memory.load(nlohmann::json::parse(
        R"({"as_of":"2024-01-01T00:00:30Z","step":6,"items":[{"id":"x","text":"loaded","step":4,
            "key":"k","importance":0.65,"forgotten":true,"accessCount":2},
            {"id":"y","text":"with the rest","step":5}],
            "history":[{"id":"w","text":"before","key":"k",
            "superseded":"2024-01-01T00:00:29Z"}]})"));
    memory.clear();
    memory.memorize({.text = "secret", .key = "s"}, {.actor = "planner", .idempotency_key = "k-1"});
    memory.erase("s");
    memory.memorize({.text = "last", .key = "k"});
    memory.get("id-8");
    memory.flush();
    memory.memorize({.text = "the very last", .key = "k"});
    memory.snapshot();
    return history_of(journal, "bounded");
}

store open(const recorded& journal) { return store{{}, {.journal = journal, .stream = stream}}; }

std::string state_of(recorded journal) { return open(journal).to_json_text(); }

}  // namespace

workmem_test::golden_memory workmem_test::golden_bounded() {
    return {
        .name = "bounded",
        .files = {"bounded.put.1", "bounded.put.1.many", "bounded.touch.1", "bounded.put.1.removed",
                  "bounded.put.1.update", "bounded.step.1", "bounded.forget.1",
                  "bounded.forget.1.restored", "bounded.remove.1", "bounded.remove.1.swept",
                  "bounded.load.1", "bounded.clear.1", "bounded.put.1.by", "bounded.erase.1",
                  "bounded.put.1.last", "bounded.touch.1.flushed"},
        .others = {"bounded.erased.1"},
        .written = &written,
        .state_of = &state_of,
        .is_its_snapshot = false};
}

TEST_CASE("a bounded store's snapshot knows the keys of calls, the step and the next number",
          "[bounded][journal][golden]") {
    const auto golden = golden_bounded();
    auto memory = open(golden.with_snapshot(golden("bounded.snapshot.1.answered")));
    CHECK(memory.sequence() == 1);
    CHECK(memory.memorize({.text = "secret", .key = "s"}, {.idempotency_key = "k-1"}).id == "id-7");
    CHECK(memory.size() == 1);
    CHECK(memory.step() == 6);
    memory.memorize("next");
    CHECK(memory.all().back().number == 10);
    CHECK(memory.history("k").size() == 1);
}

TEST_CASE("what is erased of a bounded store leaves a record without content",
          "[bounded][journal][golden]") {
    const auto golden = golden_bounded();
    const std::vector<std::string> records{golden("bounded.put.1"), golden("bounded.erased.1")};
    CHECK(golden.opened(records) == golden.opened({records[0]}));
    workmem::without_item scrub{workmem::journal::erased_subject{"s"}};
    CHECK(scrub(golden("bounded.put.1.by")) == golden("bounded.put.1.scrubbed"));
    CHECK(scrub(golden("bounded.erase.1")) == golden("bounded.erased.1"));
    CHECK_FALSE(scrub(golden("bounded.put.1")));
}
