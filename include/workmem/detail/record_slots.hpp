#pragma once

#include <workmem/detail/grow.hpp>
#include <workmem/detail/no_slot.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::detail {

/// Records by id and in the order in which they came, each in a slot that stays while it is there.
/// What may fail is done ahead (`reserve`, `stage`), so that coming in and leaving cannot. `Value`
/// has a string `id`, is default constructible and nothrow movable. Copyable, movable; not
/// synchronised.
template <class Value>
class record_slots {
    using slots_by_id = std::map<std::string, std::uint32_t, std::less<>>;
    using slots_by_number = std::map<std::uint64_t, std::uint32_t>;

public:
    /// A record and its places, ready to come in.
    struct staged {
        Value value;
        typename slots_by_id::node_type by_id;
        typename slots_by_number::node_type by_number;
    };

    [[nodiscard]] std::size_t size() const noexcept { return by_id_.size(); }
    /// The slot of an id, or `no_slot`. O(log size).
    [[nodiscard]] std::uint32_t find(std::string_view id) const noexcept {
        const auto found = by_id_.find(id);
        return found == by_id_.end() ? no_slot : found->second;
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
        for (auto each = by_number_.upper_bound(after); each != by_number_.end(); ++each)
            if (!visit(each->second)) return;
    }
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (const auto& [number, slot] : by_number_) visit(slot);
    }

    /// Room for so many more, and for as many to leave. O(more) on average.
    void reserve(std::size_t more) {
        grow_to(held_, held_.size() + more);
        reserve_erasure();
    }
    void reserve_erasure() { grow_to(free_, held_.size() + 1); }
    [[nodiscard]] static staged stage(Value value) {
        slots_by_id id{{value.id, 0}};
        slots_by_number number{{0, 0}};
        return {std::move(value), id.extract(id.begin()), number.extract(number.begin())};
    }
    /// Where it came to be; `no_slot` if its id is there already.
    std::uint32_t insert(staged&& what) noexcept {
        if (by_id_.find(what.value.id) != by_id_.end()) return no_slot;
        auto slot = static_cast<std::uint32_t>(held_.size());
        if (free_.empty()) {
            held_.emplace_back();
        } else {
            slot = free_.back();
            free_.pop_back();
        }
        held_[slot] = {std::move(what.value), next_number_++};
        what.by_id.mapped() = what.by_number.mapped() = slot;
        what.by_number.key() = held_[slot].number;
        by_id_.insert(std::move(what.by_id));
        by_number_.insert(std::move(what.by_number));
        return slot;
    }
    /// The next one gets at least this number.
    void skip_to(std::uint64_t number) noexcept {
        if (number > next_number_) next_number_ = number;
    }
    void erase(std::uint32_t slot) noexcept {
        by_number_.erase(held_[slot].number);
        by_id_.erase(by_id_.find(held_[slot].value.id));
        held_[slot] = {};
        free_.push_back(slot);
    }
    /// The numbers go on.
    void clear() noexcept {
        by_id_.clear();
        by_number_.clear();
        held_.clear();
        free_.clear();
    }

private:
    struct entry {
        Value value{};
        std::uint64_t number = 0;
    };

    slots_by_id by_id_;
    slots_by_number by_number_;
    std::vector<entry> held_;
    std::vector<std::uint32_t> free_;
    std::uint64_t next_number_ = 1;
};

}  // namespace workmem::detail
