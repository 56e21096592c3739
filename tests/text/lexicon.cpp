#include "catch.hpp"

#include <workmem/text/lexicon.hpp>

using workmem::error_code;
using workmem::text::kinship;
using workmem::text::lexicon;
using workmem::text::word_class;

namespace {

kinship related(const lexicon& words, std::string_view a, std::string_view b) {
    return words.related(*words.find_noun(a), *words.find_noun(b));
}

}  // namespace

TEST_CASE("the English lexicon knows what words do") {
    const auto& english = lexicon::english();
    CHECK(english.find("this")->is(word_class::near_demonstrative));
    CHECK(english.find("those")->is(word_class::far_demonstrative));
    CHECK(english.find("second")->ordinal == 2);
    CHECK(english.find("march")->month == 3);
    CHECK(english.find("mondays")->weekday == 1);
    CHECK(english.find("sunday")->weekday == 7);
    CHECK(english.find("day")->weekday == 0);
    CHECK(english.find("there")->is(word_class::place_pronoun));
    CHECK(english.find("xylograph") == nullptr);
    CHECK(english.is_clitic("s"));
    CHECK_FALSE(english.is_clitic("x"));
}

TEST_CASE("kinds are related upwards, downwards, by synonym and by cue") {
    const auto& english = lexicon::english();
    CHECK(related(english, "film", "movie") == kinship::synonym);
    CHECK(related(english, "event", "game") == kinship::broader);
    CHECK(related(english, "dentist", "provider") == kinship::narrower);
    CHECK(related(english, "ticket", "event") == kinship::cue);
    CHECK(related(english, "table", "restaurant") == kinship::cue);
    CHECK(related(english, "song", "hotel") == kinship::none);
}

TEST_CASE("nouns are found in either number") {
    const auto& english = lexicon::english();
    CHECK(related(english, "games", "events") == kinship::narrower);
    CHECK(related(english, "people", "users") == kinship::broader);
}

TEST_CASE("a user can add words, and they work like the built-in ones") {
    auto words = lexicon::english();
    words.add_kinds("event", "regatta")
        .add_cues("regatta", "yacht")
        .add_synonyms("regatta sailing");
    CHECK(related(words, "event", "regatta") == kinship::broader);
    CHECK(related(words, "yacht", "regatta") == kinship::cue);
    CHECK(related(words, "sailing", "event") == kinship::narrower);
    CHECK(lexicon::english().find("regatta") == nullptr);
}

TEST_CASE("words are compared folded") {
    lexicon words;
    words.add_kinds("Ärzte", "ZAHNÄRZTE");
    REQUIRE(words.find("zahnärzte") != nullptr);
    CHECK(related(words, "zahnärzte", "ärzte") == kinship::narrower);
}

TEST_CASE("synonyms share what either of them was before") {
    lexicon words;
    words.add_kinds("vessel", "ship").add_kinds("boat", "canoe").add_synonyms("ship boat");
    CHECK(related(words, "canoe", "ship") == kinship::narrower);
    CHECK(related(words, "boat", "vessel") == kinship::narrower);
}

TEST_CASE("a lexicon with a cycle is refused and stays as it was") {
    lexicon words;
    words.add_kinds("animal", "dog").add_kinds("dog", "poodle");
    const auto size = words.size();

    const auto cycle = words.try_add_kinds("poodle", "spaniel animal");
    REQUIRE_FALSE(cycle.has_value());
    CHECK(cycle.error().code() == error_code::validation_error);
    CHECK_THAT(cycle.error().message(), workmem_test::contains("\"animal\""));
    CHECK(words.size() == size);
    CHECK(words.find("spaniel") == nullptr);

    CHECK_FALSE(words.try_add_kinds("dog", "dog").has_value());
    CHECK_FALSE(words.try_add_synonyms("poodle animal").has_value());
    CHECK(related(words, "poodle", "animal") == kinship::narrower);
}

TEST_CASE("a later synonym cannot close a cycle either") {
    lexicon words;
    words.add_synonyms("dog hound").add_kinds("animal", "dog");
    CHECK_FALSE(words.try_add_kinds("hound", "animal").has_value());
    CHECK_FALSE(words.try_add_kinds("dog", "hound").has_value());
}

TEST_CASE("empty words and odd numbers are refused by name") {
    lexicon words;
    CHECK_FALSE(words.try_add(word_class::pronoun, "").has_value());
    CHECK_FALSE(words.try_add(word_class::pronoun, " \t\n").has_value());
    CHECK_FALSE(words.try_add_synonyms("alone").has_value());
    CHECK_FALSE(words.try_add_kinds("", "dog").has_value());
    CHECK_FALSE(words.try_add_kinds("two words", "dog").has_value());
    CHECK_FALSE(words.try_add_cues("dog", "").has_value());
    const auto zeroth = words.try_add_ordinal(0, "zeroth");
    REQUIRE_FALSE(zeroth.has_value());
    CHECK_THAT(zeroth.error().message(), workmem_test::contains("0"));
    CHECK_FALSE(words.try_add_month(13, "smarch").has_value());
    CHECK_FALSE(words.try_add_weekday(0, "noday").has_value());
    CHECK_FALSE(words.try_add_weekday(8, "lastday").has_value());
    CHECK_FALSE(words.try_add_weekday(1, "").has_value());
    CHECK(words.empty());
}

TEST_CASE("measures have words, adjectives and units") {
    using workmem::text::degree;
    using workmem::text::direction;
    lexicon words;
    words.add_measure("spice", direction::highest, "heat spiciness")
        .add_adjectives("spice", direction::highest, degree::superlative, "hottest")
        .add_units("spice", 1'000, "scoville");
    REQUIRE(words.find("hottest")->compares.size() == 1);
    CHECK(words.find("hottest")->compares[0].measure == 0);
    CHECK(words.find("heat")->measures == 1);
    CHECK(words.find("scoville")->units[0].size == 1'000);
    CHECK(words.better(0) == direction::highest);
    CHECK_FALSE(words.try_add_measure("spice", direction::lowest, " ").has_value());
    CHECK_FALSE(words.try_add_units("spice", 0, "none").has_value());
    CHECK_FALSE(words.try_add_cardinal(-1, "minus").has_value());
    const auto unknown =
        words.try_add_adjectives("size", direction::lowest, degree::plain, "small");
    REQUIRE_FALSE(unknown.has_value());
    CHECK_THAT(unknown.error().message(), workmem_test::contains("\"size\""));
    for (int i = 1; i < 32; ++i)
        words.add_measure("m" + std::to_string(i), direction::lowest, "w" + std::to_string(i));
    CHECK_FALSE(words.try_add_measure("m32", direction::lowest, "w32").has_value());
}

TEST_CASE("a lexicon copies, and words are found among thousands") {
    lexicon words;
    for (int i = 0; i < 3'000; ++i) words.add(word_class::function, "w" + std::to_string(i));
    const auto copy = words;
    words.add(word_class::pronoun, "w7");
    CHECK(words.find("w7")->is(word_class::pronoun));
    CHECK_FALSE(copy.find("w7")->is(word_class::pronoun));
    CHECK(copy.find("w2999")->is(word_class::function));
    CHECK(copy.find("w3000") == nullptr);
}

TEST_CASE("the throwing verbs of a lexicon throw what the others return") {
    lexicon words;
    CHECK_THROWS_AS(words.add_ordinal(-1, "minus"), workmem::error);
    CHECK_THROWS_AS(words.add(word_class::pronoun, ""), workmem::error);
}

TEST_CASE("a net with very many paths costs its size") {
    lexicon words;
    // 2^40 paths from the bottom to the top
    for (int i = 0; i < 40; ++i) {
        const auto n = std::to_string(i), next = std::to_string(i + 1);
        words.add_kinds("t" + n, "l" + n + " r" + n);
        words.add_kinds("l" + n, "t" + next).add_kinds("r" + n, "t" + next);
    }
    CHECK(related(words, "t40", "t0") == kinship::narrower);
    CHECK_FALSE(words.try_add_kinds("t40", "t0").has_value());
}

TEST_CASE("of two opposites each knows the other") {
    lexicon words;
    words.add_opposites("enabled disabled");
    CHECK(words.find("enabled")->opposite == "disabled");
    CHECK(words.find("disabled")->opposite == "enabled");
    CHECK_FALSE(words.try_add_opposites("alone").has_value());
    CHECK_FALSE(words.try_add_opposites("one two three").has_value());
    CHECK(words.find("alone") == nullptr);
}

TEST_CASE("words for one state stand for each other, and for what it is not") {
    lexicon words;
    words.add_states("pending waiting -answered");
    const auto like = words.states_like("answered");
    REQUIRE(like.size() == 3);
    CHECK(like[0].word == "pending");
    CHECK_FALSE(like[0].denied);
    CHECK(like[2].denied);
    CHECK(words.find("pending") == nullptr);
    CHECK(words.states_like("paid").empty());
    CHECK_FALSE(words.try_add_states("alone").has_value());
}
