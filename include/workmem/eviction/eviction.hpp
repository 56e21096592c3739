#pragma once

#include <workmem/detail/no_slot.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>

namespace workmem::eviction {

/// "Nobody": what a policy answers when none of those present should go for the newcomers.
using workmem::detail::no_slot;

/// What a policy may ask of the entries while it picks a victim. Slots that the change being
/// decided touches or already evicts are passed over by `least_recent` and true in `is_protected`.
struct entries_archetype {
    /// The one touched longest ago among those only returned in lists, or `no_slot`.
    [[nodiscard]] std::uint32_t least_recent_returned() const noexcept { return no_slot; }
    /// The one touched longest ago among the named, or `no_slot`.
    [[nodiscard]] std::uint32_t least_recent_named() const noexcept { return no_slot; }
    /// The one touched longest ago of all, or `no_slot`.
    [[nodiscard]] std::uint32_t least_recent() const noexcept { return no_slot; }
    [[nodiscard]] bool is_protected(std::uint32_t) const noexcept { return false; }
    /// How many named entries stay, as far as is decided.
    [[nodiscard]] std::size_t named() const noexcept { return 0; }
    [[nodiscard]] std::size_t capacity() const noexcept { return 0; }
    /// How many merely returned items of this change could stay outside instead: all but its
    /// newest.
    [[nodiscard]] std::size_t returned_newcomers() const noexcept { return 0; }
    /// Tokens of the entry's line in a prompt; 0 where no token budget is set.
    [[nodiscard]] std::uint32_t weight(std::uint32_t) const noexcept { return 0; }
};

/// Picks victims by slot number. The hooks are told every insertion, access and removal and must
/// not allocate; `reserve(slots)` comes before slots below that number are used. The hash is the
/// same on every platform and in every process. What a policy remembers is a hint: neither
/// recorded nor compared. `victim` may answer `no_slot`: then the change's own items stay outside,
/// first ones first; under a policy with a static member `prefers_returned` those that were merely
/// returned. One that never asks for the least recent, or does not look at the hashes, may say so
/// with the static members `uses_recency = false` and `uses_hash = false`: it costs less then.
template <class Policy>
concept policy = std::default_initializable<Policy> && std::movable<Policy> &&
    requires(Policy& policy, const entries_archetype& entries, std::uint32_t slot,
             std::uint64_t hash, std::size_t slot_count) {
    policy.reserve(slot_count);
    { policy.on_insert(slot, hash) }
    noexcept;
    { policy.on_access(slot, hash) }
    noexcept;
    { policy.on_erase(slot, hash) }
    noexcept;
    { policy.clear() }
    noexcept;
    { policy.victim(entries) } -> std::same_as<std::uint32_t>;
};

/// Whether a policy looks at hashes, which it does unless it says otherwise.
template <class Policy>
[[nodiscard]] consteval bool looks_at_hashes() noexcept {
    if constexpr (requires { Policy::uses_hash; })
        return Policy::uses_hash;
    else
        return true;
}

/// Hooks that do nothing: for policies that need only the recency order every memory keeps.
struct stateless {
    static constexpr bool uses_hash = false;
    void reserve(std::size_t) noexcept {}
    void on_insert(std::uint32_t, std::uint64_t) noexcept {}
    void on_access(std::uint32_t, std::uint64_t) noexcept {}
    void on_erase(std::uint32_t, std::uint64_t) noexcept {}
    void clear() noexcept {}
};

}  // namespace workmem::eviction
