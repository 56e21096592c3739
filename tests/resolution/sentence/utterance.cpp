#include "catch.hpp"

#include <workmem/resolution/sentence/utterance.hpp>

#include <string_view>

using workmem::resolution::utterance;
using workmem::text::lexicon;
using workmem::text::word_class;

TEST_CASE("a contraction is read without its apostrophe, too") {
    for (const std::string_view said : {"who's free", "whos free"}) {
        const utterance text{said, lexicon::english()};
        REQUIRE(text.size() == 2);
        CHECK(text[0].text == "who");
        CHECK(text[0].clitic);
        CHECK(text[0].is(word_class::asking_person));
    }
    for (const std::string_view said : {"it isn't paid", "it isnt paid"}) {
        const utterance text{said, lexicon::english()};
        CHECK(text[1].is(word_class::negation));
        CHECK_FALSE(text[1].clitic);
    }
}

TEST_CASE("a word that only ends like a contraction stays whole") {
    for (const std::string_view said :
         {"shed", "newsletters", "ants", "x", "d", "nt", "'s", "hers"}) {
        const utterance text{said, lexicon::english()};
        REQUIRE(text.size() == 1);
        CHECK(text[0].text == (said == "'s" ? "s" : said));
        CHECK_FALSE(text[0].clitic);
    }
}
