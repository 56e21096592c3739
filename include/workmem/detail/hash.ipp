#pragma once

#include <workmem/detail/hash.hpp>

#include <cstdint>
#include <random>

namespace workmem::detail {

WORKMEM_DECL std::uint64_t draw_seed() {
    std::random_device source;
    return (std::uint64_t{source()} << 32) ^ source();
}

}  // namespace workmem::detail
