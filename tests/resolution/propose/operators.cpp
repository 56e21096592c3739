#include "catch.hpp"
#include "dice.hpp"
#include "resolution/reading.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/propose/operators.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>

using namespace workmem_test;
namespace resolution = workmem::resolution;
using workmem::text::direction;

namespace {

const remembered nothing;

struct operators_of : reading {
    resolution::operator_reader reader;
    const resolution::operators& found;

    explicit operators_of(std::string_view text)
        : reading{nothing, text}, reader{at}, found{reader.read()} {}
};

// The first superlative as how many, from which place on, and its words.
std::string superlative(std::string_view text) {
    const operators_of of{text};
    if (of.found.superlatives.empty()) return "";
    const auto& first = of.found.superlatives.front();
    return std::to_string(first.take) + " from " + std::to_string(first.place) + ": " +
           of.words(first.words);
}
// The end of the first one.
direction towards(std::string_view text) {
    const operators_of of{text};
    REQUIRE_FALSE(of.found.superlatives.empty());
    return of.found.superlatives.front().towards;
}
// All places, with how many.
std::string places(std::string_view text) {
    const operators_of of{text};
    std::string out;
    for (const auto& each : of.found.places)
        out += std::to_string(each.place) + "x" + std::to_string(each.take) + ' ';
    return out;
}
int quantity(std::string_view text) { return operators_of{text}.found.quantity; }
// The words that exclude; "" where nothing is excluded.
std::string excluding(std::string_view text) {
    const operators_of of{text};
    std::string out;
    for (auto i = of.found.excluding; i < of.found.behind_excluding; ++i)
        out += std::string{of.said[i].text} + ' ';
    CHECK(of.found.excludes() == !out.empty());
    return out;
}

}  // namespace

TEST_CASE("a text without operators has none", "[resolution]") {
    for (const auto* text :
         {"", "the Tern House", "book it", "\xFF", "open the hotel in Oakland"}) {
        INFO(text);
        const operators_of of{text};
        CHECK(of.found.superlatives.empty());
        CHECK(of.found.places.empty());
        CHECK_FALSE(of.found.excludes());
        CHECK_FALSE(of.found.rest);
        CHECK(of.found.quantity == 0);
        CHECK(of.found.negations == 0);
    }
}

TEST_CASE("a superlative takes one, or as many as are said", "[resolution]") {
    CHECK(superlative("book the cheapest") == "1 from 1: cheapest ");
    CHECK(superlative("the two cheapest") == "2 from 1: two cheapest ");
    CHECK(superlative("the cheapest two") == "2 from 1: cheapest two ");
    CHECK(superlative("the 3 largest rooms") == "3 from 1: 3 largest ");
}

TEST_CASE("a superlative may be counted from its end", "[resolution]") {
    CHECK(superlative("the second cheapest") == "1 from 2: second cheapest ");
    CHECK(superlative("the 3rd largest") == "1 from 3: 3rd largest ");
}

TEST_CASE("most and least take the scale that follows them", "[resolution]") {
    CHECK(superlative("the most expensive one") == "1 from 1: most expensive ");
    CHECK(superlative("the one with the most reviews") == "1 from 1: most reviews ");
    CHECK(superlative("the two least expensive") == "2 from 1: two least expensive ");
    CHECK(towards("the most expensive") == direction::highest);
    CHECK(towards("the least expensive") == direction::lowest);
    CHECK(towards("the one with the fewest stops") == direction::lowest);
}

TEST_CASE("a superlative knows its measure and which end of it is meant", "[resolution]") {
    const operators_of cheap{"the cheapest"}, dear{"the most expensive"}, big{"the largest"};
    REQUIRE(cheap.found.superlatives.size() == 1);
    REQUIRE(dear.found.superlatives.size() == 1);
    REQUIRE(big.found.superlatives.size() == 1);
    CHECK(cheap.found.superlatives.front().lowest != 0);
    CHECK(cheap.found.superlatives.front().highest == 0);
    CHECK(dear.found.superlatives.front().highest == cheap.found.superlatives.front().lowest);
    CHECK(big.found.superlatives.front().highest != 0);
    CHECK(towards("the cheapest") == direction::lowest);
    CHECK(towards("the largest") == direction::highest);
}

TEST_CASE("the newest and the oldest are by age", "[resolution]") {
    for (const auto* text : {"the newest", "the latest", "the oldest", "the earliest"}) {
        INFO(text);
        const operators_of of{text};
        REQUIRE(of.found.superlatives.size() == 1);
        CHECK(of.found.superlatives.front().by_age);
    }
    CHECK(towards("the newest") == direction::highest);
    CHECK(towards("the oldest") == direction::lowest);
    CHECK_FALSE(operators_of{"the cheapest"}.found.superlatives.front().by_age);
    CHECK(superlative("the two newest") == "2 from 1: two newest ");
}

TEST_CASE("several superlatives are all read", "[resolution]") {
    CHECK(operators_of{"the cheapest or the largest"}.found.superlatives.size() == 2);
}

TEST_CASE("places are said in words and digits", "[resolution]") {
    CHECK(places("the first") == "1x1 ");
    CHECK(places("the second one") == "2x1 ");
    CHECK(places("the 3rd") == "3x1 ");
    CHECK(places("the 12th") == "12x1 ");
    CHECK(places("number 3") == "3x1 ");
    CHECK(places("no. 2") == "2x1 ");
    CHECK(places("the one at the top") == "1x1 ");
    CHECK(places("3 rooms").empty());
}

TEST_CASE("places are counted from the end", "[resolution]") {
    CHECK(places("the last") == "-1x1 ");
    CHECK(places("the second from the end").starts_with("-2x1 "));
    CHECK(places("the third from the bottom").starts_with("-3x1 "));
}

TEST_CASE("several of the first or the last are taken", "[resolution]") {
    CHECK(places("the first three") == "1x3 ");
    CHECK(places("the last two") == "-1x2 ");
    CHECK(places("the two last") == "-1x2 ");
    CHECK(places("the second two") == "2x1 ");
}

TEST_CASE("of two the former and the latter have places", "[resolution]") {
    CHECK(places("the former") == "1x1 ");
    CHECK(places("the latter") == "-1x1 ");
}

TEST_CASE("two places are read one by one", "[resolution]") {
    CHECK(places("the first and the third") == "1x1 3x1 ");
    const operators_of of{"open the first and the third"};
    REQUIRE(of.found.places.size() == 2);
    CHECK(of.words(of.found.places[0].words) == "first ");
    CHECK(of.words(of.found.places[1].words) == "third ");
}

TEST_CASE("how many are meant is said behind an article", "[resolution]") {
    CHECK(quantity("the three rooms") == 3);
    CHECK(quantity("both") == 2);
    CHECK(quantity("both of them") == 2);
    CHECK(quantity("all three") == 3);
    CHECK(quantity("my two pages") == 2);
    CHECK(quantity("these 4") == 4);
    CHECK(quantity("the other two") == 2);
    CHECK(quantity("for two people") == 0);
    CHECK(quantity("two rooms") == 0);
    CHECK(quantity("the one") == 0);
    CHECK(quantity("the 2031 report") == 0);
}

TEST_CASE("what follows an exclusion is left out", "[resolution]") {
    CHECK(excluding("all except the second") == "except ");
    CHECK(excluding("everything but the Thai one") == "but ");
    CHECK(excluding("all hotels except for the Tern House") == "except for ");
    CHECK(excluding("all, not the second") == "not ");
    CHECK(excluding("not the second").empty());
    CHECK(excluding("all of them").empty());
    CHECK(excluding("But open the second").empty());
    CHECK(operators_of{"all except the second"}.found.excluding == 1);
    CHECK(operators_of{"all except the second"}.found.behind_excluding == 2);
}

TEST_CASE("the first of several exclusions counts", "[resolution]") {
    const operators_of of{"all except the first, except the second"};
    CHECK(of.found.excluding == 1);
}

TEST_CASE("the others and the rest are what is left", "[resolution]") {
    CHECK(operators_of{"the others"}.found.rest);
    CHECK(operators_of{"the rest"}.found.rest);
    CHECK(operators_of{"the other one"}.found.rest);
    CHECK_FALSE(operators_of{"another one"}.found.rest);
    CHECK_FALSE(operators_of{"this one"}.found.rest);
}

TEST_CASE("words that deny are known", "[resolution]") {
    const operators_of of{"those that are not open and have no date"};
    CHECK(of.words(of.found.negations) == "not no ");
}

TEST_CASE("operators behind the first 64 words are not read", "[resolution]") {
    std::string text;
    for (int i = 0; i < 64; ++i) text += "zzz ";
    const auto beyond = text + "the two cheapest except the second of the others";
    const operators_of of{beyond};
    CHECK(of.found.superlatives.empty());
    CHECK(of.found.places.empty());
    CHECK_FALSE(of.found.excludes());
    CHECK_FALSE(of.found.rest);
    std::string at_end;
    for (int i = 0; i < 63; ++i) at_end += "zzz ";
    for (const auto* last : {"cheapest", "except", "second", "most", "number", "the", "both"}) {
        INFO(last);
        const auto whole = at_end + last + " two";
        const operators_of cut{whole};
        CHECK(cut.found.behind_excluding <= 64);
        for (const auto& each : cut.found.superlatives) CHECK(each.take == 1);
    }
}

TEST_CASE("the operators of any text keep to its words", "[resolution]") {
    dice random{31};
    constexpr std::string_view words[]{
        "the",       "two", "cheapest", "second",      "last",  "from",   "end",    "except",
        "for",       "but", "not",      ",",           "other", "rest",   "most",   "least",
        "expensive", "3rd", "number",   "5",           "99",    "both",   "first",  "newest",
        "of",        ".",   "\xFF\xFE", "0",           "all",   "former", "latter", "top",
        "bottom",    "one", "12th",     "999999999999"};
    for (int turn = 0; turn < 4000; ++turn) {
        std::string text;
        for (auto size = random.below(turn % 10 == 0 ? 90 : 12); size > 0; --size)
            text += std::string{words[random.below(std::size(words))]} + ' ';
        const operators_of of{text};
        const auto size = std::min<std::size_t>(of.said.size(), 64);
        const auto last = size == 64 ? ~resolution::word_set{0} : resolution::bit(size) - 1;
        bool fits = (of.found.negations & ~last) == 0 && of.found.behind_excluding <= size &&
                    of.found.excluding <= of.found.behind_excluding && of.found.quantity >= 0 &&
                    of.found.quantity < 10;
        for (const auto& each : of.found.superlatives)
            fits = fits && each.take >= 1 && each.take < 10 && each.place >= 1 && each.words != 0 &&
                   (each.words & ~last) == 0;
        for (const auto& each : of.found.places)
            fits = fits && each.take >= 1 && each.take < 10 && each.place != 0 && each.words != 0 &&
                   (each.words & ~last) == 0;
        if (!fits) {
            INFO(text);
            CHECK(fits);
        }
    }
}
