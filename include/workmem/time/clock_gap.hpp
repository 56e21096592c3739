#pragma once

#include <cstdint>

namespace workmem {

/// What happens to ages while nobody has a memory open.
enum class clock_gap : std::uint8_t {
    pause,  ///< they stand still: after a week off, everything is as fresh as it was
    elapse  ///< they grow: what is too old by now is gone
};

}  // namespace workmem
