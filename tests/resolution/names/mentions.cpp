#include "catch.hpp"
#include "repetitions.hpp"
#include "resolution/entries.hpp"

#include <workmem/resolution/names/mentions.hpp>

using workmem::attribute;
using workmem::role;
using workmem_test::remembered;
using ids = std::vector<std::string>;

namespace {

remembered fixtures() {
    return remembered{}.list({{"event", "e-1", "Harbour Kites vs Otters"},
                              {"event", "e-2", "Otters"},
                              {"event", "e-3", "The Lantern Walk"},
                              {"event", "e-4", "Milton's Music & Words"}});
}

}  // namespace

TEST_CASE("full names are heard whole, in any case, in order of appearance") {
    CHECK(fixtures().named_in("How about the lantern walk, or Otters?") == ids{"e-3", "e-2"});
    CHECK(fixtures().named_in("HARBOUR KITES VS OTTERS is on tonight") == ids{"e-1"});
    CHECK(fixtures().named_in("nothing of the kind").empty());
}

TEST_CASE("the longest match wins and its parts stay silent") {
    CHECK(fixtures().named_in("Harbour Kites vs Otters, then") == ids{"e-1"});
    CHECK(fixtures().named_in("Otters play Harbour Kites vs Otters") == ids{"e-2", "e-1"});
}

TEST_CASE("articles, apostrophes and 'and' may differ") {
    CHECK(fixtures().named_in("I like Lantern Walk") == ids{"e-3"});
    CHECK(fixtures().named_in("What about Miltons Music and Words?") == ids{"e-4"});
    CHECK(fixtures().named_in("Milton\xE2\x80\x99s Music & Words is free") == ids{"e-4"});
}

TEST_CASE("a part of a name is enough when no other name has it") {
    CHECK(fixtures().named_in("get me into Harbour Kites") == ids{"e-1"});
    CHECK(fixtures().named_in("the Lantern event") == ids{"e-3"});
    const auto twins = remembered{}.list(
        {{"hotel", "h-1", "Grand Quillon East"}, {"hotel", "h-2", "Grand Quillon West"}});
    CHECK(twins.named_in("we stay at the Grand Quillon").empty());
    CHECK(twins.named_in("we stay at the Grand Quillon West") == ids{"h-2"});
}

TEST_CASE("a word of the language names nothing by accident") {
    const auto films = remembered{}.list({{"movie", "m-1", "Little"}, {"movie", "m-2", "After"}});
    CHECK(films.named_in("it is a little late after dinner").empty());
    CHECK(films.named_in("After you, please").empty());
    CHECK(films.named_in("Would you like to see After or Little?") == ids{"m-2", "m-1"});
    CHECK(films.named_in("Little sounds good") == ids{"m-1"});
    CHECK(films.named_in("the little movie") == ids{"m-1"});
}

TEST_CASE("a city that is in a name does not make the name") {
    const auto salons = remembered{}.list(
        {{"provider", "x-1", "Tarn Valley Cuts", {attribute{"city", std::string{"Tarn Valley"}}}}});
    CHECK(salons.named_in("I looked in Tarn Valley for you").empty());
    CHECK(salons.named_in("there is Tarn Valley Cuts") == ids{"x-1"});
}

TEST_CASE("ids count as they stand, bare numbers only with a sign or the type") {
    const auto orders = remembered{}.list({{"order", "42", "Blue mug"}, {"order", "ab-7", "Lamp"}});
    CHECK(orders.named_in("see ab-7") == ids{"ab-7"});
    CHECK(orders.named_in("see ab 7").empty());
    CHECK(orders.named_in("order 42 please") == ids{"42"});
    CHECK(orders.named_in("#42") == ids{"42"});
    CHECK(orders.named_in("42 of them").empty());
}

TEST_CASE("of several with one name the values in the sentence decide, else who was spoken of") {
    const auto on = [](const char* day) {
        return workmem::attribute_list{attribute{"date", std::string{day}}};
    };
    auto shows = remembered{}.list({{"event", "e-1", "Quay Choir", on("2031-03-01")},
                                    {"event", "e-2", "Quay Choir", on("2031-03-02")},
                                    {"event", "e-3", "Quay Choir", on("2031-03-03")}});
    CHECK(shows.named_in("Quay Choir sings on March 2nd") == ids{"e-2"});
    CHECK(shows.named_in("There's one on March 3rd. It's the Quay Choir.") == ids{"e-3"});
    CHECK(shows.named_in("Quay Choir it is").empty());
    shows.touch("e-2", workmem::strength::offered);
    CHECK(shows.named_in("Quay Choir it is") == ids{"e-2"});
}

TEST_CASE("nameless things are heard by the values that tell them apart") {
    const auto at = [](const char* time, std::int64_t price) {
        return workmem::attribute_list{attribute{"departure_time", std::string{time}},
                                       attribute{"price", price},
                                       attribute{"origin", std::string{"Norwick"}}};
    };
    const auto buses = remembered{}.list(
        {{"bus", "b-1", "", at("06:40", 24)}, {"bus", "b-2", "", at("18:10", 29)}});
    CHECK(buses.named_in("There is one at 6:10 pm for $29.") == ids{"b-2"});
    CHECK(buses.named_in("They all leave from Norwick.").empty());
    CHECK(buses.named_in("I have to be there at 6:10 pm", role::user).empty());
    CHECK(buses.named_in("Your hotel expects you at 6:10 pm.").empty());
}

TEST_CASE("a name that is a property of another thing said is not meant itself") {
    const auto songs = remembered{}.list(
        {{"song", "t-1", "Paper Boats", {attribute{"album", std::string{"Slow Rivers"}}}},
         {"song", "t-2", "Slow Rivers", {attribute{"album", std::string{"Slow Rivers"}}}}});
    CHECK(songs.named_in("How about Paper Boats from the album Slow Rivers?") == ids{"t-1"});
    CHECK(songs.named_in("How about Slow Rivers?") == ids{"t-2"});
}

TEST_CASE("what is nameless is never matched by its stand-in name") {
    CHECK(remembered{}.single({"bus", "b-1", ""}).named_in("Unnamed bus").empty());
}

TEST_CASE("each thing is heard once, where it is named last") {
    CHECK(fixtures().named_in("Otters or The Lantern Walk? Otters sounds good.") ==
          ids{"e-3", "e-2"});
}

TEST_CASE("hostile text is heard in time linear in its length") {
    remembered many;
    for (int i = 0; i < 300; ++i)
        many.single({"page", "p-" + std::to_string(i), "Thing number " + std::to_string(i)});
    for (const std::string unit : {"Thing ", "p-3 ", "12 ", "March 3rd 7:30 pm ", "\xff\xfe ",
                                   "\xE2\x80\xAE", "a.b.c! ", "Thing number 3, "}) {
        std::string text;
        while (text.size() < 200'000 / workmem_test::slowness) text += unit;
        text += '\0';
        CHECK_NOTHROW(many.named_in(text));
    }
    CHECK(many.named_in("").empty());
    CHECK(remembered{}.named_in("Thing").empty());
}

TEST_CASE("what is excluded is not heard") {
    const auto inns =
        remembered{}.list({{"hotel", "h-1", "Tern House"}, {"hotel", "h-2", "Quillon"}});
    CHECK(inns.named_in("Tern House, not the Quillon") == ids{"h-1"});
    CHECK(inns.named_in("Quillon rather than Tern House") == ids{"h-2"});
}

TEST_CASE("names made of common words are not heard in any sentence") {
    const auto songs =
        remembered{}.list({{"song", "t-1", "So What"}, {"song", "t-2", "Let It Be"}});
    CHECK(songs.named_in("so what is the artist?").empty());
    CHECK(songs.named_in("let it be quick").empty());
    CHECK(songs.named_in("play So What") == ids{"t-1"});
    CHECK(songs.named_in("the song let it be") == ids{"t-2"});
    const auto channels =
        remembered{}.list({{"channel", "c-1", "general"}, {"channel", "c-2", "random"}});
    CHECK(channels.named_in("in general that is a lot").empty());
    CHECK(channels.named_in("a random question").empty());
    CHECK(channels.named_in("I posted in #random") == ids{"c-2"});
    CHECK(channels.named_in("the general channel") == ids{"c-1"});
}

TEST_CASE("a part of a name behind an article is heard") {
    const auto bags = remembered{}.list(
        {{"product", "p-1", "Leather Briefcase"}, {"product", "p-2", "Canvas Backpack"}});
    CHECK(bags.named_in("The backpack is on sale.") == ids{"p-2"});
    CHECK(bags.named_in("a backpack full of ideas").empty());
}
