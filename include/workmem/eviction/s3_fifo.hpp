#pragma once

#include <workmem/config.hpp>
#include <workmem/detail/slot_index.hpp>
#include <workmem/detail/slot_list.hpp>
#include <workmem/eviction/eviction.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace workmem::eviction {

/// The last hashes that left, found at once. O(1), allocates in `reserve` only.
class ghost_queue {
public:
    void reserve(std::size_t count);
    /// Adds a hash; at most `most` stay.
    void push(std::uint64_t hash, std::size_t most) noexcept;
    /// Whether it was there; then it is no more.
    bool take(std::uint64_t hash) noexcept {
        const auto slot =
            index_.find(folded(hash), [&](std::uint32_t each) { return hashes_[each] == hash; });
        if (slot == no_slot) return false;
        erase(slot);
        return true;
    }
    void clear() noexcept {
        while (order_.size() > 0) erase(order_.first());
    }

private:
    static std::uint32_t folded(std::uint64_t hash) noexcept {
        return static_cast<std::uint32_t>(hash >> 32) ^ static_cast<std::uint32_t>(hash);
    }
    void erase(std::uint32_t slot) noexcept {
        index_.erase(folded(hashes_[slot]), slot);
        order_.erase(slot);
        free_.push_back(slot);
    }

    workmem::detail::slot_list order_;  // oldest first
    workmem::detail::slot_index index_;
    std::vector<std::uint64_t> hashes_;
    std::vector<std::uint32_t> free_;
};

/// Three queues (J. Yang et al., "FIFO queues are all you need for cache eviction", SOSP 2023):
/// what comes stands in a small one, a tenth of all; what is used more than once there goes on to
/// the main one, where each use, three at most, buys another round. Who leaves the small queue is
/// remembered by its hash, as many as the main queue's share, and stands in the main one at once if
/// it comes back. For things that come back under a key. O(1) a hook; `victim` O(1) amortised.
class s3_fifo {
public:
    static constexpr bool uses_hash = true;

    void reserve(std::size_t slot_count) {
        if (slot_count > slots_.size()) slots_.resize(slot_count);
        small_.reserve(slot_count);
        main_.reserve(slot_count);
        ghosts_.reserve(slot_count);
    }
    void on_insert(std::uint32_t slot, std::uint64_t hash) noexcept {
        const bool returns = ghosts_.take(hash);
        slots_[slot] = {0, returns};
        (returns ? main_ : small_).push_back(slot);
    }
    void on_access(std::uint32_t slot, std::uint64_t) noexcept {
        if (slots_[slot].uses < most_uses) ++slots_[slot].uses;
    }
    void on_erase(std::uint32_t slot, std::uint64_t hash) noexcept;
    void clear() noexcept {
        small_.clear();
        main_.clear();
        ghosts_.clear();
    }

    template <class Entries>
    [[nodiscard]] std::uint32_t victim(const Entries& entries) noexcept {
        const bool from_small = small_.size() * 10 >= small_.size() + main_.size();
        auto found = from_small ? from_the_small(entries) : no_slot;
        if (found == no_slot) found = from_the_main(entries);
        return found == no_slot && !from_small ? from_the_small(entries) : found;
    }

private:
    static constexpr std::uint8_t most_uses = 3;

    struct known {
        std::uint8_t uses = 0;
        bool in_main = false;
    };
    template <class Entries>
    std::uint32_t from_the_small(const Entries& entries) noexcept {
        for (auto slot = small_.first(); slot != no_slot;) {
            const auto next = small_.next(slot);
            if (!entries.is_protected(slot)) {
                if (slots_[slot].uses <= 1) return slot;
                small_.erase(slot);
                slots_[slot] = {0, true};
                main_.push_back(slot);
            }
            slot = next;
        }
        return no_slot;
    }
    template <class Entries>
    std::uint32_t from_the_main(const Entries& entries) noexcept {
        // Every use buys a round; then somebody has none left.
        for (auto left = main_.size() * (most_uses + 1); left > 0; --left) {
            const auto slot = main_.first();
            const bool spared = entries.is_protected(slot);
            if (!spared && slots_[slot].uses == 0) return slot;
            main_.erase(slot);
            main_.push_back(slot);
            if (!spared) --slots_[slot].uses;
        }
        return no_slot;
    }

    workmem::detail::slot_list small_, main_;  // oldest first
    std::vector<known> slots_;
    ghost_queue ghosts_;
};

}  // namespace workmem::eviction

#if !defined(WORKMEM_COMPILED)
#include <workmem/eviction/s3_fifo.ipp>
#endif
