#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/sets/list_place.hpp>

#include <string>
#include <vector>

using namespace workmem_test;
using workmem::resolution::list_place;
using workmem::resolution::list_place_reader;

namespace {

// What a phrase chooses of five things that are called by their places.
std::string chosen(std::string_view text) {
    const auto memory = remembered{}.list({{"page", "a", "A"}, {"page", "b", "B"}});
    const auto entries = memory.entries();
    const auto& words = workmem::text::lexicon::english();
    const workmem::resolution::utterance said{text, words};
    const workmem::resolution::scene at{entries, said, words};
    const workmem::resolution::kind_stage kinds{at};
    const auto place = list_place_reader{at, kinds}.read(0, said.size());
    if (!place) return "none";
    std::string out;
    for (const auto each : place->of({1, 2, 3, 4, 5})) out += std::to_string(each);
    return out + (place->next == said.size() ? "" : " …");
}

}  // namespace

TEST_CASE("places of a list") {
    const std::vector<std::pair<const char*, const char*>> cases{
        {"first", "1"},           {"3rd", "3"},          {"last", "5"},
        {"first two", "12"},      {"last two", "45"},    {"second to last", "4"},
        {"third from last", "3"}, {"penultimate", "4"},  {"first and third", "13"},
        {"top three", "123"},     {"bottom two", "45"},  {"#2", "2"},
        {"number 4", "4"},        {"second one", "2 …"}, {"sixth", ""},
        {"last six", ""},         {"open", "none"},      {"top", "none"}};
    for (const auto& [text, expected] : cases) {
        INFO(text);
        CHECK(chosen(text) == expected);
    }
}
