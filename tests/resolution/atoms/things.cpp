#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/atoms/things.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace workmem_test;
namespace resolution = workmem::resolution;
using resolution::bit;
using resolution::magnitude;
using resolution::window_things;

namespace {

// What a text of no words may mean.
struct looked_at {
    std::vector<workmem::entry> entries;
    resolution::utterance said{"", workmem::text::lexicon::english()};
    resolution::scene at;
    window_things window;

    explicit looked_at(const remembered& memory, std::string_view type = {},
                       std::vector<std::uint32_t> with = {})
        : entries{memory.entries()},
          at{entries, said, workmem::text::lexicon::english(), type},
          window{at, std::move(with)} {}

    [[nodiscard]] std::string ids(resolution::thing_set of) const {
        std::string out;
        resolution::for_each_in(of, [&](std::size_t i) { out += std::string{window[i].id} + ' '; });
        return out;
    }
    [[nodiscard]] std::string in_order(resolution::thing_set of) const {
        std::string out;
        for (const auto i : window.in_order(of)) out += std::string{window[i].id} + ' ';
        return out;
    }
    [[nodiscard]] const window_things::column* column(std::string_view type,
                                                      std::string_view name) const {
        for (const auto& each : window.columns())
            if (each.type == type && each.name == name) return &each;
        return nullptr;
    }
};

remembered pages(int count) {
    remembered out;
    for (int i = 1; i <= count; ++i)
        out.single({"page", "p-" + std::to_string(i), "Page " + std::to_string(i)});
    return out;
}

}  // namespace

TEST_CASE("a set of things has a bit for each and is walked over in order", "[resolution]") {
    CHECK(resolution::count(0) == 0);
    CHECK(resolution::count(bit(0) | bit(63)) == 2);
    std::vector<std::size_t> walked;
    resolution::for_each_in(bit(63) | bit(5) | bit(0), [&](std::size_t i) { walked.push_back(i); });
    CHECK(walked == std::vector<std::size_t>{0, 5, 63});
    resolution::for_each_in(0, [](std::size_t) { FAIL(); });
}

TEST_CASE("a window onto an empty memory has nothing in it", "[resolution]") {
    const looked_at seen{remembered{}};
    CHECK(seen.window.size() == 0);
    CHECK(seen.window.all() == 0);
    CHECK(seen.window.kinds().empty());
    CHECK(seen.window.columns().empty());
    CHECK(seen.window.newest_observation() == 0);
    CHECK(seen.window.place_of(0) == 0);
    CHECK(seen.window.in_order(0).empty());
}

TEST_CASE("a window has the newest things first", "[resolution]") {
    const auto memory = pages(3);
    const looked_at seen{memory};
    REQUIRE(seen.window.size() == 3);
    CHECK(seen.ids(seen.window.all()) == "p-3 p-2 p-1 ");
    CHECK(seen.window.newest_observation() == 3);
    for (std::uint32_t i = 0; i < 3; ++i) {
        CHECK(seen.window.index(i) == i);
        CHECK(seen.window.place_of(i) == bit(i));
    }
    CHECK(seen.window.place_of(3) == 0);
}

TEST_CASE("a window has at most the newest 64 things", "[resolution]") {
    const auto memory = pages(100);
    const looked_at seen{memory};
    REQUIRE(seen.window.size() == 64);
    CHECK(seen.window.all() == ~resolution::thing_set{0});
    CHECK(seen.window[0].id == "p-100");
    CHECK(seen.window[63].id == "p-37");
    CHECK(seen.window.place_of(63) == bit(63));
    CHECK(seen.window.place_of(64) == 0);
    const auto full = pages(64);
    CHECK(looked_at{full}.window.all() == ~resolution::thing_set{0});
    const auto less = pages(63);
    CHECK(looked_at{less}.window.all() == ~resolution::thing_set{0} >> 1);
}

TEST_CASE("older things that are wanted stay in the window, in their order", "[resolution]") {
    const auto memory = pages(100);
    const looked_at seen{memory, {}, {99, 70, 99}};
    REQUIRE(seen.window.size() == 64);
    CHECK(seen.window[0].id == "p-100");
    CHECK(seen.window[61].id == "p-39");
    CHECK(seen.window[62].id == "p-30");
    CHECK(seen.window[63].id == "p-1");
    CHECK(seen.window.place_of(70) == bit(62));
    CHECK(seen.window.place_of(99) == bit(63));
    CHECK(seen.window.place_of(62) == 0);
}

TEST_CASE("more things are wanted than a window has places for", "[resolution]") {
    const auto memory = pages(200);
    std::vector<std::uint32_t> with;
    for (std::uint32_t i = 199; i >= 100; --i) with.push_back(i);
    const looked_at seen{memory, {}, with};
    REQUIRE(seen.window.size() == 64);
    CHECK(seen.window.index(0) == 100);
    CHECK(seen.window.index(63) == 163);
}

TEST_CASE("wanted things that are not there do not matter", "[resolution]") {
    const auto memory = pages(3);
    const looked_at seen{memory, {}, {7, 4'000'000'000U, 1}};
    CHECK(seen.ids(seen.window.all()) == "p-3 p-2 p-1 ");
}

TEST_CASE("only things of the wanted type are looked at", "[resolution]") {
    auto memory = hotels();
    memory.list({{"museum", "m-1", "Old Mint"}, {"museum", "m-2", "Tidewater"}});
    const looked_at seen{memory, "museum", {2}};
    CHECK(seen.ids(seen.window.all()) == "m-1 m-2 ");
    CHECK(looked_at(memory, "hotels").window.size() == 2);
    CHECK(looked_at(memory, "invoice").window.size() == 0);
    CHECK(looked_at(memory, "hotel").window.place_of(0) == 0);
    CHECK(looked_at(memory, "hotel").window.place_of(2) == bit(0));
}

TEST_CASE("things fall into kinds by their type", "[resolution]") {
    auto memory = hotels();
    memory.list({{"museum", "m-1", "Old Mint"}, {"museum", "m-2", "Tidewater"}});
    memory.single({"hotel", "h-3", "Harbour Inn"});
    const looked_at seen{memory};
    REQUIRE(seen.window.kinds().size() == 2);
    CHECK(seen.window.kinds()[0].name == "hotel");
    CHECK(seen.ids(seen.window.kinds()[0].members) == "h-3 h-1 h-2 ");
    CHECK(seen.window.kinds()[1].name == "museum");
    CHECK(seen.ids(seen.window.kinds()[1].members) == "m-1 m-2 ");
    CHECK(seen.ids(seen.window.of_kinds_in(bit(0))) == "h-3 h-1 h-2 ");
    CHECK(seen.window.of_kinds_in(seen.window.all()) == seen.window.all());
    CHECK(seen.window.of_kinds_in(0) == 0);
    CHECK(seen.window.count_kinds(seen.window.all()) == 2);
    CHECK(seen.window.count_kinds(bit(0)) == 1);
    CHECK(seen.window.count_kinds(0) == 0);
}

TEST_CASE("what can be compared stands in columns by type and attribute", "[resolution]") {
    const auto memory = hotels();
    const looked_at seen{memory};
    const auto* const price = seen.column("hotel", "price_per_night");
    REQUIRE(price != nullptr);
    CHECK(price->is == magnitude::kind::number);
    CHECK(price->amounts ==
          std::vector<std::pair<std::size_t, std::int64_t>>{{0, 95'000}, {1, 140'000}});
    CHECK(price->has == seen.window.all());
    CHECK(price->measures != 0);
    CHECK_FALSE(price->dated());
    const auto* const distance = seen.column("hotel", "distance");
    REQUIRE(distance != nullptr);
    CHECK(distance->is == magnitude::kind::measured);
    REQUIRE(distance->amounts.size() == 2);
    CHECK(distance->amounts[0].second > distance->amounts[1].second);
    CHECK(seen.column("hotel", "price") == nullptr);
}

TEST_CASE("days and instants are dated, times of day are not", "[resolution]") {
    const auto trips = flights();
    const looked_at seen{trips};
    const auto* const day = seen.column("flight", "departureDate");
    REQUIRE(day != nullptr);
    CHECK(day->is == magnitude::kind::day);
    CHECK(day->dated());
    const auto* const time = seen.column("flight", "departureTime");
    REQUIRE(time != nullptr);
    CHECK(time->is == magnitude::kind::time);
    CHECK_FALSE(time->dated());
    CHECK(time->amounts.front().second == 18 * 60 + 30);
    const auto bugs = issues();
    const looked_at read{bugs};
    const auto* const created = read.column("issue", "created_at");
    REQUIRE(created != nullptr);
    CHECK(created->is == magnitude::kind::instant);
    CHECK(created->dated());
    // The newest is the third.
    CHECK(created->amounts[2].second > created->amounts[0].second);
    CHECK(created->amounts[0].second > created->amounts[1].second);
}

TEST_CASE("attributes of one name are columns apart for each type", "[resolution]") {
    auto memory = remembered{}.list({{"book", "b-1", "Salt", {{"price", std::int64_t{10}}}},
                                     {"book", "b-2", "Iron", {{"price", std::int64_t{12}}}}});
    memory.list({{"film", "f-1", "Glass Tide", {{"price", std::int64_t{7}}}}});
    const looked_at seen{memory};
    REQUIRE(seen.window.columns().size() == 2);
    CHECK(seen.ids(seen.column("film", "price")->has) == "f-1 ");
    CHECK(seen.ids(seen.column("book", "price")->has) == "b-1 b-2 ");
}

TEST_CASE("a column has only what can be compared with the newest of it", "[resolution]") {
    const auto memory = remembered{}.list(
        {{"task", "t-1", "Sweep", {{"size", std::int64_t{3}}, {"note", text("by the door")}}},
         {"task", "t-2", "Paint", {{"size", text("large")}, {"done", true}}},
         {"task", "t-3", "Sand", {{"size", nullptr}}},
         {"task", "t-4", "Nail", {{"size", text("2031-03-03")}}},
         {"task", "t-5", "Glue", {{"size", 1.5}}},
         {"task", "t-6", "Saw"}});
    const looked_at seen{memory};
    REQUIRE(seen.window.columns().size() == 1);
    const auto& size = seen.window.columns().front();
    CHECK(size.name == "size");
    CHECK(size.amounts == std::vector<std::pair<std::size_t, std::int64_t>>{{0, 3000}, {4, 1500}});
    CHECK(seen.ids(size.has) == "t-1 t-5 ");
}

TEST_CASE("things without attributes have no columns", "[resolution]") {
    const auto memory = two_pages();
    looked_at seen{memory};
    for (auto& each : seen.entries) each.attributes = nullptr;
    const window_things window{seen.at};
    CHECK(window.size() == 2);
    CHECK(window.columns().empty());
}

TEST_CASE("the number of columns is bounded", "[resolution]") {
    attribute_list many;
    for (int i = 0; i < 500; ++i) many.push_back({"field_" + std::to_string(i), std::int64_t{i}});
    const auto memory =
        remembered{}.list({{"sheet", "s-1", "A", many}, {"sheet", "s-2", "B", many}});
    const looked_at seen{memory};
    CHECK(seen.window.columns().size() <= 100);
    CHECK(seen.window.columns().size() >= 64);
    for (const auto& each : seen.window.columns()) CHECK(each.has == 3);
}

TEST_CASE("things of a list stand in its order, whichever came to attention last", "[resolution]") {
    auto memory = sections();
    memory.touch("s-3", workmem::strength::mentioned);
    const looked_at seen{memory};
    CHECK(seen.ids(seen.window.all()) == "s-3 s-1 s-2 s-4 p-1 ");
    CHECK(seen.in_order(seen.window.kinds()[0].members) == "s-1 s-2 s-3 s-4 ");
    CHECK(seen.in_order(bit(0) | bit(2)) == "s-2 s-3 ");
    CHECK(seen.in_order(0).empty());
}

TEST_CASE("older lists stand before newer ones", "[resolution]") {
    auto memory = hotels();
    memory.list({{"museum", "m-1", "Old Mint"}, {"museum", "m-2", "Tidewater"}});
    const looked_at seen{memory};
    CHECK(seen.in_order(seen.window.all()) == "h-1 h-2 m-1 m-2 ");
}

TEST_CASE("parts of one result stand in the order in which they came in", "[resolution]") {
    const auto memory =
        remembered{}.parts({{"inverter", "n-1"}, {"inverter", "n-2"}, {"inverter", "n-3"}});
    const looked_at seen{memory};
    CHECK(seen.ids(seen.window.all()) == "n-3 n-2 n-1 ");
    CHECK(seen.in_order(seen.window.all()) == "n-1 n-2 n-3 ");
}
