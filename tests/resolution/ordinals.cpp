#include "catch.hpp"

#include <workmem/resolution/ordinals.hpp>

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
