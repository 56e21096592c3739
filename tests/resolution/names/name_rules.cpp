#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/names/name_rules.hpp>

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

TEST_CASE(
    "a part of a name counts though the thing's own address has it, not behind a comparison") {
    const auto memory = remembered{}.list(
        {{"flat", "a-1", "Alder Court", {{"street", std::string{"1 Quillow Way"}}}},
         {"flat", "a-2", "Quillow Ridge Homes", {{"street", std::string{"40 Quillow Way"}}}},
         {"flat", "a-3", "Tarn Gardens", {{"street", std::string{"2 Tarn Hill"}}}}});
    CHECK(memory.named_in("tell me about Tarn") == ids{"a-3"});
    CHECK(memory.named_in("tell me about Quillow").empty());
    CHECK(memory.named_in("the tarn gardens").size() == 1);
    CHECK(memory.named_in("the alder flat") == ids{"a-1"});
    CHECK(memory.named_in("the best alder flat").empty());
}

TEST_CASE("a value that is somebody's name takes nothing from the name") {
    using workmem_test::text;
    const auto orders =
        remembered{}.list({{"buyer", "b-1", "Enzo Marsh", {{"city", text("Turin")}}},
                           {"receipt", "r-1", "R-77", {{"buyer_name", text("Enzo Marsh")}}}});
    workmem_test::expect(orders, {{"correct Enzo's street", "b-1"}});
}

TEST_CASE("a verb before what is done to is no part of a name") {
    const auto tickets = remembered{}.list({{"issue", "i-1", "Login fails"},
                                            {"issue", "i-2", "Fix the theme"},
                                            {"issue", "i-3", "Add a theme"}});
    expect(tickets, {{"close Fix the theme", "i-2"}});
}

TEST_CASE("an address takes nothing from a name, nor does a list of names") {
    const auto memory =
        remembered{}
            .list({{"owner", "o-1", "Nadia Kern", {}}, {"owner", "o-2", "Ines Reyes", {}}})
            .list({{"table", "t-1", "Cousins", {{"guests", std::string{"Ines Reyes, Nadia Kern"}}}},
                   {"table",
                    "t-2",
                    "Friends",
                    {{"host_email", std::string{"nadia.k@mail.example"}}}}});
    CHECK(memory.means("is Nadia busy?") == "o-1");
    CHECK(memory.means("back to Ines") == "o-2");
}
