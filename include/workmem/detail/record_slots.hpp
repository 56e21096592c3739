#pragma once

#include <workmem/detail/capacity.hpp>
#include <workmem/detail/hash.hpp>
#include <workmem/detail/no_slot.hpp>
#include <workmem/detail/slot_index.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::detail {

/// Records by id and in the order in which they came, each in a slot that stays while it is there.
/// What may fail is done ahead (`reserve`), so that coming in and leaving cannot. `Value` has a
/// string `id`, as a member or a function, is default constructible and nothrow movable. Copyable,
/// movable; not synchronised.
template <class Value>
class record_slots {
public:
    /// A record that is ready to come in.
    struct staged {
        Value value;
        std::uint32_t hash;
    };

    [[nodiscard]] std::size_t size() const noexcept { return in_order_.size() - holes_; }
    /// The slot of an id, or `no_slot`. O(1).
    [[nodiscard]] std::uint32_t find(std::string_view id) const noexcept {
        return find(id, hash_of(id));
    }
    [[nodiscard]] const Value& at(std::uint32_t slot) const noexcept { return held_[slot].value; }
    [[nodiscard]] Value& at(std::uint32_t slot) noexcept { return held_[slot].value; }
    /// The how-manieth it was to come in, from 1.
    [[nodiscard]] std::uint64_t number(std::uint32_t slot) const noexcept {
        return held_[slot].number;
    }
    [[nodiscard]] std::uint64_t next_number() const noexcept { return next_number_; }
    /// Slots are below this.
    [[nodiscard]] std::size_t slot_count() const noexcept { return held_.size(); }
    /// `visit(slot)` for those that came after number `after`, in that order, until it answers
    /// false.
    template <class Visit>
    void visit_after(std::uint64_t after, Visit&& visit) const {
        const auto first = std::upper_bound(numbers_.begin(), numbers_.end(), after);
        for (auto i = static_cast<std::size_t>(first - numbers_.begin()); i < in_order_.size(); ++i)
            if (in_order_[i] != no_slot && !visit(in_order_[i])) return;
    }
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (const auto slot : in_order_)
            if (slot != no_slot) visit(slot);
    }

    /// Room for so many more, and for as many to leave. O(more) on average.
    void reserve(std::size_t more) {
        grow_to(held_, held_.size() + more);
        grow_to(numbers_, numbers_.size() + more);
        grow_to(in_order_, in_order_.size() + more);
        index_.reserve(held_.size() + more, [this](auto&& insert) {
            for_each([&](std::uint32_t slot) { insert(hash_of(id_of(at(slot))), slot); });
        });
        free_.reserve(held_.capacity());
    }
    void reserve_erasure() { free_.reserve(held_.size()); }
    [[nodiscard]] static staged stage(Value value) {
        const auto hash = hash_of(id_of(value));
        return {std::move(value), hash};
    }
    /// Where it came to be; `no_slot` if its id is there already.
    std::uint32_t insert(staged&& what) noexcept {
        if (find(id_of(what.value), what.hash) != no_slot) return no_slot;
        auto slot = static_cast<std::uint32_t>(held_.size());
        if (free_.empty()) {
            held_.push_back({std::move(what.value), next_number_});
        } else {
            slot = free_.back();
            free_.pop_back();
            held_[slot] = {std::move(what.value), next_number_};
        }
        numbers_.push_back(next_number_++);
        in_order_.push_back(slot);
        index_.insert(what.hash, slot);
        return slot;
    }
    /// The next one gets at least this number.
    void skip_to(std::uint64_t number) noexcept {
        if (number > next_number_) next_number_ = number;
    }
    void erase(std::uint32_t slot) noexcept {
        const auto place = std::lower_bound(numbers_.begin(), numbers_.end(), held_[slot].number);
        in_order_[static_cast<std::size_t>(place - numbers_.begin())] = no_slot;
        index_.erase(hash_of(id_of(at(slot))), slot);
        held_[slot] = {};
        free_.push_back(slot);
        if (++holes_ > in_order_.size() / 2) close_holes();
    }
    /// The numbers go on.
    void clear() noexcept {
        index_.clear();
        held_.clear();
        free_.clear();
        numbers_.clear();
        in_order_.clear();
        holes_ = 0;
    }

private:
    struct entry {
        Value value{};
        std::uint64_t number = 0;
    };

    [[nodiscard]] static std::string_view id_of(const Value& value) noexcept {
        if constexpr (requires { value.id(); })
            return value.id();
        else
            return value.id;
    }
    [[nodiscard]] static std::uint32_t hash_of(std::string_view id) noexcept {
        return static_cast<std::uint32_t>(hash_bytes(id, process_key()) >> 32U);
    }
    [[nodiscard]] std::uint32_t find(std::string_view id, std::uint32_t hash) const noexcept {
        return index_.find(hash, [&](std::uint32_t slot) { return id_of(at(slot)) == id; });
    }
    void close_holes() noexcept {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < in_order_.size(); ++i) {
            if (in_order_[i] == no_slot) continue;
            numbers_[kept] = numbers_[i];
            in_order_[kept++] = in_order_[i];
        }
        numbers_.resize(kept);
        in_order_.resize(kept);
        holes_ = 0;
    }

    slot_index index_;
    std::vector<entry> held_;
    std::vector<std::uint32_t> free_;
    std::vector<std::uint64_t> numbers_;   // ascending
    std::vector<std::uint32_t> in_order_;  // the slot of each number; `no_slot` where it left
    std::size_t holes_ = 0;
    std::uint64_t next_number_ = 1;
};

}  // namespace workmem::detail
