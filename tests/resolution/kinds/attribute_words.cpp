#include "catch.hpp"

#include <workmem/resolution/kinds/attribute_words.hpp>

#include <string>
#include <string_view>

using namespace workmem::resolution;

namespace {

std::string words_of(std::string_view name) {
    std::string out;
    identifier_reader reader{name};
    for (std::string_view part; reader.next(part);) out += std::string{part} + ' ';
    return out;
}

}  // namespace

TEST_CASE("identifiers fall into words, however they are written") {
    CHECK(words_of("street_address") == "street address ");
    CHECK(words_of("departureTime") == "departure Time ");
    CHECK(words_of("price-per.night") == "price per night ");
    CHECK(words_of("placeID") == "place ID ");
    CHECK(words_of("").empty());
    CHECK(name_has_word("departureTime", "time"));
    CHECK(name_has_word("Review_Count", "reviews"));
    CHECK_FALSE(name_has_word("sometimes", "time"));
}

TEST_CASE("names of attributes speak of measures") {
    const auto& words = workmem::text::lexicon::english();
    CHECK(measures_of("totalFare", words) == measures_of("price", words));
    CHECK(measures_of("star_rating", words) == measures_of("score", words));
    CHECK(measures_of("wifi", words) == 0);
}
