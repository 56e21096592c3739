#pragma once

#include <workmem/journal/stream_rules.hpp>

#include <chrono>
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

WORKMEM_DECL std::string new_call_key() {
    // The random device may take as long as a change itself.
    thread_local const std::string thread = new_incarnation();
    thread_local std::uint64_t count = 0;
    // A forked process goes on with the same count, though not at the same instant.
    const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
    return thread + '-' + std::to_string(++count) + '-' + std::to_string(now);
}

}  // namespace workmem::journal
