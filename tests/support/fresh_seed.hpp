#pragma once

#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>

namespace workmem_test {

// Another seed each run, or the one that WORKMEM_TEST_SEED says: what a failed run printed.
inline std::uint64_t fresh_seed() {
    if (const char* const told = std::getenv("WORKMEM_TEST_SEED")) return std::stoull(told);
    std::random_device source;
    return (std::uint64_t{source()} << 32U) ^ source();
}

}  // namespace workmem_test
