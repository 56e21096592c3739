#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/stages/restricted_set.hpp>

#include <cstdint>

using namespace workmem_test;

namespace {

remembered shifts() {
    const auto with = [](const char* day, const char* who, const char* status, std::int64_t spare) {
        return attribute_list{{"date", text(day)},
                              {"updated", text("2031-06-02")},
                              {"worker", text(who)},
                              {"status", text(status)},
                              {"spareSeats", spare}};
    };
    return remembered{}.list(
        {{"shift", "s-1", "Early", with("2031-05-30", "Ewa Nowak", "open", 0)},    // a Friday
         {"shift", "s-2", "Late", with("2031-06-01", "Tom Lang", "pending", 2)},   // a Sunday
         {"shift", "s-3", "Night", with("2031-06-02", "Tom Lang", "pending", 0)},  // a Monday
         {"shift", "s-4", "Spare", with("2031-06-08", "Ewa Nowak", "done", 3)}});  // a Sunday
}

}  // namespace

TEST_CASE("a month and a day of the week restrict by the day of a thing") {
    expect_all(shifts(), {{"the shifts in June", "s-2 s-3 s-4"},
                          {"all shifts on Sunday", "s-2 s-4"},
                          {"the Sunday ones", "s-2 s-4"}});
    expect(shifts(), {{"Ewa's Sunday shift", "s-4"},
                      {"the one on Friday", "s-1"},
                      {"everything on sunday except the pending one", "s-4"}});
}

TEST_CASE("when none is on that day, none is meant, never all") {
    expect(shifts(), {{"cancel all shifts in March", ""}, {"delete all shifts on Tuesday", ""}});
}

TEST_CASE("a month that is somebody's name is that") {
    const auto notes = remembered{}.list(
        {{"note", "n-1", "Plan", {{"by", text("Jan Kok")}, {"date", text("2031-06-01")}}},
         {"note", "n-2", "Menu", {{"by", text("Lea Roy")}, {"date", text("2031-01-05")}}}});
    expect(notes, {{"show everything in Jan's name", "n-1"}});
}

TEST_CASE("what is so, and what somebody has, is asked for as a set") {
    expect_all(shifts(), {{"what's pending?", "s-2 s-3"},
                          {"whats pending", "s-2 s-3"},
                          {"which are pending?", "s-2 s-3"},
                          {"what does Tom have?", "s-2 s-3"},
                          {"everything Tom has", "s-2 s-3"}});
    // What is asked of one thing restricts nothing.
    expect(shifts(), {{"what's the date?", "?"}});
}

TEST_CASE("who has none of something has 0 of it") {
    expect_all(shifts(), {{"which ones have no spare seats?", "s-1 s-3"}});
}

TEST_CASE("a question among somebody's things is about those alone") {
    const auto stays =
        remembered{}.list({{"booking", "b-1", "", {{"guest", text("Ida Holm")}, {"paid", true}}},
                           {"booking", "b-2", "", {{"guest", text("Omar Said")}, {"paid", true}}},
                           {"booking", "b-3", "", {{"guest", text("Ida Holm")}, {"paid", false}}}});
    expect(stays, {{"which of Ida's bookings is paid?", "b-1"},
                   {"which of Ida Holm's bookings is unpaid?", "b-3"}});
}

TEST_CASE("what somebody has is not that person") {
    const auto both = remembered{}.list({{"user", "u-1", "Priya", {}},
                                         {"request", "r-1", "Fix it", {{"author", text("Priya")}}},
                                         {"request", "r-2", "Undo", {{"author", text("Omar")}}}});
    expect(both, {{"merge Priya's", "r-1"}});
    const auto hers =
        remembered{}.list({{"task", "k-1", "Priya handover", {{"who", text("Priya")}}},
                           {"task", "k-2", "Budget", {{"who", text("Priya")}}},
                           {"task", "k-3", "Plan", {{"who", text("Omar")}}}});
    expect_all(hers, {{"close Priya's", "k-1 k-2"}});
}

TEST_CASE("with some of an amount are those that have any") {
    const auto owes = [](std::int64_t amount) { return attribute_list{{"open_invoices", amount}}; };
    const auto writers = remembered{}.list({{"writer", "w-1", "Agnes", owes(1)},
                                            {"writer", "w-2", "Desmond", owes(0)},
                                            {"writer", "w-3", "Ximena", owes(2)}});
    expect_all(writers, {{"pay the two with open invoices", "w-1 w-3"},
                         {"pay the two who have open invoices", "w-1 w-3"}});
}

TEST_CASE("still so is so") {
    const auto in = [](const char* stage) { return attribute_list{{"stage", text(stage)}}; };
    const auto people = remembered{}.list({{"candidate", "c-1", "Ann", in("application_review")},
                                           {"candidate", "c-2", "Ben", in("offer")},
                                           {"candidate", "c-3", "Cem", in("application_review")}});
    expect_all(people, {{"the ones still in application review need a screener", "c-1 c-3"}});
}

TEST_CASE("words that a hyphen joins describe as one") {
    const auto is = [](const char* status) { return attribute_list{{"status", text(status)}}; };
    const auto tickets = remembered{}
                             .list({{"ticket", "t-1", "Printer", is("pending")},
                                    {"ticket", "t-2", "Laptop", is("open")},
                                    {"ticket", "t-3", "Badge", is("on-hold")}})
                             .touch("t-1", workmem::strength::chosen);
    expect(tickets, {{"close the on-hold ticket", "t-3"}, {"is the on-hold ticket mine?", "t-3"}});
}
