// The window beside a naive model: random mixes of every public mutation, for every bundle.
#include "window_steps.hpp"

using namespace workmem_test;

TEMPLATE_TEST_CASE("a small window does what the documents say, whatever happens",
                   "[entity][model]", two_segment_plain, lru_plain, fifo_by_id, two_segment_watched,
                   lru_shared_watched) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) walk<TestType>(seed, 2'000, {});
}

TEMPLATE_TEST_CASE("so does a window of more than 32 entities, whose index is another",
                   "[entity][model]", two_segment_watched, lru_plain, fifo_by_id) {
    const scale many{.ids = 160, .most = 120, .batch = 40, .token_limits = false};
    for (std::uint64_t seed = 1; seed <= 2; ++seed) walk<TestType>(100 + seed, 1'000, many);
}
