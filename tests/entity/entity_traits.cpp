// A program's own type as an entity: what it describes stays its own, whatever it calls it.
#include "catch.hpp"

#include <workmem/entity/basic_entity_memory.hpp>
#include <workmem/entity/entity_memory.hpp>
#include <workmem/journal/any.hpp>
#include <workmem/journal/memory.hpp>
#include <workmem/templates.hpp>
#include <workmem/time/manual_clock.hpp>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace workmem_test;
using namespace std::chrono_literals;

namespace {

// Has names for much that the library says of an entity, too, and nothing called `id` that is one.
struct order {
    std::string number;
    std::string item;
    std::string id{};
    std::int64_t rank = 0;
    std::string strength{};
    std::string timestamp{};
    bool observation = false;
    std::optional<std::string> note{};
    std::vector<double> prices{};

    friend bool operator==(const order&, const order&) = default;
};

}  // namespace

template <>
struct workmem::entity_traits<order> {
    static std::string_view type(const order&) { return "order"; }
    static std::string_view id(const order& o) { return o.number; }
    static std::string_view name(const order& o) { return o.item; }

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("number", self.number);
        archive.alias("item", "paused", self.item);
        archive("id", self.id);
        archive.maybe("rank", self.rank);
        archive("strength", self.strength);
        archive("timestamp", self.timestamp);
        archive("observation", self.observation);
        archive("note", self.note);
        archive("prices", self.prices);
    }
};

namespace {

using workmem::strength;

struct orders {
    struct policies : workmem::durable_policies<workmem::journal::memory> {
        using clock = workmem::manual_clock;
    };
    using memory = workmem::basic_entity_memory<order, policies>;

    workmem::manual_clock clock{};
    workmem::journal::memory journal{};

    memory open(const std::string& stream = "orders") {
        return memory{{}, {.clock = clock, .journal = journal, .stream = stream}};
    }
    std::string records() {
        std::string out;
        REQUIRE(journal.read("orders", 0, [&](const workmem::journal::record& each) {
            out.append(each.bytes) += '\n';
            return true;
        }));
        return out;
    }
};

order desk() { return {"O-1", "Desk", "row 7", 9, "oak", "noon", true, std::nullopt, {19.5, 20}}; }
order lamp() { return {"O-2", "Lamp", "O-1", 0, "", "", false, "fragile", {}}; }

// What the library knows of them, besides what they say.
std::vector<std::string> facts(const orders::memory& of) {
    std::vector<std::string> out;
    for (const auto& each : of.entries())
        out.push_back(std::string{each.id} + ' ' + std::to_string(each.rank) + ' ' +
                      std::string{to_string(each.level)} + ' ' + std::to_string(each.access_count) +
                      ' ' + std::to_string(each.time.time_since_epoch().count()) + ' ' +
                      std::to_string(each.observation));
    return out;
}

}  // namespace

TEST_CASE("what a type describes, and what is known of it, is there again after a restart",
          "[entity][traits][journal]") {
    const bool by_snapshot = GENERATE(false, true);
    orders with;
    std::vector<std::string> known;
    {
        auto memory = with.open();
        with.clock.advance(1min);
        memory.add_many(std::vector{desk(), lamp()}, strength::returned);
        with.clock.advance(1min);
        memory.get("order", "O-1");
        memory.mention("order", "O-2", strength::read);
        if (by_snapshot) memory.snapshot();
        memory.flush();
        known = facts(memory);
    }
    CHECK(known.size() == 2);
    auto memory = with.open();
    CHECK(facts(memory) == known);
    CHECK(*memory.get("order", "O-1") == desk());
    CHECK(*memory.get("order", "O-2") == lamp());
}

TEST_CASE("what a type describes is in a saved session", "[entity][traits]") {
    orders with;
    auto memory = with.open();
    memory.add_many(std::vector{desk(), lamp()}, strength::returned);
    memory.get("order", "O-1");
    const auto saved = memory.to_json_text();
    auto again = orders::memory::from_json_text(
        saved, {}, {.clock = with.clock, .journal = with.journal, .stream = "loaded"});
    CHECK(facts(again) == facts(memory));
    CHECK(*again.get("order", "O-1") == desk());
    CHECK(*again.get("order", "O-2") == lamp());
}

TEST_CASE("a number that is none does not make a store unreadable", "[entity][traits][journal]") {
    orders with;
    auto broken = desk();
    broken.prices = {std::numeric_limits<double>::quiet_NaN(),
                     std::numeric_limits<double>::infinity(), 1};
    with.open().add(broken);
    auto memory = with.open();
    const auto prices = memory.get("order", "O-1")->prices;
    REQUIRE(prices.size() == 3);
    CHECK(std::isnan(prices[0]));
    CHECK(std::isnan(prices[1]));
    CHECK(prices[2] == 1);
}

TEST_CASE("attributes that JSON cannot say are not held, so that a restart changes none",
          "[entity][traits][journal]") {
    workmem::entity page{.type = "page", .id = "p", .name = "Home"};
    page.attributes = {{"views", std::int64_t{1}},
                       {"rating", std::numeric_limits<double>::infinity()},
                       {"city", nullptr},
                       {"views", std::int64_t{2}},
                       {"a\xff", std::string{"one"}},
                       {"a\xfe", std::string{"two"}}};
    const workmem::journal::any journal{workmem::journal::memory{}};
    using memory = workmem::durable_entity_memory<workmem::journal::any>;
    memory first{{}, {.journal = journal, .stream = "pages"}};
    first.add(page);
    const workmem::attribute_list expected{{"views", std::int64_t{2}},
                                           {"a\xEF\xBF\xBD", std::string{"two"}}};
    CHECK(first.get("page", "p")->attributes == expected);
    memory second{{}, {.journal = journal, .stream = "pages"}};
    CHECK(second.get("page", "p")->attributes == expected);
}

TEST_CASE("an erased entity of one's own type is in no record and no later memory",
          "[entity][traits][journal][erase]") {
    orders with;
    {
        auto memory = with.open();
        memory.add({"O-1", "secret item"});
        memory.add(lamp());
        memory.get("order", "O-1");
        memory.snapshot();
        memory.add({"O-1", "secret again"}, strength::read, {.idempotency_key = "secret call"});
        CHECK(memory.erase("order", "O-1"));
        CHECK_FALSE(memory.erase("order", "O-1"));
    }
    CHECK_THAT(with.records(), !contains("secret"));
    CHECK_THAT(with.records(), !contains("\"number\":\"O-1\""));
    CHECK_THAT(with.records(), contains("entity.erased"));
    auto memory = with.open();
    CHECK(memory.size() == 1);
    CHECK(*memory.get("order", "O-2") == lamp());
}
