#pragma once

#include <workmem/detail/slot_heap.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace workmem::detail {

/// A priority queue of slot numbers that mostly come in order: of each class, who does not come
/// before its last one stands in a list, the others in a heap. `before(a, b)` is handed to each
/// call, must answer alike for the slots inside, and puts lower classes first. Allocates in
/// `reserve` only; changes in the lists are O(1), in the heap O(log n). Copyable, movable.
template <std::size_t Classes = 1>
class slot_queue {
public:
    /// Room for slots below `slot_count`.
    void reserve(std::size_t slot_count) {
        others_.reserve(slot_count);
        if (slot_count > links_.size()) links_.resize(slot_count);
    }
    [[nodiscard]] bool contains(std::uint32_t slot) const noexcept {
        return is_listed(slot) || others_.contains(slot);
    }
    /// Who comes first, or `none`.
    template <class Before>
    [[nodiscard]] std::uint32_t top(Before&& before) const noexcept {
        auto first = none;
        for (std::size_t i = 0; i < Classes && first == none; ++i) first = lists_[i].first;
        if (others_.empty()) return first;
        return first == none || before(others_.top(), first) ? others_.top() : first;
    }
    template <class Before>
    void push(std::uint32_t slot, std::size_t its_class, Before&& before) noexcept {
        auto& list = lists_[its_class];
        if (list.last != none && before(slot, list.last)) {
            others_.push(slot, before);
            return;
        }
        links_[slot] = {list.last, none};
        (list.last == none ? list.first : links_[list.last].next) = slot;
        list.last = slot;
    }
    /// Nothing to do for one that is not there.
    template <class Before>
    void erase(std::uint32_t slot, std::size_t its_class, Before&& before) noexcept {
        if (!is_listed(slot)) {
            others_.erase(slot, before);
            return;
        }
        auto& list = lists_[its_class];
        const auto at = links_[slot];
        (at.previous == none ? list.first : links_[at.previous].next) = at.next;
        (at.next == none ? list.last : links_[at.next].previous) = at.previous;
        links_[slot] = {};
    }
    void clear() noexcept {
        for (auto& each : links_) each = {};
        for (auto& each : lists_) each = {};
        others_.clear();
    }

    static constexpr std::uint32_t none = 0xFFFFFFFFU;

private:
    [[nodiscard]] bool is_listed(std::uint32_t slot) const noexcept {
        return slot < links_.size() && links_[slot].next != unlisted;
    }

    static constexpr std::uint32_t unlisted = 0xFFFFFFFEU;
    struct link {
        std::uint32_t previous = unlisted, next = unlisted;
    };
    struct ends {
        std::uint32_t first = none, last = none;
    };

    std::vector<link> links_;
    ends lists_[Classes];
    slot_heap others_;
};

}  // namespace workmem::detail
