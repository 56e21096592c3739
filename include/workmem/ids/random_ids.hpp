#pragma once

#include <workmem/ids/id_source.hpp>

#include <cstdint>
#include <random>
#include <string>

namespace workmem {

/// 26 characters of Crockford's base 32 that carry 128 bits from the system's random device: free
/// of collisions across processes. Copyable, movable, thread-safe.
class random_ids {
public:
    [[nodiscard]] std::string next() {
        constexpr char digits[] = "0123456789abcdefghjkmnpqrstvwxyz";
        std::random_device source;
        std::string id;
        std::uint64_t bits = 0;
        int available = 0;
        for (int i = 0; i < 26; ++i) {
            if (available < 5) {
                bits |= std::uint64_t{source()} << available;
                available += 32;
            }
            id += digits[bits & 31];
            bits >>= 5;
            available -= 5;
        }
        return id;
    }
};

}  // namespace workmem
