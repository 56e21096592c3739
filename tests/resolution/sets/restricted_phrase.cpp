#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/sets/restricted_phrase.hpp>

#include <string>
#include <string_view>

using namespace workmem_test;

namespace {

// "before..head..last" of the phrase whose head is a word, and how many are asked for.
std::string phrase(const remembered& memory, std::string_view text, std::size_t head) {
    using namespace workmem::resolution;
    const auto& words = workmem::text::lexicon::english();
    const auto entries = memory.entries();
    const utterance said{text, words};
    const scene at{entries, said, words};
    const kind_stage kinds{at};
    const auto found = restricted_phrase_finder{at, kinds}.phrase_at(head);
    if (!found) return "none";
    return std::to_string(found->before) + ".." + std::to_string(found->head) + ".." +
           std::to_string(found->last) + " x" + std::to_string(found->count);
}

}  // namespace

TEST_CASE("a phrase is what stands around its head") {
    CHECK(phrase(orders(), "ship the two pending orders in May", 4) == "2..4..6 x2");
    CHECK(phrase(orders(), "ship the pending ones", 3) == "2..3..3 x0");
    CHECK(phrase(orders(), "ship Maria's", 1) == "1..1..1 x0");
    // A place in the list is what another stage knows.
    CHECK(phrase(orders(), "ship the first order", 3) == "none");
    CHECK(phrase(orders(), "ship it", 1) == "none");
}

TEST_CASE("what nothing is called is still described by what only one thing has") {
    const auto posts = remembered{}.list(
        {{"post", "p-1", "Farmers fear late frost", {{"author", text("Ruth Engel")}}},
         {"post", "p-2", "Bridge to close", {{"author", text("Omar Bashir")}}}});
    expect(posts, {{"open the frost story", "p-1"},
                   {"open the Omar story", "p-2"},
                   {"open the chess story", ""},
                   {"cut Bob's story", ""}});
    // An invoice is something else, which nobody has heard of.
    const auto orders = remembered{}.list({{"order", "o-1", "Chairs", {{"customer", text("Ann")}}},
                                           {"order", "o-2", "Desk", {{"customer", text("Bob")}}}});
    expect(orders, {{"pay Bob's invoice", ""}, {"pay Bob's order", "o-2"}});
    const auto in = [](const char* state) { return attribute_list{{"state", text(state)}}; };
    const auto cars = remembered{}.list(
        {{"car", "c-1", "Volvo", in("open")}, {"car", "c-2", "Fiat", in("closed")}});
    expect(cars, {{"close the open gate", "?"}});
}

TEST_CASE("his and their are of whom the text has just named") {
    const auto tours = remembered{}.list({{"tour", "t-1", "Bled", {{"driver", text("Franz")}}},
                                          {"tour", "t-2", "Vienna", {{"driver", text("Hana")}}},
                                          {"tour", "t-3", "Trieste", {{"driver", text("Franz")}}}});
    expect_all(tours, {{"Franz is ill, who takes his two tours?", "t-1 t-3"},
                       {"ask Franz about their two", "t-1 t-3"}});
    // Of two nobody knows which.
    expect(tours, {{"Franz is ill, ask Hana to take his two tours", ""},
                   {"Hana said Franz lost his keys", "?"}});
}
