#pragma once

#include <workmem/config.hpp>
#include <workmem/error.hpp>

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace workmem {

WORKMEM_DECL void raise(error problem) {
#if WORKMEM_EXCEPTIONS
    throw std::move(problem);
#else
    std::fprintf(stderr, "workmem: %s\n", problem.what());
    std::abort();
#endif
}

}  // namespace workmem
