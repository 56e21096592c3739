#include "catch.hpp"

#include <workmem/resolution/sentence/said_words.hpp>

using namespace workmem;
using resolution::find_phrase;

TEST_CASE("a phrase is found where its words stand one after the other") {
    const resolution::utterance said{"Oak Ave? No, 77 oak ave, please; 77 Oak Ave!",
                                     text::lexicon::english()};
    const auto first = find_phrase(said, "77 Oak Ave", 0, said.size());
    CHECK(first.first == 3);
    CHECK(first.count == 3);
    CHECK(find_phrase(said, "77 Oak Ave", 4, said.size()).first == 7);
    CHECK(find_phrase(said, "77 Oak Ave", 4, 7).count == 0);
    CHECK(find_phrase(said, "Oak Street", 0, said.size()).count == 0);
    CHECK(find_phrase(said, "77 Oak Ave North", 8, said.size()).count == 0);
    CHECK(find_phrase(said, "", 0, said.size()).count == 0);
}

TEST_CASE("a name may be said where the text has its words") {
    const resolution::utterance said{"open Milton's page", text::lexicon::english()};
    const resolution::said_words words{said};
    CHECK(words.has("milton"));
    CHECK_FALSE(words.has("hilton"));
    CHECK(words.may_name("Milton House", false, 24));
    CHECK_FALSE(words.may_name("Zurich", false, 24));
}
