#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/group.hpp>

#include <cstdint>

using namespace workmem_test;
namespace resolution = workmem::resolution;

namespace {

// The ids of the group that the word at `noun` speaks of; past the end: any things.
std::string group(const remembered& memory, std::string_view text, std::size_t noun) {
    const auto view = memory.entries();
    const auto& words = workmem::text::lexicon::english();
    const resolution::utterance said{text, words};
    const resolution::scene at{view, said, words};
    const resolution::kind_stage kinds{at};
    std::string out;
    for (const auto each : resolution::group_of(at, kinds, noun).members)
        out += std::string{view[each].id} + ' ';
    return out;
}

}  // namespace

TEST_CASE("the newest list, or that of the kind that is named") {
    auto memory = hotels();
    memory.list({{"museum", "m-1", "Old Mint"}, {"museum", "m-2", "Tidewater"}});
    CHECK(group(memory, "it", 1) == "m-1 m-2 ");
    CHECK(group(memory, "the hotel", 1) == "h-1 h-2 ");
    CHECK(group(memory, "the invoice", 1).empty());
}

TEST_CASE("without a list what came one by one, in that order") {
    CHECK(group(two_pages(), "the page", 1) == "pg-1 pg-2 ");
    CHECK(group(two_pages(), "it", 1) == "pg-1 pg-2 ");
}

TEST_CASE("what a later call returned again keeps its place") {
    auto memory = remembered{}
                      .list({{"page", "p-1", "A"}, {"page", "p-3", "C"}})
                      .single({"page", "p-9", "Z"});
    CHECK(group(memory, "the page", 1) == "p-1 p-3 p-9 ");
}

TEST_CASE("what no list has is chosen from the parts of what came last") {
    const auto inverter = [](const char* id, const char* state, std::int64_t watts) {
        return thing{"inverter", id, "", {{"state", text(state)}, {"power_w", watts}}};
    };
    auto memory = hotels();
    memory.parts({{"site", "s-1", "Kestrel Farm"},
                  inverter("n-1", "producing", 7420),
                  inverter("n-2", "offline", 0),
                  inverter("n-3", "derated", 2100)});
    expect(memory, {{"restart the frozen one", ""}});
    // A list goes before them, and what came after them hides them.
    expect(memory, {{"the first one", "h-1"}});
    memory.single({"invoice", "v-1", "Storm damage"});
    expect(memory, {{"restart the one that's offline", ""}});
}
