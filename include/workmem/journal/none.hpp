#pragma once

#include <workmem/detail/cxx20.hpp>

namespace workmem::journal {

/// Nothing is recorded: a memory lives as long as its object. Costs nothing.
struct none {
    static constexpr bool records = false;
};

}  // namespace workmem::journal
