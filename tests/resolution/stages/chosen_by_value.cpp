#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/stages/chosen_by_value.hpp>

using namespace workmem_test;
using workmem::strength;

TEST_CASE("what a value picks") {
    expect(restaurants(), {{"the Italian one", "r-1"},
                           {"the Thai one", "?"},
                           {"the one in Berkeley", "r-2"},
                           {"the Thai one in Oakland", "r-3"},
                           {"the one in Reykjavik", ""},
                           {"the one with parking", "r-1"},
                           {"the Italian restaurant", "r-1"},
                           {"the Klingon one", ""},
                           {"book the restaurant in Berkeley", "r-2"}});
    expect(flights(), {{"the one at 6:30", "f-1"},
                       {"the 12:05 one", "f-4"},
                       {"the one at 6:40 am", "f-3"},
                       {"the 9:15 pm flight", "f-2"},
                       {"the one on March 4th", "f-4"},
                       {"the flight on March 3rd", "?"},
                       {"the flight on March 3rd at 6:40", "f-3"},
                       {"the $980 one", "f-3"},
                       {"the one for $455", "f-4"},
                       {"the one for 455 dollars", "f-4"},
                       {"the one at 11:45 pm", ""},
                       {"the one with 1 stop", "f-3"},
                       {"I'll take the 6:30", "f-1"},
                       {"the one that leaves at 12:05 pm", "f-4"},
                       {"the $9999 one", ""},
                       {"the nonstop one", ""}});
    expect(hotels(),
           {{"the five star hotel", "h-2"}, {"the 5-star one", "h-2"}, {"the $140 hotel", "h-2"}});
    expect(issues(),
           {{"the closed one", "i-2"}, {"reopen the closed issue", "i-2"}, {"the open one", "?"}});
    expect(restaurants().touch("r-3", strength::offered), {{"the Thai one", "r-3"}});
}

TEST_CASE("values in other domains and words") {
    expect(products(), {{"the blue one", "p-2"},
                        {"the navy blue one", "p-2"},
                        {"I'd like the black one please", "p-3"},
                        {"the green one", ""},
                        {"the one that costs $89", "p-3"},
                        {"the $49.50 one", "p-2"},
                        {"the 129.99 one", "p-1"},
                        {"the brown ones", "p-1"},
                        {"the one in black", "p-3"}});
    expect(apartments(), {{"the biggest apartment", "a-3"},
                          {"the one with three bedrooms", "a-3"},
                          {"the 2 bedroom one", "a-1"},
                          {"the two-bedroom apartment", "a-1"},
                          {"the one in Hayward", "a-2"},
                          {"the apartment in Fremont", "?"},
                          {"the one on Oak Ave", "a-3"},
                          {"the one for $1,850", "a-2"},
                          {"the one with five bedrooms", ""}});
    expect(movies(), {{"the comedy", "m-2"},
                      {"the comedy one", "m-2"},
                      {"the 8:30 one", "m-2"},
                      {"the 8:30 pm showing", "m-2"},
                      {"the one directed by Bo Lind", "m-2"},
                      {"the one by Ines Halloran", "?"},
                      {"the 7 o'clock one", "m-1"},
                      {"the one from 2021", "m-3"},
                      {"the horror one", ""},
                      {"the one at 9 pm", ""}});
    expect(orders(), {{"cancel the pending order", "o-2"},
                      {"where is the shipped one?", "o-1"},
                      {"the order from February 11", "o-2"},
                      {"the one placed on January 20th", "o-3"},
                      {"the cancelled one", ""},
                      {"the $45 order", "o-1"}});
}

TEST_CASE("what the newest list does not have is looked for in earlier ones") {
    auto both = restaurants();
    both.list({{"movie",
                "m-1",
                "Glass Tide",
                {attribute{"genre", text("Drama")}, attribute{"year", std::int64_t{2019}}}},
               {"movie",
                "m-2",
                "Paper Lions",
                {attribute{"genre", text("Comedy")}, attribute{"year", std::int64_t{2024}}}}});
    expect(both, {{"the Italian one", "r-1"},
                  {"the one in Berkeley", "r-2"},
                  {"the comedy one", "m-2"},
                  {"the Thai one", "?"},
                  {"the Klingon one", ""}});
}

TEST_CASE("a noun with a value that nobody has means nothing") {
    expect(flights(), {{"the $377 flight", ""},
                       {"the flight that leaves at 11:11 am", ""},
                       {"book the flight on March 9th", ""}});
    expect(restaurants(), {{"the restaurant in Reykjavik", ""},
                           {"the Klingon restaurant", ""},
                           {"the restaurant with a rating of 3.9", "r-3"},
                           {"the restaurant with a rating of 3.2", ""}});
    expect(movies(),
           {{"the film that came out in 2021", "m-3"}, {"the film that came out in 2011", ""}});
}

TEST_CASE("a value may have several words, whatever they mean alone") {
    const auto songs = remembered{}.list(
        {{"song", "s-1", "Ember", {attribute{"album", text("Count To Seven")}}},
         {"song", "s-2", "Lantern", {attribute{"album", text("Not Your River")}}}});
    expect(songs, {{"the one from Count To Seven", "s-1"},
                   {"the song from Not Your River sounds good", "s-2"}});
    expect(hotels(), {{"book the one for $95 for two nights", "h-1"}});
}
