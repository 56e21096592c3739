#include "catch.hpp"

#include <workmem/resolution/values/comparisons.hpp>

#include <string>
#include <string_view>

using namespace workmem;
using resolution::comparison_finder;

namespace {

// The words that were read; "" for no comparison.
std::string found(std::string_view text) {
    const auto& words = text::lexicon::english();
    const resolution::utterance said{text, words};
    const auto asked = comparison_finder{said, words}.find();
    return asked ? resolution::evidence(said, asked->first, asked->last) : std::string{};
}

}  // namespace

TEST_CASE("comparisons are found with what they compare by") {
    CHECK(found("book the cheapest flight") == "cheapest");
    CHECK(found("the least expensive one") == "least expensive");
    CHECK(found("the one with the highest customer rating") == "highest customer");
    CHECK(found("the best rated hotel") == "best rated");
    CHECK(found("the latest arrival") == "latest arrival");
    CHECK(found("the one with the fewest stops") == "fewest stops");
    CHECK(found("the third cheapest") == "third cheapest");
    CHECK(found("the cheaper of the two") == "cheaper");
    CHECK(found("which one is later?") == "later");
    CHECK(found("which costs the least?") == "least");
}

TEST_CASE("a number asks for several ends of a scale, not one of another noun") {
    const auto count = [](std::string_view text) {
        const auto& words = text::lexicon::english();
        const resolution::utterance said{text, words};
        const auto asked = comparison_finder{said, words}.find();
        return asked ? asked->count : 0U;
    };
    CHECK(count("the two cheapest") == 2);
    CHECK(count("the cheapest two") == 2);
    CHECK(count("the 3 rooms with the most beds") == 3);
    CHECK(count("which two cost the least?") == 2);
    CHECK(count("send the two drivers the cheapest room") == 1);
    CHECK(count("the cheapest of the two") == 1);
    CHECK(count("one of the two cheapest") == 1);
    CHECK(count("one of my two cheapest") == 1);
    CHECK(count("two cheapest") == 2);
    CHECK(count("my two cheapest rooms") == 2);
    CHECK(count("the cheapest") == 1);
}

TEST_CASE("idioms and wishes for other things are no comparisons") {
    for (const auto* text :
         {"at least it is cheap", "two nights at most", "a cheaper one", "something cheaper",
          "I'll come back later", "that would fit my schedule better", "that is the best",
          "you have found the best one", "at least two stars", "", "the cheap one"}) {
        INFO(text);
        CHECK(found(text).empty());
    }
}

TEST_CASE("of a price the best is the lowest, of a rating the highest") {
    const auto& words = text::lexicon::english();
    const auto towards = [&](std::string_view text) {
        const resolution::utterance said{text, words};
        return comparison_finder{said, words}.find()->scales.front().towards;
    };
    CHECK(towards("the best price") == text::direction::lowest);
    CHECK(towards("the worst price") == text::direction::highest);
    CHECK(towards("the best rating") == text::direction::highest);
    CHECK(towards("the best one") == text::direction::highest);
    CHECK(towards("the least affordable") == text::direction::highest);
    CHECK(towards("the shortest duration") == text::direction::lowest);
}

TEST_CASE("the rest that something is compared with belongs to the comparison") {
    CHECK(found("the one cheaper than the rest") == "cheaper than the rest");
    CHECK(found("cheaper than any of the others, please") == "cheaper than any of the others");
    CHECK(found("a cheaper one than that") == "");
    CHECK(found("longer than 300") == "");
}
