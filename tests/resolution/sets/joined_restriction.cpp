#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/sets/joined_restriction.hpp>

#include <cstdint>
#include <string>

using namespace workmem_test;

namespace {

// The ids of those that a text fits, all of it; "-" where it is not understood.
std::string fitting(std::string_view text) {
    const auto with = [](const char* status, const char* city, std::int64_t total) {
        return attribute_list{attribute{"status", std::string{status}},
                              attribute{"city", std::string{city}}, attribute{"total", total}};
    };
    const auto memory = remembered{}.list({{"order", "a", "", with("open", "Oslo", 120)},
                                           {"order", "b", "", with("paid", "Bergen", 900)},
                                           {"order", "c", "", with("void", "Oslo", 640)},
                                           {"order", "d", "", with("open", "Turku", 80)}});
    const auto entries = memory.entries();
    const auto& words = workmem::text::lexicon::english();
    const workmem::resolution::utterance said{text, words};
    const workmem::resolution::scene at{entries, said, words};
    const workmem::resolution::kind_stage kinds{at};
    const auto values = workmem::resolution::value_reader{said}.values();
    const auto found = workmem::resolution::joined_restriction{at, kinds, values}.read(
        workmem::resolution::group_of(at, kinds, said.size()), 0, said.size());
    if (!found) return "-";
    std::string out;
    for (const auto each : *found) out += entries[each].id;
    return out;
}

}  // namespace

TEST_CASE("and joins what a thing is at once, or what it is one of") {
    CHECK(fitting("open and from Oslo") == "a");
    CHECK(fitting("open and paid") == "abd");
    CHECK(fitting("from Oslo and Turku") == "acd");
}

TEST_CASE("or chooses, and what is denied before it is denied behind it") {
    CHECK(fitting("paid or void") == "bc");
    CHECK(fitting("not paid or void") == "ad");
    CHECK(fitting("neither open nor paid") == "c");
    CHECK(fitting("not open and not from Oslo") == "b");
}

TEST_CASE("a bound behind several is said of all of them") {
    CHECK(fitting("from Oslo or Bergen over 500") == "bc");
    CHECK(fitting("between 100 and 700") == "ac");
    CHECK(fitting("with a total of 640 or more") == "bc");
    CHECK(fitting("no more than 120") == "ad");
}

TEST_CASE("a word that is not understood leaves all of it open") {
    CHECK(fitting("open and purple") == "-");
    CHECK(fitting("after it") == "-");
    CHECK(fitting("that you found") == "-");
    CHECK(fitting("with the") == "-");
    CHECK(fitting("open, paid") == "-");
}
