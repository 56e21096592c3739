#pragma once

#include <workmem/bounded/bounded_store.hpp>

namespace workmem {

template <class Policies>
std::vector<remembered> basic_bounded_store<Policies>::remember(std::string_view prompt,
                                                                std::size_t k,
                                                                const item_filter& filter) {
    return remember(prompt, k, filter, true);
}

template <class Policies>
std::vector<remembered> basic_bounded_store<Policies>::remember(std::string_view prompt) {
    return remember(prompt, 10, {}, false);
}

template <class Policies>
std::vector<remembered> basic_bounded_store<Policies>::remember(std::string_view prompt,
                                                                std::size_t k,
                                                                const item_filter& filter,
                                                                bool with_neighbours) {
    return replica_.update_and_show([&](state_type& state, std::uint64_t&) {
        const auto now = replica_.clock().now();
        const auto found = state.search(prompt, k, filter, with_neighbours);
        if constexpr (metrics_type::counts) counters_.on_lookup(!found.empty());
        std::vector<std::uint32_t> which;
        for (const auto& each : found) which.push_back(each.slot);
        std::vector<remembered> out;
        out.reserve(found.size());
        for (const auto& each : found)
            out.push_back({state.value(each.slot), each.score, each.is_neighbour});
        // The last used is the best.
        for (auto slot = which.rbegin(); slot != which.rend(); ++slot) state.touch(*slot, now);
        for (std::size_t i = 0; i < which.size(); ++i) stamp(out[i].value, state, which[i]);
        return out;
    });
}

template <class Policies>
std::vector<remembered> basic_bounded_store<Policies>::search(std::string_view prompt,
                                                              std::size_t k,
                                                              const item_filter& filter) {
    return replica_.update_and_show([&](state_type& state, std::uint64_t&) {
        std::vector<remembered> out;
        for (const auto& each : state.search(prompt, k, filter, false))
            out.push_back({state.copy(each.slot), each.score, each.is_neighbour});
        return out;
    });
}

template <class Policies>
std::optional<item> basic_bounded_store<Policies>::get(std::string_view id) {
    return get_at([&](const state_type& state) { return state.find(id); });
}

template <class Policies>
std::optional<item> basic_bounded_store<Policies>::get_by_key(std::string_view key) {
    return get_at([&](const state_type& state) { return state.find_key(key); });
}

template <class Policies>
bool basic_bounded_store<Policies>::touch(std::string_view id) {
    return replica_.update([&](state_type& state) {
        const auto slot = state.find(id);
        if (slot != no_slot) state.touch(slot, replica_.clock().now());
        return slot != no_slot;
    });
}

template <class Policies>
template <class Find>
std::optional<item> basic_bounded_store<Policies>::get_at(Find&& find) {
    return replica_.update_and_show([&](state_type& state, std::uint64_t&) {
        if constexpr (metrics_type::counts) {
            if (counters_.samples())
                return counters_.timed([&] { return look_up(state, find(state)); });
        }
        return look_up(state, find(state));
    });
}

template <class Policies>
std::optional<item> basic_bounded_store<Policies>::look_up(state_type& state, std::uint32_t slot) {
    std::optional<item> out;
    if (slot != no_slot) {
        out = std::optional<item>{state.value(slot)};  // may fail, so it comes before the touch
        state.touch(slot, replica_.clock().now());
        stamp(*out, state, slot);
    }
    if constexpr (metrics_type::counts) counters_.on_lookup(out.has_value());
    return out;
}

template <class Policies>
void basic_bounded_store<Policies>::stamp(item& out, const state_type& state,
                                          std::uint32_t slot) noexcept {
    out.access_count = state.value(slot).access_count;
    out.accessed = state.value(slot).accessed;
}

}  // namespace workmem
