#include "catch.hpp"
#include "support/entries.hpp"

#include <workmem/resolution/name_rules.hpp>

using workmem_test::remembered;
using ids = std::vector<std::string>;

TEST_CASE("words are compared without a genitive or a final s") {
    using workmem::resolution::word_key;
    CHECK(word_key("milton's") == "milton");
    CHECK(word_key("miltons") == "milton");
    CHECK(word_key("glass") == "glass");
    CHECK(word_key("bus") == "bus");
    CHECK(word_key("").empty());
}

TEST_CASE("a single common word names something only where it stands out") {
    const auto memory = remembered{}.list({{"song", "t-1", "Stay"}, {"song", "t-2", "Quillow"}});
    CHECK(memory.named_in("I want to stay here").empty());
    CHECK(memory.named_in("play Stay next") == ids{"t-1"});
    CHECK(memory.named_in("play the song stay") == ids{"t-1"});
    CHECK(memory.named_in("quillow please") == ids{"t-2"});
}
