// The form in which journals keep the changes of a bounded store, for good: one file of
// tests/bounded/golden for each kind of record, named after kind and version. What is written is
// these bytes; what is read is what they meant when they were written.
#include "golden.hpp"
#include "bounded_bundles.hpp"
#include "catch.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

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

template <class Journal>
struct on
    : bounded_bundle<importance_guard, workmem::null_mutex, workmem::observer::none, Journal> {};
using store = store_of<on<recorded>>;

constexpr auto stream = "agent";

const golden_files golden{
    "tests/bounded/golden",
    {"bounded.put.1", "bounded.put.1.many", "bounded.touch.1", "bounded.put.1.removed",
     "bounded.put.1.update", "bounded.step.1", "bounded.forget.1", "bounded.forget.1.restored",
     "bounded.remove.1", "bounded.remove.1.swept", "bounded.load.1", "bounded.clear.1",
     "bounded.put.1.by", "bounded.erase.1", "bounded.put.1.last", "bounded.touch.1.flushed"}};

// The store whose records these are.
kept_as_written written() {
    kept_as_written journal;
    workmem::manual_clock clock;
    store_of<on<kept_as_written>> memory{bounded_options{.max_items = 4},
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
    return journal;
}

store open(const recorded& journal) { return store{{}, {.journal = journal, .stream = stream}}; }

std::string opened(const std::vector<std::string>& records) { return opened_with(records, open); }

}  // namespace

TEST_CASE("what a bounded store writes is what it has always been", "[bounded][journal][golden]") {
    auto journal = written();
    std::size_t i = 0;
    REQUIRE(journal.read(stream, 0, [&](const workmem::journal::record& each) {
        if (i == golden.names.size()) return;
        INFO(golden.names[i]);
        CHECK(each.bytes == golden(golden.names[i++]));
    }));
    REQUIRE(i == golden.names.size());
    const auto snapshot = journal.newest_snapshot(stream, "bounded", ~std::uint64_t{0});
    REQUIRE(snapshot);
    REQUIRE(*snapshot);
    CHECK((*snapshot)->bytes == golden("bounded.snapshot.1"));
}

TEST_CASE("what a bounded store wrote means what it meant", "[bounded][journal][golden]") {
    for (std::size_t i = 0; i < golden.names.size(); ++i) {
        INFO(golden.names[i]);
        CHECK(opened(golden.up_to(i + 1)) == golden("state/" + golden.names[i]));
    }
}

TEST_CASE("a bounded store's snapshot means what it meant", "[bounded][journal][golden]") {
    recorded journal;
    const std::string_view line[]{R"({"kind":"other.put","version":7})"};
    REQUIRE(journal.append(stream, 0, line).status == workmem::journal::append_status::recorded);
    REQUIRE(journal.save_snapshot(stream, "bounded", 1, golden("bounded.snapshot.1")));
    auto memory = open(journal);
    CHECK(memory.to_json_text() == golden("state/bounded.snapshot.1"));
    CHECK(memory.sequence() == 1);
    // It knows the keys of calls, the step and the number of the next item.
    memory.memorize({.text = "x"}, {.idempotency_key = "k-1"});
    CHECK(memory.size() == 1);
    CHECK(memory.step() == 6);
    memory.memorize("next");
    CHECK(memory.all().back().number == 10);
    CHECK(memory.history("k").size() == 1);
}

TEST_CASE("what is erased of a bounded store leaves a record without content",
          "[bounded][journal][golden]") {
    const std::vector<std::string> records{golden("bounded.put.1"), golden("bounded.erased.1")};
    CHECK(opened(records) == opened({records[0]}));
    workmem::without_item scrub{"s"};
    CHECK(scrub(golden("bounded.put.1.by")) == golden("bounded.put.1.scrubbed"));
    CHECK(scrub(golden("bounded.erase.1")) == golden("bounded.erased.1"));
    CHECK_FALSE(scrub(golden("bounded.put.1")));
}

TEST_CASE("a newer version of a bounded store's record is refused, and says so",
          "[bounded][journal][golden]") {
    auto all = golden.names;
    all.push_back("bounded.erased.1");
    for (const auto& name : all) {
        INFO(name);
        const auto kind = name.substr(0, name.find(".1"));
        CHECK_THAT(opened({with_version_2(golden(name))}),
                   contains(kind + " has version 2, this library knows up to 1"));
    }
    recorded journal;
    REQUIRE(
        journal.save_snapshot(stream, "bounded", 0, with_version_2(golden("bounded.snapshot.1"))));
    const auto refused = store::try_make({}, {.journal = journal, .stream = stream});
    REQUIRE_FALSE(refused);
    CHECK_THAT(std::string{refused.error().message()},
               contains("bounded.snapshot has version 2, this library knows up to 1"));
}

TEST_CASE("an unknown kind of a bounded store is refused, one of another is passed over",
          "[bounded][journal][golden]") {
    const auto one = golden("bounded.put.1");
    CHECK_THAT(opened({one, R"({"kind":"bounded.unheard_of","version":1})"}),
               contains("its kind \"bounded.unheard_of\" is unknown"));
    CHECK(opened({one, R"({"kind":"entity.put","version":9,"anything":[1]})"}) == opened({one}));
    CHECK(opened({one, R"({"kind":"boundedish.put","version":9})"}) == opened({one}));
}
