#pragma once

#include <string_view>

namespace workmem {

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
