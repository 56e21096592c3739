#pragma once

#include <workmem/bounded/bounded_store.hpp>
#include <workmem/ids/meant_id.hpp>

namespace workmem {

template <class Policies>
capacity_info basic_bounded_store<Policies>::get_capacity_info() const {
    return replica_.read([](const state_type& state) {
        const auto& options = state.options();
        capacity_info out;
        out.items = static_cast<std::int64_t>(state.size());
        out.tokens = static_cast<std::int64_t>(state.usage().tokens);
        out.max_items = options.max_items;
        out.max_tokens = options.max_tokens;
        out.available_items = (std::max)(options.max_items - out.items, std::int64_t{0});
        out.available_tokens = (std::max)(options.max_tokens - out.tokens, std::int64_t{0});
        out.forgotten_items = static_cast<std::int64_t>(state.forgotten());
        out.pinned_items = static_cast<std::int64_t>(state.pinned().items);
        out.pinned_tokens = static_cast<std::int64_t>(state.pinned().tokens);
        out.step = state.step();
        out.importance_threshold_low = options.importance_threshold_low;
        out.importance_threshold_high = options.importance_threshold_high;
        out.guard = options.guard;
        out.eviction_policy = detail::in_words(options, by_class);
        return out;
    });
}

template <class Policies>
item_explanation basic_bounded_store<Policies>::explain(std::string_view id) const {
    return try_explain(id).value();
}

template <class Policies>
result<item_explanation> basic_bounded_store<Policies>::try_explain(std::string_view id) const {
    return replica_.read([&](const state_type& state) -> result<item_explanation> {
        const auto slot = state.find_any(id);
        if (slot == no_slot)
            return error{error_code::not_found, "there is no item with the id " + text::quoted(id)};
        const auto now = (std::max)(replica_.clock().now(), state.time());
        item_explanation out;
        out.value = state.copy(slot);
        out.standing = state.class_of(slot, now);
        out.expired = state.has_expired(slot, now);
        out.recent = state.is_recent(slot);
        out.age_in_steps = state.step() - out.value.step;
        out.age = now - out.value.created;
        out.text = detail::in_words(out, by_class, state.options().guard);
        return out;
    });
}

template <class Policies>
std::vector<audit_event> basic_bounded_store<Policies>::audit() const {
    return replica_.read([](const state_type& state) { return state.audit(); });
}

template <class Policies>
std::vector<past_item> basic_bounded_store<Policies>::history(std::string_view key) const {
    return replica_.read([&](const state_type& state) { return state.history(key); });
}

template <class Policies>
std::optional<item> basic_bounded_store<Policies>::peek(std::string_view id) const {
    return peek_at([&](const state_type& state) { return state.find(id); });
}

template <class Policies>
std::optional<item> basic_bounded_store<Policies>::peek_by_key(std::string_view key) const {
    return peek_at([&](const state_type& state) { return state.find_key(key); });
}

template <class Policies>
template <class Find>
std::optional<item> basic_bounded_store<Policies>::peek_at(Find&& find) const {
    return replica_.read([&](const state_type& state) -> std::optional<item> {
        const auto slot = find(state);
        if (slot == no_slot) return std::nullopt;
        return state.copy(slot);
    });
}

template <class Policies>
bool basic_bounded_store<Policies>::contains(std::string_view id) const {
    return replica_.read([&](const state_type& state) { return state.find(id) != no_slot; });
}

template <class Policies>
result<std::string> basic_bounded_store<Policies>::try_identify(std::string_view said) const {
    return replica_.read([&](const state_type& state) -> result<std::string> {
        if (state.find_any(said) != no_slot) return std::string{said};
        meant_id meant{said, "items"};
        for (const auto& each : state.items())
            if (!counts_on(said, each.id)) meant.see(each.id, each.text);
        if (!meant.empty()) return meant.value();
        return error{error_code::not_found,
                     "there is no item with the id " + text::quoted(text::prefix(said, 200))};
    });
}

template <class Policies>
std::size_t basic_bounded_store<Policies>::size() const {
    return replica_.read([](const state_type& state) { return state.size(); });
}

template <class Policies>
std::uint64_t basic_bounded_store<Policies>::tokens() const {
    return replica_.read([](const state_type& state) { return state.usage().tokens; });
}

template <class Policies>
std::vector<item> basic_bounded_store<Policies>::all(const item_filter& filter) const {
    return replica_.read([&](const state_type& state) { return chosen(state, filter); });
}

template <class Policies>
metrics_snapshot basic_bounded_store<Policies>::metrics() {
    return this->counted([](metrics_snapshot& out, const state_type& state) {
        out.entities = state.size();
        out.capacity = static_cast<std::uint64_t>(state.options().max_items);
    });
}

template <class Policies>
std::vector<item> basic_bounded_store<Policies>::chosen(const state_type& state,
                                                        const item_filter& filter) {
    std::vector<std::uint32_t> which;
    state.for_each([&](std::uint32_t slot) {
        if (filter.accepts(state.value(slot))) which.push_back(slot);
    });
    return state.copies(which);
}

}  // namespace workmem
