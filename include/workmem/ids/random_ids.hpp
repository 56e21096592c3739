#pragma once

#include <workmem/ids/id_source.hpp>

#include <array>
#include <cstdint>
#include <random>
#include <string>

#if __has_include(<sys/random.h>)
#include <sys/random.h>
#include <unistd.h>
#endif

namespace workmem {

/// 26 characters of Crockford's base 32 that carry 128 bits of the system's randomness, drawn anew
/// for each: free of collisions across processes, also forked ones, and across copies of a machine
/// that was stopped and resumed. Copyable, movable, thread-safe.
class random_ids {
public:
    [[nodiscard]] std::string next() {
        constexpr char digits[] = "0123456789abcdefghjkmnpqrstvwxyz";
        auto [low, high] = draw();
        std::string id(26, '0');
        for (auto& each : id) {
            each = digits[low & 31U];
            low = low >> 5U | high << 59U;
            high >>= 5U;
        }
        return id;
    }

private:
    [[nodiscard]] static std::array<std::uint64_t, 2> draw() {
        std::array<std::uint64_t, 2> out{};
#if __has_include(<sys/random.h>)
        // One call of the system; a `random_device` takes some ten times as long.
        if (::getentropy(out.data(), sizeof out) == 0) return out;
#endif
        std::random_device source;
        for (auto& each : out) each = std::uint64_t{source()} << 32U | source();
        return out;
    }
};

}  // namespace workmem
