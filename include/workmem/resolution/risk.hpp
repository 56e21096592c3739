#pragma once

#include <workmem/detail/cxx20.hpp>

#include <cstdint>

namespace workmem {

/// The share of answers that may be wrong where neither a memory nor a query says otherwise, in
/// parts per million.
inline constexpr std::uint32_t default_risk = 325'000;

}  // namespace workmem
