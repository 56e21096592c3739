#pragma once

#include <workmem/detail/slot_queue.hpp>
#include <workmem/eviction/item_facts.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
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

/// Keeps items in the order in which they go, of a group its newest, the important ones apart: they
/// go when nothing else can, or `Rule::too_many_important(entries)` and it is their turn, and only
/// where `entries.may_override()`. `Rule::stand(entries, slot, facts, expired)` says where one
/// stands, `Rule::orders` how many classes there are, `Rule::expires` whether that depends on age.
/// What came or changed is looked at when the next victim is picked, and what has expired by then
/// moves once: O(1) where items come and expire in order, O(log n) otherwise, no scan.
template <class Rule>
class victim_order {
public:
    static constexpr bool uses_hash = false;
    static constexpr bool uses_recency = false;
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
            leave(slot);
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
        bool stands = false;  // in order_ or important_
        bool ages = false;    // stands in by_step_ or by_time_
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
    void stand(std::uint32_t slot) noexcept {
        auto& each = slots_[slot];
        each.stands = true;
        if (each.at.important)
            important_.push(slot, 0, before());
        else
            order_.push(slot, static_cast<std::size_t>(each.at.order), before());
    }
    void leave(std::uint32_t slot) noexcept {
        auto& each = slots_[slot];
        if (!std::exchange(each.stands, false)) return;
        if (each.at.important)
            important_.erase(slot, 0, before());
        else
            order_.erase(slot, static_cast<std::size_t>(each.at.order), before());
    }
    void age(std::uint32_t slot) noexcept {
        auto& each = slots_[slot];
        const bool by_step = each.last_step != (std::numeric_limits<std::int64_t>::max)();
        const bool by_time = each.expiry != (timestamp::max)();
        if (by_step) by_step_.push(slot, 0, sooner_by_step());
        if (by_time) by_time_.push(slot, 0, sooner_by_time());
        each.ages = by_step || by_time;
    }
    void stop_aging(std::uint32_t slot) noexcept {
        if (!std::exchange(slots_[slot].ages, false)) return;
        by_step_.erase(slot, 0, sooner_by_step());
        by_time_.erase(slot, 0, sooner_by_time());
    }
    template <class Entries>
    [[nodiscard]] std::uint32_t next(const Entries& entries) const noexcept {
        const auto first = order_.top(before());
        const auto important = important_.top(before());
        if (important == no_slot || !entries.may_override()) return first;
        if (first == no_slot) return important;
        return Rule::too_many_important(entries) && before()(important, first) ? important : first;
    }
    void withdraw(std::uint32_t slot) noexcept {
        slots_[slot].taken = false;
        leave(slot);
        if constexpr (Rule::expires) stop_aging(slot);
    }
    void look_again(std::uint32_t slot) noexcept {
        withdraw(slot);
        if (!std::exchange(slots_[slot].unseen, true)) unseen_.push_back(slot);
    }
    void put_back() noexcept {
        for (const auto slot : taken_)
            if (std::exchange(slots_[slot].taken, false) && !slots_[slot].stands) stand(slot);
        taken_.clear();
    }
    template <class Entries>
    void look(const Entries& entries) {
        // Who came first comes first, as the queues like it.
        std::reverse(unseen_.begin(), unseen_.end());
        while (!unseen_.empty()) {
            const auto slot = unseen_.back();
            if (slots_[slot].present) place(entries, slot);
            unseen_.pop_back();
            slots_[slot].unseen = false;
        }
        if constexpr (Rule::expires) {
            for (auto slot = no_slot; (slot = by_step_.top(sooner_by_step())) != no_slot &&
                                      slots_[slot].last_step < entries.step();)
                expire(entries, slot);
            for (auto slot = no_slot; (slot = by_time_.top(sooner_by_time())) != no_slot &&
                                      slots_[slot].expiry <= entries.now();)
                expire(entries, slot);
        }
    }
    template <class Entries>
    void place(const Entries& entries, std::uint32_t slot) {
        const auto facts = entries.facts(slot);
        if (facts.pinned || !facts.leads) return;
        auto& each = slots_[slot];
        const bool expired = facts.last_step < entries.step() || facts.expiry <= entries.now();
        each.at = Rule::stand(entries, slot, facts, expired);
        each.last_step = facts.last_step;
        each.expiry = facts.expiry;
        stand(slot);
        if constexpr (Rule::expires)
            if (!expired) age(slot);
    }
    template <class Entries>
    void expire(const Entries& entries, std::uint32_t slot) {
        stop_aging(slot);
        const bool waits = slots_[slot].stands;
        leave(slot);
        slots_[slot].at = Rule::stand(entries, slot, entries.facts(slot), true);
        if (waits) stand(slot);
    }

    std::vector<known> slots_;
    std::vector<std::uint32_t> unseen_;
    std::vector<std::uint32_t> taken_;
    workmem::detail::slot_queue<Rule::orders> order_;  // but for the important ones
    workmem::detail::slot_queue<> important_;
    workmem::detail::slot_queue<> by_step_;  // by the step after which they have expired
    workmem::detail::slot_queue<> by_time_;
    std::uint64_t decision_ = 0;
};

}  // namespace workmem::eviction::detail
