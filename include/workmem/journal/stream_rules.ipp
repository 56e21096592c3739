#pragma once

#include <workmem/journal/stream_rules.hpp>

#include <cstdint>
#include <random>
#include <string>

namespace workmem::journal {

WORKMEM_DECL std::string new_incarnation() {
    constexpr char digits[] = "0123456789abcdef";
    std::random_device source;
    std::string text;
    for (int word = 0; word < 4; ++word) {
        auto bits = std::uint32_t{source()};
        for (int i = 0; i < 8; ++i, bits >>= 4) text += digits[bits & 15];
    }
    return text;
}

}  // namespace workmem::journal
