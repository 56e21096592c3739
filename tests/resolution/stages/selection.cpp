#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/stages/selection.hpp>

#include <cstdint>
#include <string>

using namespace workmem_test;

namespace {

remembered issues_of_a_team() {
    const auto with = [](const char* state, const char* assignee, std::int64_t comments,
                         const char* created) {
        return attribute_list{
            attribute{"state", text(state)}, attribute{"assignee", text(assignee)},
            attribute{"comments", comments}, attribute{"created_at", text(created)}};
    };
    return remembered{}.list(
        {{"issue", "i-1", "Login page is blank", with("open", "mia", 4, "2026-03-02")},
         {"issue", "i-2", "Crash when saving", with("closed", "jonas", 11, "2026-02-20")},
         {"issue", "i-3", "Typo in footer", with("open", "jonas", 0, "2026-02-11")},
         {"issue", "i-4", "Dark mode", with("open", "priya", 7, "2026-01-30")},
         {"issue", "i-5", "Slow search", with("closed", "mia", 2, "2026-01-12")}});
}

remembered invoices() {
    const auto with = [](const char* status, const char* customer, std::int64_t total) {
        return attribute_list{attribute{"status", text(status)},
                              attribute{"customer", text(customer)}, attribute{"total", total}};
    };
    return remembered{}.list(
        {{"invoice", "v-1", "INV-1", with("draft", "Harbour Cafe", 420)},
         {"invoice", "v-2", "INV-2", with("paid", "Northwind", 99)},
         {"invoice", "v-3", "INV-3", with("partially_paid", "Blue Kite", 1310)},
         {"invoice", "v-4", "INV-4", with("open", "Northwind", 250)},
         {"invoice", "v-5", "INV-5", with("paid", "Blue Kite", 75)}});
}

}  // namespace

TEST_CASE("a place counts among those that are as it is said") {
    expect(issues_of_a_team(), {{"close the second open issue", "i-3"},
                                {"close the last closed one", "i-5"},
                                {"reopen the first closed issue", "i-2"},
                                {"close the second to last open one", "i-3"},
                                {"close the fourth open issue", ""}});
    expect_all(issues_of_a_team(), {{"close the first two open ones", "i-1 i-3"},
                                    {"close the last two assigned to mia", "i-1 i-5"},
                                    {"label the first and the third open one", "i-1 i-4"}});
}

TEST_CASE("a scale compares those that are as it is said") {
    expect(issues_of_a_team(), {{"close the oldest open one", "i-4"},
                                {"close the newest issue assigned to jonas", "i-2"},
                                {"close the open issue with the most comments", "i-4"},
                                {"close the oldest of the open ones", "i-4"}});
    expect_all(issues_of_a_team(), {{"close the two oldest open ones", "i-4 i-3"}});
}

TEST_CASE("what is left out may be told by anything") {
    expect_all(issues_of_a_team(),
               {{"close everything except the newest one", "i-2 i-3 i-4 i-5"},
                {"close all but the two oldest ones", "i-1 i-2 i-3"},
                {"close all open ones but the first", "i-3 i-4"},
                {"close the open ones but not Dark mode", "i-1 i-3"},
                {"close everything except the ones with more than 4 comments", "i-1 i-3 i-5"},
                {"close all of them unless open", "i-2 i-5"},
                {"close the open ones that are not assigned to jonas", "i-1 i-4"},
                {"close all issues other than the closed ones", "i-1 i-3 i-4"},
                {"move the open ones to done, except the last", "i-1 i-3"},
                {"close everything with the exception of Dark mode", "i-1 i-2 i-3 i-5"}});
    expect(issues_of_a_team(), {{"close Dark mode, not Slow search", "i-4"},
                                {"close Dark mode instead of Slow search", "i-4"},
                                {"not Dark mode, Slow search", "i-5"}});
}

TEST_CASE("what is left out and not understood leaves the whole open") {
    expect(issues_of_a_team(), {{"close all open ones except the flaky ones", ""}});
}

TEST_CASE("sets are joined with names, places and other sets") {
    expect_all(issues_of_a_team(), {{"close the closed issues and also Dark mode", "i-2 i-5 i-4"},
                                    {"close Dark mode and the closed ones", "i-4 i-2 i-5"},
                                    {"close the first one and everything by priya", "i-1 i-4"},
                                    {"close #2 and #4", "i-2 i-4"}});
    expect_all(invoices(), {{"send the draft and the open invoices", "v-1 v-4"},
                            {"send the draft and paid ones", "v-1 v-2 v-5"},
                            {"send everything draft or open", "v-1 v-4"},
                            {"send all invoices that are neither draft nor open", "v-2 v-3 v-5"}});
}

TEST_CASE("all of a state is another one than a part of it") {
    expect_all(invoices(), {{"mail the paid invoices", "v-2 v-5"}});
    expect(invoices(), {{"mail all paid invoices over 80", "v-2"}});
}

TEST_CASE("any, those, bare plurals and what asks for all of them") {
    expect_all(issues_of_a_team(), {{"close any open issues", "i-1 i-3 i-4"},
                                    {"close any issue that is open", "i-1 i-3 i-4"},
                                    {"close those not open", "i-2 i-5"},
                                    {"close issues with more than 4 comments", "i-2 i-4"},
                                    {"which issues are assigned to mia?", "i-1 i-5"},
                                    {"show me what isn't open", "i-2 i-5"},
                                    {"close all three open ones", "i-1 i-3 i-4"},
                                    {"archive these", "i-1 i-2 i-3 i-4 i-5"}});
    expect(issues_of_a_team(), {{"close all four open ones", "?"}});
}

TEST_CASE("a phrase with a word that nothing understands is no selection") {
    expect(issues_of_a_team(), {{"close the second purple issue", ""},
                                {"close all the penguins", ""},
                                {"recount anything last counted before 2025", ""}});
}

TEST_CASE("a day and a year bound what came before and after") {
    expect_all(issues_of_a_team(), {{"close everything created before february 11", "i-4 i-5"},
                                    {"close the issues from after february 11", "i-1 i-2"},
                                    {"close the ones before february", "i-4 i-5"},
                                    {"close everything created after january", "i-1 i-2 i-3"},
                                    {"close everything after 2026-02-12", "i-1 i-2"},
                                    {"close all issues created in 2026", "i-1 i-2 i-3 i-4 i-5"}});
    for (const char* text :
         {"close everything created before january", "close the ones after the 31st"})
        CHECK_FALSE(issues_of_a_team().resolve(text).together);
    expect(issues_of_a_team(), {});
}

TEST_CASE("what becomes of the things does not say which they are") {
    expect(issues_of_a_team(), {{"mark the first two closed", ""}});
    expect_all(issues_of_a_team(), {{"set the first two to closed", "i-1 i-2"},
                                    {"mark all issues as closed", "i-1 i-2 i-3 i-4 i-5"},
                                    });
}

TEST_CASE("what is denied, chosen from or told is no selection") {
    expect(issues_of_a_team(), {{"close one of the open ones", "?"},
                                });
    expect_all(issues_of_a_team(), {});
}

TEST_CASE("signs and joints at the ends of a text are read over") {
    for (const char* text : {"- mia's open issues", ": mia's", "close all that are not open or",
                             "close all that are open and", "except", "#", "all but"})
        CHECK_NOTHROW(issues_of_a_team().resolve(text));
}

TEST_CASE("a plural behind a verb is all of what it says") {
    expect_all(issues_of_a_team(), {{"close the issues", "i-1 i-2 i-3 i-4 i-5"},
                                    {"close the issues, please", "i-1 i-2 i-3 i-4 i-5"},
                                    {"open the issues", "i-1 i-2 i-3 i-4 i-5"},
                                    {"delete open issues", "i-1 i-3 i-4"},
                                    {"delete issues, the open ones", "i-1 i-3 i-4"},
                                    {"please archive open issues", "i-1 i-3 i-4"},
                                    {"I need to triage open issues", "i-1 i-3 i-4"}});
    // Without an article it may be any: new ones, or such things as a whole.
    for (const char* text : {"create issues", "who can delete issues?", "close stale issues",
                             "open issues", "close P1 issues"})
        CHECK_FALSE(issues_of_a_team().resolve(text).together);
}
