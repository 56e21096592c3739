#pragma once

#include <cstddef>

namespace workmem::detail {

/// For how many there is room. A copy of a container has no spare room, so a copy of this has none.
struct room {
    std::size_t count = 0;

    room() = default;
    room(const room&) noexcept {}
    room(room&& other) noexcept : count{other.count} { other.count = 0; }
    room& operator=(const room&) noexcept {
        count = 0;
        return *this;
    }
    room& operator=(room&& other) noexcept {
        const auto taken = other.count;
        other.count = 0;
        count = taken;
        return *this;
    }
    ~room() = default;
};

}  // namespace workmem::detail
