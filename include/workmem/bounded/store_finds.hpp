#pragma once

#include <workmem/bounded/item_filter.hpp>
#include <workmem/bounded/reports.hpp>
#include <workmem/bounded/store_texts.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace workmem {

/// The verbs of a bounded store that find items. What is found here is touched; that tells the
/// eviction policy of its use.
template <class Policies>
class bounded_store_finds : public bounded_store_texts<Policies> {
    using base = bounded_store_texts<Policies>;

protected:
    using base::base;
    using base::clock_;
    using base::counters_;
    using base::no_slot;
    using base::replica_;
    using typename base::metrics_type;
    using typename base::state_type;

public:
    /// The best `k` items for a prompt: those the ranking finds, by its score, of the same score
    /// the more important, then the newer one. Without a prompt the most important, then newest.
    /// Those beyond their time to live are found while they are there.
    std::vector<remembered> remember(std::string_view prompt, std::size_t k = 10,
                                     const item_filter& filter = {}) {
        return replica_.update_and_show([&](state_type& state, std::uint64_t&) {
            const auto now = clock_.now();
            const auto found = state.search(prompt, k, filter);
            if constexpr (metrics_type::counts) counters_.on_lookup(!found.empty());
            std::vector<std::uint32_t> which;
            for (const auto& each : found) which.push_back(each.slot);
            std::vector<remembered> out;
            out.reserve(found.size());
            for (const auto& each : found) out.push_back({state.value(each.slot), each.score});
            // The last used is the best.
            for (auto slot = which.rbegin(); slot != which.rend(); ++slot) state.touch(*slot, now);
            for (std::size_t i = 0; i < which.size(); ++i) stamp(out[i].value, state, which[i]);
            return out;
        });
    }
    /// A copy of an item that is not forgotten. O(1).
    std::optional<item> get(std::string_view id) {
        return get_at([&](const state_type& state) { return state.find(id); });
    }
    /// The one that has a key now.
    std::optional<item> get_by_key(std::string_view key) {
        return get_at([&](const state_type& state) { return state.find_key(key); });
    }
    /// False if it is not there.
    bool touch(std::string_view id) {
        return replica_.update([&](state_type& state) {
            const auto slot = state.find(id);
            if (slot != no_slot) state.touch(slot, clock_.now());
            return slot != no_slot;
        });
    }

private:
    template <class Find>
    std::optional<item> get_at(Find&& find) {
        return replica_.update_and_show([&](state_type& state, std::uint64_t&) {
            if constexpr (metrics_type::counts) {
                if (counters_.samples())
                    return counters_.timed([&] { return look_up(state, find(state)); });
            }
            return look_up(state, find(state));
        });
    }
    std::optional<item> look_up(state_type& state, std::uint32_t slot) {
        std::optional<item> out;
        if (slot != no_slot) {
            out = std::optional<item>{state.value(slot)};  // may fail, so it comes before the touch
            state.touch(slot, clock_.now());
            stamp(*out, state, slot);
        }
        if constexpr (metrics_type::counts) counters_.on_lookup(out.has_value());
        return out;
    }
    static void stamp(item& out, const state_type& state, std::uint32_t slot) noexcept {
        out.access_count = state.value(slot).access_count;
        out.accessed = state.value(slot).accessed;
    }
};

}  // namespace workmem
