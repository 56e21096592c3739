#include "catch.hpp"

#include <workmem/resolution/sets/positions.hpp>

using namespace workmem;

namespace {

// The rank asked for; 0 for the last, -1 for none.
int asked(std::string_view text) {
    const resolution::utterance said{text, text::lexicon::english()};
    const auto found = resolution::find_position(said);
    return found ? static_cast<int>(found->rank) : -1;
}

}  // namespace

TEST_CASE("positions in words, in digits and with a sign") {
    CHECK(asked("delete the second section") == 2);
    CHECK(asked("the third one, please") == 3);
    CHECK(asked("I'll take the first") == 1);
    CHECK(asked("the 4th option") == 4);
    CHECK(asked("open #7") == 7);
    CHECK(asked("option 3") == 3);
    CHECK(asked("the last item") == 0);
    CHECK(asked("the second cheap hotel") == 2);
}

TEST_CASE("numbers behind a label") {
    CHECK(asked("I'd pick number three") == 3);
    CHECK(asked("no. 4 is fine") == 4);
    CHECK(asked("is flight no. 2 any cheaper?") == 2);
    CHECK(asked("send me page number 6, please") == 6);
    CHECK(asked("page number fourteen") == 14);
    CHECK(asked("book flight 2 for us") == 2);
    CHECK(asked("I prefer option two") == 2);
    CHECK(asked("the flight 2 people take") == -1);
    CHECK(asked("bus 7:30") == -1);
    CHECK(asked("two hotels 2") == -1);
    CHECK(asked("book 2") == -1);
    CHECK(asked("my phone number 5") == -1);
    CHECK(asked("flight number 4821") == -1);
    CHECK(asked("no, five people") == -1);
    CHECK(asked("No. Two of us") == -1);
    CHECK(asked("there are no 5 seats") == -1);
}

TEST_CASE("chosen from a whole, or from its ends") {
    CHECK(asked("the last of them") == 0);
    CHECK(asked("The sixth of them looks good") == 6);
    CHECK(asked("the second of these pages") == 2);
    CHECK(asked("the third of the list") == 3);
    CHECK(asked("the one at the bottom of the list") == 0);
    CHECK(asked("the page at the top") == 1);
    CHECK(asked("the one listed at the end, please") == 0);
    CHECK(asked("the last of the month") == -1);
    CHECK(asked("the first of March") == -1);
    CHECK(asked("the one at the end of the month") == -1);
    CHECK(asked("move the image to the top") == -1);
    CHECK(asked("show it at the end") == -1);
}

TEST_CASE("dates, moments, adverbs and what was said before are none") {
    CHECK(asked("on the 2nd") == -1);
    CHECK(asked("the 2nd of March") == -1);
    CHECK(asked("March 2nd works") == -1);
    CHECK(asked("March 10th 2031") == -1);
    CHECK(asked("the first day") == -1);
    CHECK(asked("check my mail first") == -1);
    CHECK(asked("wait a second") == -1);
    CHECK(asked("last week") == -1);
    CHECK(asked("go back to that last game") == -1);
    CHECK(asked("the last one you mentioned") == -1);
    CHECK(asked("7 people") == -1);
    CHECK(asked("") == -1);
}

TEST_CASE("a number that hangs at the next word is no place") {
    CHECK(asked("the first-class flight") == -1);
}
