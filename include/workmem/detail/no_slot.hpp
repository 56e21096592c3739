#pragma once

#include <workmem/detail/cxx20.hpp>

#include <cstdint>

namespace workmem::detail {

/// The number of no slot.
inline constexpr std::uint32_t no_slot = 0xFFFFFFFFU;

}  // namespace workmem::detail
