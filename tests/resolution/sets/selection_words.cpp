#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/sets/selection_words.hpp>

#include <cstddef>
#include <string_view>

using namespace workmem_test;
using namespace workmem::resolution;

namespace {

// What `ask` says of the words of a text about three orders.
template <class Ask>
auto of(std::string_view text, Ask ask) {
    const auto memory =
        remembered{}.list({{"order", "o-1", "Chairs", {{"state", workmem_test::text("open")}}},
                           {"order", "o-2", "Desk", {{"state", workmem_test::text("paid")}}},
                           {"order", "o-3", "Lamp", {{"state", workmem_test::text("open")}}}});
    const auto entries = memory.entries();
    const auto& words = workmem::text::lexicon::english();
    const utterance said{text, words};
    const scene at{entries, said, words};
    const term_reader terms{at};
    return ask(selection_words{at, terms}, said.size());
}

constexpr std::size_t nowhere = 99;

std::size_t begin(std::string_view text) {
    return of(text, [](const selection_words& words, std::size_t size) {
        const auto found = words.find_begin(0);
        return found == size ? nowhere : found;
    });
}

}  // namespace

TEST_CASE("a phrase begins with an article, a quantifier, a question or things in the plural") {
    CHECK(begin("close the open ones") == 1);
    CHECK(begin("close all orders") == 1);
    CHECK(begin("which orders are open") == 0);
    CHECK(begin("close orders over 30") == 1);
}

TEST_CASE("nothing begins behind another thing that is meant, a question or a denial") {
    CHECK(begin("close it with the open ones") == nowhere);
    CHECK(begin("is the open one late") == nowhere);
    CHECK(begin("don't close the open ones") == nowhere);
    CHECK(begin("one of the open ones") == nowhere);
}

TEST_CASE("what is left out begins behind a word that says so") {
    const auto excluded = [](std::string_view text, std::size_t i) {
        return of(text, [&](const selection_words& words, std::size_t size) {
            return words.excluded_from(i, size);
        });
    };
    CHECK(excluded("all orders except the desk", 2) == 3);
    CHECK(excluded("all orders but not the desk", 2) == 4);
    CHECK(excluded("all orders, not the desk", 2) == 3);
    CHECK(excluded("all orders and the desk", 2) == 0);
}

TEST_CASE("a head is a noun of what is there, or a word that stands for one") {
    const auto is_head = [](std::string_view text, std::size_t i) {
        return of(text, [&](const selection_words& words, std::size_t) {
            return words.is_head(i, true);
        });
    };
    CHECK(is_head("the open orders", 2));
    CHECK(is_head("the open ones", 2));
    CHECK_FALSE(is_head("the open orders", 1));
}

TEST_CASE("what things become ends the phrase, what describes them does not") {
    const auto describes = [](std::string_view text, std::size_t i) {
        return of(text,
                  [&](const selection_words& words, std::size_t) { return words.describes(i); });
    };
    CHECK(describes("the orders that are open", 2));
    CHECK(describes("the orders over 50", 2));
    CHECK_FALSE(describes("mark the first order done", 4));
    const auto turned = [](std::string_view text, std::size_t i) {
        return of(text,
                  [&](const selection_words& words, std::size_t) { return words.is_turned(i); });
    };
    CHECK(turned("mark the first order done", 1));
    CHECK_FALSE(turned("show the first order", 1));
}
