#pragma once

#include <workmem/detail/inline.hpp>
#include <workmem/detail/slot_index.hpp>
#include <workmem/value/entry.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace workmem::detail {

/// Slots in order of their last touch, in two lists: what was only returned, and what was named.
/// Each slot's stamp orders it across both. Links are indices in an array of their own, so that
/// moving a slot leaves its neighbours' entities cold. Slots not in a list form a free list.
class recency_list {
public:
    static constexpr std::size_t segments = 2;

    recency_list() = default;
    recency_list(const recency_list&) = default;
    recency_list& operator=(const recency_list&) = default;
    /// What is moved from is empty and may be used again.
    recency_list(recency_list&& other) noexcept { swap(other); }
    recency_list& operator=(recency_list&& other) noexcept {
        recency_list taken{std::move(other)};
        swap(taken);
        return *this;
    }
    ~recency_list() = default;

    [[nodiscard]] std::size_t slot_count() const noexcept { return links_.size(); }
    [[nodiscard]] std::size_t size() const noexcept { return sizes_[0] + sizes_[1]; }
    [[nodiscard]] std::size_t size(std::size_t segment) const noexcept { return sizes_[segment]; }
    [[nodiscard]] strength level(std::uint32_t slot) const noexcept {
        return static_cast<strength>(links_[slot].stamp & 0xFF);
    }
    [[nodiscard]] std::uint64_t order(std::uint32_t slot) const noexcept {
        return links_[slot].stamp >> 8;
    }
    [[nodiscard]] bool in_use(std::uint32_t slot) const noexcept { return links_[slot].stamp != 0; }
    [[nodiscard]] std::uint32_t newest(std::size_t segment) const noexcept {
        return ends_[segment].front;
    }
    [[nodiscard]] std::uint32_t oldest(std::size_t segment) const noexcept {
        return ends_[segment].back;
    }
    [[nodiscard]] std::uint32_t older(std::uint32_t slot) const noexcept {
        return links_[slot].next;
    }
    [[nodiscard]] std::uint32_t newer(std::uint32_t slot) const noexcept {
        return links_[slot].previous;
    }
    [[nodiscard]] std::uint32_t first_free() const noexcept { return free_; }
    /// Of two slots (either may be none), the one touched longer ago.
    [[nodiscard]] std::uint32_t older_of(std::uint32_t a, std::uint32_t b) const noexcept {
        if (a == no_slot) return b;
        if (b == no_slot) return a;
        return links_[a].stamp < links_[b].stamp ? a : b;
    }
    [[nodiscard]] std::uint32_t newer_of(std::uint32_t a, std::uint32_t b) const noexcept {
        if (a == no_slot) return b;
        if (b == no_slot) return a;
        return links_[a].stamp < links_[b].stamp ? b : a;
    }

    /// Adds free slots up to `slots`; the lowest new one is taken first.
    void grow(std::size_t slot_count) {
        const auto known = static_cast<std::uint32_t>(links_.size());
        links_.reserve(slot_count);
        links_.resize(slot_count);
        auto first = no_slot;
        for (auto slot = static_cast<std::uint32_t>(slot_count); slot-- > known;) {
            links_[slot].next = first;
            first = slot;
        }
        if (free_ == no_slot) {
            free_ = first;
            return;
        }
        auto last = free_;
        while (links_[last].next != no_slot) last = links_[last].next;
        links_[last].next = first;
    }

    /// Takes the first free slot and makes it the newest.
    std::uint32_t insert(strength level) noexcept {
        const auto slot = free_;
        free_ = links_[slot].next;
        ++sizes_[segment(level)];
        link_front(slot, level);
        return slot;
    }

    /// Makes a slot the newest, and at least as strong as `level`.
    WORKMEM_INLINE void touch(std::uint32_t slot, strength level) noexcept {
        auto& link = links_[slot];
        const auto now = static_cast<strength>(link.stamp & 0xFF);
        const auto stronger = level > now ? level : now;
        const auto from = segment(now), to = segment(stronger);
        if (from == to && link.previous == no_slot) {
            link.stamp = stamp(stronger);
            return;
        }
        unlink(slot, from);
        --sizes_[from];
        ++sizes_[to];
        link_front(slot, stronger);
    }

    void erase(std::uint32_t slot) noexcept {
        --sizes_[segment(level(slot))];
        unlink(slot, segment(level(slot)));
        links_[slot] = {no_slot, free_, 0};
        free_ = slot;
    }

    void clear() noexcept {
        for (auto& ends : ends_) ends = {};
        free_ = no_slot;
        for (auto& size : sizes_) size = 0;
        for (auto slot = static_cast<std::uint32_t>(links_.size()); slot-- > 0;) {
            links_[slot] = {no_slot, free_, 0};
            free_ = slot;
        }
    }

    [[nodiscard]] std::size_t memory() const noexcept { return links_.capacity() * sizeof(node); }

private:
    void swap(recency_list& other) noexcept {
        links_.swap(other.links_);
        std::swap(ends_, other.ends_);
        std::swap(last_, other.last_);
        std::swap(free_, other.free_);
        std::swap(sizes_, other.sizes_);
    }

    struct node {
        std::uint32_t previous = no_slot;  // towards the newest
        std::uint32_t next = no_slot;      // towards the oldest
        std::uint64_t stamp = 0;           // order << 8 | strength; 0: free
    };
    struct list_ends {
        std::uint32_t front = no_slot;
        std::uint32_t back = no_slot;
    };

    static std::size_t segment(strength level) noexcept { return is_named(level) ? 1 : 0; }
    std::uint64_t stamp(strength level) noexcept {
        last_ += 1U << 8;
        return last_ | static_cast<std::uint64_t>(level);
    }

    WORKMEM_INLINE void link_front(std::uint32_t slot, strength level) noexcept {
        auto& ends = ends_[segment(level)];
        links_[slot] = {no_slot, ends.front, stamp(level)};
        if (ends.front != no_slot)
            links_[ends.front].previous = slot;
        else
            ends.back = slot;
        ends.front = slot;
    }
    WORKMEM_INLINE void unlink(std::uint32_t slot, std::size_t segment) noexcept {
        const auto& link = links_[slot];
        auto& ends = ends_[segment];
        if (link.previous != no_slot)
            links_[link.previous].next = link.next;
        else
            ends.front = link.next;
        if (link.next != no_slot)
            links_[link.next].previous = link.previous;
        else
            ends.back = link.previous;
    }

    std::vector<node> links_;
    list_ends ends_[segments];
    std::uint64_t last_ = 0;  // the newest slot's stamp, without its strength
    std::uint32_t free_ = no_slot;
    std::size_t sizes_[segments]{};
};

}  // namespace workmem::detail
