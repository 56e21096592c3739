#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/stages/said_value.hpp>

using namespace workmem_test;

namespace {

remembered arrivals() {
    const auto with = [](const char* guest, const char* room, const char* status, bool paid) {
        return attribute_list{attribute{"guest.lastName", text(guest)},
                              attribute{"roomNumber", text(room)},
                              attribute{"status", text(status)}, attribute{"paid", paid}};
    };
    return remembered{}.list({{"arrival", "M-1", "", with("Stein", "204", "Confirmed", true)},
                              {"arrival", "M-2", "", with("Bianchi", "305", "Confirmed", false)},
                              {"arrival", "M-3", "", with("Hart", "112", "Canceled", true)},
                              {"arrival", "M-4", "", with("Hart", "118", "Waiting", true)}});
}

}  // namespace

TEST_CASE("a name or a number among the values of one thing means it") {
    expect(arrivals(), {{"check in Mr Bianchi", "M-2"},
                        {"when did Stein arrive?", "M-1"},
                        {"is 118 still waiting?", "M-4"},
                        {"has Bianchi's come?", "M-2"}});
    // Two have it, or none: nothing is chosen.
    expect(arrivals(), {{"which one is Miller's?", ""}});
    CHECK(arrivals().means("check in Mr Hart") != "M-4");
}

TEST_CASE("a word that the language does not know is a name in small letters, too") {
    expect(arrivals(), {{"check in mr bianchi", "M-2"},
                        {"is stein here yet", "M-1"},
                        {"which one is miller's?", ""}});
    expect_all(arrivals(), {{"move both harts to the annex", "M-3 M-4"}});
    // What is new is none of them.
    CHECK(arrivals().means("how long may a stein be?").empty());
    const auto pages = remembered{}.list({{"page", "p-1", "Maasvlakte hub"}, {"page", "p-2", "Home"}});
    expect(pages, {{"how full is maasvlakte", "p-1"},
                   {"delete the leather maasvlakte", ""},
                   {"write to info@maasvlakte.example", ""}});
}

TEST_CASE("what is denied or spelled otherwise is the same") {
    expect(arrivals(), {{"remind the unpaid one", "M-2"},
                        {"reinstate the cancelled one", "M-3"},
                        {"which one is unpaid?", "M-2"}});
    expect_all(arrivals(), {{"the confirmed ones", "M-1 M-2"}});
}

TEST_CASE("the other one of those that are so is not the one in focus") {
    auto memory = arrivals();
    memory.touch("M-1", workmem::strength::acted_on);
    expect(memory, {{"cancel the other confirmed one", "M-2"}});
}

TEST_CASE("who is spoken of as a person is not what belongs to that person") {
    const auto stays = remembered{}.list({{"stay", "s-1", "", {{"guest", text("Mira Voss")}}},
                                          {"stay", "s-2", "", {{"guest", text("Ben Ode")}}}});
    expect(stays, {{"when did Mira arrive?", "s-1"}, {"please ring Mira, she called", "?"}});
}

TEST_CASE("a phrase says by itself which things it means, whatever is done with them") {
    expect(orders(), {{"push the pending order to the 11th", "o-2"},
                      {"did the customer of the shipped order sign for it", "o-1"},
                      {"and the delivered one please ring them about", "o-3"}});
    // What is chosen from several, or counted, is no whole phrase.
    expect(orders(), {{"the last three invoices", ""}});
}

TEST_CASE("what is done is no name, and what is of another kind is not meant") {
    const auto tickets = remembered{}.list(
        {{"issue", "i-1", "Login fails", {{"labels", text("bug")}, {"user", text("ann")}}},
         {"issue", "i-2", "Add a theme", {{"labels", text("feature")}, {"user", text("bob")}}}});
    expect(tickets, {{"the issue bob opened", "i-2"}, {"the bug bob reported", ""}});
    expect_all(tickets, {{"add a note to the issues", "i-1 i-2"}});
}
