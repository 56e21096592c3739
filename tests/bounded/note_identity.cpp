// When two notes say the same.
#include "catch.hpp"

#include <workmem/bounded/note_identity.hpp>

using workmem::detail::note_identity;

TEST_CASE("notes say the same but for case, blanks and the full stop", "[bounded]") {
    const auto is = note_identity("User prefers Python 3.12");
    for (const auto* const same : {"user prefers  python 3.12!", "User prefers\nPython 3.12.",
                                   " USER PREFERS PYTHON 3.12 ..."})
        CHECK(note_identity(same) == is);
    for (const auto* const other :
         {"User prefers Python 3.13", "User does not prefer Python 3.12", "User prefers Python 312",
          "User prefers Python 3.12?", "User prefers, Python 3.12"})
        CHECK(note_identity(other) != is);
    // Case matters in what is no word.
    CHECK(note_identity("the token is tok_Ab") != note_identity("the token is tok_aB"));
    CHECK(note_identity("see /Docs") != note_identity("see /docs"));
    CHECK(note_identity("No, deploy") != note_identity("No deploy"));
}
