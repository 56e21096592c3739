#pragma once

#include <workmem/config.hpp>
#include <workmem/ids/id_source.hpp>

#include <string>

namespace workmem {

/// 26 characters of Crockford's base 32 that carry 128 bits of the system's randomness, drawn anew
/// for each: free of collisions across processes, also forked ones, and across copies of a machine
/// that was stopped and resumed. Copyable, movable, thread-safe.
class random_ids {
public:
    [[nodiscard]] std::string next();
};

}  // namespace workmem

#if !defined(WORKMEM_COMPILED)
#include <workmem/ids/random_ids.ipp>
#endif
