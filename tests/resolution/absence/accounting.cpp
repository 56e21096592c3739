// Which words of a text the thing that it means accounts for, and what is refused where it does
// not.
#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/absence/accounting.hpp>

#include <string>

using namespace workmem_test;
using workmem::strength;

namespace {

remembered tickets() {
    const auto with = [](const char* status, const char* owner, const char* language) {
        return attribute_list{attribute{"status", std::string{status}},
                              attribute{"owner", std::string{owner}},
                              attribute{"language", std::string{language}}};
    };
    return remembered{}.list({{"ticket", "t-1", "Printer jams", with("open", "Lena", "de")},
                              {"ticket", "t-2", "Refund missing", with("pending", "Omar", "en-GB")},
                              {"ticket", "t-3", "Login fails", with("done", "Lena", "fr")},
                              {"ticket", "t-4", "Crash on start", with("open", "Yuki", "en")}});
}

}  // namespace

TEST_CASE("who is named without being known is nobody") {
    const auto spoken = tickets().touch("t-1", strength::offered);
    expect(spoken, {{"is it done?", "t-1"},
                    {"and Sunniva, did she ever answer?", ""}});
}

TEST_CASE("an owner is not what he owns") {
    const auto people =
        remembered{}.list({{"person", "p-1", "Anna Kiss"}, {"person", "p-2", "Béla Nagy"}});
    expect(people, {{"what's Anna's address?", "p-1"}});
}

TEST_CASE("of a list nobody spoke of, one is open") {
    expect(tickets().touch("t-2", strength::offered), {{"escalate that", "t-2"}});
}

TEST_CASE("what a sentence leaves out is never meant") {
    expect_all(tickets(), {{"close all of them, only the crash one stays", "t-1 t-2 t-3"},
                           {"close all four, minus the done one", "t-1 t-2 t-4"},
                           {"close all of these, only leave out Login fails", "t-1 t-2 t-4"},
                           {"close all of them except Lena's", "t-2 t-4"}});
    expect(tickets(), {{"close all the open ones, but leave the crash one", "t-1"},
                       });
}

TEST_CASE("a list of described things holds all of them or none") {
    expect_all(tickets(), {{"close the crash one and the refund one", "t-4 t-2"}});
    expect(tickets(), {{"close the crash one and the 2FA one", ""}});
}

TEST_CASE("alternatives and whatever choose by values") {
    expect_all(tickets(), {{"close whatever is pending or done", "t-2 t-3"}});
}

TEST_CASE("a language is known by its code") {
    expect(tickets(), {{"open the German one", "t-1"}, {"open the French one", "t-3"}});
}

TEST_CASE("something new is none of what is there") {
    const auto spoken = tickets().touch("t-1", strength::offered);
    expect(spoken, {{"okay, good night", ""}});
}
