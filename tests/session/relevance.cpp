#include "catch.hpp"

#include <workmem/session/relevance.hpp>

#include <cstdint>
#include <limits>

using namespace workmem;

namespace {

constexpr auto worthless = importance_score::from_ppm(0);

// A hit with nothing but what a test adds.
relevance_facts facts() {
    relevance_facts out;
    out.best_score = 100;
    out.content_length = 40;
    out.importance = worthless;
    return out;
}

}  // namespace

TEST_CASE("six tenths are the ranker's score by the best of the search", "[session]") {
    auto each = facts();
    each.score = 100;
    CHECK(relevance_ppm(each) == 600'000);
    each.score = 50;
    CHECK(relevance_ppm(each) == 300'000);
    each.score = 1;
    CHECK(relevance_ppm(each) == 6'000);
    each.best_score = (std::numeric_limits<std::uint64_t>::max)();
    each.score = each.best_score / 2;
    CHECK(relevance_ppm(each) == 300'000);
}

TEST_CASE("without a query the ranker's part counts in full", "[session]") {
    auto each = facts();
    each.best_score = 0;
    CHECK(relevance_ppm(each) == 600'000);
}

TEST_CASE("a substring counts the more the earlier it stands", "[session]") {
    auto each = facts();
    CHECK(relevance_ppm(each) == 0);
    each.match_position = 0;
    CHECK(relevance_ppm(each) == 150'000);
    each.match_position = 10;
    CHECK(relevance_ppm(each) == 112'500);
    each.match_position = 39;
    CHECK(relevance_ppm(each) == 3'750);
}

TEST_CASE("an eighth are accesses, up to ten, and an eighth is importance", "[session]") {
    auto each = facts();
    each.access_count = 1;
    CHECK(relevance_ppm(each) == 12'500);
    each.access_count = 10;
    CHECK(relevance_ppm(each) == 125'000);
    each.access_count = 1'000;
    CHECK(relevance_ppm(each) == 125'000);
    each.access_count = 0;
    each.importance = importance_score::from_ppm(453'400);
    CHECK(relevance_ppm(each) == 56'675);
}

TEST_CASE("the parts add up to 1 and never more", "[session]") {
    auto each = facts();
    each.score = 200;
    each.match_position = 0;
    each.access_count = 10;
    each.importance = importance_score::from_ppm(1'000'000);
    CHECK(relevance_ppm(each) == 1'000'000);
}

TEST_CASE("a search weighs as its options say", "[session]") {
    auto each = facts();
    each.access_count = 5;
    const relevance_weights accesses{
        .ranking = 0, .position = 0, .access = 1'000'000, .importance = 0, .full_access_count = 50};
    CHECK_FALSE(problem_of(relevance_weights{}));
    CHECK_FALSE(problem_of(accesses));
    CHECK(relevance_ppm(each, accesses) == 100'000);
    CHECK(problem_of(relevance_weights{.ranking = 600'001})->message() ==
          "the sum of relevance_weights must be 0 to 1000000, is 1000001");
    CHECK(problem_of(relevance_weights{.position = -1}));
    CHECK(problem_of(relevance_weights{.full_access_count = 0}));
}
