// What a bounded store promises, call by call.
#include "bounded_bundles.hpp"
#include "catch.hpp"

#include <workmem/text/json_document.hpp>
#include <workmem/time/manual_clock.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <type_traits>

using namespace workmem_test;
using std::chrono::minutes;
using workmem::audit_kind;
using workmem::bounded_options;
using workmem::error_code;
using workmem::eviction_class;
using workmem::forget_mode;
using workmem::importance_protection;
using workmem::item;
using workmem::removal_reason;

namespace {

using store = store_of<guard_plain>;

struct setting {
    workmem::manual_clock clock{};
    store::parts parts() const { return {.clock = clock}; }
    store make(bounded_options options = {}) const { return store{options, parts()}; }
};

template <class Result>
error_code code_of(const Result& answer) {
    REQUIRE_FALSE(answer);
    return answer.error().code();
}
template <class List>
std::string texts_of(const List& list) {
    std::string out;
    for (const auto& each : list) {
        if (!out.empty()) out += ' ';
        if constexpr (requires { each.value.text; })
            out += each.value.text;
        else
            out += each.text;
    }
    return out;
}
std::string content(const store& of) { return texts_of(of.all()); }

}  // namespace

static_assert(std::is_copy_constructible_v<store> && std::is_move_assignable_v<store>);
static_assert(!std::is_copy_constructible_v<store_of<guard_watched>>);
static_assert(std::forward_iterator<workmem::item_range::iterator>);

TEST_CASE("memorize appends and says where", "[bounded]") {
    setting with;
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

TEST_CASE("an item keeps what it was told", "[bounded]") {
    setting with;
    auto memory = with.make();
    const auto id = memory
                        .memorize({.text = "the text",
                                   .key = "k",
                                   .group = "g",
                                   .tags = {"t", "u"},
                                   .metadata = {{"n", std::int64_t{1}}, {"s", std::string{"x"}}},
                                   .importance = 0.25,
                                   .step = 7,
                                   .step_ttl = 3,
                                   .wall_ttl = minutes{5},
                                   .pinned = true,
                                   .from = {"ann", "search", 4, 9}})
                        .id;
    const auto held = memory.get(id);
    REQUIRE(held);
    CHECK(held->key == "k");
    CHECK(held->group == "g");
    CHECK(held->tags == std::vector<std::string>{"t", "u"});
    CHECK(held->metadata.size() == 2);
    CHECK(held->importance.ppm() == 250'000);
    CHECK(held->step == 7);
    CHECK(memory.step() == 7);
    CHECK(held->created == with.clock.now());
    CHECK(held->step_ttl == 3);
    CHECK(held->wall_ttl == minutes{5});
    CHECK(held->pinned);
    CHECK(held->from == workmem::provenance{"ann", "search", 4, 9});
    CHECK(held->tokens == 8 + line_bytes);
    CHECK(held->access_count == 1);
    CHECK(memory.get_by_key("k")->access_count == 2);
    CHECK(memory.touch(id));
    CHECK_FALSE(memory.touch("nobody"));
    CHECK(memory.peek(id)->access_count == 3);
}

TEST_CASE("wrong arguments change nothing and name the value", "[bounded]") {
    setting with;
    auto memory = with.make();
    memory.memorize({.text = "a", .step = 5});
    const auto before = memory;
    const auto refused = [&](workmem::new_item what, const char* value) {
        const auto answer = memory.try_memorize(std::move(what));
        CHECK(code_of(answer) == error_code::validation_error);
        CHECK_THAT(answer.error().message(), contains(value));
    };
    refused({.text = ""}, "text");
    refused({.text = "x", .importance = 1.5}, "1.5");
    refused({.text = "x", .importance = -0.1}, "-0.1");
    refused({.text = "x", .importance = std::nan("")}, "nan");
    refused({.text = "x", .importance = std::numeric_limits<double>::infinity()}, "inf");
    refused({.text = "x", .step = 4}, "4");
    refused({.text = "x", .step = -1}, "-1");
    refused({.text = "x", .step_ttl = -1}, "-1");
    refused({.text = "x", .wall_ttl = minutes{0}}, "0 ms");
    refused({.text = "x", .key = std::string(1'025, 'k')}, "1025");
    refused({.text = "x", .tags = {""}}, "tag");
    refused({.text = "x", .metadata = {{"a", true}, {"a", false}}}, "twice");
    CHECK(code_of(memory.try_set_step(4)) == error_code::validation_error);
    CHECK(code_of(memory.try_set_importance("id-1", 2.0)) == error_code::validation_error);
    CHECK(code_of(memory.try_set_importance("id-1", std::nan(""))) == error_code::validation_error);
    CHECK(code_of(memory.try_set_importance("nobody", 0.2)) == error_code::not_found);
    const auto refused_change = [&](auto&& change, const char* value) {
        workmem::item_change what;
        change(what);
        const auto answer = memory.try_update("id-1", what);
        CHECK(code_of(answer) == error_code::validation_error);
        CHECK_THAT(answer.error().message(), contains(value));
    };
    refused_change([](auto& what) { what.text = ""; }, "text");
    refused_change([](auto& what) { what.importance = -1.0; }, "-1");
    refused_change([](auto& what) { what.group = std::string(1'025, 'g'); }, "1025");
    refused_change([](auto& what) { what.tags = std::vector<std::string>(65, "t"); }, "65");
    CHECK_THAT(memory.try_set_step(4).error().message(), contains("4") && contains("5"));
    CHECK(
        code_of(memory.try_memorize_all({{.text = "x", .key = "k"}, {.text = "y", .key = "k"}})) ==
        error_code::validation_error);
    for (const bounded_options& bad :
         {bounded_options{.max_items = 0}, bounded_options{.max_items = -3},
          bounded_options{.max_tokens = -1}, bounded_options{.step_ttl = -1},
          bounded_options{.wall_ttl = minutes{-1}}, bounded_options{.wall_ttl = minutes{0}},
          bounded_options{.max_tokens = 0}, bounded_options{.max_items = std::int64_t{1} << 40},
          bounded_options{.default_importance = std::nan("")},
          bounded_options{.importance_threshold_low = -0.1}, bounded_options{.protected_steps = -1},
          bounded_options{.importance_threshold_low = 0.8},
          bounded_options{.importance_threshold_high = std::nan("")},
          bounded_options{.half_life = 0}}) {
        CHECK(code_of(memory.try_set_options(bad)) == error_code::validation_error);
        CHECK(code_of(store::try_make(bad)) == error_code::validation_error);
    }
    CHECK_THAT(memory.try_set_options({.max_items = -3}).error().message(), contains("-3"));
    CHECK(memory == before);
    CHECK(memory.audit().empty());
}

TEST_CASE("text becomes valid UTF-8 on the way in", "[bounded]") {
    setting with;
    auto memory = with.make();
    memory.memorize({.text = "a\xff", .tags = {"t\xc0"}});
    CHECK(memory.all().front().text == "a\xEF\xBF\xBD");
    CHECK(memory.all().front().tags.front() == "t\xEF\xBF\xBD");
    CHECK_NOTHROW(memory.to_json());
}

TEST_CASE("never more than max_items, never more than max_tokens", "[bounded]") {
    setting with;
    auto memory = with.make({.max_items = 64, .max_tokens = 4'000});
    std::size_t step = 0;
    for (const auto& [count, bytes] : {std::pair{10, 45}, {20, 45}, {30, 28}, {25, 35}, {20, 45}}) {
        memory.set_step(static_cast<std::int64_t>(step));
        step += 5;
        for (int i = 0; i < count; ++i) {
            memory.memorize({.text = std::string(static_cast<std::size_t>(bytes), 'x'),
                             .importance = i % 4 * 0.25});
            REQUIRE(memory.size() <= 64);
            REQUIRE(memory.tokens() <= 4'000);
        }
    }
    CHECK(memory.size() == 64);
    // The newest are there.
    std::size_t newest = 0;
    for (const auto& each : memory.all()) newest += each.step == 20;
    CHECK(newest >= 15);
}

TEST_CASE("what is longer than all tokens is refused, and nobody goes for it", "[bounded]") {
    setting with;
    auto memory = with.make({.max_tokens = 100});
    memory.memorize(std::string(90, 'a'));
    const auto answer = memory.try_memorize({.text = std::string(96, 'b')});
    CHECK(code_of(answer) == error_code::capacity);
    CHECK_THAT(answer.error().message(), contains("101") && contains("100"));
    CHECK(memory.size() == 1);
    REQUIRE(memory.audit().size() == 1);
    CHECK(memory.audit().front().kind == audit_kind::refused);
    CHECK(memory.audit().front().before == memory.audit().front().after);
    CHECK(memory.memorize(std::string(95, 'c')).evicted.size() == 1);
}

TEST_CASE("the order in which items go", "[bounded]") {
    setting with;
    auto memory = with.make({.max_items = 8});
    memory.memorize({.text = "important-expired", .importance = 0.7, .step = 0});
    memory.memorize({.text = "ordinary-expired", .importance = 0.6});
    memory.memorize({.text = "important", .importance = 0.8, .step = 21});
    memory.memorize({.text = "more-important", .importance = 0.9});
    memory.memorize({.text = "ordinary", .importance = 0.3});
    memory.memorize({.text = "low", .importance = 0.29});
    memory.memorize({.text = "forgotten", .importance = 1.0});
    memory.memorize({.text = "pinned", .importance = 0.0, .pinned = true});
    memory.forget("position:6");
    const auto standing = [&](std::string_view text) {
        for (const auto& each : memory.all({.with_forgotten = true}))
            if (each.text == text) return memory.explain(each.id).standing;
        return eviction_class::pinned;
    };
    CHECK(standing("important-expired") == eviction_class::expired_important);
    CHECK(standing("ordinary-expired") == eviction_class::expired);
    CHECK(standing("important") == eviction_class::important);
    CHECK(standing("ordinary") == eviction_class::ordinary);
    CHECK(standing("low") == eviction_class::low_importance);
    CHECK(standing("forgotten") == eviction_class::forgotten);
    CHECK(standing("pinned") == eviction_class::pinned);
    std::string order;
    for (int i = 0; i < 7; ++i) {
        const auto done = memory.memorize({.text = "new", .importance = 1.0});
        REQUIRE(done.evicted.size() == 1);
        order += done.evicted.front().value.text + '/' +
                 std::string{to_string(done.evicted.front().reason)} + ' ';
    }
    CHECK(order ==
          "forgotten/soft_forgotten ordinary-expired/expired low/low_importance ordinary/oldest "
          "important-expired/expired_important important/guard_overridden "
          "more-important/guard_overridden ");
    CHECK(memory.contains("id-8"));
}

TEST_CASE("time to live: in steps and by the clock", "[bounded]") {
    setting with;
    auto memory = with.make({.max_items = 2});
    memory.memorize({.text = "old", .importance = 0.6});
    memory.set_step(20);
    const auto late = memory.memorize({.text = "late", .importance = 0.1}).id;
    CHECK_FALSE(memory.explain("id-1").expired);
    memory.set_step(21);
    CHECK(memory.explain("id-1").expired);
    // It stays until there is no room …
    CHECK(content(memory) == "old late");
    CHECK(memory.remember("old").size() == 1);
    CHECK(texts_of(memory.memorize("new").evicted) == "old");
    // … or until it is swept.
    with.clock.advance(minutes{60});
    CHECK(memory.explain(late).expired);
    CHECK(memory.sweep() == 2);
    CHECK(memory.empty());
    CHECK(memory.audit().back().items.front().reason == removal_reason::expired);
}

TEST_CASE("a sweep leaves important and pinned items", "[bounded]") {
    setting with;
    auto memory = with.make();
    memory.memorize({.text = "important", .importance = 0.7});
    memory.memorize({.text = "pinned", .pinned = true});
    memory.memorize({.text = "long", .step_ttl = 100, .wall_ttl = minutes{600}});
    memory.memorize({.text = "ordinary"});
    with.clock.advance(minutes{60});
    CHECK(memory.sweep() == 1);
    CHECK(content(memory) == "important pinned long");
}

TEST_CASE("a strict guard refuses the newcomer", "[bounded]") {
    setting with;
    auto memory = with.make({.max_items = 2, .guard = importance_protection::strict});
    memory.memorize({.text = "a", .importance = 0.7});
    memory.memorize({.text = "b", .importance = 0.8});
    CHECK(code_of(memory.try_memorize({.text = "c", .importance = 1.0})) == error_code::capacity);
    CHECK(content(memory) == "a b");
    // Older ones may go once they have expired.
    memory.set_step(21);
    CHECK(texts_of(memory.memorize({.text = "c", .importance = 1.0}).evicted) == "a");
}

TEST_CASE("a batch comes in whole or not at all", "[bounded]") {
    setting with;
    auto memory = with.make({.max_items = 3});
    memory.memorize("a");
    const auto done = memory.memorize_all({{.text = "b"}, {.text = "c"}, {.text = "d"}});
    CHECK(texts_of(done.evicted) == "a");
    CHECK(done.ids.size() == 3);
    CHECK(done.position == 0);
    CHECK(code_of(memory.try_memorize_all(
              {{.text = "e"}, {.text = "f"}, {.text = "g"}, {.text = "h"}})) ==
          error_code::capacity);
    CHECK(code_of(memory.try_memorize_all({{.text = "e"}, {.text = ""}})) ==
          error_code::validation_error);
    CHECK(content(memory) == "b c d");
    CHECK(memory.memorize_all({}).ids.empty());
}

TEST_CASE("a newer fact with the same key takes its place", "[bounded]") {
    setting with;
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
    setting with;
    auto memory = with.make({.max_items = 4, .max_tokens = 100});
    memory.memorize({.text = "a", .pinned = true});
    memory.memorize({.text = std::string(30, 'b')});
    memory.pin("id-2");
    CHECK(code_of(memory.try_memorize({.text = "c", .pinned = true})) == error_code::capacity);
    memory.unpin("id-2");
    CHECK(code_of(memory.try_memorize({.text = std::string(42, 'd'), .pinned = true})) ==
          error_code::capacity);
    for (int i = 0; i < 9; ++i) memory.memorize({.text = "x", .importance = 1.0});
    CHECK(memory.contains("id-1"));
    CHECK(memory.get_capacity_info().pinned_items == 1);
    // Not even for lower limits.
    memory.memorize({.text = "y", .importance = 1.0});
    memory.pin("id-1");
    CHECK(memory.set_options({.max_items = 1}).size() == 3);
    CHECK(content(memory) == "a");
    CHECK(code_of(memory.try_memorize({.text = "z"})) == error_code::capacity);
    CHECK(code_of(memory.try_set_options({.max_items = 1, .max_tokens = 5})) ==
          error_code::capacity);
    CHECK(memory.options().max_tokens == 4'000);
}

TEST_CASE("the items of a group leave together", "[bounded]") {
    setting with;
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
    setting with;
    auto memory = with.make({.max_items = 3});
    memory.memorize({.text = "low", .group = "g", .importance = 0.1});
    memory.memorize({.text = "high", .group = "g", .importance = 0.9});
    memory.memorize("ordinary");
    CHECK(texts_of(memory.memorize({.text = "more", .group = "g"}).evicted) == "ordinary");
    CHECK(code_of(memory.try_memorize({.text = "even more", .group = "g"})) ==
          error_code::capacity);
    CHECK(memory.memorize("x").evicted.size() == 3);
}

TEST_CASE("items can be changed where they stand", "[bounded]") {
    setting with;
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
    CHECK(code_of(memory.try_update("id-2", what)) == error_code::capacity);
    workmem::item_change key;
    key.key = "k";
    memory.update("id-2", key);
    memory.update("id-3", key);
    CHECK(content(memory) == "c");
    CHECK(texts_of(memory.history("k")) == std::string(16, 'b'));
}

TEST_CASE("remember: what the ranking finds, then importance, then the newest", "[bounded]") {
    setting with;
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

TEST_CASE("forgetting by instruction", "[bounded]") {
    setting with;
    auto memory = with.make();
    memory.memorize({.text = "a", .importance = 0.5, .step = 1});
    memory.memorize({.text = "b", .tags = {"t"}, .importance = 0.2, .step = 2});
    with.clock.advance(minutes{20});
    memory.memorize({.text = "c", .importance = 0.2, .step = 3});
    memory.memorize({.text = "d, of Ann's house", .step = 4});
    const auto hard = [&](std::string_view instruction) {
        return texts_of(memory.forget(instruction, forget_mode::hard).items);
    };
    SECTION("oldest") { CHECK(hard(" Oldest ") == "a"); }
    SECTION("least important, the older of two") { CHECK(hard("least important") == "b"); }
    SECTION("position") { CHECK(hard("position:2") == "c"); }
    SECTION("before a step") { CHECK(hard("before:step_3") == "a b"); }
    SECTION("before a step, short") { CHECK(hard("before:3") == "a b"); }
    SECTION("id") { CHECK(hard("id:id-3") == "c"); }
    SECTION("tag") { CHECK(hard("tag:t") == "b"); }
    SECTION("older than") {
        CHECK(hard("older than 1 hour").empty());
        CHECK(hard("older than 20 minutes").empty());
        CHECK(hard("older than 1199 seconds") == "a b");
    }
    SECTION("everything about, once it is confirmed") {
        CHECK(hard("everything about an").empty());
        const auto asked = memory.forget("everything about ANN");
        CHECK_FALSE(asked.confirmed);
        CHECK(texts_of(asked.items) == "d, of Ann's house");
        CHECK(memory.size() == 4);
        CHECK(texts_of(
                  memory.forget("everything about ann's house", forget_mode::hard, true).items) ==
              "d, of Ann's house");
        CHECK(memory.size() == 3);
    }
    SECTION("unknown") {
        for (const auto* const bad : {"newest please", "", "position:x", "before:step_",
                                      "id:", "older than", "older than 3 moons", "position:-1"}) {
            const auto answer = memory.try_forget(bad);
            CHECK(code_of(answer) == error_code::validation_error);
            CHECK_THAT(answer.error().message(), contains("\"least important\"") &&
                                                     contains("position:N") &&
                                                     contains("everything about"));
        }
        CHECK(code_of(memory.try_forget("position:4")) == error_code::not_found);
        CHECK(code_of(memory.try_forget("id:nobody")) == error_code::not_found);
        CHECK(memory.size() == 4);
    }
}

TEST_CASE("what is softly forgotten is hidden, counted, first to go, and can come back",
          "[bounded]") {
    setting with;
    auto memory = with.make({.max_items = 3});
    memory.memorize({.text = "a", .importance = 1.0});
    memory.memorize("b");
    memory.memorize("c");
    const auto done = memory.forget("oldest");
    CHECK(texts_of(done.items) == "a");
    CHECK(done.usage.items == 3);
    CHECK(memory.size() == 3);
    CHECK(content(memory) == "b c");
    CHECK(memory.remember("a").empty());
    CHECK_FALSE(memory.get("id-1"));
    CHECK(memory.get_capacity_info().forgotten_items == 1);
    CHECK(memory.context() == "[RECENT MEMORY]\n- \"b\"\n- \"c\"");
    CHECK(memory.restore("id-1"));
    CHECK_FALSE(memory.restore("id-1"));
    CHECK(code_of(memory.try_restore("nobody")) == error_code::not_found);
    CHECK(content(memory) == "a b c");
    memory.forget("oldest");
    memory.forget("oldest");
    CHECK(memory.restore_all() == 2);
    memory.forget("position:2");
    CHECK(texts_of(memory.memorize("d").evicted) == "c");
}

TEST_CASE("limits can change; who is beyond them goes at once", "[bounded]") {
    setting with;
    auto memory = with.make();
    for (const auto* const text : {"a", "b", "c"}) memory.memorize(text);
    memory.memorize({.text = "d", .importance = 0.1});
    CHECK(texts_of(memory.set_options({.max_items = 2})) == "d a");
    CHECK(memory.audit().back().kind == audit_kind::limits_changed);
    CHECK_THAT(memory.audit().back().detail, contains("max_items 2"));
    CHECK(memory.audit().back().before.items == 4);
    CHECK(memory.audit().back().after.items == 2);
    CHECK(texts_of(memory.memorize("e").evicted) == "b");
    CHECK(memory.set_options({.max_items = 64}).empty());
    memory.memorize("f");
    CHECK(memory.size() == 3);
    // Other thresholds hold at once.
    memory.set_options({.max_items = 3, .importance_threshold_low = 0.6});
    memory.set_importance("id-3", 0.65);
    CHECK(texts_of(memory.memorize("g").evicted) == "e");
}

TEST_CASE("capacity info", "[bounded]") {
    setting with;
    auto memory = with.make();
    memory.memorize("a");
    const auto info = memory.get_capacity_info();
    CHECK(info.items == 1);
    CHECK(info.tokens == 1 + line_bytes);
    CHECK(info.max_items == 64);
    CHECK(info.max_tokens == 4'000);
    CHECK(info.available_items == 63);
    CHECK(info.available_tokens == 3'999 - static_cast<std::int64_t>(line_bytes));
    CHECK_THAT(info.eviction_policy, contains("0.3") && contains("0.7"));
}

TEST_CASE("explain says where an item comes from and why it would go", "[bounded]") {
    setting with;
    auto memory = with.make();
    memory.memorize({.text = "a", .from = {"ann\n", "search", 0, 0}});
    memory.set_step(6);
    const auto why = memory.explain("id-1");
    CHECK(why.age_in_steps == 6);
    CHECK_FALSE(why.recent);
    CHECK_THAT(why.text, contains("\"ann\\n\"") && contains("search") && contains("oldest"));
    CHECK(code_of(memory.try_explain("nobody")) == error_code::not_found);
}

TEST_CASE("the audit keeps the last events", "[bounded]") {
    setting with;
    auto memory = with.make({.max_items = 1, .audit_limit = 3});
    for (int i = 0; i < 6; ++i) memory.memorize({.text = "x", .step = i});
    const auto events = memory.audit();
    REQUIRE(events.size() == 3);
    CHECK(events.front().items.front().id == "id-3");
    CHECK(events.back().items.front().id == "id-5");
    CHECK(events.back().step == 4);
    CHECK(events.back().before.items == 1);
    memory.forget("oldest");
    memory.restore_all();
    memory.forget("oldest", forget_mode::hard);
    CHECK(memory.audit()[0].kind == audit_kind::forgotten);
    CHECK(memory.audit()[1].kind == audit_kind::restored);
    CHECK(memory.audit()[2].kind == audit_kind::removed);
}

TEST_CASE("observers hear changes, and refusals too", "[bounded]") {
    workmem::manual_clock clock;
    store_of<guard_watched>::parts with{.clock = clock};
    std::vector<workmem::bounded_notice> heard;
    with.observer.on<workmem::bounded_notice>(
        [&](const workmem::bounded_notice& notice) { heard.push_back(notice); });
    store_of<guard_watched> memory{{.max_items = 1, .max_tokens = 50}, with};
    memory.memorize("a");
    memory.memorize("b");
    CHECK(code_of(memory.try_memorize({.text = std::string(60, 'x')})) == error_code::capacity);
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

TEST_CASE("a store can be walked through, oldest first, without what is forgotten", "[bounded]") {
    setting with;
    auto memory = with.make();
    CHECK(memory.begin() == memory.end());
    CHECK(memory.items().empty());
    for (const auto* const text : {"a", "b", "c", "d"}) memory.memorize(text);
    memory.forget("id:id-1");
    memory.forget("id:id-3");
    std::string walked;
    for (const auto& each : memory) walked += each.text;
    CHECK(walked == "bd");
    std::string visited;
    memory.for_each([&](const item& each) { visited += each.text; });
    CHECK(visited == "bd");
    // No copies are made.
    auto first = memory.begin();
    CHECK(&*first == &*memory.items().begin());
    CHECK(first->tokens == 1 + line_bytes);
    CHECK((first++)->text == "b");
    CHECK(first->text == "d");
    CHECK(++first == memory.end());
    CHECK(std::count_if(memory.begin(), memory.end(),
                        [](const item& each) { return each.text > "b"; }) == 1);
}

TEST_CASE("metrics count what comes, goes and is looked for", "[bounded][metrics]") {
    setting with;
    auto memory = with.make({.max_items = 3});
    for (const auto* const text : {"a", "b", "c", "d"}) memory.memorize(text);
    CHECK_FALSE(memory.get("id-1"));
    CHECK(memory.get("id-2"));
    CHECK_FALSE(memory.get_by_key("none"));
    CHECK(memory.remember("d").size() == 1);
    CHECK(memory.remember("nothing like it").empty());
    auto seen = memory.metrics();
    CHECK(seen.entities == 3);
    CHECK(seen.capacity == 3);
    CHECK(seen.additions == 4);
    CHECK(seen.evictions == 1);
    CHECK(seen.recent_evictions == 1);
    CHECK(seen.lookups == 5);
    CHECK(seen.hits == 2);
    CHECK(seen.expirations == 0);
    // A newer fact is an addition, a changed item is none; what is forgotten was not evicted.
    memory.memorize({.text = "e", .key = "k"});
    memory.memorize({.text = "f", .key = "k"});
    memory.set_importance("id-4", 0.9);
    memory.forget("oldest", forget_mode::hard);
    seen = memory.metrics();
    CHECK(seen.additions == 6);
    CHECK(seen.evictions == 2);
    CHECK(memory.set_options({.max_items = 1}).size() == 1);
    CHECK(memory.metrics().evictions == 3);
    CHECK(memory.metrics().capacity == 1);
    // Whose time is over has expired, whoever makes it go.
    memory.set_options({.max_items = 2, .importance_threshold_high = 1.0});
    memory.memorize("g");
    with.clock.advance(minutes{60});
    memory.memorize("h");
    CHECK(memory.sweep() == 1);
    seen = memory.metrics();
    CHECK(seen.expirations == 2);
    CHECK(seen.evictions == 3);
    CHECK(seen.entities == 1);
    // Silence costs nothing and counts nothing.
    struct uncounted : guard_plain {
        using metrics = workmem::metrics::none;
    };
    store_of<uncounted> silent;
    silent.memorize("a");
    (void)silent.get("id-1");
    CHECK(silent.metrics().additions == 0);
    CHECK(silent.metrics().lookups == 0);
    CHECK(silent.metrics().entities == 1);
    CHECK(silent.metrics().capacity == 64);
}

TEST_CASE("the context is one line an item, within a budget that counts all of it", "[bounded]") {
    setting with;
    auto memory = with.make();
    CHECK(memory.context().empty());
    memory.memorize({.text = "one\n- \"forged\"", .importance = 0.2});
    memory.memorize({.text = "two", .importance = 0.9});
    memory.memorize({.text = "three"});
    CHECK(memory.context() ==
          "[RECENT MEMORY]\n- \"one\\n- \\\"forged\\\"\"\n- \"two\"\n- \"three\"");
    for (std::size_t budget = 0; budget < 80; ++budget)
        CHECK(memory.context(budget).size() <= budget);
    CHECK(memory.context(30) == "[RECENT MEMORY]\n- \"two\"");
    CHECK(memory.context(3).empty());
    memory.pin("id-3");
    CHECK(memory.context(27) == "[RECENT MEMORY]\n- \"three\"");
}

TEST_CASE("a first sentence ends at a stop before a blank or at a line's end", "[bounded]") {
    using workmem::detail::first_sentence;
    CHECK(first_sentence("Done. More.") == "Done.");
    CHECK(first_sentence("Done! More") == "Done!");
    CHECK(first_sentence("Done? More") == "Done?");
    CHECK(first_sentence("Version 1.2 is out") == "Version 1.2 is out");
    CHECK(first_sentence("A line\nand another. One") == "A line");
    CHECK(first_sentence("Ends with a stop.") == "Ends with a stop.");
    CHECK(first_sentence("\nnothing before") == "");
    CHECK(first_sentence("") == "");
    CHECK(first_sentence(".") == ".");
}

TEST_CASE("summaries: the important first, within a limit, with their sources", "[bounded]") {
    setting with;
    auto memory = with.make();
    memory.memorize({.text = "First. And a very long rest of it.", .importance = 0.6});
    memory.memorize({.text = "Second", .tags = {"t"}, .importance = 0.9});
    memory.memorize({.text = "Third", .importance = 0.1});
    using workmem::summary_scope;
    const auto all = memory.summarize(summary_scope::all(), 500);
    CHECK(all.text == "- \"Second\"\n- \"First. And a very long rest of it.\"\n- \"Third\"");
    CHECK(all.tokens == all.text.size());
    CHECK(all.sources == std::vector<std::string>{"id-2", "id-1", "id-3"});
    CHECK(memory.summarize(summary_scope::all(), 25).text == "- \"Second\"\n- \"First.\"");
    CHECK(memory.summarize(summary_scope::recent(1), 500).text == "- \"Third\"");
    CHECK(memory.summarize(summary_scope::only({.tags = {"t"}}), 500).text == "- \"Second\"");
    CHECK(memory.summarize(summary_scope::all(), 0).text.empty());
    const auto written = memory.summarize(
        summary_scope::recent(2), 12, [](std::span<const item> items, std::size_t) -> std::string {
            return "about " + std::to_string(items.size()) + " of these things";
        });
    CHECK(written.text == "about 2 of");
    CHECK(written.sources.size() == 2);
    // The writer may use the store; what it says then no longer counts.
    const auto late =
        memory.try_summarize(summary_scope::all(), 100, [&](std::span<const item>, std::size_t) {
            memory.memorize("meanwhile");
            return std::string{"old news"};
        });
    CHECK(code_of(late) == error_code::conflict);
}

TEST_CASE("JSON: there and back", "[bounded]") {
    setting with;
    auto memory = with.make();
    memory.memorize({.text = "a", .key = "k", .tags = {"t"}, .metadata = {{"x", 1.5}}});
    memory.memorize({.text = "b", .key = "k", .group = "g", .importance = 0.123456, .step = 4});
    memory.memorize({.text = "c", .importance = 0.0, .step_ttl = 2, .from = {"ann", "tool", 1, 2}});
    memory.forget("position:0");
    memory.get("id-3");
    const auto again = store::from_json(memory.to_json(), {}, with.parts());
    CHECK(again == memory);
    CHECK(again.to_json_text() == memory.to_json_text());
    const auto copy = memory;
    CHECK(copy == memory);
    memory.clear();
    CHECK(memory.empty());
    CHECK(memory.history("k").empty());
    CHECK_FALSE(copy == memory);
    memory.load(copy.to_json<nlohmann::ordered_json>());
    CHECK(memory.size() == 2);
    CHECK(memory.get_by_key("k") == std::nullopt);
    CHECK(memory.restore_all() == 1);
    CHECK(memory.get_by_key("k")->text == "b");
}

TEST_CASE("JSON: a hand-written document loads, a wrong one changes nothing", "[bounded]") {
    setting with;
    auto memory = with.make({.max_items = 2});
    using nlohmann::json;
    CHECK(memory.load(json::parse(
              R"({"items":[{"text":"a","importance":0.1},{"text":"b"},{"text":"c","step":2}]})")) ==
          2);
    CHECK(content(memory) == "b c");
    CHECK(memory.step() == 2);
    CHECK(memory.all().front().importance == 0.5);
    CHECK(memory.all().front().created == with.clock.now());
    const auto before = memory;
    for (const auto* const bad :
         {"[]", "{}", R"({"items":[{}]})", R"({"items":[{"text":1}]})",
          R"({"items":[{"text":"a","importance":2}]})", R"({"items":[{"text":""}]})",
          R"({"items":[{"text":"a","step":2},{"text":"b","step":1}]})",
          R"({"items":[{"text":"a","step":-2}]})",
          R"({"items":[{"text":"a","step":2},{"text":"b","step":0}]})",
          R"({"items":[{"text":"a","id":"x"},{"text":"b","id":"x"}]})",
          R"({"items":[{"text":"a","key":"x"},{"text":"b","key":"x"}]})"})
        CHECK(code_of(memory.try_load(json::parse(bad))) == error_code::validation_error);
    CHECK(memory == before);
    CHECK(memory.load(json::parse(R"({"items":[{"text":"a","step":3},{"text":"b"}]})")) == 2);
    CHECK(memory.all().back().step == 3);
    const workmem::text::json_document read{R"({"items":[{"text":"a","step":4},{"text":"b"}]})"};
    CHECK(memory.load(read.root()) == 2);
    CHECK(memory.all().back().step == 4);
}

TEST_CASE("JSON: the text of a store is the store again; what is no JSON changes nothing",
          "[bounded]") {
    setting with;
    auto memory = with.make();
    memory.memorize("a");
    memory.memorize("b");
    const auto saved = memory.to_json_text();
    auto again = with.make();
    CHECK(again.load_text(saved) == 2);
    CHECK(again == memory);
    CHECK(decltype(memory)::from_json_text(saved).size() == 2);
    const auto problem = again.try_load_text("[1,").error();
    CHECK(problem.code() == error_code::validation_error);
    CHECK(problem.message() == "must be one JSON value, is \"[1,\"");
    CHECK(again == memory);
}

TEST_CASE("a filter asks for each thing it names", "[bounded]") {
    setting with;
    auto memory = with.make();
    memory.memorize(
        {.text = "one", .group = "g", .importance = 0.3, .from = {"ann", "search", 0, 0}});
    memory.set_step(2);
    memory.memorize({.text = "two", .importance = 0.6, .from = {"ben", "fetch", 0, 0}});
    memory.set_step(4);
    memory.memorize({.text = "three", .group = "h", .importance = 0.9});
    const auto texts = [&](const workmem::item_filter& filter) {
        std::string out;
        for (const auto& each : memory.all(filter)) out += each.text + ' ';
        return out;
    };
    CHECK(texts({.tool = "fetch"}) == "two ");
    CHECK(texts({.actor = "ann"}) == "one ");
    CHECK(texts({.group = "h"}) == "three ");
    CHECK(texts({.since_step = 2}) == "two three ");
    CHECK(texts({.since_step = 3}) == "three ");
    CHECK(texts({.until_step = 2}) == "one two ");
    CHECK(texts({.until_step = 1}) == "one ");
    CHECK(texts({.min_importance = 0.6}) == "two three ");
    CHECK(texts({.min_importance = 0.61}) == "three ");
}

TEST_CASE("everything about something is found by its words, not by their form", "[bounded]") {
    setting with;
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

TEST_CASE("positions are told where the queue is looked through", "[bounded]") {
    setting with;
    auto memory = with.make();
    memory.memorize("a");
    const auto id = memory.memorize("b").id;
    CHECK(memory.all().at(1).position == 1);
    CHECK(memory.explain(id).value.position == 1);
    CHECK(memory.get(id)->position == workmem::item::no_position);
    CHECK(memory.remember("b").front().value.position == workmem::item::no_position);
}
