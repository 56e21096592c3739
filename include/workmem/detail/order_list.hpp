#pragma once

#include <workmem/detail/no_slot.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace workmem::detail {

/// A total order of slots in which any of them can be moved to before or after another: a list
/// with labels that ascend, far apart from each other. Where there is no label between two
/// neighbours, the smallest range around them that is sparse enough gets new ones (Bender, Cole,
/// Demaine, Farach-Colton, Zito, "Two simplified algorithms for maintaining order in a list",
/// 2002). Two slots are compared in O(1), moved in O(log size), amortised. Allocates in `reserve`
/// only. Copyable, movable.
class order_list {
public:
    void reserve(std::size_t slot_count) {
        // As a vector grows by itself, not by one each time.
        if (slot_count > entries_.capacity())
            entries_.reserve((std::max)(slot_count, entries_.capacity() * 2));
    }
    [[nodiscard]] std::uint32_t first() const noexcept { return first_; }
    [[nodiscard]] std::uint32_t next(std::uint32_t slot) const noexcept {
        return entries_[slot].next;
    }
    [[nodiscard]] bool before(std::uint32_t a, std::uint32_t b) const noexcept {
        return entries_[a].label < entries_[b].label;
    }
    /// The next slot comes to stand behind all others.
    void push_back() noexcept {
        const auto slot = static_cast<std::uint32_t>(entries_.size());
        entries_.push_back({});
        link(slot, last_, no_slot);
        label(slot);
    }
    void move_to_end(std::uint32_t slot) noexcept {
        if (slot != last_) move_after(slot, last_);
    }
    void move_before(std::uint32_t slot, std::uint32_t other) noexcept {
        unlink(slot);
        link(slot, entries_[other].previous, other);
        label(slot);
    }
    void move_after(std::uint32_t slot, std::uint32_t other) noexcept {
        unlink(slot);
        link(slot, other, entries_[other].next);
        label(slot);
    }
    void clear() noexcept {
        entries_.clear();
        first_ = last_ = no_slot;
    }

private:
    struct entry {
        std::uint64_t label = 0;
        std::uint32_t previous = no_slot, next = no_slot;
    };
    static constexpr int label_bits = 62;
    static constexpr std::uint64_t most = (std::uint64_t{1} << label_bits) - 1;
    static constexpr std::uint64_t step = std::uint64_t{1} << 30;
    static constexpr std::uint64_t one = 1'024;

    void link(std::uint32_t slot, std::uint32_t previous, std::uint32_t next) noexcept {
        entries_[slot].previous = previous;
        entries_[slot].next = next;
        (previous == no_slot ? first_ : entries_[previous].next) = slot;
        (next == no_slot ? last_ : entries_[next].previous) = slot;
    }
    void unlink(std::uint32_t slot) noexcept {
        const auto [ignored, previous, next] = entries_[slot];
        (previous == no_slot ? first_ : entries_[previous].next) = next;
        (next == no_slot ? last_ : entries_[next].previous) = previous;
    }
    void label(std::uint32_t slot) noexcept {
        auto& own = entries_[slot];
        const auto low = own.previous == no_slot ? 0 : entries_[own.previous].label;
        const auto high = own.next == no_slot ? most : entries_[own.next].label;
        if (own.next == no_slot && high - low > step) {
            own.label = low + step;
        } else if (own.previous == no_slot && high > step) {
            own.label = high - step;
        } else if (high - low >= 2) {
            own.label = low + (high - low) / 2;
        } else {
            own.label = low;
            spread(slot);
        }
    }
    // New labels for the smallest aligned range around a slot that is less full than the ranges of
    // its size may be: 2^i labels hold up to (4/3)^i slots.
    void spread(std::uint32_t slot) noexcept {
        auto from = slot, to = slot;
        std::uint64_t count = 1;
        std::uint64_t allowed = one;
        for (int i = 1;; ++i) {
            allowed = allowed * 4 / 3;
            const auto width = std::uint64_t{1} << i;
            const auto base = entries_[slot].label & ~(width - 1);
            while (entries_[from].previous != no_slot &&
                   entries_[entries_[from].previous].label >= base) {
                from = entries_[from].previous;
                ++count;
            }
            while (entries_[to].next != no_slot &&
                   entries_[entries_[to].next].label - base < width) {
                to = entries_[to].next;
                ++count;
            }
            const bool is_all = i == label_bits;
            if (!is_all && (count * one >= allowed || width / count < 2)) continue;
            const auto distance = width / count;
            auto at = base + distance / 2;
            for (auto each = from;; each = entries_[each].next, at += distance) {
                entries_[each].label = at;
                if (each == to) return;
            }
        }
    }

    std::vector<entry> entries_;
    std::uint32_t first_ = no_slot, last_ = no_slot;
};

}  // namespace workmem::detail
