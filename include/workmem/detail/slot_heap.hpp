#pragma once

#include <workmem/detail/capacity.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

namespace workmem::detail {

/// A binary heap of slot numbers that also knows where each slot stands, so that any of them can
/// be taken out or moved. `before(a, b)` is handed to each call and must answer alike for the slots
/// inside. Allocates in `reserve` only; every change is O(log n). Copyable, movable.
class slot_heap {
public:
    /// Room for slots below `slot_count`.
    void reserve(std::size_t slot_count) {
        grow_to(heap_, slot_count);
        if (slot_count > places_.size()) places_.resize(slot_count, nowhere);
    }
    [[nodiscard]] bool empty() const noexcept { return heap_.empty(); }
    [[nodiscard]] std::uint32_t top() const noexcept { return heap_.front(); }
    [[nodiscard]] bool contains(std::uint32_t slot) const noexcept {
        return slot < places_.size() && places_[slot] != nowhere;
    }
    template <class Before>
    void push(std::uint32_t slot, Before&& before) noexcept {
        heap_.push_back(slot);
        places_[slot] = static_cast<std::uint32_t>(heap_.size() - 1);
        rise(heap_.size() - 1, before);
    }
    template <class Before>
    void erase(std::uint32_t slot, Before&& before) noexcept {
        if (!contains(slot)) return;
        const std::size_t at = places_[slot];
        places_[slot] = nowhere;
        const auto last = heap_.back();
        heap_.pop_back();
        if (last == slot) return;
        put(at, last);
        rise(at, before);
        sink(places_[last], before);
    }
    /// `visit(slot)` for all for which `is_early(slot)`; whoever comes before an early one must be
    /// early, too. In no particular order. O(visited).
    template <class IsEarly, class Visit>
    void visit_early(IsEarly&& is_early, Visit&& visit) const {
        std::vector<std::size_t> open;
        if (!heap_.empty()) open.push_back(0);
        while (!open.empty()) {
            const auto at = open.back();
            open.pop_back();
            if (!is_early(heap_[at])) continue;
            visit(heap_[at]);
            for (const auto child : {2 * at + 1, 2 * at + 2})
                if (child < heap_.size()) open.push_back(child);
        }
    }
    void clear() noexcept {
        for (const auto slot : heap_) places_[slot] = nowhere;
        heap_.clear();
    }

private:
    static constexpr std::uint32_t nowhere = 0xFFFFFFFFU;

    void put(std::size_t at, std::uint32_t slot) noexcept {
        heap_[at] = slot;
        places_[slot] = static_cast<std::uint32_t>(at);
    }
    template <class Before>
    void rise(std::size_t at, Before& before) noexcept {
        const auto slot = heap_[at];
        for (; at > 0 && before(slot, heap_[(at - 1) / 2]); at = (at - 1) / 2)
            put(at, heap_[(at - 1) / 2]);
        put(at, slot);
    }
    template <class Before>
    void sink(std::size_t at, Before& before) noexcept {
        const auto slot = heap_[at];
        for (;;) {
            auto child = 2 * at + 1;
            if (child >= heap_.size()) break;
            if (child + 1 < heap_.size() && before(heap_[child + 1], heap_[child])) ++child;
            if (!before(heap_[child], slot)) break;
            put(at, heap_[child]);
            at = child;
        }
        put(at, slot);
    }

    std::vector<std::uint32_t> heap_;
    std::vector<std::uint32_t> places_;
};

}  // namespace workmem::detail
