#include "catch.hpp"

#include <workmem/ranking/bm25.hpp>
#include <workmem/ranking/hybrid.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

using workmem::ranking::hybrid;
using workmem::ranking::quantised;

namespace {

// Two meanings: animals and money; "neither" has none.
struct toy_embedding {
    std::array<float, 2> operator()(std::string_view text) const {
        std::array<float, 2> out{};
        for (const auto* const word : {"dog", "cat", "pet"})
            if (text.find(word) != text.npos) out[0] += 1.0F;
        for (const auto* const word : {"bank", "price", "pay"})
            if (text.find(word) != text.npos) out[1] += 1.0F;
        return out;
    }
};
using toy_hybrid = hybrid<toy_embedding>;
static_assert(workmem::ranking::policy<toy_hybrid>);

using list = std::vector<std::uint32_t>;
using bytes = std::vector<std::int8_t>;

list found(const toy_hybrid& in, std::string_view query, std::size_t most = 10) {
    list out;
    for (const auto& each : in.search(query, most).hits) {
        CHECK(in.explain(query, each.slot, most).score == each.score);
        out.push_back(each.slot);
    }
    return out;
}

}  // namespace

TEST_CASE("hybrid: finds by words, by meaning, best by both", "[ranking]") {
    toy_hybrid in;
    in.add(0, {"the cat sleeps", "", 0});
    in.add(1, {"neither", "", 100});
    in.add(2, {"the price of the dog", "", 200});
    in.add(3, {"the bank", "", 300});
    workmem::ranking::bm25_options alone;
    alone.neighbour_reach = 0;
    toy_hybrid words_alone{{}, {}, workmem::ranking::bm25{alone}};
    words_alone.add(0, {"the cat sleeps", "", 0});
    words_alone.add(1, {"neither", "", 100});
    words_alone.add(2, {"the price of the dog", "", 200});
    words_alone.add(3, {"the bank", "", 300});
    CHECK(found(words_alone, "a dog") == list{2, 0});
    CHECK(found(words_alone, "pet") == list{0, 2});
    CHECK(found(words_alone, "neither") == list{1});
    CHECK(found(words_alone, "unknown").empty());
    CHECK(found(in, "sleeping cat").front() == 0);
    CHECK(words_alone.search("pet", 1).hits[0].score == 1'000'000 / 61);
    // What is near in time and in meaning answers by itself.
    const auto cats = in.search("sleeping cat", 4).hits;
    const auto dog =
        std::find_if(cats.begin(), cats.end(), [](auto& each) { return each.slot == 2; });
    REQUIRE(dog != cats.end());
    CHECK_FALSE(dog->is_neighbour);
    CHECK(std::any_of(cats.begin(), cats.end(), [](auto& each) { return each.is_neighbour; }));
    const auto why = words_alone.explain("a dog", 2, 10);
    REQUIRE(why.words.size() == 1);
    CHECK(why.words[0].word == "dog");
    CHECK(why.words[0].score == 1'000'000 / 61);
    CHECK(why.similarity == 1'000'000 / 62);
}

TEST_CASE("hybrid: replacing, erasing, clearing", "[ranking]") {
    toy_hybrid in;
    in.add(0, {"a cat", "", 0});
    in.add(0, {"a bank", "", 0});
    CHECK(found(in, "pet").empty());
    CHECK(found(in, "pay") == list{0});
    in.erase(0);
    in.erase(5);
    CHECK(found(in, "pay").empty());
    in.add(2, {"a bank", "", 0});
    in.clear();
    CHECK(in.size() == 0);
    CHECK(found(in, "pay").empty());
}

TEST_CASE("a vector as bytes: its direction only", "[ranking]") {
    CHECK(quantised(std::vector<float>{0.5F, -1.0F, 0.25F}) == bytes{63, -127, 31});
    CHECK(quantised(std::vector<float>{1e-30F, -2e-30F}) == bytes{63, -127});
    CHECK(quantised(std::vector<double>{1e300, 1e-300}) == bytes{127, 0});
    CHECK(quantised(std::vector<double>{5e-324, 1e-323}) == bytes{63, 127});
    CHECK(quantised(std::vector<std::int8_t>{-128, 127}) == bytes{-127, 126});
    CHECK(quantised(std::vector<float>{}).empty());
    CHECK(quantised(std::vector<float>{0, -0.0F}).empty());
    constexpr auto endless = std::numeric_limits<float>::infinity();
    constexpr auto no_number = std::numeric_limits<float>::quiet_NaN();
    CHECK(quantised(std::vector<float>{endless, 1, no_number, -endless}) == bytes{0, 127, 0, 0});
    CHECK(quantised(std::vector<float>{no_number}).empty());
}
