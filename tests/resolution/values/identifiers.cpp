#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/values/identifiers.hpp>

using namespace workmem_test;
using ids = std::vector<std::string>;

namespace {

remembered tracker() {
    const auto with = [](const char* key, std::int64_t number, const char* assignee) {
        return attribute_list{attribute{"key", text(key)}, attribute{"number", number},
                              attribute{"assignee_email", text(assignee)}};
    };
    return remembered{}.list({{"issue", "i-1", "Crash on save", with("OPS-12", 17, "a@x.example")},
                              {"issue", "i-2", "Slow search", with("OPS-15", 23, "b@x.example")},
                              {"issue", "i-3", "Typo", with("OPS-19", 2, "a@x.example")}});
}

remembered people() {
    return remembered{}.list(
        {{"contact", "c-1", "Ada Finch", {attribute{"email", text("ada@finch.example")}}},
         {"contact", "c-2", "Bo Marsh", {attribute{"email", text("bo@marsh.example")}}}});
}

}  // namespace

TEST_CASE("the name of an attribute tells whether its value identifies") {
    const auto& words = workmem::text::lexicon::english();
    using workmem::resolution::identifies;
    CHECK(identifies("key", "issue", words));
    CHECK(identifies("iid", "issue", words));
    CHECK(identifies("orderNumber", "order", words));
    CHECK(identifies("pull_request_number", "pull_request", words));
    CHECK_FALSE(identifies("phone_number", "contact", words));
    CHECK_FALSE(identifies("customer_id", "order", words));
    CHECK_FALSE(identifies("title", "issue", words));
    CHECK_FALSE(identifies("issue", "issue", words));
    CHECK_FALSE(identifies("", "issue", words));
}

TEST_CASE("a key or an e-mail address names its owner") {
    expect(tracker(), {{"close OPS-15", "i-2"},
                       {"what is the status of ops-19?", "i-3"},
                       {"open OPS-99", ""},
                       {"is OPS-1 done?", ""},
                       {"write to c@x.example", ""}});
    expect(people(), {{"write to bo@marsh.example", "c-2"}, {"remove carol@marsh.example", ""}});
}

TEST_CASE("a number counts with a sign, a word for numbers, the kind, or alone") {
    expect(tracker(), {{"close #17", "i-1"},
                       {"issue 23", "i-2"},
                       {"close issue number 2", "i-3"},
                       {"23", "i-2"},
                       });
}

TEST_CASE("of things that have numbers a number is no place in a list") {
    expect(tracker(), {{"#3", ""}, {"issue 3", ""}, {"the third one", "i-3"}});
    expect(sections(), {{"#3", "s-3"}});
}

TEST_CASE("of several with one number the kind decides") {
    const auto both = remembered{}
                          .single({"issue", "x-1", "", {attribute{"number", std::int64_t{40}}}})
                          .single({"order", "x-2", "", {attribute{"number", std::int64_t{40}}}});
    expect(both, {{"close issue 40", "x-1"}, {"ship order 40", "x-2"}});
}

TEST_CASE("identifiers are heard") {
    CHECK(tracker().named_in("OPS-15 waits for a review.") == ids{"i-2"});
    CHECK(tracker().named_in("#23 waits for a review.") == ids{"i-2"});
    CHECK(tracker().named_in("Number 17 is closed.") == ids{"i-1"});
    CHECK(tracker().named_in("There are 17 of them.").empty());
    CHECK(people().named_in("bo@marsh.example has not replied.") == ids{"c-2"});
}
