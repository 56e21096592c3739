#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/group.hpp>
#include <workmem/resolution/sets/group_words.hpp>

#include <cstdint>
#include <string_view>

using namespace workmem_test;
namespace resolution = workmem::resolution;

namespace {

remembered boats() {
    return remembered{}.list(
        {{"boat",
          "b-1",
          "Alma",
          {{"status", text("moored")}, {"covered", true}, {"pier", text("East")}}},
         {"boat",
          "b-2",
          "Berta",
          {{"status", text("adrift")},
           {"covered", false},
           {"pier", text("East")},
           {"skipper", text("Jo Lind")},
           {"draught", std::int64_t{2}}}}});
}

// What the boats say of themselves, asked by a test.
template <class Test>
auto ask(Test test) {
    const auto memory = boats();
    const auto view = memory.entries();
    const auto& words = workmem::text::lexicon::english();
    const resolution::utterance said{"", words};
    const resolution::scene at{view, said, words};
    const resolution::group all{{0, 1}};
    return test(resolution::group_words{at, all}, view);
}

}  // namespace

TEST_CASE("a thing has the words of its name, of its values and of what is so") {
    ask([](const auto& boats, const auto& view) {
        const auto& alma = view[view[0].name == "Alma" ? 0 : 1];
        for (const std::string_view word : {"alma", "moored", "covered", "east", "b-1"}) {
            INFO(word);
            CHECK(boats.has(alma, word));
        }
        CHECK_FALSE(boats.has(alma, "berta"));
        CHECK_FALSE(boats.has(alma, "jo"));
    });
}

TEST_CASE("a word tells things apart that some have and others do not") {
    ask([](const auto& boats, const auto&) {
        CHECK(boats.tells_apart("moored"));
        CHECK(boats.tells_apart("covered"));
        CHECK_FALSE(boats.tells_apart("east"));
        CHECK(boats.all_have("east"));
        CHECK_FALSE(boats.some_lack_apart("east"));
        CHECK_FALSE(boats.is_known("west"));
    });
}

TEST_CASE("what some have an attribute for, others lack") {
    ask([](const auto& boats, const auto&) {
        CHECK(boats.may_lack("skipper"));
        CHECK_FALSE(boats.may_lack("pier"));
        CHECK(boats.names_field("pier"));
        CHECK_FALSE(boats.names_field("covered"));
        CHECK(boats.is_flag("covered"));
        CHECK(boats.names_amount("draught"));
        CHECK_FALSE(boats.names_amount("pier"));
    });
}
