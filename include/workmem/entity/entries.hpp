#pragma once

#include <workmem/entity/entity_slots.hpp>
#include <workmem/value/entry.hpp>

#include <cstddef>
#include <iterator>

namespace workmem {

/// The entities of a window, newest first, without those that had expired when it was asked for.
/// A view; the next change or touch of the window invalidates it. Walking costs O(1) a step. Its
/// elements are views, too, made as it goes: `for (const auto& each : memory)`.
template <class Slots>
class entry_range {
public:
    class iterator {
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = entry;
        using difference_type = std::ptrdiff_t;
        using pointer = void;
        using reference = entry;

        iterator() = default;
        iterator(const Slots* held, timestamp since) : slots_{held}, since_{since} {
            const auto& order = held->order();
            for (std::size_t i = 0; i < detail::recency_list::segments; ++i)
                next_[i] = order.newest(i);
            settle();
        }

        [[nodiscard]] entry operator*() const noexcept { return slots_->entry_at(slot_); }
        [[nodiscard]] std::uint32_t slot() const noexcept { return slot_; }
        iterator& operator++() noexcept {
            settle();
            return *this;
        }
        iterator operator++(int) noexcept {
            auto before = *this;
            settle();
            return before;
        }
        friend bool operator==(const iterator& a, const iterator& b) noexcept {
            return a.slot_ == b.slot_;
        }

    private:
        void settle() noexcept {
            const auto& order = slots_->order();
            do {
                slot_ = order.newer_of(next_[0], next_[1]);
                if (slot_ == detail::no_slot) return;
                auto& from = next_[0] == slot_ ? next_[0] : next_[1];
                from = order.older(slot_);
            } while (slots_->at(slot_).time <= since_);
        }

        const Slots* slots_ = nullptr;
        timestamp since_{};
        std::uint32_t next_[detail::recency_list::segments]{detail::no_slot, detail::no_slot};
        std::uint32_t slot_ = detail::no_slot;
    };

    /// Entries touched at or before `since` have expired.
    entry_range(const Slots& held, timestamp since) noexcept : slots_{&held}, since_{since} {}

    [[nodiscard]] iterator begin() const noexcept { return {slots_, since_}; }
    [[nodiscard]] iterator end() const noexcept { return {}; }
    [[nodiscard]] bool empty() const noexcept { return begin() == end(); }

private:
    const Slots* slots_;
    timestamp since_;
};

}  // namespace workmem
