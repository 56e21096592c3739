#include "catch.hpp"

#include <workmem/resolution/values/value_words.hpp>

#include <string>

using workmem::resolution::has_code;
using workmem::resolution::value_has_stem;
using workmem::resolution::value_has_word;

TEST_CASE("a word may be some part of a value, however it is joined to the others") {
    CHECK(value_has_word("done", "done"));
    CHECK(value_has_word("in_transit", "transit"));
    CHECK(value_has_word("InTransit", "transit"));
    CHECK(value_has_word("Canceled", "cancelled"));
    CHECK_FALSE(value_has_word("incomplete", "complete"));
    CHECK_FALSE(value_has_word("", "done"));
    CHECK_FALSE(value_has_word("done", ""));
}

TEST_CASE("words of one stem are the same value") {
    CHECK(value_has_stem("script_failure", "failed"));
    CHECK(value_has_stem("SUCCESS", "successful"));
    CHECK(value_has_stem("confirmation", "confirmed"));
    CHECK_FALSE(value_has_stem("action", "active"));
    CHECK_FALSE(value_has_stem("user", "used"));
}

TEST_CASE("a language may stand as its code, with a country or without") {
    const auto speaks = [](const char* spoken, const char* asked) {
        const workmem::attribute_list all{{"language", std::string{spoken}}};
        workmem::entry of{};
        of.attributes = &all;
        return has_code(of, asked);
    };
    CHECK(speaks("de", "de"));
    CHECK(speaks("de-AT", "de"));
    CHECK(speaks("de_AT", "de"));
    CHECK_FALSE(speaks("dent", "de"));
    CHECK_FALSE(speaks("de", ""));
}

TEST_CASE("an attribute may be called by who does what a participle says, or how often") {
    using workmem::resolution::detail::name_says_done;
    CHECK(name_says_done("assignee", "assigned"));
    CHECK(name_says_done("playCount", "played"));
    CHECK(name_says_done("approvedBy", "approved"));
    CHECK_FALSE(name_says_done("assignee", "assign"));
    CHECK_FALSE(name_says_done("playground", "played"));
    CHECK_FALSE(name_says_done("bed_count", "ed"));
}
