#pragma once

#include <workmem/bounded/item_slots.hpp>
#include <workmem/error.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace workmem {

/// The items of a bounded store that are not forgotten, oldest first; their positions are not set.
/// A view; when an item comes or goes, it ends: going on throws `validation_error`. Walking costs
/// O(1) a step, and O(1) for each forgotten item passed over.
class item_range {
public:
    class iterator {
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = item;
        using difference_type = std::ptrdiff_t;
        using pointer = const item*;
        using reference = const item&;

        iterator() = default;
        explicit iterator(const detail::item_slots& held) noexcept
            : slots_{&held}, slot_{held.queue().first()}, changes_{held.changes()} {
            settle();
        }

        [[nodiscard]] const item& operator*() const noexcept { return slots_->at(slot_).value; }
        [[nodiscard]] const item* operator->() const noexcept { return &**this; }
        iterator& operator++() {
            if (slots_->changes() != changes_)
                raise({error_code::validation_error,
                       "the store was changed while its items were walked; walk a copy (all()) or "
                       "collect the changes first"});
            slot_ = slots_->queue().next(slot_);
            settle();
            return *this;
        }
        iterator operator++(int) {
            auto before = *this;
            ++*this;
            return before;
        }
        friend bool operator==(const iterator& a, const iterator& b) noexcept {
            return a.slot_ == b.slot_;
        }

    private:
        void settle() noexcept {
            while (slot_ != detail::no_slot && (**this).forgotten)
                slot_ = slots_->queue().next(slot_);
        }

        const detail::item_slots* slots_ = nullptr;
        std::uint32_t slot_ = detail::no_slot;
        std::uint64_t changes_ = 0;
    };

    explicit item_range(const detail::item_slots& held) noexcept : slots_{&held} {}

    [[nodiscard]] iterator begin() const noexcept { return iterator{*slots_}; }
    [[nodiscard]] iterator end() const noexcept { return {}; }
    [[nodiscard]] bool empty() const noexcept { return begin() == end(); }

private:
    const detail::item_slots* slots_;
};

}  // namespace workmem
