#pragma once

#include <workmem/eviction/eviction.hpp>

#include <vector>

namespace workmem::eviction {

/// First in, first out: the one that came in longest ago goes, however often it was touched.
/// O(1) a hook; `victim` passes over protected entries one by one.
class fifo {
public:
    static constexpr bool uses_hash = false;

    void reserve(std::size_t slot_count) { links_.resize(slot_count); }
    void on_insert(std::uint32_t slot, std::uint64_t) noexcept {
        links_[slot] = {last_, no_slot};
        (last_ == no_slot ? first_ : links_[last_].next) = slot;
        last_ = slot;
    }
    void on_access(std::uint32_t, std::uint64_t) noexcept {}
    void on_erase(std::uint32_t slot, std::uint64_t) noexcept {
        const auto [previous, next] = links_[slot];
        (previous == no_slot ? first_ : links_[previous].next) = next;
        (next == no_slot ? last_ : links_[next].previous) = previous;
    }
    void clear() noexcept { first_ = last_ = no_slot; }

    template <class Entries>
    [[nodiscard]] std::uint32_t victim(const Entries& entries) const noexcept {
        auto slot = first_;
        while (slot != no_slot && entries.is_protected(slot)) slot = links_[slot].next;
        return slot;
    }

private:
    struct link {
        std::uint32_t previous = no_slot;
        std::uint32_t next = no_slot;
    };
    std::vector<link> links_;
    std::uint32_t first_ = no_slot;
    std::uint32_t last_ = no_slot;
};

}  // namespace workmem::eviction
