#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/values/conditions.hpp>

using namespace workmem_test;
namespace resolution = workmem::resolution;

namespace {

struct read {
    std::size_t fitting;
    bool empty, impossible;
};

// What all words of a text ask of all entries.
read ask(const remembered& memory, std::string_view text, bool before) {
    const auto view = memory.entries();
    const auto& words = workmem::text::lexicon::english();
    const resolution::utterance said{text, words};
    const resolution::scene at{view, said, words};
    const resolution::kind_stage kinds{at};
    const auto things = resolution::group_of(at, kinds, said.size());
    resolution::conditions asked{at, things};
    const resolution::value_reader values{said};
    asked.read(values.values(), 0, said.size());
    using place = resolution::conditions::place;
    asked.read(0, said.size(), before ? place::before_one : place::behind_one);
    return {asked.fitting().size(), asked.empty(), asked.impossible()};
}

}  // namespace

TEST_CASE("words of values, values and yes or no all count") {
    CHECK(ask(restaurants(), "in Oakland", false).fitting == 2);
    CHECK(ask(restaurants(), "in oakland with parking", false).fitting == 1);
    CHECK(ask(restaurants(), "without parking", false).fitting == 2);
    CHECK(ask(flights(), "at 6:30", false).fitting == 1);
    CHECK(ask(flights(), "on March 3rd", false).fitting == 2);
    CHECK(ask(flights(), "with 2 stops", false).fitting == 1);
    CHECK(ask(flights(), "with two stops", false).fitting == 1);
}

TEST_CASE("common words ask for nothing, unknown ones in their place for what nobody has") {
    CHECK(ask(restaurants(), "with the same as before", false).empty);
    CHECK(ask(restaurants(), "for 2 people", false).empty);
    CHECK(ask(restaurants(), "flibbet", true).impossible);
    CHECK(ask(restaurants(), "in flibbet", false).impossible);
    CHECK_FALSE(ask(restaurants(), "flibbet", false).impossible);
}

TEST_CASE("what a thing has or has not") {
    const auto with = [](std::int64_t price, bool breakfast) {
        return attribute_list{attribute{"price", price},
                              attribute{"breakfast_included", breakfast}};
    };
    const auto inns = remembered{}.list({{"hotel", "h-1", "Alder", with(80, false)},
                                         {"hotel", "h-2", "Birch", with(120, true)},
                                         {"hotel", "h-3", "Cedar", with(150, true)}});
    expect(inns, {{"the cheapest one with breakfast", "h-2"},
                  {"the most expensive hotel with breakfast", "h-3"},
                  {"the one without breakfast", "h-1"},
                  {"the one that doesn't include breakfast", "h-1"},
                  {"the one with breakfast", "?"},
                  {"the one with a helipad", ""}});
    expect(orders(), {{"the one that isn't pending", "?"}, {"the refunded one", ""}});
}
