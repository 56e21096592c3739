#include "catch.hpp"

#include <workmem/ranking/candidates.hpp>
#include <workmem/ranking/ranking.hpp>

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

using namespace workmem::ranking;
using namespace workmem::ranking::detail;

namespace {

struct by_slot {
    [[nodiscard]] static bool before(std::uint32_t slot, std::uint32_t other) {
        return slot < other;
    }
};

template <class Choice>
std::vector<std::uint32_t> slots_of_best(const std::vector<candidate>& all, std::size_t most,
                                         const Choice& choice) {
    std::vector<std::uint32_t> out;
    for (const auto& each : best_hits(all, most, choice)) out.push_back(each.slot);
    return out;
}

}  // namespace

TEST_CASE("of the same score the newest comes first, unless it is chosen otherwise", "[ranking]") {
    const std::vector<candidate> all{{.score = 5, .position = 1, .slot = 1},
                                     {.score = 7, .position = 2, .slot = 2},
                                     {.score = 5, .position = 3, .slot = 3}};
    CHECK(slots_of_best(all, 9, everything{}) == std::vector<std::uint32_t>{2, 3, 1});
    CHECK(slots_of_best(all, 9, by_slot{}) == std::vector<std::uint32_t>{2, 1, 3});
    CHECK(slots_of_best(all, 2, everything{}) == std::vector<std::uint32_t>{2, 3});
    CHECK(slots_of_best(all, 0, everything{}).empty());
}

TEST_CASE("what scores nothing is no hit", "[ranking]") {
    CHECK(slots_of_best({{.score = 0, .slot = 1}}, 9, everything{}).empty());
}

TEST_CASE("the best are the same in whatever order they are offered", "[ranking]") {
    std::mt19937 engine{11};
    std::vector<candidate> all;
    for (std::uint32_t i = 0; i < 500; ++i)
        all.push_back({.score = 1 + engine() % 20, .position = engine() % 50, .slot = i});
    auto sorted = all;
    std::sort(sorted.begin(), sorted.end(), [](const candidate& a, const candidate& b) {
        if (a.score != b.score) return a.score > b.score;
        return a.position != b.position ? a.position > b.position : a.slot < b.slot;
    });
    std::vector<std::uint32_t> first;
    for (std::size_t i = 0; i < 40; ++i) first.push_back(sorted[i].slot);
    for (int times = 0; times < 10; ++times) {
        std::shuffle(all.begin(), all.end(), engine);
        CHECK(slots_of_best(all, 40, everything{}) == first);
    }
}

TEST_CASE("once there are enough, what is worse than all of them need not be offered",
          "[ranking]") {
    const everything choice;
    best_candidates best{2, choice};
    CHECK(best.least() == 1);
    best.offer({.score = 3, .slot = 1});
    CHECK(best.least() == 1);
    best.offer({.score = 9, .slot = 2});
    CHECK(best.least() == 3);
    best.offer({.score = 2, .slot = 3});
    best.offer({.score = 5, .slot = 4});
    CHECK(best.least() == 5);
    const auto kept = best.take();
    REQUIRE(kept.size() == 2);
    CHECK(kept.front().slot == 2);
    CHECK(kept.back().slot == 4);
}

TEST_CASE("sums are by document, and stay in the order in which those came", "[ranking]") {
    candidate_sums sums{100};
    // Many that begin their search at the same place.
    for (int times = 0; times < 3; ++times)
        for (std::uint32_t number = 0; number < 100; ++number)
            sums(number * 256, [&] { return candidate{.number = number * 256}; }).score += number;
    REQUIRE(sums.all().size() == 100);
    for (std::uint32_t number = 0; number < 100; ++number) {
        CHECK(sums.all()[number].number == number * 256);
        CHECK(sums.all()[number].score == 3 * number);
    }
}
