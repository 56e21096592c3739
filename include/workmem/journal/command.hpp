#pragma once

#include <cstdint>

namespace workmem {

/// How deciding a command ended.
enum class verdict : std::uint8_t {
    change,   ///< the decision holds a change to record and apply
    nothing,  ///< there is nothing to do; the answer stands
    refused   ///< the decision holds the problem
};

/// The decisions whose changes a memory records.
template <class... Decisions>
struct recorded_decisions {};

}  // namespace workmem
