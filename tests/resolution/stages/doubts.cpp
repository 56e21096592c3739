#include "catch.hpp"
#include "repetitions.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/stages/doubts.hpp>
#include <workmem/resolution/stages/explicit_name.hpp>

#include <cstdint>
#include <string>
#include <string_view>

using namespace workmem_test;
using namespace workmem::resolution;

namespace {

remembered tickets() {
    return remembered{}.list({{"ticket", "t-1", "Printer"}, {"ticket", "t-2", "Badge"}});
}

workmem::outcome with_score(std::uint32_t score, std::string_view why) {
    return resolved({{0, score, why}});
}

}  // namespace

TEST_CASE("an answer by the focus alone is a guess, one by a property is weak") {
    CHECK(detail::is_guess(with_score(detail::focusing_score, "in focus")));
    CHECK(detail::is_weak(with_score(detail::focusing_score, "in focus")));
    CHECK_FALSE(detail::is_guess(with_score(600'000, by_property)));
    CHECK(detail::is_weak(with_score(600'000, by_property)));
    CHECK_FALSE(detail::is_weak(with_score(900'000, by_whole_name)));
    CHECK_FALSE(detail::is_weak(unresolved("what?", {})));
}

TEST_CASE("of several of a kind, words that nobody understands leave it open which is meant") {
    const auto spoken = tickets().touch("t-1", workmem::strength::chosen);
    expect(spoken, {{"close the ticket", "t-1"}, {"close the ticket that is late", ""}});
}

TEST_CASE("a bound that nobody has read is not left out of a set") {
    expect(tickets(), {{"remove tickets over 300 seconds", ""}});
}

TEST_CASE("one is not guessed where several are asked for") {
    const auto spoken = tickets().touch("t-1", workmem::strength::chosen);
    expect(spoken, {{"recount anything that is old", ""}, {"recount it", "t-1"}});
}

TEST_CASE("a long text of comparisons is read in bounded steps") {
    std::string text = "close the Printer";
    while (text.size() < 1'000'000 / slowness) text += " zork cheaper than zork";
    CHECK(tickets().means(text) == "t-1");
    std::string rest = "close the Printer";
    while (rest.size() < 1'000'000 / slowness) rest += " zork cheaper than the rest";
    CHECK_NOTHROW(tickets().means(rest));
}
