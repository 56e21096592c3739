#pragma once

#include <workmem/ids/random_ids.hpp>

#include <array>
#include <cstdint>
#include <random>
#include <string>

#if __has_include(<sys/random.h>)
#include <sys/random.h>
#include <unistd.h>
#endif

namespace workmem {

namespace detail {

[[nodiscard]] inline std::array<std::uint64_t, 2> draw_128_bits() {
    std::array<std::uint64_t, 2> out{};
#if __has_include(<sys/random.h>)
    // One call of the system; a `random_device` takes some ten times as long.
    if (::getentropy(out.data(), sizeof out) == 0) return out;
#endif
    std::random_device source;
    for (auto& each : out) each = std::uint64_t{source()} << 32U | source();
    return out;
}

}  // namespace detail

WORKMEM_DECL std::string random_ids::next() {
    constexpr char digits[] = "0123456789abcdefghjkmnpqrstvwxyz";
    auto [low, high] = detail::draw_128_bits();
    std::string id(26, '0');
    for (auto& each : id) {
        each = digits[low & 31U];
        low = low >> 5U | high << 59U;
        high >>= 5U;
    }
    return id;
}

}  // namespace workmem
