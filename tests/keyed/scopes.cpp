#include "agent_bundles.hpp"
#include "catch.hpp"

#include <workmem/bounded/bounded_store.hpp>

#include <workmem/keyed/scopes.hpp>
#include <workmem/keyed/scopes.ipp>

#include <string>
#include <vector>

using namespace workmem_test;

namespace {

using agents_type = workmem::scopes<recorded_agent>;

agents_type::parts on(const workmem::journal::memory& journal) { return {.journal = journal}; }

}  // namespace

TEST_CASE("each key has a memory of its own, which is opened when it is asked for", "[keyed]") {
    workmem::journal::memory journal;
    agents_type agents{{}, on(journal)};
    CHECK(agents.resident() == 0);
    agents.at("ann")->memorize("Ann's");
    agents.at("bob")->memorize("Bob's");
    CHECK(agents.at("ann")->items.all().front().text == "Ann's");
    CHECK(agents.at("ann") == agents.at("ann"));
    CHECK(agents.names() == std::vector<std::string>{"ann", "bob"});
    CHECK(agents.contains("ann"));
    CHECK_FALSE(agents.contains("carl"));
    CHECK(agents.resident() == 2);
    CHECK(journal.find_stream("scope/ann").value().has_value());

    agents_type again{{}, on(journal)};
    CHECK(again.names() == std::vector<std::string>{"ann", "bob"});
    CHECK(again.resident() == 0);
    CHECK(again.at("bob")->items.all().front().text == "Bob's");
}

TEST_CASE("those used least recently are let go, with nothing lost", "[keyed]") {
    workmem::journal::memory journal;
    agents_type agents{{}, on(journal), {.max_resident = 8}};
    const auto held = agents.at("held");
    for (int i = 0; i < 50; ++i) {
        agents.at(std::to_string(i))->observe_text("orders.list", five_orders);
        agents.at(std::to_string(i))->hear(workmem::role::user, "I like the Hat");
        CHECK(agents.resident() <= 9);
    }
    CHECK(agents.at("held") == held);
    CHECK(agents.names().size() == 51);
    for (int i = 0; i < 50; ++i) {
        const auto hat = agents.at(std::to_string(i))->entities.peek("order", "o-3");
        REQUIRE(hat);
        CHECK(hat->access_count == 1);
    }
}

TEST_CASE("a memory is erased with what is stored of it", "[keyed]") {
    workmem::journal::memory journal;
    agents_type agents{{}, on(journal)};
    agents.at("ann")->memorize("Ann's");
    CHECK(agents.erase("ann"));
    CHECK_FALSE(agents.contains("ann"));
    CHECK_FALSE(agents.erase("ann"));
    CHECK(agents.at("ann")->items.empty());
    agents_type again{{}, on(journal)};
    again.at("bob")->memorize("Bob's");
    CHECK(agents.erase("bob"));
}

TEST_CASE("the key that changed last is current, whoever changed it", "[keyed]") {
    workmem::journal::memory journal;
    workmem::manual_clock clock;
    agents_type agents{{}, {.clock = clock, .journal = journal}, {.first = "nobody"}};
    CHECK(agents.current() == "nobody");
    agents.at("ann")->memorize("Ann's");
    clock.advance(std::chrono::seconds{1});
    agents_type elsewhere{{}, {.clock = clock, .journal = journal}};
    elsewhere.at("bob")->memorize("Bob's");
    CHECK(agents.current() == "bob");
    clock.advance(std::chrono::seconds{1});
    agents.at("ann")->observe_text("orders.list", five_orders);
    CHECK(elsewhere.current() == "ann");
    const auto all = agents.list();
    REQUIRE(all.size() == 2);
    CHECK(all[0].name == "ann");
    CHECK(all[0].changed.value() - all[1].changed.value() == std::chrono::seconds{1});
    // Looking at one that is there changes nothing.
    clock.advance(std::chrono::seconds{1});
    CHECK(elsewhere.at("bob")->items.size() == 1);
    CHECK(agents.current() == "ann");
}

TEST_CASE("a sweep opens nothing", "[keyed]") {
    workmem::journal::memory journal;
    { agents_type{{}, on(journal)}.at("ann")->observe_text("orders.list", five_orders); }
    workmem::manual_clock clock;
    clock.advance(std::chrono::hours{24 * 365 * 100});
    agents_type agents{{}, {.clock = clock, .journal = journal}};
    CHECK(agents.sweep() == 0);
    CHECK(agents.resident() == 0);
    agents.at("bob")->observe_text("orders.list", five_orders);
    clock.advance(std::chrono::hours{24});
    CHECK(agents.sweep() == 5);
}

TEST_CASE("numbers are keys, too", "[keyed]") {
    workmem::scopes<workmem::bounded_store, std::int64_t> stores;
    stores.at(-7)->memorize("minus seven");
    CHECK(stores.at(-7)->size() == 1);
    CHECK(stores.at(7)->empty());
    CHECK(stores.names() == std::vector<std::string>{"-7", "7"});
}
