#pragma once

#include <workmem/entity/state.ipp>
#include <workmem/entity/window.hpp>
#include <workmem/journal/recorded_memory.ipp>

namespace workmem {

namespace detail {

template <class State>
concept replayable = requires(State& state, std::string_view record,
                              typename State::notice_type* notice) {
    replay_record(state, record, notice);
};

}  // namespace detail

template <class E, class Policies>
basic_entity_window<E, Policies>::basic_entity_window(entity_options options, parts with)
    : basic_entity_window(unopened, std::move(options), std::move(with)) {
    open(with.gap).value();
}

template <class E, class Policies>
bool basic_entity_window<E, Policies>::add(const E& value, strength level,
                                           const call_options& call) {
    return try_add(value, level, call).value();
}

template <class E, class Policies>
result<bool> basic_entity_window<E, Policies>::try_add(const E& value, strength level,
                                                       const call_options& call) {
    const entity_changes::item<E> item{&value, level, 0};
    auto put = put_items(entity_commands::put<E>{{&item, 1}, now_for_change()}, call);
    if (!put) return put.error();
    return put->added > 0;
}

template <class E, class Policies>
entity_commands::put_answer basic_entity_window<E, Policies>::add_many(std::span<const E> values,
                                                                       strength level,
                                                                       const call_options& call) {
    return try_add_many(values, level, call).value();
}

template <class E, class Policies>
result<entity_commands::put_answer> basic_entity_window<E, Policies>::try_add_many(
    std::span<const E> values, strength level, const call_options& call) {
    std::vector<entity_changes::item<E>> items;
    items.reserve(values.size());
    for (const auto& value : values) items.push_back({&value, level, 0});
    return put_items(entity_commands::put<E>{items, now_for_change()}, call);
}

template <class E, class Policies>
bool basic_entity_window<E, Policies>::remove(std::string_view type, std::string_view id,
                                              const call_options& call) {
    return try_remove(type, id, call).value();
}

template <class E, class Policies>
result<bool> basic_entity_window<E, Policies>::try_remove(std::string_view type,
                                                          std::string_view id,
                                                          const call_options& call) {
    const key_view key{type, id};
    auto removed = execute_remove(entity_commands::remove{{&key, 1}, now_for_change()}, call);
    if (!removed) return removed.error();
    return removed->removed > 0;
}

template <class E, class Policies>
result<std::size_t> basic_entity_window<E, Policies>::try_clear(const call_options& call) {
    return replica_.execute(
        entity_commands::clear{now_for_change()}, [](std::size_t) {}, call);
}

template <class E, class Policies>
result<std::size_t> basic_entity_window<E, Policies>::try_sweep() {
    auto swept = execute_remove(entity_commands::sweep{now_for_change()}, plain_call);
    if (!swept) return swept.error();
    return swept->expired + swept->evicted;
}

template <class E, class Policies>
std::size_t basic_entity_window<E, Policies>::set_options(entity_options options) {
    return try_set_options(std::move(options)).value();
}

template <class E, class Policies>
result<std::size_t> basic_entity_window<E, Policies>::try_set_options(entity_options options) {
    if (auto problem = problem_of(options)) return std::move(*problem);
    std::optional<entity_options> before;
    auto swept = execute_remove(entity_commands::sweep{now_for_change(), &options}, plain_call,
                                [&](state_type& state) {
                                    before = state.options();
                                    state.adopt(options);
                                });
    if (swept) return swept->expired + swept->evicted;
    if (before) replica_.update([&](state_type& state) { state.adopt(*before); });
    return swept.error();
}

template <class E, class Policies>
bool basic_entity_window<E, Policies>::mention(std::string_view type, std::string_view id,
                                               strength level) {
    return replica_.update([&](state_type& state) {
        const auto at = replica_.clock().now();
        const auto slot = state.find({type, id}, at);
        if (slot != no_slot) state.touch(slot, at, level);
        return slot != no_slot;
    });
}

template <class E, class Policies>
bool basic_entity_window<E, Policies>::mention(const entity_key& key, strength level) {
    return mention(key.type, key.id, level);
}

template <class E, class Policies>
std::optional<E> basic_entity_window<E, Policies>::peek(std::string_view type,
                                                        std::string_view id) const {
    return replica_.read([&](const state_type& state) -> std::optional<E> {
        const auto slot = state.find({type, id}, now(state));
        if (slot == no_slot) return std::nullopt;
        return state.copy(slot);
    });
}

template <class E, class Policies>
std::optional<E> basic_entity_window<E, Policies>::find(std::string_view id) const {
    return first([&](const entry& each) { return each.id == id; });
}

template <class E, class Policies>
std::vector<E> basic_entity_window<E, Policies>::recent(std::size_t count) const {
    return copies(count, [](const entry&) { return true; });
}

template <class E, class Policies>
std::vector<E> basic_entity_window<E, Policies>::by_type(std::string_view type,
                                                         std::size_t count) const {
    return copies(count, [&](const entry& each) { return each.type == type; });
}

template <class E, class Policies>
entity_options basic_entity_window<E, Policies>::options() const {
    return replica_.read([](const state_type& state) { return state.options(); });
}

template <class E, class Policies>
std::size_t basic_entity_window<E, Policies>::memory() const {
    return replica_.read([](const state_type& state) { return state.memory(); });
}

template <class E, class Policies>
metrics_snapshot basic_entity_window<E, Policies>::metrics() {
    return this->counted([this](metrics_snapshot& out, const state_type& state) {
        out.entities = state.size(now(state));
        out.capacity = state.options().capacity;
    });
}

template <class E, class Policies>
basic_entity_window<E, Policies>::basic_entity_window(unopened_t, entity_options options,
                                                      parts with)
    : recorded{state_type{std::move(options), with.tokens},
               std::move(with.journal),
               std::move(with.observer),
               std::move(with.stream),
               with.keep,
               {std::move(with.clock), with.max_clock_skew}},
      tokens_{std::move(with.tokens)} {}

template <class E, class Policies>
result<void> basic_entity_window<E, Policies>::open(clock_gap gap) {
    if constexpr (Policies::journal::records) {
        static_assert(detail::replayable<state_type>,
                      "workmem: a window with a journal needs <workmem/entity/replay.hpp>, too");
        if (auto opened = replica_.open(); !opened) return opened;
        if (gap == clock_gap::pause)
            replica_.update([&](state_type& state) { state.pause_until(replica_.clock().now()); });
    }
    return {};
}

template <class E, class Policies>
result<entity_commands::put_answer> basic_entity_window<E, Policies>::put_items(
    const entity_commands::put<E>& command, const call_options& call) {
    if constexpr (repairable_entity<E>) {
        for (const auto& item : command.items)
            if (!entity_traits<E>::is_valid(*item.value)) [[unlikely]]
                return put_repaired(command, call);
    }
    return put_valid(command, call);
}

template <class E, class Policies>
result<entity_commands::put_answer> basic_entity_window<E, Policies>::put_repaired(
    entity_commands::put<E> command, const call_options& call) {
    std::vector<E> values;
    std::vector<entity_changes::item<E>> items{command.items.begin(), command.items.end()};
    values.reserve(items.size());
    for (auto& item : items) {
        values.push_back(*item.value);
        entity_traits<E>::make_valid(values.back());
        item.value = &values.back();
    }
    command.items = items;
    return put_valid(command, call);
}

template <class E, class Policies>
result<entity_commands::put_answer> basic_entity_window<E, Policies>::put_valid(
    const entity_commands::put<E>& command, const call_options& call) {
    return replica_.execute(
        command, [this](const entity_commands::put_answer& answer) { count(answer); }, call);
}

template <class E, class Policies>
template <class Command>
result<entity_commands::remove_answer> basic_entity_window<E, Policies>::execute_remove(
    const Command& command, const call_options& call) {
    return execute_remove(command, call, [](state_type&) {});
}

template <class E, class Policies>
template <class Command, class Then>
result<entity_commands::remove_answer> basic_entity_window<E, Policies>::execute_remove(
    const Command& command, const call_options& call, Then&& then) {
    return replica_.execute(
        command,
        [&](const entity_commands::remove_answer& answer, state_type& state) {
            if constexpr (metrics_type::counts)
                counters_.on_change(0, answer.evicted, answer.expired);
            then(state);
        },
        call);
}

template <class E, class Policies>
void basic_entity_window<E, Policies>::count(const entity_commands::put_answer& answer) noexcept {
    if constexpr (metrics_type::counts) {
        counters_.on_change(answer.added, answer.evicted, answer.expired);
        counters_.totals.omitted += answer.left_out;
    }
}

template <class E, class Policies>
template <class Test>
std::vector<E> basic_entity_window<E, Policies>::copies(std::size_t count, Test&& test) const {
    return replica_.read([&](const state_type& state) {
        std::vector<E> out;
        const auto all = state.entries(now(state));
        for (auto each = all.begin(); each != all.end() && out.size() < count; ++each)
            if (test(*each)) out.push_back(state.copy(each.slot()));
        return out;
    });
}

template <class E, class Policies>
template <class Test>
std::optional<E> basic_entity_window<E, Policies>::first(Test&& test) const {
    auto found = copies(1, std::forward<Test>(test));
    if (found.empty()) return std::nullopt;
    return std::move(found.front());
}

}  // namespace workmem
