#include "catch.hpp"

#include <workmem/resolution/sentence/nouns.hpp>

using namespace workmem::resolution;

TEST_CASE("a noun is recognised in any case and in either number") {
    CHECK(same_noun("Pages", "page"));
    CHECK(same_noun("page", "PAGES"));
    CHECK(same_noun("entries", "entry"));
    CHECK(same_noun("boxes", "box"));
    CHECK(same_noun("people", "person"));
    CHECK(same_noun("Ärzte", "ärzte"));
    CHECK_FALSE(same_noun("pager", "page"));
    CHECK_FALSE(same_noun("", "page"));
    CHECK_FALSE(same_noun("s", ""));
    CHECK_FALSE(same_noun("es", ""));
    CHECK(same_noun("citY", "CITIES"));
    CHECK_FALSE(same_noun("cites", "city"));
    for (const auto& pair : workmem::text::irregular_nouns) {
        CHECK(same_noun(pair.singular, pair.plural));
        CHECK(same_noun(pair.plural, pair.singular));
    }
}

TEST_CASE("a name begins otherwise only if both begin with ASCII letters") {
    CHECK(begins_otherwise("Home", "pricing"));
    CHECK_FALSE(begins_otherwise("Home", "house"));
    for (const auto* const name : {"#5", "É", "5"}) CHECK_FALSE(begins_otherwise(name, "e"));
    CHECK_FALSE(begins_otherwise("E\u0301", "é"));
    CHECK_FALSE(begins_otherwise("", "e"));
    CHECK_FALSE(begins_otherwise("Home", ""));
}

TEST_CASE("words are the same without their accents, letters are not") {
    CHECK(same_word("zoe", "Zoë"));
    CHECK(same_word("Zoë", "ZOE"));
    CHECK(same_word("lukasz", "Łukasz"));
    CHECK(same_word("jose\u0301", "José"));
    CHECK(same_word("jose", "Jose\u0301"));
    CHECK(same_noun("cafe", "Café"));
    CHECK(same_word("Ёлка", "ёлка"));
    for (const auto* const other : {"zo", "zoëy", "zoy", "", "\u0308"})
        CHECK_FALSE(same_word("zoë", other));
    CHECK_FALSE(same_word("масса", "маса"));
    CHECK_FALSE(same_word("\xFF", "\xFE\xFE"));
    CHECK(same_letters("ZOË", "zoë"));
    CHECK_FALSE(same_letters("zoe", "zoë"));
}

TEST_CASE("a type of several words stands in a text word by word") {
    CHECK(first_words{"close both pull requests"}.name("pull_request"));
    CHECK(first_words{"Pull Request number 4"}.name("pull_request"));
    CHECK_FALSE(first_words{"a request to pull"}.name("pull_request"));
    CHECK_FALSE(first_words{"requests"}.name("pull_request"));
    CHECK(first_words{"the page's title"}.name("page"));
    CHECK_FALSE(first_words{"homepage"}.name("page"));
    CHECK_FALSE(first_words{""}.name("page"));
    CHECK_FALSE(first_words{"page"}.name(""));
}

TEST_CASE("only the first words count") {
    std::string text;
    for (std::size_t i = 0; i < first_words::most; ++i) text += "word ";
    CHECK_FALSE(first_words{text + "page"}.name("page"));
    CHECK(first_words{"page " + text}.name("page"));
}
