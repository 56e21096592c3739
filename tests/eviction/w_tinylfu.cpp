#include "cache_of_keys.hpp"
#include "catch.hpp"

#include <workmem/eviction/w_tinylfu.hpp>

#include <cstddef>
#include <cstdint>

using namespace workmem::eviction;
using workmem_test::cache_of_keys;

static_assert(policy<w_tinylfu>);

TEST_CASE("W-TinyLFU keeps what is asked for often through a scan", "[eviction]") {
    cache_of_keys<w_tinylfu> held{20};
    for (int round = 0; round < 8; ++round)
        for (std::uint64_t key = 0; key < 10; ++key) held.ask(key);
    for (std::uint64_t key = 1'000; key < 1'200; ++key) held.ask(key);
    std::size_t kept = 0;
    for (std::uint64_t key = 0; key < 10; ++key) kept += held.content().count(key);
    CHECK(kept >= 9);
}

TEST_CASE("a sketch counts, and forgets by halves", "[eviction]") {
    frequency_sketch sketch;
    CHECK(sketch(7) == 0);
    sketch.reserve(64);
    for (int i = 0; i < 9; ++i) sketch.count(7, 64);
    CHECK(sketch(7) == 9);
    CHECK(sketch(8) == 0);
    for (std::uint64_t i = 0; i < 640; ++i) sketch.count(1'000 + i % 4, 64);
    CHECK(sketch(7) >= 4);
    CHECK(sketch(7) < 9);
    sketch.clear();
    CHECK(sketch(7) == 0);
}

TEST_CASE("W-TinyLFU passes over protected entries, and nobody goes where all are", "[eviction]") {
    workmem_test::check_protected_are_passed_over<w_tinylfu>();
}

TEST_CASE("W-TinyLFU beats chance, and repeats itself", "[eviction]") {
    workmem_test::check_beats_chance_and_repeats_itself<w_tinylfu>();
}
