#pragma once

#include <workmem/time/timestamp.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace workmem {

/// A place in a stream, to go on from later, in another process too.
struct cursor {
    std::string stream{};
    std::string incarnation{};
    std::uint64_t sequence = 0;

    friend bool operator==(const cursor&, const cursor&) = default;
};

/// One recorded change.
struct change {
    std::uint64_t sequence = 0;
    std::string json{};  ///< as it is recorded: kind, version, time and the facts
};

/// What happened since a cursor.
struct changes {
    std::vector<change> list{};
    cursor next{};  ///< where to go on
    /// Records up to this one are forgotten and the cursor is older, or it is of a stream that was
    /// erased: begin again from the state, and from `next`. Nothing is listed.
    std::optional<std::uint64_t> compacted{};
};

/// How much of a stream's history stays once a snapshot holds it. Everything that the newest
/// snapshots need stays anyway.
struct retention {
    std::uint64_t changes = 10'000;  ///< this many of the newest records
    std::uint32_t snapshots = 2;     ///< records since the second newest snapshot of the memory
    milliseconds age{0};             ///< records of so long before the newest one
};

}  // namespace workmem
