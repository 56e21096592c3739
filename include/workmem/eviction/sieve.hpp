#pragma once

#include <workmem/detail/slot_list.hpp>
#include <workmem/eviction/eviction.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace workmem::eviction {

/// In the order of arrival, but what was used since the hand passed it is passed over once
/// (Y. Zhang et al., "SIEVE is simpler than LRU", NSDI 2024). For things that come back under a
/// key. O(1) a hook; `victim` O(1) amortised.
class sieve {
public:
    static constexpr bool uses_hash = false;

    void reserve(std::size_t slot_count) {
        if (slot_count > visited_.size()) visited_.resize(slot_count);
        queue_.reserve(slot_count);
    }
    void on_insert(std::uint32_t slot, std::uint64_t) noexcept {
        visited_[slot] = 0;
        queue_.push_back(slot);
    }
    void on_access(std::uint32_t slot, std::uint64_t) noexcept { visited_[slot] = 1; }
    void on_erase(std::uint32_t slot, std::uint64_t) noexcept {
        if (hand_ == slot) hand_ = queue_.next(slot);
        queue_.erase(slot);
    }
    void clear() noexcept {
        queue_.clear();
        hand_ = no_slot;
    }

    template <class Entries>
    [[nodiscard]] std::uint32_t victim(const Entries& entries) noexcept {
        // Twice around clears every mark and finds whoever may go.
        for (auto left = 2 * queue_.size(); left > 0; --left) {
            if (hand_ == no_slot) hand_ = queue_.first();
            const auto slot = hand_;
            if (!entries.is_protected(slot)) {
                if (visited_[slot] == 0) return slot;
                visited_[slot] = 0;
            }
            hand_ = queue_.next(slot);
        }
        return no_slot;
    }

private:
    workmem::detail::slot_list queue_;  // oldest first
    std::vector<std::uint8_t> visited_;
    std::uint32_t hand_ = no_slot;
};

}  // namespace workmem::eviction
