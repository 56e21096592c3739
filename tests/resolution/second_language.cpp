// A tiny second language: what the resolver understands stands in the lexicon, all of it.
#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/salience.hpp>
#include <workmem/resolution/stages/first_sight.hpp>

#include <string>
#include <string_view>

using namespace workmem_test;

namespace {

workmem::text::lexicon german() {
    using workmem::text::degree;
    using workmem::text::direction;
    using workmem::text::word_class;
    workmem::text::lexicon out;
    out.add(word_class::definite, "der die das den dem")
        .add(word_class::near_demonstrative, "dieser diese dieses")
        .add(word_class::function, "der die das den dem und mit um in von bitte")
        .add(word_class::describing, "mit um in von")
        .add(word_class::relation, "in nach")
        .add(word_class::placeholder, "eintrag")
        .add(word_class::pronoun, "es ihn")
        .add(word_class::list_end, "letzte letzten")
        .add(word_class::former, "erstere ersteren")
        .add(word_class::latter, "letztere letzteren")
        .add(word_class::both, "beide beiden")
        .add(word_class::other, "andere anderen")
        .add(word_class::excluding, "nicht")
        .add(word_class::instead, "sondern")
        .add(word_class::next, "nächste nächsten")
        .add(word_class::search, "suche finde")
        .add(word_class::numbering, "nummer nr")
        .add(word_class::partitive, "von")
        .add(word_class::plural, "ihnen")
        .add(word_class::self, "ich")
        .add(word_class::addressee, "du")
        .add(word_class::interrogative, "was")
        .add(word_class::made, "gebucht")
        .add_ordinal(-2, "vorletzte vorletzten")
        .add_cardinal(2, "zwei")
        .add_ordinal(1, "erste ersten")
        .add_ordinal(2, "zweite zweiten")
        .add_month(3, "märz")
        .add_measure("preis", direction::lowest, "price fare preis")
        .add_adjectives("preis", direction::lowest, degree::superlative, "billigste billigsten")
        .add_adjectives("preis", direction::highest, degree::superlative, "teuerste teuersten")
        .add_adjectives("preis", direction::lowest, degree::comparative, "billigere billigeren")
        .add_synonyms("flight flug")
        .add_synonyms("hotel gasthof")
        .add_synonyms("section abschnitt")
        .add_synonyms("invoice rechnung");
    return out;
}

std::string means(const remembered& memory, std::string_view text) {
    const auto words = german();
    const auto view = memory.entries();
    const workmem::resolution::utterance said{text, words};
        const auto found = workmem::resolution::at_first_sight({view, said, words}).told;
    if (found.status == workmem::resolution_status::ambiguous) return "?";
    return found.candidates.empty() ? std::string{}
                                    : std::string{view[found.candidates.front().index].id};
}

}  // namespace

TEST_CASE("every stage works in a second language, without English") {
    CHECK(means(hotels(), "buche den billigsten gasthof") == "h-1");
    CHECK(means(hotels(), "das teuerste") == "h-2");
    CHECK(means(hotels(), "der billigere gasthof") == "h-1");
    CHECK(means(flights(), "der teuerste flug") == "f-1");
    CHECK(means(hotels(), "den ersteren") == "h-1");
    CHECK(means(hotels(), "den letzteren, bitte") == "h-2");
    CHECK(means(sections(), "lösche den zweiten abschnitt") == "s-2");
    CHECK(means(sections(), "den letzten abschnitt") == "s-4");
    CHECK(means(sections(), "abschnitt nummer zwei") == "s-2");
    CHECK(means(sections(), "nr. 9") == "");
    CHECK(means(sections(), "den letzten von ihnen") == "s-4");
    CHECK(means(sections(), "den vorletzten abschnitt") == "s-3");
    CHECK(means(hotels(), "was du gebucht hast") == "");
    CHECK(means(sections().touch("s-2", workmem::strength::mentioned), "der nächste abschnitt") ==
          "s-3");
    CHECK(means(hotels().touch("h-1", workmem::strength::offered), "das andere") == "h-2");
    CHECK(means(restaurants(), "den eintrag in Berkeley") == "r-2");
    CHECK(means(flights(), "der flug um 6:40") == "f-3");
    CHECK(means(hotels(), "diese rechnung") == "");
}

TEST_CASE("English words mean nothing in it") {
    CHECK(means(sections(), "the second section, not the first") != "s-2");
    CHECK(means(hotels().touch("h-1", workmem::strength::offered), "the cheapest one").empty());
}
