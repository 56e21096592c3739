#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/kinds/kinds.hpp>

using namespace workmem_test;
namespace resolution = workmem::resolution;
using workmem::text::kinship;

namespace {

// How the last word of a text is related to the kind closest to it in memory.
kinship closest(const remembered& memory, std::string_view text) {
    const auto view = memory.entries();
    const auto& words = workmem::text::lexicon::english();
    const resolution::utterance said{text, words};
    const resolution::scene at{view, said, words};
    return resolution::kind_stage{at}.closest(said.size() - 1);
}

}  // namespace

TEST_CASE("nouns are compared with the types in memory") {
    CHECK(closest(hotels(), "the hotels") == kinship::same);
    CHECK(closest(hotels(), "the inn") == kinship::synonym);
    CHECK(closest(hotels(), "the place") == kinship::broader);
    CHECK(closest(hotels(), "the room") == kinship::cue);
    CHECK(closest(remembered{}.single({"pr", "1"}), "the pull request") == kinship::synonym);
    CHECK(closest(remembered{}.single({"pr", "1"}), "the request") == kinship::none);
    CHECK(closest(hotels(), "the song") == kinship::none);
    CHECK(closest(remembered{}.single({"pull_request", "1"}), "the pull") == kinship::narrower);
}

TEST_CASE("a slip of the pen is forgiven in long words") {
    CHECK(closest(restaurants(), "that resturant") == kinship::narrower);
    CHECK(closest(restaurants(), "that restuarant") == kinship::narrower);
    CHECK(closest(hotels(), "that hostel") != kinship::same);
    CHECK(closest(two_pages(), "that paeg") == kinship::none);
}

TEST_CASE("a thousand types cost little more than twenty") {
    remembered many;
    for (int i = 0; i < 1000; ++i)
        many.single({"thing_" + std::string(1, static_cast<char>('a' + i % 26)) + std::to_string(i),
                     "x-" + std::to_string(i), ""});
    many.single({"person", "p-1", "Ada"}).single({"order", "o-1", ""});
    std::string long_text = "cancel the order";
    for (int i = 0; i < 20'000; ++i) long_text += " of some kindly unknown wording";
    CHECK(many.means("cancel the order") == "o-1");
    CHECK(many.means("which of the people") == "p-1");
    CHECK_NOTHROW(many.means(long_text));
}

TEST_CASE("a word that labels some of them names those alone") {
    const auto labelled = remembered{}.list(
        {{"issue", "i-1", "Login fails", {{"labels", text("bug, p1")}, {"state", text("open")}}},
         {"issue", "i-2", "Add a theme", {{"labels", text("feature")}, {"state", text("open")}}},
         {"issue", "i-3", "Crash", {{"labels", text("bug")}, {"state", text("closed")}}}});
    expect(labelled, {{"which bugs are open", "i-1"},
                      {"reopen the closed bug", "i-3"}});
    expect_all(labelled, {{"triage the bugs", "i-1 i-3"}});
    // Where nothing is labelled so, the word stands for the kind.
    CHECK(closest(issues(), "the bug") == kinship::synonym);
}
