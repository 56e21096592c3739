#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/values/value_phrases.hpp>

using namespace workmem_test;
namespace resolution = workmem::resolution;

namespace {

std::string phrase(const remembered& memory, std::string_view text) {
    const auto view = memory.entries();
    const auto& words = workmem::text::lexicon::english();
    const resolution::utterance said{text, words};
    const resolution::scene at{view, said, words};
    const resolution::kind_stage kinds{at};
    std::string out;
    resolution::for_each_value_phrase(at, kinds, [&](const resolution::value_phrase& each) {
        out = resolution::evidence(said, each.first, each.last);
        return true;
    });
    return out;
}

}  // namespace

TEST_CASE("a phrase reaches from its determiner over what describes its noun") {
    CHECK(phrase(flights(), "book the 9:15 pm one, please") == "the 9:15 pm one");
    CHECK(phrase(flights(), "I'll take the 6:30") == "the 6:30");
    CHECK(phrase(flights(), "the one that leaves at 6:30 and costs $24") ==
          "the one that leaves at 6:30 and costs $24");
    CHECK(phrase(flights(), "that flight on March 3rd, if it is free") ==
          "that flight on March 3rd");
    CHECK(phrase(movies(), "the one directed by Bo Lind") == "the one directed by Bo Lind");
}

TEST_CASE("a verb behind the noun describes nothing") {
    CHECK(phrase(hotels(), "is the hotel pet friendly?") == "the hotel");
    CHECK(phrase(hotels(), "I like the hotel and can you book it") == "the hotel");
    CHECK(phrase(hotels(), "a hotel in Oakland").empty());
}

TEST_CASE("what a thing is changed to does not describe it") {
    expect(orders(), {{"change the status of the pending order to Delivered", "o-2"},
                      {"move the pending order to Berlin", "o-2"}});
    expect(two_pages(), {{"rename this page to Imprint", "pg-2"},
                         {"change the title of this page to \"Imprint\"", "pg-2"},
                         {"set the language of this page to French", "pg-2"}});
}
