#pragma once

#include <workmem/detail/slot_heap.hpp>
#include <workmem/eviction/item_facts.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace workmem::eviction::detail {

/// Where an item stands among those that may go: first the lowest class, in it the lowest rank,
/// then the oldest.
struct standing {
    int order = 0;
    std::int64_t rank = 0;
    std::uint64_t number = 0;
    bool important = false;

    friend bool operator<(const standing& a, const standing& b) noexcept {
        if (a.order != b.order) return a.order < b.order;
        if (a.rank != b.rank) return a.rank < b.rank;
        return a.number < b.number;
    }
};

/// Keeps items in the order in which they go, the important ones apart: they go when nothing else
/// can, or `Rule::too_many_important(entries)` and it is their turn, and only where
/// `entries.may_override()`. `Rule::stand(entries, slot, facts, expired)` says where one stands,
/// `Rule::expires` whether that depends on age. What came or changed is looked at when the next
/// victim is picked, and what has expired by then moves once: O(log n) each, no scan.
template <class Rule>
class victim_order {
public:
    static constexpr bool uses_hash = false;
    static constexpr bool ranks_items = true;

    void reserve(std::size_t slot_count) {
        if (slot_count > slots_.size()) slots_.resize(slot_count);
        unseen_.reserve(slot_count);
        taken_.reserve(slot_count);
        order_.reserve(slot_count);
        important_.reserve(slot_count);
        if constexpr (Rule::expires) {
            by_step_.reserve(slot_count);
            by_time_.reserve(slot_count);
        }
    }
    void on_insert(std::uint32_t slot, std::uint64_t) noexcept {
        slots_[slot].present = true;
        look_again(slot);
    }
    void on_access(std::uint32_t, std::uint64_t) noexcept {}
    void on_change(std::uint32_t slot) noexcept { look_again(slot); }
    void on_erase(std::uint32_t slot, std::uint64_t) noexcept {
        slots_[slot].present = false;
        withdraw(slot);
    }
    /// Other limits: everything stands elsewhere.
    void on_limits() noexcept {
        for (std::uint32_t slot = 0; slot < slots_.size(); ++slot)
            if (slots_[slot].present) look_again(slot);
    }
    void clear() noexcept {
        for (auto& each : slots_) each = {};
        unseen_.clear();
        taken_.clear();
        order_.clear();
        important_.clear();
        by_step_.clear();
        by_time_.clear();
    }

    template <class Entries>
    [[nodiscard]] std::uint32_t victim(const Entries& entries) {
        if (decision_ != entries.decision()) {
            decision_ = entries.decision();
            put_back();
        }
        look(entries);
        auto slot = next(entries);
        while (slot != no_slot) {
            // Whoever asks takes it; if nothing comes of that it is put back.
            heap_of(slot).erase(slot, before());
            slots_[slot].taken = true;
            taken_.push_back(slot);
            if (!entries.is_protected(slot)) break;
            slot = next(entries);
        }
        return slot;
    }

private:
    struct known {
        standing at{};
        std::int64_t last_step = 0;
        timestamp expiry{};
        bool present = false;
        bool unseen = false;  // stands in unseen_
        bool taken = false;   // stands in taken_, and may go back
    };

    [[nodiscard]] auto before() const noexcept {
        return [this](std::uint32_t a, std::uint32_t b) { return slots_[a].at < slots_[b].at; };
    }
    [[nodiscard]] auto sooner_by_step() const noexcept {
        return [this](std::uint32_t a, std::uint32_t b) {
            return slots_[a].last_step < slots_[b].last_step;
        };
    }
    [[nodiscard]] auto sooner_by_time() const noexcept {
        return [this](std::uint32_t a, std::uint32_t b) {
            return slots_[a].expiry < slots_[b].expiry;
        };
    }
    [[nodiscard]] workmem::detail::slot_heap& heap_of(std::uint32_t slot) noexcept {
        return slots_[slot].at.important ? important_ : order_;
    }
    template <class Entries>
    [[nodiscard]] std::uint32_t next(const Entries& entries) const noexcept {
        const auto first = order_.empty() ? no_slot : order_.top();
        if (important_.empty() || !entries.may_override()) return first;
        const auto important = important_.top();
        if (first == no_slot) return important;
        return Rule::too_many_important(entries) && before()(important, first) ? important : first;
    }
    void withdraw(std::uint32_t slot) noexcept {
        slots_[slot].taken = false;
        heap_of(slot).erase(slot, before());
        if constexpr (Rule::expires) {
            by_step_.erase(slot, sooner_by_step());
            by_time_.erase(slot, sooner_by_time());
        }
    }
    void look_again(std::uint32_t slot) noexcept {
        withdraw(slot);
        if (!std::exchange(slots_[slot].unseen, true)) unseen_.push_back(slot);
    }
    void put_back() noexcept {
        for (const auto slot : taken_)
            if (std::exchange(slots_[slot].taken, false) && !heap_of(slot).contains(slot))
                heap_of(slot).push(slot, before());
        taken_.clear();
    }
    template <class Entries>
    void look(const Entries& entries) {
        while (!unseen_.empty()) {
            const auto slot = unseen_.back();
            if (slots_[slot].present) place(entries, slot);
            unseen_.pop_back();
            slots_[slot].unseen = false;
        }
        if constexpr (Rule::expires) {
            while (!by_step_.empty() && slots_[by_step_.top()].last_step < entries.step())
                expire(entries, by_step_.top());
            while (!by_time_.empty() && slots_[by_time_.top()].expiry <= entries.now())
                expire(entries, by_time_.top());
        }
    }
    template <class Entries>
    void place(const Entries& entries, std::uint32_t slot) {
        const auto facts = entries.facts(slot);
        if (facts.pinned) return;
        auto& each = slots_[slot];
        const bool expired = facts.last_step < entries.step() || facts.expiry <= entries.now();
        each.at = Rule::stand(entries, slot, facts, expired);
        each.last_step = facts.last_step;
        each.expiry = facts.expiry;
        heap_of(slot).push(slot, before());
        if constexpr (Rule::expires) {
            if (expired) return;
            by_step_.push(slot, sooner_by_step());
            by_time_.push(slot, sooner_by_time());
        }
    }
    template <class Entries>
    void expire(const Entries& entries, std::uint32_t slot) {
        by_step_.erase(slot, sooner_by_step());
        by_time_.erase(slot, sooner_by_time());
        const auto facts = entries.facts(slot);
        const bool waits = heap_of(slot).contains(slot);
        if (waits) heap_of(slot).erase(slot, before());
        slots_[slot].at = Rule::stand(entries, slot, facts, true);
        if (waits) heap_of(slot).push(slot, before());
    }

    std::vector<known> slots_;
    std::vector<std::uint32_t> unseen_;
    std::vector<std::uint32_t> taken_;
    workmem::detail::slot_heap order_;  // but for the important ones
    workmem::detail::slot_heap important_;
    workmem::detail::slot_heap by_step_;  // by the step after which they have expired
    workmem::detail::slot_heap by_time_;
    std::uint64_t decision_ = 0;
};

}  // namespace workmem::eviction::detail
