#pragma once

#include <workmem/detail/hash.hpp>

#include <cstdint>
#include <random>

namespace workmem::detail {

WORKMEM_DECL hash_key draw_key() {
    std::random_device source;
    const auto word = [&source] { return (std::uint64_t{source()} << 32) ^ source(); };
    // Odd: no bit of a length is lost.
    return {word(), word() | 1, word()};
}

}  // namespace workmem::detail
