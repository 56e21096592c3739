// When two keys are one, and when two notes are.
#include "any_bundles.hpp"
#include "bounded_setting.hpp"
#include "catch.hpp"

#include <workmem/bounded/key_spelling.hpp>
#include <workmem/journal/memory.hpp>

#include <string>
#include <vector>

using namespace workmem_test;
using std::chrono::minutes;
using workmem::detail::folded_key;
using workmem::detail::same_key;

TEST_CASE("a key is one in all spellings of its words", "[bounded][keys]") {
    for (const auto* const key : {"home_city", "Home City", "home-city", "HOME_CITY", "homeCity",
                                  "HomeCity", " home  city "}) {
        INFO(key);
        CHECK(folded_key(key) == "home_city");
        CHECK(same_key(key, "home_city"));
    }
    CHECK(folded_key("page 2") == "page_2");
    // Another number, another word, an id.
    for (const auto& [a, b] :
         {std::pair{"order-1-2", "order-12"}, std::pair{"homecity", "home_city"},
          std::pair{"cart:Ab1", "cart:ab1"}, std::pair{"aB3xK9", "ab3xk9"},
          std::pair{"src/A.cpp", "src/a.cpp"}, std::pair{"a", ""}}) {
        INFO(a << ' ' << b);
        CHECK_FALSE(same_key(a, b));
    }
}

TEST_CASE("a newer fact replaces the older one, however its key is spelled", "[bounded][keys]") {
    bounded_setting with;
    auto memory = with.make();
    memory.memorize({.text = "Lisbon", .key = "home_city"});
    CHECK(texts_of(memory.memorize({.text = "Porto", .key = "Home City"}).superseded) == "Lisbon");
    CHECK(content(memory) == "Porto");
    CHECK(memory.get_by_key("home-city")->text == "Porto");
    CHECK(memory.all({.key = "HOME_CITY"}).size() == 1);
    CHECK(texts_of(memory.history("homeCity")) == "Lisbon");
    CHECK(refusal_of(memory.try_memorize_all(
              {{.text = "a", .key = "one-key"}, {.text = "b", .key = "one key"}})) ==
          workmem::error_code::validation_error);
    CHECK(memory.erase("home city") == 2);
    CHECK(memory.empty());
}

TEST_CASE("a key is shown with its fact and found by its words", "[bounded][keys]") {
    bounded_setting with;
    auto memory = with.make({.max_tokens = 200});
    const auto id = memory.memorize({.text = "Lisbon", .key = "homeCity"}).id;
    memory.memorize({.text = "x", .key = "odd\": \"key"});
    CHECK(memory.context() ==
          "[RECENT MEMORY]\n- homeCity: \"Lisbon\"\n- \"odd\\\": \\\"key\": \"x\"");
    // By the tests' counter a token is a byte.
    CHECK(memory.get(id)->tokens == std::string{"- homeCity: \"Lisbon\"\n"}.size());
    REQUIRE(memory.search("city", 5).size() == 1);
    CHECK(memory.search("city", 5)[0].value.id == id);
    memory.update(id, {.key = "town"});
    CHECK(memory.get(id)->tokens == std::string{"- town: \"Lisbon\"\n"}.size());
    CHECK(memory.search("city", 5).empty());
    CHECK(memory.search("town", 5).size() == 1);
}

TEST_CASE("a note under a key is one with a note under that key only", "[bounded][keys]") {
    // In either order: what takes the place of the fact leaves what was noted without a key.
    for (const bool first_keyed : {false, true}) {
        bounded_setting with;
        auto memory = with.make({.max_tokens = 500});
        workmem::new_item plain{.text = "Berlin", .merges = true}, keyed = plain;
        keyed.key = "home_city";
        const auto a = memory.memorize(first_keyed ? keyed : plain).id;
        const auto b = memory.memorize(first_keyed ? plain : keyed).id;
        CHECK(a != b);
        CHECK(memory.memorize(keyed).id == (first_keyed ? a : b));
        keyed.key = "Home City";
        CHECK(memory.memorize(keyed).id == (first_keyed ? a : b));
        keyed.text = "Paris";
        memory.memorize(keyed);
        CHECK(memory.size() == 2);
        CHECK(memory.peek(first_keyed ? b : a)->text == "Berlin");
        CHECK(memory.get_by_key("home_city")->text == "Paris");
    }
}

TEST_CASE("what is noted again is the item that is there, with what is new of it", "[bounded]") {
    bounded_setting with;
    auto memory = with.make({.max_tokens = 500});
    workmem::new_item first{
        .text = "Deploys go out on Mondays", .tags = {"ops"}, .importance = 0.4};
    first.from.actor = "ann";
    first.merges = true;
    const auto id = memory.memorize(first).id;
    memory.memorize("between");
    with.clock.advance(minutes{5});
    auto again = first;
    again.text = "deploys go out on mondays.";
    again.tags = {"team"};
    again.importance = 0.7;
    again.from.actor = "ben";
    const auto done = memory.memorize(again);
    CHECK(done.id == id);
    CHECK(done.position == 0);
    CHECK(memory.size() == 2);
    const auto is = *memory.peek(id);
    CHECK(is.text == "Deploys go out on Mondays");
    CHECK(is.tags == std::vector<std::string>{"ops", "team"});
    CHECK(is.importance == workmem::importance_score::from(0.7));
    CHECK(is.access_count == 1);
    CHECK(is.from.actor == "ann");
    REQUIRE(is.metadata.size() == 1);
    CHECK(is.metadata[0] == workmem::attribute{"also_from_actor", std::string{"ben"}});
    CHECK(is.accessed == with.clock.now());
    // One under a key, of a group, or by a call that does not ask for it is its own.
    again.key = "deploy_day";
    CHECK(memory.memorize(again).id != id);
    again.key.clear();
    again.group = "g";
    CHECK(memory.memorize(again).id != id);
    again.group.clear();
    again.merges = false;
    CHECK(memory.memorize(again).id != id);
    CHECK(with.make({.max_tokens = 500}).size() == 0);
}

TEST_CASE("notes of one batch that say the same become one, with all that is new of each",
          "[bounded]") {
    bounded_setting with;
    auto memory = with.make();
    const auto first = memory.memorize({.text = "Likes tea", .tags = {"a"}}).id;
    const auto made = memory.memorize_all({{.text = "likes tea", .tags = {"b"}, .merges = true},
                                           {.text = "Likes  tea.", .tags = {"c"}, .merges = true},
                                           {.text = "Has a dog", .tags = {"d"}, .merges = true},
                                           {.text = "has a dog.", .tags = {"e"}, .merges = true}});
    CHECK(memory.size() == 2);
    REQUIRE(made.ids.size() == 4);
    CHECK(made.ids[0] == first);
    CHECK(made.ids[1] == first);
    CHECK(made.ids[2] == made.ids[3]);
    CHECK(memory.peek(first)->tags == std::vector<std::string>{"a", "b", "c"});
    CHECK(memory.peek(made.ids[2])->tags == std::vector<std::string>{"d", "e"});
    const auto usage = memory.get_capacity_info();
    CHECK(usage.tokens == memory.peek(first)->tokens + memory.peek(made.ids[2])->tokens);
}

TEST_CASE("an update counts the text that another writer has put meanwhile", "[bounded][journal]") {
    const workmem::journal::memory journal;
    using store = workmem::basic_bounded_store<over_any>;
    store a{{}, {.journal = journal}}, b{{}, {.journal = journal}};
    const auto id = a.memorize("short").id;
    b.catch_up();
    a.update(id, {.text = std::string(2'000, 'x')});
    b.update(id, {.key = "k"});
    a.catch_up();
    const auto counted = b.peek(id)->tokens;
    CHECK(a.peek(id)->tokens == counted);
    store fresh{{}, {.journal = workmem::journal::memory{}}};
    fresh.memorize({.text = std::string(2'000, 'x'), .key = "k"});
    CHECK(counted == fresh.all().front().tokens);
}
