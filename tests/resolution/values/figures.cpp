#include "catch.hpp"

#include <workmem/resolution/values/figures.hpp>
#include <workmem/text/lexicon.hpp>

#include <string>
#include <string_view>

namespace {

std::string in_figures(std::string_view text) {
    return workmem::resolution::detail::in_figures({text, workmem::text::lexicon::english()});
}

}  // namespace

TEST_CASE("numbers behind a bound are read in figures") {
    CHECK(in_figures("flights over five hundred dollars") == "flights over 500 dollars");
    CHECK(in_figures("more than two thousand, please") == "more than 2000, please");
    CHECK(in_figures("under ten and over three") == "under 10 and over 3");
}

TEST_CASE("other numbers stay words") {
    CHECK(in_figures("the five open ones").empty());
    CHECK(in_figures("over 500").empty());
    CHECK(in_figures("").empty());
}

TEST_CASE("a number of more words is not read in part") {
    CHECK(in_figures("more than two hundred and fifty").empty());
    CHECK(in_figures("over twenty-five").empty());
}
