// What a bounded store promises, call by call.
#include "bounded_setting.hpp"
#include "catch.hpp"

#include <workmem/bounded/bounded_store.hpp>

#include <nlohmann/json.hpp>

#include <iterator>
#include <string>
#include <type_traits>
#include <vector>

using namespace workmem_test;
using store = bounded_setting::store;
using std::chrono::minutes;
using workmem::audit_kind;
using workmem::error_code;
using workmem::forget_mode;
using workmem::item;
using workmem::removal_reason;

static_assert(std::is_copy_constructible_v<store> && std::is_move_assignable_v<store>);
static_assert(!std::is_copy_constructible_v<store_of<density_recorded>>);
static_assert(std::forward_iterator<workmem::item_range::iterator>);

TEST_CASE("memorize appends and says where", "[bounded]") {
    bounded_setting with;
    auto memory = with.make();
    const auto first = memory.memorize("a");
    CHECK(first.position == 0);
    CHECK(first.id == "id-1");
    CHECK(first.evicted.empty());
    CHECK(first.usage == workmem::store_usage{1, 1 + line_bytes});
    const auto second = memory.memorize({.text = "bc", .importance = 0.9});
    CHECK(second.position == 1);
    CHECK(second.usage.tokens == 3 + 2 * line_bytes);
    CHECK(content(memory) == "a bc");
    CHECK(memory.size() == 2);
    CHECK_FALSE(memory.empty());
    CHECK(memory.contains(first.id));
    CHECK(memory.peek(second.id)->importance == 0.9);
    CHECK(memory.peek(first.id)->importance == 0.5);
    CHECK_FALSE(memory.peek("nobody"));
}

TEST_CASE("an item takes the turns no further ahead than a slip of the hand would", "[bounded]") {
    bounded_setting with;
    auto memory = with.make();
    memory.memorize({.text = "the first may begin anywhere", .step = 1'700'000'000});
    const auto far = memory.try_memorize({.text = "far", .step = 2'700'000'000});
    REQUIRE_FALSE(far);
    CHECK(far.error().code() == error_code::validation_error);
    CHECK_THAT(far.error().message(), contains("step must be at most 1700100000") &&
                                          contains("set_step") && contains("is 2700000000"));
    CHECK(memory.step() == 1'700'000'000);
    memory.memorize({.text = "near", .step = 1'700'100'000});
    CHECK(memory.step() == 1'700'100'000);
    memory.set_step(2'700'000'000);
    memory.memorize({.text = "there", .step = 2'700'000'000});
}

TEST_CASE("what is longer than all tokens is refused, and nobody goes for it", "[bounded]") {
    bounded_setting with;
    auto memory = with.make({.max_tokens = 100});
    memory.memorize(std::string(90, 'a'));
    const auto answer = memory.try_memorize({.text = std::string(96, 'b')});
    CHECK(refusal_of(answer) == error_code::capacity);
    CHECK_THAT(answer.error().message(), contains("101") && contains("100"));
    CHECK(memory.size() == 1);
    REQUIRE(memory.audit().size() == 1);
    CHECK(memory.audit().front().kind == audit_kind::refused);
    CHECK(memory.audit().front().before == memory.audit().front().after);
    CHECK(memory.memorize(std::string(95, 'c')).evicted.size() == 1);
}

TEST_CASE("a batch comes in whole or not at all", "[bounded]") {
    bounded_setting with;
    auto memory = with.make({.max_items = 3});
    memory.memorize("a");
    const auto done = memory.memorize_all({{.text = "b"}, {.text = "c"}, {.text = "d"}});
    CHECK(texts_of(done.evicted) == "a");
    CHECK(done.ids.size() == 3);
    CHECK(done.position == 0);
    CHECK(refusal_of(memory.try_memorize_all(
              {{.text = "e"}, {.text = "f"}, {.text = "g"}, {.text = "h"}})) ==
          error_code::capacity);
    CHECK(refusal_of(memory.try_memorize_all({{.text = "e"}, {.text = ""}})) ==
          error_code::validation_error);
    CHECK(content(memory) == "b c d");
    CHECK(memory.memorize_all({}).ids.empty());
}

TEST_CASE("a newer fact with the same key takes its place", "[bounded]") {
    bounded_setting with;
    auto memory = with.make();
    memory.memorize({.text = "paris", .key = "city", .pinned = true});
    memory.memorize("other");
    with.clock.advance(minutes{1});
    const auto done = memory.memorize({.text = "rome", .key = "city"});
    CHECK(texts_of(done.superseded) == "paris");
    CHECK(done.evicted.empty());
    CHECK(content(memory) == "other rome");
    CHECK(memory.get_by_key("city")->text == "rome");
    CHECK(memory.get_by_key("city")->pinned);
    memory.memorize({.text = "oslo", .key = "city"});
    const auto past = memory.history("city");
    CHECK(texts_of(past) == "rome paris");
    CHECK(past.back().time == with.clock.now());
    CHECK(memory.history("none").empty());
    CHECK(memory.audit().front().kind == audit_kind::superseded);
}

TEST_CASE("pins take half of a limit at most, and never go", "[bounded]") {
    bounded_setting with;
    auto memory = with.make({.max_items = 4, .max_tokens = 100});
    memory.memorize({.text = "a", .pinned = true});
    memory.memorize({.text = std::string(30, 'b')});
    memory.pin("id-2");
    CHECK(refusal_of(memory.try_memorize({.text = "c", .pinned = true})) == error_code::capacity);
    memory.unpin("id-2");
    CHECK(refusal_of(memory.try_memorize({.text = std::string(42, 'd'), .pinned = true})) ==
          error_code::capacity);
    for (int i = 0; i < 9; ++i) memory.memorize({.text = "x", .importance = 1.0});
    CHECK(memory.contains("id-1"));
    CHECK(memory.get_capacity_info().pinned_items == 1);
    // Not even for lower limits.
    memory.memorize({.text = "y", .importance = 1.0});
    memory.pin("id-1");
    CHECK(memory.set_options({.max_items = 1}).size() == 3);
    CHECK(content(memory) == "a");
    CHECK(refusal_of(memory.try_memorize({.text = "z"})) == error_code::capacity);
    CHECK(refusal_of(memory.try_set_options({.max_items = 1, .max_tokens = 5})) ==
          error_code::capacity);
    CHECK(memory.options().max_tokens == 4'000);
}

TEST_CASE("the items of a group leave together", "[bounded]") {
    bounded_setting with;
    auto memory = with.make({.max_items = 4});
    memory.memorize({.text = "call", .group = "g"});
    memory.memorize("between");
    memory.memorize({.text = "result", .group = "g"});
    memory.memorize("after");
    // A group is as new as its newest.
    CHECK(texts_of(memory.memorize("x").evicted) == "between");
    const auto done = memory.memorize("y");
    CHECK(done.evicted.size() == 2);
    CHECK(content(memory) == "after x y");
    CHECK((done.evicted[0].reason == removal_reason::group) !=
          (done.evicted[1].reason == removal_reason::group));
}

TEST_CASE("a group is as protected as its most protected item, and spared for a newcomer of it",
          "[bounded]") {
    bounded_setting with;
    auto memory = with.make({.max_items = 3});
    memory.memorize({.text = "low", .group = "g", .importance = 0.1});
    memory.memorize({.text = "high", .group = "g", .importance = 0.9});
    memory.memorize("ordinary");
    CHECK(texts_of(memory.memorize({.text = "more", .group = "g"}).evicted) == "ordinary");
    CHECK(refusal_of(memory.try_memorize({.text = "even more", .group = "g"})) ==
          error_code::capacity);
    CHECK(memory.memorize("x").evicted.size() == 3);
}

TEST_CASE("items can be changed where they stand", "[bounded]") {
    bounded_setting with;
    auto memory = with.make({.max_items = 3, .max_tokens = 30});
    memory.memorize("a");
    memory.memorize("b");
    memory.memorize("c");
    memory.set_importance("id-1", 0.1);
    CHECK(memory.peek("id-1")->importance == 0.1);
    workmem::item_change what;
    what.text = "bbbbbbbbbb";
    what.tags = std::vector<std::string>{"t"};
    what.group = "g";
    CHECK(memory.update("id-2", what).evicted.empty());
    CHECK(memory.peek("id-2")->position == 1);
    CHECK(memory.tokens() == 12 + 3 * line_bytes);
    what.text = std::string(16, 'b');
    CHECK(texts_of(memory.update("id-2", what).evicted) == "a");
    CHECK(texts_of(memory.remember("bbb")) == std::string(16, 'b'));
    what.text = std::string(26, 'b');
    CHECK(refusal_of(memory.try_update("id-2", what)) == error_code::capacity);
    workmem::item_change key;
    key.key = "k";
    memory.update("id-2", key);
    memory.update("id-3", key);
    CHECK(content(memory) == "c");
    CHECK(texts_of(memory.history("k")) == std::string(16, 'b'));
}

TEST_CASE("remember: what the ranking finds, then importance, then the newest", "[bounded]") {
    bounded_setting with;
    auto memory = with.make();
    memory.memorize({.text = "the red fox", .importance = 0.4});
    memory.memorize({.text = "a red car", .tags = {"t"}, .importance = 0.9});
    memory.memorize({.text = "RED alert", .importance = 0.4, .from = {"ann", "", 0, 0}});
    memory.memorize({.text = "blue",
                     .metadata = {{"agent_id", std::string{"ann"}}},
                     .importance = 1.0,
                     .step = 3});
    CHECK(texts_of(memory.remember("red")) == "a red car RED alert the red fox");
    CHECK(texts_of(memory.remember("red", 1)) == "a red car");
    CHECK(memory.remember("green").empty());
    CHECK(texts_of(memory.remember(" ")) == "blue a red car RED alert the red fox");
    CHECK(texts_of(memory.remember("", 2)) == "blue a red car");
    CHECK(texts_of(memory.remember("", 10, {.tags = {"t"}})) == "a red car");
    CHECK(texts_of(memory.remember("", 10, {.actor = "ann"})) == "blue RED alert");
    CHECK(texts_of(memory.remember("red", 10, {.min_importance = 0.5})) == "a red car");
    CHECK(texts_of(memory.remember("", 10, {.since_step = 1})) == "blue");
    CHECK(memory.remember("", 0).empty());
    CHECK_NOTHROW(memory.remember("\xff\xfe\n\""));
    memory.forget("tag:t", forget_mode::hard);
    memory.memorize("red again");
    CHECK(texts_of(memory.remember("red")) == "red again RED alert the red fox");
}

TEST_CASE("observers hear changes, and refusals too", "[bounded]") {
    workmem::manual_clock clock;
    store_of<guard_recorded>::parts with{.clock = clock};
    std::vector<workmem::bounded_notice> heard;
    with.observer.on<workmem::bounded_notice>(
        [&](const workmem::bounded_notice& notice) { heard.push_back(notice); });
    store_of<guard_recorded> memory{{.max_items = 1, .max_tokens = 50}, with};
    memory.memorize("a");
    memory.memorize("b");
    CHECK(refusal_of(memory.try_memorize({.text = std::string(60, 'x')})) == error_code::capacity);
    REQUIRE(heard.size() == 3);
    CHECK(heard[0].kind == "bounded.put");
    CHECK(heard[0].put == std::vector<std::string>{"id-1"});
    CHECK(heard[1].removed.front().value.text == "a");
    CHECK(heard[1].removed.front().reason == removal_reason::oldest);
    CHECK(heard[1].events.front().kind == audit_kind::evicted);
    CHECK(heard[2].kind == "bounded.refused");
    CHECK(heard[2].events.front().kind == audit_kind::refused);
    memory.clear();
    CHECK(heard.back().removed.front().reason == removal_reason::cleared);
    memory.memorize("c");
    memory.load(nlohmann::json::parse(R"({"items":[{"id":"x","text":"d"}]})"));
    CHECK(heard.back().removed.front().reason == removal_reason::replaced);
    CHECK(heard.back().put == std::vector<std::string>{"x"});
}

TEST_CASE("everything about something is found by its words, not by their form", "[bounded]") {
    bounded_setting with;
    auto memory = with.make();
    memory.memorize("Budget talks with Anna");
    memory.memorize("Anna's invoices are late");
    memory.memorize("The thing of it");
    const auto about = [&](const std::string& what) {
        return memory.forget("everything about " + what).items.size();
    };
    CHECK(about("the budget") == 1);
    CHECK(about("budgets") == 1);
    CHECK(about("Invoice") == 1);
    CHECK(about("anna") == 2);
    CHECK(about("Anna's budget") == 1);
    CHECK(about("Annabel") == 0);
    // Nothing but stop words: as they stand.
    CHECK(about("it") == 1);
}
