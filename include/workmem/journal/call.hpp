#pragma once

#include <cstdint>
#include <string_view>

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

/// Who makes a call, and how a repetition is known. Both may be empty, and cost nothing then.
struct call_options {
    std::string_view actor{};  ///< recorded with the change
    /// A call with a key that one of the stream's last 1,024 keyed changes has does nothing, so
    /// that a call whose answer was lost can be made again.
    std::string_view idempotency_key{};
};

/// A call by nobody in particular, which is not repeated.
inline constexpr call_options plain_call{};

/// What becomes of them where nothing is recorded: an argument that costs nothing.
struct ignored_call {
    constexpr ignored_call(const call_options&) noexcept {}
};

}  // namespace workmem
