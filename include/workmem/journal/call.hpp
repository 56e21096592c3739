#pragma once

#include <workmem/detail/cxx20.hpp>

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

/// Who makes a call, and how a repetition is known. All may be empty, and cost nothing then.
struct call_options {
    std::string_view actor{};  ///< recorded with the change
    /// A call whose answer was lost can be made again with the same key: it changes nothing and
    /// gets the first answer. Known are the last 1,024 keyed changes of a memory, with a journal of
    /// its stream, whoever made them. The key of another call is a `validation_error`; a call that
    /// changed nothing is not kept and may be made again. Erasing leaves answers out that name what
    /// was erased: a repetition is a `conflict` then.
    std::string_view idempotency_key{};
    /// What the key stands for, where that is more than this change: the same in every repetition.
    /// Empty: what the call is given.
    std::string_view request{};
};

/// A call by nobody in particular, which is not repeated.
inline constexpr call_options plain_call{};

}  // namespace workmem
