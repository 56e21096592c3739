#include "catch.hpp"

#include <workmem/detail/hash.hpp>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

using namespace workmem::detail;

TEST_CASE("a hash depends on every byte, the length and the seed, and on nothing else",
          "[detail]") {
    std::set<std::uint64_t> lengths;
    for (std::size_t size = 0; size <= 40; ++size) {
        const std::string zeros(size, '\0');
        lengths.insert(hash_bytes(zeros, decision_seed));
        std::set<std::uint64_t> seen{hash_bytes(zeros, decision_seed)};
        for (std::size_t i = 0; i < size; ++i) {
            auto other = zeros;
            other[i] = 1;
            seen.insert(hash_bytes(other, decision_seed));
        }
        CHECK(seen.size() == size + 1);
    }
    CHECK(lengths.size() == 41);
    CHECK(hash_bytes("abc", 1) != hash_bytes("abc", 2));
    CHECK(hash_bytes(std::string("abc"), 1) == hash_bytes("abc", 1));
    // The same everywhere: decisions depend on it.
    CHECK(decision_seed == 0x9E3779B97F4A7C15U);
    CHECK(process_seed() == process_seed());
}
