#include "catch.hpp"

#include <workmem/ranking/dictionary.hpp>

#include <cstdint>
#include <string>

using workmem::ranking::detail::dictionary;
using workmem::ranking::detail::no_term;

TEST_CASE("terms are numbered in the order in which they came", "[ranking]") {
    dictionary terms;
    CHECK(terms.find("dock") == no_term);
    CHECK(terms.add("dock") == 0);
    CHECK(terms.add("crane") == 1);
    CHECK(terms.add("dock") == 0);
    CHECK(terms.size() == 2);
    CHECK(terms[0] == "dock");
    CHECK(terms[1] == "crane");
    CHECK(terms.find("crane") == 1);
    CHECK(terms.find("cran") == no_term);
}

TEST_CASE("many terms, the empty one and long ones are found again, in a copy, too", "[ranking]") {
    dictionary terms;
    REQUIRE(terms.add("") == 0);
    REQUIRE(terms.add(std::string(255, 'x')) == 1);
    for (std::uint32_t i = 2; i < 5'000; ++i) REQUIRE(terms.add("t" + std::to_string(i)) == i);
    const auto copy = terms;
    CHECK(copy.find("") == 0);
    CHECK(copy.find(std::string(255, 'x')) == 1);
    for (std::uint32_t i = 2; i < 5'000; ++i) {
        const auto text = "t" + std::to_string(i);
        REQUIRE(copy.find(text) == i);
        REQUIRE(copy[i] == text);
    }
    CHECK(copy.find("t5000") == no_term);
}
