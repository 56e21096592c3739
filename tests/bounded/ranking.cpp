// A ranking of one's own in a bounded store.
#include "bounded_setting.hpp"
#include "catch.hpp"

#include <workmem/bounded/bounded_store.ipp>
#include <workmem/ranking/hybrid.hpp>

#include <nlohmann/json.hpp>

#include <functional>
#include <string_view>
#include <vector>

using namespace workmem_test;

TEST_CASE("the ranking that is handed in goes wherever the content goes", "[bounded][journal]") {
    using vector = std::vector<float>;
    using model = std::function<vector(std::string_view)>;
    struct by_meaning
        : bounded_bundle<importance_guard, workmem::null_mutex, workmem::observer::none,
                         workmem::journal::memory, workmem::ranking::hybrid<model>> {};
    using store = store_of<by_meaning>;
    // Animals and the rest.
    const model embed = [](std::string_view text) {
        const bool animal = text.find("cat") != text.npos || text.find("pet") != text.npos;
        return animal ? vector{1, 0} : vector{0, 1};
    };
    const store::parts with{.stream = "agent", .ranking = store::ranking_type{embed}};
    store memory{{}, with};
    const auto finds_it = [](auto& in) {
        const auto found = in.remember("my pet", 1);
        return found.size() == 1 && found.front().value.text == "the cat sleeps";
    };
    memory.memorize("the cat sleeps");
    memory.memorize("an invoice");
    CHECK(finds_it(memory));
    auto past = memory.state_at(2);
    CHECK(finds_it(past));
    auto copy = memory;
    CHECK(finds_it(copy));
    memory.load(memory.to_json());
    CHECK(finds_it(memory));
    // Another writer compacts the stream: the content is taken over anew.
    store other{{}, with};
    other.memorize("something else");
    other.snapshot();
    memory.catch_up();
    CHECK(memory.size() == 3);
    CHECK(finds_it(memory));
}

TEST_CASE("what only stands near a hit is marked, and does not come unasked", "[bounded]") {
    workmem::bounded_store store;
    for (const auto* const text : {"Deploys happen on Tuesdays", "Allergic to nuts",
                                   "The office has a red door", "Trains leave from platform 4"})
        store.memorize(text);
    CHECK(store.remember("zebra").empty());
    CHECK(store.remember("zebra", 4).empty());
    const auto found = store.remember("nuts");
    REQUIRE(found.size() == 1);
    CHECK(found[0].value.text == "Allergic to nuts");
    CHECK_FALSE(found[0].is_neighbour);
    const auto all = store.remember("nuts", 4);
    REQUIRE(all.size() == 4);
    CHECK_FALSE(all[0].is_neighbour);
    for (std::size_t i = 1; i < 4; ++i) CHECK(all[i].is_neighbour);
    // A weak hit is one even where the neighbours of a strong one come before it.
    store.memorize("nuts nuts nuts");
    for (const auto& each : store.remember("nuts")) CHECK_FALSE(each.is_neighbour);
    CHECK(store.remember("nuts").size() == 2);
}
