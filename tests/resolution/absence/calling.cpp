#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/absence/calling.hpp>

using namespace workmem_test;

namespace {

remembered hotel() {
    return remembered{}.single(
        {"hotel",
         "h-1",
         "Tern House",
         {attribute{"street_address", text("1 Bay Rd")}, attribute{"wifi", true}}});
}

}  // namespace

TEST_CASE("a pronoun, something that a thing has and consent call for what is in focus") {
    expect(hotel(), {{"open it", "h-1"},
                     {"what's the phone number?", "h-1"},
                     {"is there wifi?", "h-1"},
                     {"sounds good", "h-1"},
                     {"works for me", "h-1"},
                     {"okay, great", "h-1"},
                     {"two at 12:00", "h-1"},
                     {"yes, please book", "h-1"},
                     {"can I bring my dog?", "h-1"},
                     {"are pets allowed?", "h-1"}});
}

TEST_CASE("one that is told by a word nobody knows is not what is in focus") {
    expect(hotel(), {{"his glampy one I can't take, what's the phone number?", ""},
                     {"did the zebu's get called off, what's the phone number?", ""}});
}

TEST_CASE("what names nothing and calls for nothing means nothing") {
    expect(hotel(), {{"hang on a sec", ""},
                     {"did anyone complain on social media today?", ""},
                     {"order pizza for twelve", ""},
                     {"we should hire somebody", ""},
                     {"thank you very much", ""},
                     {"bye for now", ""},
                     {"what's our VAT number?", ""}});
}

TEST_CASE("what is asked of the world, or of one of several, is not what is in focus") {
    expect(hotel(), {{"what does diesel cost today?", ""},
                     {"do I need a permit for switzerland", ""},
                     {"whose contract ends first?", ""},
                     {"is anybody over capacity?", ""},
                     {"can I bring a kid?", "h-1"}});
}

TEST_CASE("what is there, or is called the most, is not asked of what is in focus") {
    expect(hotel(), {{"is there a jam on the A4?", ""},
                     {"are there any units on astronomy?", ""},
                     {"is there anything free?", "h-1"},
                     {"who has the least on their plate?", ""},
                     {"which of the teams has the most points?", ""}});
}

TEST_CASE("a definite phrase whose noun nothing has is not asked of what is in focus") {
    expect(hotel(), {{"how much wifi is the essay worth?", ""},
                     {"when do the winter holidays start?", ""},
                     {"what's the phone number of the hotle?", "h-1"},
                     {"what price is the opening bed?", "h-1"},
                     {"what's the check-in time?", "h-1"},
                     {"ok then only those with a balcony", ""}});
}

TEST_CASE("a phrase that nobody has understood is not what is in focus") {
    expect(hotel(), {{"make both gym lists public", ""},
                     {"chase the two that are still missing", ""},
                     {"the one from Porto, open it", ""},
                     {"that's the one I want", "h-1"}});
}

TEST_CASE("a clause that takes something up means what a clause before it says") {
    const auto tickets =
        remembered{}.list({{"ticket", "HELP-1042", "Printer"}, {"ticket", "HELP-1047", "Laptop"}});
    expect(tickets, {{"1047 is done, resolve it", "HELP-1047"},
                     {"close 1042", "HELP-1042"},
                     });
}

TEST_CASE("what is asked of a place is asked of what is in focus, where nothing has an address") {
    expect(remembered{}.single({"policy", "p-1", "Home", {attribute{"deductible", text("500")}}}),
           {{"what's the deductible there?", "p-1"}});
}

TEST_CASE("who does something is one of several, who somebody is belongs to what is in focus") {
    const auto film = remembered{}.single(
        {"film", "m-1", "Low Water", {attribute{"director", text("Mei Okada")}}});
    expect(film, {{"who doesn't charge a fee?", ""},
                  {"who could start soonest?", ""},
                  {"who is the director?", "m-1"},
                  {"who's its director?", "m-1"}});
}
