#pragma once

#include <workmem/config.hpp>
#include <workmem/journal/document_call.hpp>
#include <workmem/journal/recorded_memory.ipp>
#include <workmem/journal/replay.hpp>
#include <workmem/task/context.ipp>
#include <workmem/task/operations/agents.ipp>
#include <workmem/task/operations/calls.ipp>
#include <workmem/task/operations/plan.ipp>
#include <workmem/task/operations/records.ipp>
#include <workmem/task/operations/whole.ipp>
#include <workmem/task/operations/work.ipp>
#include <workmem/task/reading/plan.ipp>
#include <workmem/task/reading/records.ipp>
#include <workmem/task/reading/whole.ipp>
#include <workmem/task/state.ipp>
#include <workmem/task/task_handle.hpp>
#include <workmem/task/task_memory.hpp>
#include <workmem/value/valid_text.hpp>

namespace workmem {

template <class Policies>
basic_task_memory<Policies>::basic_task_memory(task_options options, parts with)
    : basic_task_memory(unopened, std::move(options), std::move(with)) {
    open().value();
}

template <class Policies>
auto basic_task_memory<Policies>::try_make(task_options options, parts with)
    -> result<basic_task_memory> {
    return {from_factory,
            [&] { return basic_task_memory(unopened, std::move(options), std::move(with)); },
            [](basic_task_memory& made) { return made.open(); }};
}

template <class Policies>
result<void> basic_task_memory<Policies>::try_discard(const call_options& call) {
    const task_changes::snapshot nothing{};
    auto done = replica_.erase(
        task_commands::load{{}, &nothing, replica_.clock().now()}, {},
        [](const journal::record& each, const auto&) -> std::optional<std::string> {
            if (journal::owner_of(each.bytes) != state_type::owner) return {};
            return R"({"kind":"task.erased","version":1})";
        },
        call);
    if (!done) return done.error();
    return {};
}

template <class Policies>
bool basic_task_memory<Policies>::erase(std::string_view id, const call_options& call) {
    return try_erase(id, call).value();
}

template <class Policies>
result<bool> basic_task_memory<Policies>::try_erase(std::string_view id, const call_options& call) {
    std::string copy;
    id = detail::valid(id, copy);
    return replica_.erase(
        task_commands::erase{{}, id, replica_.clock().now()}, id,
        [&](const journal::record& each, const auto&) { return without_task_text(each.bytes, id); },
        call);
}

template <class Policies>
task_options basic_task_memory<Policies>::options() const {
    return replica_.read([](const state_type& state) { return state.options(); });
}

template <class Policies>
metrics_snapshot basic_task_memory<Policies>::metrics() {
    return this->counted([](metrics_snapshot& out, const state_type& state) {
        out.entities = state.content().tasks.size();
        out.capacity = state.options().max_tasks;
    });
}

template <class Policies>
std::string basic_task_memory<Policies>::to_json_text() const {
    return replica_.read([](const state_type& state) {
        const auto saved = state.snapshot();
        std::string out;
        journal::writer writer{out};
        writer.object(saved.document());
        return out;
    });
}

template <class Policies>
result<std::size_t> basic_task_memory<Policies>::try_load(const text::json_view& json,
                                                          const call_options& call) {
    journal::arena memory;
    journal::reader fields{json, memory};
    task_changes::snapshot content;
    task_changes::snapshot::describe(content, fields);
    if (fields.problem()) return *fields.problem();
    if (content.purpose.id.empty()) content.purpose.id = ids_.next();
    std::string copy;
    auto done = run(task_commands::load{{}, &content, replica_.clock().now()},
                    journal::call_with(call, json, copy));
    if (!done) return done.error();
    return content.tasks.size();
}

template <class Policies>
result<std::size_t> basic_task_memory<Policies>::try_load_text(std::string_view json,
                                                               const call_options& call) {
    const text::json_document read{json};
    if (!read) return read.problem(json);
    return try_load(read.root(), call);
}

template <class Policies>
basic_task_memory<Policies>::basic_task_memory(unopened_t, task_options options, parts with)
    : recorded{state_type{std::move(options)},
               std::move(with.journal),
               std::move(with.observer),
               std::move(with.stream),
               with.keep,
               {std::move(with.clock), with.max_clock_skew}},
      ids_{std::move(with.ids)},
      tokens_{std::move(with.tokens)} {}

template <class Policies>
result<void> basic_task_memory<Policies>::open() {
    auto with = options();
    if (auto problem = problem_of(with)) return std::move(*problem);
    if (auto opened = replica_.open(); !opened) return opened;
    auto purpose = plan_change{std::move(with.name), std::move(with.goal),
                               std::move(with.constraints), std::move(with.memory_core_refs)};
    using detail::validate_text;
    auto problem = validate_text("name", *purpose.name, 0, task_limits::title);
    if (!problem) problem = validate_text("goal", *purpose.goal, 0, task_limits::text);
    if (!problem) problem = detail::validate_texts("constraints", *purpose.constraints);
    if (!problem) problem = detail::validate_texts("memory_core_refs", *purpose.memory_core_refs);
    if (problem) return std::move(*problem);
    // Who only reads finds a plan, or an empty one.
    if (!replica_.can_record()) return {};
    const auto id = ids_.next();
    auto founded = run(task_commands::set_plan{{},
                                               &id,
                                               &*purpose.name,
                                               &*purpose.goal,
                                               &*purpose.constraints,
                                               &*purpose.memory_core_refs,
                                               replica_.clock().now()});
    if (!founded) return founded.error();
    return {};
}

template <class Policies>
template <class Load>
auto basic_task_memory<Policies>::as_of(task_options options, Load&& load)
    -> result<basic_task_memory> {
    basic_task_memory made{unopened, std::move(options), parts{}};
    auto done = made.replica_.update(std::forward<Load>(load));
    if (!done) return done.error();
    return made;
}

template <class Policies>
failure_policy basic_task_memory<Policies>::usual_policy() const {
    return replica_.read([](const state_type& state) { return state.options().on_failure; });
}

template <class Policies>
result<bool> basic_task_memory<Policies>::refresh() {
    if constexpr (keeps_history) {
        const auto before = replica_.sequence();
        if (auto caught = replica_.catch_up(); !caught) return caught.error();
        return replica_.sequence() != before;
    } else {
        return false;
    }
}

template <class Policies>
template <class Command>
result<answer_of<Command>> basic_task_memory<Policies>::run(const Command& command,
                                                            const call_options& call) {
    auto done = replica_.execute(
        command, [](const auto&) {}, call);
    // What a memory refuses that others are ahead of may be right by now.
    if constexpr (keeps_history)
        if (!done && done.error().code() != error_code::storage_error) {
            const auto refreshed = refresh();
            if (!refreshed) return refreshed.error();
            if (*refreshed)
                return replica_.execute(
                    command, [](const auto&) {}, call);
        }
    return done;
}

template <class Policies>
result<void> basic_task_memory<Policies>::take_up(std::span<const discovery> found) {
    auto told = run(task_commands::discover{{}, nullptr, found, replica_.clock().now()});
    if (!told) return told.error();
    return {};
}

}  // namespace workmem
