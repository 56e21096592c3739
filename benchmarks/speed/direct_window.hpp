#pragma once

#include "policies.hpp"

#include <workmem/entity/entity_key.hpp>
#include <workmem/entity/entity_slots.hpp>
#include <workmem/entity/options.hpp>
#include <workmem/metrics/metrics.hpp>
#include <workmem/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace bench {

/// What `workmem::basic_entity_window` does for one entity at a time, written down directly over
/// the same slots: nothing is decided first, recorded or announced. The same checks, TTL, two
/// segments, metrics and guarantee (text gets its room before anything changes). What staging
/// costs is the difference.
template <class Clock>
class direct_window {
    using traits = workmem::entity_traits<workmem::entity>;
    static constexpr auto no_slot = workmem::detail::no_slot;

public:
    direct_window(std::size_t capacity, workmem::milliseconds ttl, Clock clock)
        : clock_{std::move(clock)} {
        options_.capacity = capacity;
        options_.ttl = ttl;
    }

    bool add(const workmem::entity& value, workmem::strength level = workmem::strength::mentioned) {
        check(value);
        if (!traits::is_valid(value)) [[unlikely]] {
            auto repaired = value;
            traits::make_valid(repaired);
            return add(repaired, level);
        }
        const auto now = std::max(clock_.now(), time_);
        expire(now);
        const std::string_view type = traits::type(value), id = traits::id(value);
        auto hash = slots_.hash(type, id);
        auto slot = slots_.find(hash, type, id);
        const bool known = slot != no_slot;
        bool evicts = false;
        if (!known) {
            evicts = slots_.size() >= options_.capacity;
            if (evicts) {
                slot = oldest();
            } else {
                if (slots_.size() == slots_.slot_count()) {
                    slots_.grow(
                        std::min(std::max(slots_.slot_count() * 2, std::size_t{4}), options_.capacity));
                    hash = slots_.hash(type, id);
                }
                slot = slots_.order().first_free();
            }
        }
        auto& held = slots_.held(slot);
        if (traits::reserve(held.value, value)) {
            if (evicts) slots_.erase(slot);
            traits::assign(held.value, value);
        } else {
            auto copy = value;
            if (evicts) slots_.erase(slot);
            held.value = std::move(copy);
        }
        if (known) {
            slots_.rewrite_key(slot);
            slots_.touch(slot, now, level);
        } else {
            slots_.at(slot).time = now;
            slots_.insert(hash, level);
            held.rank = 0;
            held.observation = 0;
            counters_.on_addition(evicts);
        }
        time_ = now;
        changed(now);
        return !known;
    }

    const workmem::entity* get(std::string_view type, std::string_view id) {
        const auto now = clock_.now();
        const auto slot = slots_.find(slots_.hash(type, id), type, id);
        const bool hit = slot != no_slot && slots_.at(slot).time > now - *options_.ttl;
        counters_.on_lookup(hit);
        if (!hit) return nullptr;
        slots_.touch(slot, now, workmem::strength::read);
        ++slots_.at(slot).access_count;
        changed(now);
        auto& out = slots_.held(slot).value;
        traits::stamp(out, slots_.entry_at(slot));
        return &out;
    }

private:
    static void check(const workmem::entity& value) {
        const std::string_view type = traits::type(value), id = traits::id(value);
        if (id.empty() || id.size() > 1024 || type.empty() || type.size() > 256 ||
            !workmem::text::is_valid(id) || !workmem::text::is_valid(type)) [[unlikely]]
            workmem::raise({workmem::error_code::validation_error, "type or id"});
    }
    void expire(workmem::timestamp now) {
        for (std::size_t i = 0; i < workmem::detail::recency_list::segments; ++i)
            for (auto slot = slots_.order().oldest(i);
                 slot != no_slot && slots_.at(slot).time <= now - *options_.ttl;
                 slot = slots_.order().oldest(i)) {
                slots_.erase(slot);
                ++counters_.totals.expirations;
            }
    }
    [[nodiscard]] std::uint32_t oldest() const noexcept {
        const auto returned = slots_.order().oldest(0);
        return returned != no_slot ? returned : slots_.order().oldest(1);
    }
    void changed(workmem::timestamp now) noexcept {
        as_of_ = std::max(as_of_, now);
        ++version_;
    }

    Clock clock_;
    workmem::metrics::counters counters_;
    workmem::detail::entity_slots<workmem::entity, workmem::identity::type_and_id> slots_;
    workmem::entity_options options_;
    workmem::timestamp time_ = workmem::timestamp::min();
    workmem::timestamp as_of_{};
    std::uint64_t version_ = 0;
};

}  // namespace bench
