#include "catch.hpp"

#include <workmem/secrets/values.hpp>

#include <string>
#include <string_view>

using namespace workmem::secrets;
using namespace workmem::secrets::detail;

TEST_CASE("a sentence gives a value by a verb, and perhaps an adverb", "[secrets]") {
    CHECK(verb_at("password is hunter22", 8) == 4);
    CHECK(verb_at("password is now hunter22", 8) == 8);
    CHECK(verb_at("Passwort ist jetzt hunter22", 8) == 11);
    CHECK(verb_at("password has changed", 8) == 0);
}

TEST_CASE("a value ends where its quotation does, or at a sign that is no part of one",
          "[secrets]") {
    CHECK(ends_value("a b", 1, 0));
    CHECK(ends_value("a\nb", 1, '"'));
    CHECK(ends_value("a\"b", 1, '"'));
    CHECK_FALSE(ends_value("a b", 1, '"'));
    CHECK(ends_value("a&next=1", 1, 0));
    CHECK_FALSE(ends_value("a&b", 1, 0));
    CHECK(ends_value("a”", 1, 0));
    CHECK_FALSE(ends_value("aé", 1, 0));
}

TEST_CASE("quotation marks of many languages are known", "[secrets]") {
    CHECK(typographic_quote("“a”") == 3);
    CHECK(typographic_quote("„a“") == 3);
    CHECK(typographic_quote("« a »") == 2);
    CHECK(typographic_quote("\"a\"") == 0);
}

TEST_CASE("a value begins behind its separator, its blanks and its quotation mark", "[secrets]") {
    const auto seen = [](std::string_view text) {
        return value_at(text, text.find_first_of("=:") + 1);
    };
    CHECK(seen("password=hunter22, and so on").seen == "hunter22");
    CHECK_FALSE(seen("password=hunter22").is_spaced);
    CHECK(seen("password: hunter22.").seen == "hunter22");
    CHECK(seen("password: hunter22").is_spaced);
    const auto quoted = seen(R"({"password": "my horse"})");
    CHECK(quoted.seen == "my horse");
    CHECK(quoted.is_quoted);
    CHECK(seen("Passwort: „mein Pferd“").seen == "mein");
    CHECK(seen("password => hunter22").seen == "hunter22");
    CHECK(seen("password=").seen.empty());
}

TEST_CASE("of a long value the beginning is seen, and its end found", "[secrets]") {
    const auto text = "password=" + std::string(2 * most_value, 'x') + " and so on";
    const auto value = value_at(text, 9);
    CHECK(value.seen.size() == most_value);
    CHECK(value.end_in(text) == 9 + 2 * most_value);
}

TEST_CASE("a sentence goes on with a word that begins no clause", "[secrets]") {
    CHECK(goes_on(" of the house"));
    CHECK(goes_on("'s place"));
    CHECK_FALSE(goes_on(" and the PIN"));
    CHECK_FALSE(goes_on(" user=ann"));
    CHECK_FALSE(goes_on("."));
}
