#pragma once

#include <workmem/bounded/bounded_store.hpp>

namespace workmem {

template <class Policies>
memorized basic_bounded_store<Policies>::memorize(new_item what, const call_options& call) {
    return memorize_one(std::move(what), call).value();
}

template <class Policies>
memorized basic_bounded_store<Policies>::memorize(std::string_view text,
                                                  const attribute_list& metadata,
                                                  const call_options& call) {
    return try_memorize(text, metadata, call).value();
}

template <class Policies>
result<memorized> basic_bounded_store<Policies>::try_memorize(std::string_view text,
                                                              const attribute_list& metadata,
                                                              const call_options& call) {
    new_item what;
    what.text = std::string{text};
    what.metadata = metadata;
    return try_memorize(std::move(what), call);
}

template <class Policies>
result<memorized> basic_bounded_store<Policies>::try_memorize(new_item what,
                                                              const call_options& call) {
    return memorize_one(std::move(what), call);
}

template <class Policies>
memorized_batch basic_bounded_store<Policies>::memorize_all(std::vector<new_item> what,
                                                            const call_options& call) {
    return try_memorize_all(std::move(what), call).value();
}

template <class Policies>
result<memorized_batch> basic_bounded_store<Policies>::try_memorize_all(std::vector<new_item> what,
                                                                        const call_options& call) {
    memorized_batch out;
    std::vector<item> items;
    std::vector<bounded_commands::asked> asked;
    items.reserve(what.size());
    asked.reserve(what.size());
    out.ids.reserve(what.size());
    for (auto& each : what) {
        asked.push_back({each.step, each.pinned, each.merges});
        auto& made = items.emplace_back(detail::to_item(std::move(each), ids_.next()));
        if (auto problem = validate(made, each)) return std::move(*problem);
        out.ids.push_back(made.id);
    }
    auto done = execute(bounded_commands::put{items, asked, replica_.clock().now()}, call);
    if (!done) return done.error();
    out.position = done->position;
    if (!done->ids.empty()) out.ids = std::move(done->ids);
    static_cast<made_room&>(out) = std::move(*done);
    return out;
}

template <class Policies>
made_room basic_bounded_store<Policies>::update(std::string_view id, const item_change& what,
                                                const call_options& call) {
    return try_update(id, what, call).value();
}

template <class Policies>
result<made_room> basic_bounded_store<Policies>::try_update(std::string_view id,
                                                            const item_change& what,
                                                            const call_options& call) {
    auto change = detail::validate_change(what);
    if (!change) return change.error();
    const bounded_commands::line_counter count{tokens_};
    auto done =
        execute(bounded_commands::update{id, &*change, count, replica_.clock().now()}, call);
    if (!done) return done.error();
    return made_room{std::move(*done)};
}

template <class Policies>
void basic_bounded_store<Policies>::set_importance(std::string_view id, double importance,
                                                   const call_options& call) {
    try_set_importance(id, importance, call).value();
}

template <class Policies>
result<void> basic_bounded_store<Policies>::try_set_importance(std::string_view id,
                                                               double importance,
                                                               const call_options& call) {
    item_change what;
    what.importance = importance;
    return without_answer(try_update(id, what, call));
}

template <class Policies>
void basic_bounded_store<Policies>::pin(std::string_view id, const call_options& call) {
    try_pin(id, call).value();
}

template <class Policies>
void basic_bounded_store<Policies>::unpin(std::string_view id, const call_options& call) {
    try_unpin(id, call).value();
}

template <class Policies>
result<void> basic_bounded_store<Policies>::try_pin(std::string_view id, const call_options& call) {
    return set_pinned(id, true, call);
}

template <class Policies>
result<void> basic_bounded_store<Policies>::try_unpin(std::string_view id,
                                                      const call_options& call) {
    return set_pinned(id, false, call);
}

template <class Policies>
std::int64_t basic_bounded_store<Policies>::advance_step(const call_options& call) {
    return try_advance_step(call).value();
}

template <class Policies>
result<std::int64_t> basic_bounded_store<Policies>::try_advance_step(const call_options& call) {
    return execute(bounded_commands::step{std::nullopt, replica_.clock().now()}, call);
}

template <class Policies>
void basic_bounded_store<Policies>::set_step(std::int64_t step, const call_options& call) {
    (void)try_set_step(step, call).value();
}

template <class Policies>
result<std::int64_t> basic_bounded_store<Policies>::try_set_step(std::int64_t step,
                                                                 const call_options& call) {
    return execute(bounded_commands::step{step, replica_.clock().now()}, call);
}

template <class Policies>
std::int64_t basic_bounded_store<Policies>::step() const {
    return replica_.read([](const state_type& state) { return state.step(); });
}

template <class Policies>
double basic_bounded_store<Policies>::usual_importance() const {
    return replica_.read(
        [](const state_type& state) { return state.options().default_importance; });
}

template <class Policies>
std::optional<error> basic_bounded_store<Policies>::validate(item& made,
                                                             const new_item& what) const {
    const auto importance = what.importance ? *what.importance : usual_importance();
    return detail::validate_new(made, importance, what.step, tokens_);
}

template <class Policies>
result<memorized> basic_bounded_store<Policies>::memorize_one(new_item&& what,
                                                              const call_options& call) {
    const bounded_commands::asked asked{what.step, what.pinned, what.merges};
    auto made = detail::to_item(std::move(what), ids_.next());
    if (auto problem = validate(made, what)) return std::move(*problem);
    memorized out;
    out.id = made.id;
    auto done =
        execute(bounded_commands::put{{&made, 1}, {&asked, 1}, replica_.clock().now()}, call);
    if (!done) return done.error();
    out.position = done->position;
    if (!done->ids.empty()) out.id = std::move(done->ids.front());
    static_cast<made_room&>(out) = std::move(*done);
    return out;
}

template <class Policies>
result<void> basic_bounded_store<Policies>::set_pinned(std::string_view id, bool pinned,
                                                       const call_options& call) {
    item_change what;
    what.pinned = pinned;
    return without_answer(try_update(id, what, call));
}

template <class Policies>
result<void> basic_bounded_store<Policies>::without_answer(const result<made_room>& done) {
    if (!done) return done.error();
    return {};
}

}  // namespace workmem
