// Texts that are searched as they are written, whatever the case.
#include "catch.hpp"
#include "fresh_seed.hpp"

#include <workmem/session/folded_texts.hpp>

#include <random>
#include <string>
#include <string_view>

using namespace workmem_test;
using workmem::detail::find_text;
using workmem::detail::folded_query;
using workmem::detail::folded_texts;
using workmem::detail::trigram_set;

TEST_CASE("a text is found where the standard library finds it", "[session][search]") {
    const auto seed = fresh_seed();
    INFO("WORKMEM_TEST_SEED=" << seed);
    std::mt19937_64 random{seed};
    const auto text = [&](std::size_t most) {
        std::string out(random() % (most + 1), 'a');
        for (auto& c : out) c = static_cast<char>('a' + random() % 3);
        return out;
    };
    for (int i = 0; i < 20'000; ++i) {
        const auto in = text(80), what = text(6);
        const auto expected = in.find(what);
        INFO(what << " in " << in);
        REQUIRE(find_text(in, what) == expected);
        if (expected != std::string::npos) REQUIRE(trigram_set{in}.may_hold(trigram_set{what}));
    }
    CHECK(find_text("abc", "") == 0);
    CHECK(find_text("", "a") == std::string::npos);
    // Most of what is not there is seen without looking.
    CHECK_FALSE(trigram_set{"the quick brown fox"}.may_hold(trigram_set{"lazy dog"}));
}

TEST_CASE("a folded text stays until it is forgotten", "[session][search]") {
    folded_texts texts;
    CHECK(texts.find(2, "Grüße aus KÖLN", folded_query{"köln"}) == 12);
    CHECK(texts.length(2, "Grüße aus KÖLN") == 17);
    CHECK_FALSE(texts.find(2, "Bonn", folded_query{"bonn"}));
    texts.forget(2);
    texts.forget(9);
    CHECK(texts.find(2, "Bonn", folded_query{"bonn"}) == 0);
    CHECK_FALSE(texts.find(0, "", folded_query{"bonn"}));
    texts.clear();
    CHECK(texts.find(2, "Essen", folded_query{"ESSEN"}) == 0);
}
