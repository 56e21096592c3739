#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace workmem_test {

// How many times slower things are: AddressSanitizer takes its time. Clang and g++ say it differently.
// How long something takes is judged where it is 1.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WORKMEM_TEST_IS_SLOW
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define WORKMEM_TEST_IS_SLOW
#endif
#if defined(WORKMEM_TEST_IS_SLOW)
inline constexpr std::uint64_t slowness = 10;
#undef WORKMEM_TEST_IS_SLOW
#else
inline constexpr std::uint64_t slowness = 1;
#endif

// Of what is tried at every place, how far apart the places are with sanitizers: no divisor of 8, so that
// every bit of a byte comes up.
inline constexpr std::size_t stride = slowness > 1 ? 5 : 1;

// The next place to try behind this one: all of the first ones, which what is short does not go beyond, from
// there on every stride-th, with another phase for each.
inline constexpr std::uint64_t next_place(std::uint64_t place, std::uint64_t phase) {
    return place + (place < 10 + phase % stride ? 1 : stride);
}

// How often something is repeated: more where WORKMEM_LONG_TESTS says that there is time.
inline std::uint64_t repetitions(std::uint64_t usual, std::uint64_t many) {
    return std::getenv("WORKMEM_LONG_TESTS") != nullptr ? many : usual;
}

}  // namespace workmem_test
