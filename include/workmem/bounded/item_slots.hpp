#pragma once

#include <workmem/bounded/item.hpp>
#include <workmem/bounded/key_spelling.hpp>
#include <workmem/detail/hash.hpp>
#include <workmem/detail/renew.hpp>
#include <workmem/detail/slot_index.hpp>
#include <workmem/detail/slot_list.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::detail {

/// Where a bounded store keeps its items: stable slots in the order of the queue and in the order
/// of use, found by id, key and group. Reserving may fail; everything else cannot. Copyable,
/// movable.
class item_slots {
public:
    struct held {
        item value{};
        std::uint32_t in_group = no_slot;  // the next of its group, in a ring
        std::uint32_t unsaved_touches = 0;
        timestamp saved_access{};      // when it was accessed before them
        std::uint64_t mark = 0;        // the last decision that chose or spared it
        std::uint64_t superseded = 0;  // the last decision in which its key passed on
        bool in_use = false;
    };

    /// `keeps_recency`: whether the order of use matters.
    explicit item_slots(bool keeps_recency = true) noexcept : keeps_recency_{keeps_recency} {}

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// How often an item came or went.
    [[nodiscard]] std::uint64_t changes() const noexcept { return changes_; }
    [[nodiscard]] std::size_t slot_count() const noexcept { return slots_.size(); }
    [[nodiscard]] held& at(std::uint32_t slot) noexcept { return slots_[slot]; }
    [[nodiscard]] const held& at(std::uint32_t slot) const noexcept { return slots_[slot]; }
    /// From the oldest to the newest.
    [[nodiscard]] const slot_list& queue() const noexcept { return queue_; }
    /// From the one used longest ago to the last; empty where it does not matter.
    [[nodiscard]] const slot_list& recency() const noexcept { return recency_; }

    [[nodiscard]] std::uint32_t find_id(std::string_view id) const noexcept {
        return find(ids_, id, [](const item& each) -> std::string_view { return each.id; });
    }
    /// In any spelling.
    [[nodiscard]] std::uint32_t find_key(std::string_view key) const noexcept {
        if (key.empty()) return no_slot;
        return keys_.find(hash_key_of(key), [&](std::uint32_t slot) {
            return same_key(slots_[slot].value.key, key);
        });
    }
    /// One of a group.
    [[nodiscard]] std::uint32_t find_group(std::string_view group) const noexcept {
        if (group.empty()) return no_slot;
        return find(groups_, group,
                    [](const item& each) -> std::string_view { return each.group; });
    }
    /// Calls `visit(slot)` for an item and all that leave with it.
    template <class Visit>
    void for_each_in_group(std::uint32_t slot, Visit&& visit) const {
        auto each = slot;
        do {
            const auto next = slots_[each].in_group;
            visit(each);
            each = next;
        } while (each != slot);
    }
    /// Oldest first.
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (auto slot = queue_.first(); slot != no_slot;) {
            const auto next = queue_.next(slot);
            visit(slot);
            slot = next;
        }
    }

    /// Room for `more` items besides those there are; true where there are more slots now.
    bool reserve(std::size_t more) {
        const auto needed = size_ + more;
        if (needed <= slots_.size()) return false;
        const auto count = (std::max)({needed, slots_.size() * 2, std::size_t{8}});
        queue_.reserve(count);
        if (keeps_recency_) recency_.reserve(count);
        free_.reserve(count);
        ids_.reserve(count, [&](auto&& insert) {
            for_each([&](std::uint32_t slot) { insert(hash(slots_[slot].value.id), slot); });
        });
        keys_.reserve(count, [&](auto&& insert) {
            for_each([&](std::uint32_t slot) {
                const auto& key = slots_[slot].value.key;
                if (!key.empty()) insert(hash_key_of(key), slot);
            });
        });
        groups_.reserve(count, [&](auto&& insert) {
            for_each([&](std::uint32_t slot) {
                const auto& group = slots_[slot].value.group;
                if (!group.empty() && find_group(group) == slot) insert(hash(group), slot);
            });
        });
        const auto before = slots_.size();
        slots_.resize(count);
        for (auto slot = count; slot > before; --slot)
            free_.push_back(static_cast<std::uint32_t>(slot - 1));
        return true;
    }

    /// The newest of the queue and the last used.
    std::uint32_t insert(item&& value) noexcept {
        const auto slot = free_.back();
        free_.pop_back();
        auto& into = slots_[slot];
        renew(into.value, std::move(value));
        into.unsaved_touches = 0;
        into.mark = into.superseded = 0;
        into.in_use = true;
        ++size_;
        ++changes_;
        queue_.push_back(slot);
        if (keeps_recency_) recency_.push_back(slot);
        ids_.insert(hash(into.value.id), slot);
        link(slot);
        return slot;
    }
    /// Its value is what the caller takes out of it before the slot is used again.
    void erase(std::uint32_t slot) noexcept {
        unlink(slot);
        ids_.erase(hash(slots_[slot].value.id), slot);
        queue_.erase(slot);
        if (keeps_recency_) recency_.erase(slot);
        slots_[slot].in_use = false;
        free_.push_back(slot);
        --size_;
        ++changes_;
    }
    /// The same item, saying something else; id and number stay.
    void replace(std::uint32_t slot, item&& value) noexcept {
        unlink(slot);
        slots_[slot].value = std::move(value);
        link(slot);
    }
    void use(std::uint32_t slot) noexcept {
        if (!keeps_recency_) return;
        recency_.erase(slot);
        recency_.push_back(slot);
    }

private:
    static std::uint32_t hash(std::string_view text) noexcept {
        return static_cast<std::uint32_t>(hash_bytes(text, process_key()) >> 32);
    }
    static std::uint32_t hash_key_of(std::string_view key) noexcept {
        return static_cast<std::uint32_t>(hash_of_key(key, process_key()) >> 32);
    }
    template <class TextOf>
    std::uint32_t find(const slot_index& index, std::string_view text,
                       TextOf&& text_of) const noexcept {
        return index.find(hash(text),
                          [&](std::uint32_t slot) { return text_of(slots_[slot].value) == text; });
    }
    void link(std::uint32_t slot) noexcept {
        auto& each = slots_[slot];
        each.in_group = slot;
        if (!each.value.key.empty()) keys_.insert(hash_key_of(each.value.key), slot);
        if (each.value.group.empty()) return;
        const auto other = find_group(each.value.group);
        if (other == no_slot)
            groups_.insert(hash(each.value.group), slot);
        else
            each.in_group = std::exchange(slots_[other].in_group, slot);
    }
    void unlink(std::uint32_t slot) noexcept {
        auto& each = slots_[slot];
        if (!each.value.key.empty()) keys_.erase(hash_key_of(each.value.key), slot);
        if (each.value.group.empty()) return;
        if (find_group(each.value.group) == slot) {
            groups_.erase(hash(each.value.group), slot);
            if (each.in_group != slot) groups_.insert(hash(each.value.group), each.in_group);
        }
        auto before = slot;
        while (slots_[before].in_group != slot) before = slots_[before].in_group;
        slots_[before].in_group = each.in_group;
        each.in_group = slot;
    }

    std::vector<held> slots_;
    std::vector<std::uint32_t> free_;
    slot_list queue_, recency_;
    slot_index ids_, keys_, groups_;
    std::size_t size_ = 0;
    std::uint64_t changes_ = 0;
    bool keeps_recency_;
};

}  // namespace workmem::detail
