#include "catch.hpp"
#include "eventually.hpp"
#include "naive_bm25.hpp"

#include <workmem/ranking/bm25.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

using workmem::ranking::bm25;
using workmem::ranking::bm25_options;
using workmem::ranking::document;
using workmem::ranking::ranked;
using workmem_test::processor_time;

static_assert(workmem::ranking::policy<bm25>);

namespace {

std::vector<std::uint32_t> slots_of(const ranked& answer) {
    std::vector<std::uint32_t> out;
    for (const auto& each : answer.hits) out.push_back(each.slot);
    return out;
}
using list = std::vector<std::uint32_t>;

constexpr bm25_options without_neighbours() {
    bm25_options out;
    out.neighbour_reach = 0;
    return out;
}

// Words of which the first are frequent.
constexpr std::array words{"design", "button",  "remote", "colour", "price",  "market", "screen",
                           "the",    "battery", "of",     "Berlin", "sensor", "naïve",  "discuss",
                           "users'", "don't",   "東京都", "2024",   "x",      "zebra"};
constexpr std::array speakers{"", "Marketing", "Project Manager", "user"};

class random_texts {
public:
    explicit random_texts(unsigned seed) : random_{seed} {}
    std::size_t below(std::size_t end) { return random_() % end; }
    std::string text(std::size_t most) {
        std::string out;
        for (auto left = below(most + 1); left > 0; --left) {
            out += words[(std::min)(below(words.size()), below(words.size()))];
            out += ' ';
        }
        return out;
    }

private:
    std::mt19937 random_;
};

struct only_even : workmem::ranking::everything {
    [[nodiscard]] static bool accepts(std::uint32_t slot) noexcept { return slot % 2 == 0; }
};

}  // namespace

TEST_CASE("bm25: rare words count more, repetition less and less, length against", "[ranking]") {
    bm25 index{without_neighbours()};
    index.add(0, {"the remote has a battery", "", 0});
    index.add(1, {"the remote has a button", "", 1});
    index.add(2, {"the remote is yellow and made of rubber, people said", "", 2});
    index.add(3, {"remote remote remote", "", 3});
    CHECK(slots_of(index.search("remote battery", 10)) == list{0, 3, 1, 2});
    CHECK(slots_of(index.search("remote", 2)) == list{3, 1});
    CHECK(index.search("the of", 10).hits.empty());
    CHECK(index.search("", 10).hits.empty());
    CHECK(index.search("giraffe", 10).hits.empty());
    CHECK(index.search("remote", 0).hits.empty());
    const auto answer = index.search("Remotes with BATTERIES, giraffes", 1);
    CHECK(answer.words == 3);
    REQUIRE(answer.hits.size() == 1);
    CHECK(answer.hits[0].matched == 2);
}

TEST_CASE("bm25: the numbers of the formula", "[ranking]") {
    bm25 index{without_neighbours()};
    index.add(0, {"alpha beta", "", 0});
    index.add(1, {"gamma delta", "", 1});
    // ln(6 / 3) x (2.5 / (1 + 1.5))
    REQUIRE(index.search("alpha", 1).hits.size() == 1);
    CHECK(index.search("alpha", 1).hits[0].score == 693'147);
    // twice in the query: twice the weight
    CHECK(index.search("alpha alpha", 1).hits[0].score == 2 * 693'147);
}

TEST_CASE("bm25: who speaks is a field of its own", "[ranking]") {
    bm25 index{without_neighbours()};
    index.add(0, {"marketing is what we need", "Industrial Designer", 0});
    index.add(1, {"we want a shiny case, a cheap price and a slogan", "Marketing", 1});
    index.add(2, {"what else", "User Interface", 2});
    CHECK(slots_of(index.search("marketing", 10)) == list{0, 1});
    CHECK(slots_of(index.search("What did Marketing say about the price?", 10)) == list{1, 0});
    const auto why = index.explain("marketing price", 1, 10);
    REQUIRE(why.words.size() == 2);
    CHECK(why.words[0].word == "price");
    CHECK_FALSE(why.words[0].of_speaker);
    CHECK(why.words[1].word == "market");
    CHECK(why.words[1].of_speaker);
}

TEST_CASE("bm25: words that ask count only where nothing else does", "[ranking]") {
    bm25 index{without_neighbours()};
    index.add(0, {"they discussed and discussed", "", 0});
    index.add(1, {"the price", "", 1});
    CHECK(slots_of(index.search("Summarize the discussion of prices", 10)) == list{1});
    CHECK(slots_of(index.search("discussions", 10)) == list{0});
    CHECK(index.search("Summarize the discussion of giraffes", 10).hits.empty());
}

TEST_CASE("bm25: what stands next to a good hit in time is one, too", "[ranking]") {
    bm25 index;
    index.add(0, {"nothing of interest", "", 0});
    index.add(1, {"what is your favourite fruit", "", 10});
    index.add(2, {"mangoes", "", 20});
    for (std::uint32_t i = 3; i < 9; ++i)
        index.add(i, {std::string(200, 'x') + " or something else entirely", "", 10 * i});
    const auto answer = index.search("favourite fruit", 10);
    CHECK(slots_of(answer) == list{1, 2, 0, 3, 4, 5});
    CHECK(answer.hits[0].matched == 2);
    CHECK(answer.hits[1].matched == 0);
    CHECK_FALSE(answer.hits[0].is_neighbour);
    CHECK(answer.hits[1].is_neighbour);
    CHECK(answer.hits[1].score == answer.hits[0].score / 2);
    const auto why = index.explain("favourite fruit", 2, 10);
    CHECK(why.words.empty());
    REQUIRE(why.neighbours.size() == 1);
    CHECK(why.neighbours[0].slot == 1);
    CHECK(why.score == answer.hits[1].score);

    SECTION("the order of time decides, not that of adding") {
        index.add(20, {"between the two", "", 15});
        CHECK(slots_of(index.search("favourite fruit", 3)) == list{1, 20, 0});
        index.erase(20);
        CHECK(index.search("favourite fruit", 10).hits == answer.hits);
    }
    SECTION("what is not accepted neither answers nor helps") {
        CHECK(index.search("favourite fruit", 10, only_even{}).hits.empty());
        CHECK(slots_of(index.search("mangoes", 10, only_even{})) == list{2, 0, 4, 6});
    }
}

TEST_CASE("bm25: ties go to the newer, or as the caller says", "[ranking]") {
    bm25 index{without_neighbours()};
    for (const std::uint32_t slot : {4U, 2U, 9U}) index.add(slot, {"same text", "", slot});
    index.add(7, {"same text", "", 9});
    CHECK(slots_of(index.search("text", 10)) == list{7, 9, 4, 2});
    struct by_slot : workmem::ranking::everything {
        [[nodiscard]] static bool before(std::uint32_t a, std::uint32_t b) noexcept {
            return a < b;
        }
    };
    CHECK(slots_of(index.search("text", 3, by_slot{})) == list{2, 4, 7});
}

TEST_CASE("bm25: adding replaces, erasing forgets", "[ranking]") {
    bm25 index;
    index.add(3, {"zebra crossing", "", 1});
    index.add(3, {"giraffe", "", 1});
    CHECK(index.size() == 1);
    CHECK(index.search("zebra", 10).hits.empty());
    CHECK(slots_of(index.search("giraffe", 10)) == list{3});
    index.erase(3);
    index.erase(3);
    index.erase(1'000'000);
    CHECK(index.size() == 0);
    CHECK(index.search("giraffe", 10).hits.empty());
    CHECK(index.explain("giraffe", 3, 10).score == 0);
    CHECK(index.explain("giraffe", 1'000, 10).score == 0);
    index.add(0, {"giraffe", "", 1});
    index.clear();
    CHECK(index.size() == 0);
    CHECK(index.search("giraffe", 10).hits.empty());
}

TEST_CASE("bm25 answers what a look at every document would", "[ranking]") {
    const auto seed = GENERATE(range(1U, 40U));
    CAPTURE(seed);
    random_texts random{seed};
    bm25_options options;
    options.pool = 10'000;
    if (seed % 3 == 0) options.length_share = 750'000;
    if (seed % 4 == 0) options.neighbour_reach = 0;
    bm25 index{options};
    workmem_test::naive_bm25 naive;
    naive.options = options;
    for (std::uint32_t i = 0; i < 60; ++i) {
        const auto slot = static_cast<std::uint32_t>(random.below(40));
        if (random.below(4) == 0) {
            index.erase(slot);
            naive.documents.erase(slot);
        } else {
            const auto text = random.text(12);
            const std::string speaker = speakers[random.below(speakers.size())];
            const auto position = seed % 2 == 0 ? i : random.below(20);
            index.add(slot, {text, speaker, position});
            naive.documents[slot] = {text, speaker, position};
        }
    }
    CHECK(index.size() == naive.documents.size());
    for (int i = 0; i < 10; ++i) {
        const auto query = random.text(5);
        CAPTURE(query);
        const bool filtered = i % 2 == 1;
        auto expected = naive.search(
            query, [filtered](std::uint32_t slot) { return !filtered || slot % 2 == 0; });
        const auto answer =
            filtered ? index.search(query, 100, only_even{}) : index.search(query, 100);
        REQUIRE(answer.hits.size() == expected.size());
        for (std::size_t at = 0; at < answer.hits.size(); ++at) {
            const auto& hit = answer.hits[at];
            if (at > 0) CHECK(hit.score <= answer.hits[at - 1].score);
            const auto found =
                std::find_if(expected.begin(), expected.end(),
                             [&](const auto& each) { return each.slot == hit.slot; });
            REQUIRE(found != expected.end());
            CHECK(static_cast<double>(hit.score) / 1e6 ==
                  workmem_test::Approx(found->score).epsilon(0.001).margin(0.0001));
            CHECK(hit.matched == found->matched);
            const auto why = filtered ? index.explain(query, hit.slot, 100, only_even{})
                                      : index.explain(query, hit.slot, 100);
            CHECK(why.score == hit.score);
        }
    }
}

TEST_CASE("bm25: an index that grew and shrank answers like a fresh one", "[ranking]") {
    const auto seed = GENERATE(range(100U, 110U));
    CAPTURE(seed);
    random_texts random{seed};
    bm25_options options;
    options.pool = 16;
    bm25 index{options};
    workmem_test::naive_bm25 kept;
    for (std::uint32_t i = 0; i < 3'000; ++i) {
        const auto slot = static_cast<std::uint32_t>(random.below(200));
        if (random.below(5) == 0) {
            index.erase(slot);
            kept.documents.erase(slot);
        } else {
            const auto text = random.text(30);
            index.add(slot, {text, speakers[i % speakers.size()], i / 2});
            kept.documents[slot] = {text, speakers[i % speakers.size()], i / 2};
        }
        if (i % 500 != 499) continue;
        bm25 fresh{options};
        for (const auto& [each, what] : kept.documents)
            fresh.add(each, {what.text, what.speaker, what.position});
        const auto copy = index;
        for (int k = 0; k < 20; ++k) {
            const auto query = random.text(6);
            CAPTURE(query);
            const auto answer = index.search(query, 10);
            const auto again = fresh.search(query, 10);
            CHECK(answer.words == again.words);
            REQUIRE(answer.hits == again.hits);
            CHECK(copy.search(query, 10).hits == again.hits);
            for (const auto& hit : answer.hits)
                CHECK(index.explain(query, hit.slot, 10).score == hit.score);
        }
    }
    CHECK(index.memory() < 200'000);
}

TEST_CASE("bm25: entries of erased documents do not pile up", "[ranking]") {
    bm25 index;
    for (std::uint32_t i = 0; i < 20'000; ++i) {
        index.add(i % 64, {"one more text about number " + std::to_string(i), "user", i});
        if (i % 100 == 0) CHECK(index.memory() < 100'000);
    }
    CHECK(index.size() == 64);
    CHECK(index.search("text", 100).hits.size() == 64);
}

TEST_CASE("bm25: texts and queries of a megabyte", "[ranking]") {
    std::string same, different;
    for (int i = 0; different.size() < 1'000'000; ++i) {
        same += "button ";
        different += "w" + std::to_string(i) + " ";
    }
    bm25 index;
    const auto begin = processor_time();
    index.add(0, {different, "", 0});
    index.add(1, {same, same, 1});
    for (std::uint32_t i = 2; i < 100; ++i) index.add(i, {"a button", "", i});
    CHECK(index.search(different, 10).hits.size() == 2);
    CHECK(index.search(same, 10).hits.size() == 10);
    CHECK(index.search(std::string(1'000'000, 'w'), 10).hits.empty());
    CHECK(index.explain(different, 0, 10).score > 0);
    index.erase(0);
    // Far above what it takes with sanitizers, far below what anything quadratic would.
    CHECK(processor_time() - begin < std::chrono::seconds{20});
}

TEST_CASE("bm25: hostile texts", "[ranking]") {
    bm25 index;
    std::string bytes;
    for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
    index.add(0, {bytes, bytes, 0});
    index.add(1, {"", "", ~std::uint64_t{0}});
    index.add(2, {"\xF0\x9F\x98\x80 \xED\xA0\x80", "", 0});
    index.add(3, {std::string(300, '\0') + "end", "", 0});
    CHECK(index.search(bytes, 10).hits.size() >= 1);
    CHECK(slots_of(index.search("end", 1)) == list{3});
    CHECK(index.search(std::string_view{"\0", 1}, 10).hits.empty());
}
