#pragma once

#include <workmem/ids/meant_id.hpp>
#include <workmem/journal/stream_names.hpp>
#include <workmem/keyed/keyed_store.ipp>
#include <workmem/task/task_memory.ipp>
#include <workmem/task/task_store.hpp>
#include <workmem/task/validate.hpp>

namespace workmem {

template <class Policies>
basic_task_store<Policies>::basic_task_store(task_options options, parts with, usual_plan usual)
    : options_{std::move(options)},
      with_{std::move(with)},
      clock_{with_.clock, with_.max_clock_skew},
      usual_{std::move(usual)} {
    if (auto problem = problem_of(options_)) raise(std::move(*problem));
    clock_.set_by(with_.journal);
}

template <class Policies>
auto basic_task_store<Policies>::create(task_options purpose) -> std::shared_ptr<memory_type> {
    return try_create(std::move(purpose)).value();
}

template <class Policies>
auto basic_task_store<Policies>::try_create(task_options purpose, std::span<const new_task> first)
    -> result<std::shared_ptr<memory_type>> {
    auto with = options_;
    with.name = std::move(purpose.name);
    with.goal = std::move(purpose.goal);
    with.constraints = std::move(purpose.constraints);
    with.memory_core_refs = std::move(purpose.memory_core_refs);
    if (with.name.empty()) with.name = with_.ids.next();
    if (auto problem = detail::validate_text("name", with.name, 1, task_limits::id))
        return std::move(*problem);
    auto found = find(with.name);
    // What is there takes no purpose, but what is said of one must make sense all the same.
    if (found)
        if (auto problem = problem_of_new(with, !*found ? first : std::span<const new_task>{}))
            return std::move(*problem);
    if (!found || *found) return found;
    return current(with.name, [&] { return make(with); });
}

template <class Policies>
auto basic_task_store<Policies>::find(const std::string& name)
    -> result<std::shared_ptr<memory_type>> {
    return current(name, [&]() -> result<std::shared_ptr<memory_type>> {
        const auto is_there = journal::holds_stream(with_.journal, std::string{prefix} + name);
        if (!is_there) return is_there.error();
        if (!*is_there) return std::shared_ptr<memory_type>{};
        auto with = options_;
        with.name = name;
        return make(with);
    });
}

template <class Policies>
result<std::vector<task_memory_info>> basic_task_store<Policies>::try_list() {
    auto every = names();
    if (!every) return every.error();
    std::vector<task_memory_info> out;
    for (const auto& name : *every) {
        auto found = find(name);
        if (!found) return found.error();
        if (*found) out.push_back((*found)->info());
    }
    return out;
}

template <class Policies>
result<std::optional<std::string>> basic_task_store<Policies>::maker_of(const call_options& call) {
    if (call.idempotency_key.empty()) return std::optional<std::string>{};
    auto every = names();
    if (!every) return every.error();
    for (auto& name : *every) {
        const auto found = find(name);
        if (!found) return found.error();
        if (*found && (*found)->has_made(call)) return std::optional{std::move(name)};
    }
    return std::optional<std::string>{};
}

template <class Policies>
result<std::optional<std::string>> basic_task_store<Policies>::only_active() {
    auto all = try_list();
    if (!all) return all.error();
    std::optional<std::string> out;
    std::string names;
    std::size_t active = 0;
    for (auto& each : *all) {
        if (each.status != task_memory_status::active) continue;
        if (!usual_.name.empty()) {
            // Every project has a plan, most of them an empty one.
            if (each.tasks == 0 && each.goal.empty()) continue;
            if (each.name == usual_.name) return std::optional{std::move(each.name)};
            if (usual_.only) continue;
        }
        names += (active++ == 0 ? "" : ", ") + text::quoted(each.name);
        out = std::move(each.name);
    }
    if (active <= 1) return out;
    return error{error_code::validation_error,
                 "plan must be given, because several are active: " + names,
                 {{"field", "plan"}, {"active", names}}};
}

template <class Policies>
result<std::optional<std::string>> basic_task_store<Policies>::last_active() {
    if (!usual_.name.empty()) {
        auto found = find(usual_.name);
        if (!found) return found.error();
        if (*found && (usual_.only || !(*found)->empty())) return std::optional{usual_.name};
        if (usual_.only) return std::optional<std::string>{};
    }
    auto all = try_list();
    if (!all) return all.error();
    if (!usual_.name.empty())
        std::erase_if(*all, [](const auto& each) { return each.tasks == 0 && each.goal.empty(); });
    if (all->size() != 1) return std::optional<std::string>{};
    return std::optional{std::move(all->front().name)};
}

template <class Policies>
result<std::string> basic_task_store<Policies>::next_name() {
    if (!usual_.name.empty()) return usual_.name;
    for (std::size_t number = 1;; ++number) {
        auto name = "plan-" + std::to_string(number);
        auto found = find(name);
        if (!found) return found.error();
        if (!*found || (*found)->empty()) return name;
    }
}

template <class Policies>
std::vector<task_memory_info> basic_task_store<Policies>::stale(milliseconds after) {
    return try_stale(after).value();
}

template <class Policies>
result<std::vector<task_memory_info>> basic_task_store<Policies>::try_stale(milliseconds after) {
    auto every = try_list();
    if (!every) return every;
    const auto now = clock_.now();
    std::erase_if(*every, [&](const auto& each) { return now - each.changed < after; });
    return every;
}

template <class Policies>
std::vector<collected_tasks> basic_task_store<Policies>::gc(const task_gc_policy& policy,
                                                            bool dry_run) {
    return try_gc(policy, dry_run).value();
}

template <class Policies>
result<std::vector<collected_tasks>> basic_task_store<Policies>::try_gc(
    const task_gc_policy& policy, bool dry_run) {
    auto every = try_list();
    if (!every) return every.error();
    std::vector<collected_tasks> out;
    for (const auto& each : *every) {
        const auto what = due(each, policy);
        if (!what) continue;
        if (!dry_run) {
            auto done = collect(each.name, *what, policy);
            if (!done) return done.error();
            if (!*done) continue;
        }
        out.push_back({each.id, each.name, *what});
    }
    return out;
}

template <class Policies>
result<std::vector<std::string>> basic_task_store<Policies>::names() {
    auto stored = journal::names_below(with_.journal, prefix);
    if (!stored) return stored;
    return open_.keys(std::move(*stored));
}

template <class Policies>
result<std::string> basic_task_store<Policies>::try_identify(std::string_view said) {
    const auto all = names();
    if (!all) return all.error();
    return meant_among(said, "plans", *all);
}

template <class Policies>
std::optional<error> basic_task_store<Policies>::problem_of_new(task_options with,
                                                                std::span<const new_task> first) {
    auto tried = basic_task_memory<detached_policies<Policies>>::try_make(std::move(with));
    if (!tried) return tried.error();
    std::vector<new_task> tasks{first.begin(), first.end()};
    if (auto added = tried->try_add_tasks(tasks); !added) return added.error();
    return std::nullopt;
}

template <class Policies>
template <class Make>
auto basic_task_store<Policies>::current(const std::string& name, Make&& make)
    -> result<std::shared_ptr<memory_type>> {
    for (;;) {
        auto found = open_.open(name, make);
        if (!found) return found.error();
        auto& memory = found->memory;
        if (memory && found->by != opened_memories::opener::this_call) {
            const auto there = is_there(*memory, name);
            if (!there) return there.error();
            if (!*there) {
                open_.drop(name, memory);
                continue;
            }
        }
        if (memory)
            if (auto done = memory->try_follow(); !done) return done.error();
        return std::move(memory);
    }
}

template <class Policies>
auto basic_task_store<Policies>::make(const task_options& with)
    -> result<std::shared_ptr<memory_type>> {
    auto made = std::make_shared<opened_memory>([&] {
        auto mine = with_;
        mine.stream = std::string{prefix} + with.name;
        return memory_type::try_make(with, std::move(mine));
    });
    if (!made->is) return made->is.error();
    return std::shared_ptr<memory_type>{made, &*made->is};
}

template <class Policies>
result<bool> basic_task_store<Policies>::is_there(const memory_type& known,
                                                  const std::string& name) {
    if constexpr (keeps_streams) {
        auto journal = with_.journal;
        const auto stream = journal.find_stream(std::string{prefix} + name);
        if (!stream) return stream.error();
        return *stream && (*stream)->incarnation == known.position().incarnation;
    } else {
        return true;
    }
}

template <class Policies>
std::optional<collected_tasks::action> basic_task_store<Policies>::due(
    const task_memory_info& of, const task_gc_policy& policy) {
    const auto age = clock_.now() - of.changed;
    if (of.status == task_memory_status::archived && age >= policy.purge_after)
        return collected_tasks::action::purge;
    if ((of.status == task_memory_status::completed ||
         of.status == task_memory_status::cancelled) &&
        age >= policy.archive_after)
        return collected_tasks::action::archive;
    return std::nullopt;
}

template <class Policies>
result<bool> basic_task_store<Policies>::collect(const std::string& name,
                                                 collected_tasks::action what,
                                                 const task_gc_policy& policy) {
    auto found = find(name);
    if (!found) return found.error();
    if (!*found || due((*found)->info(), policy) != what) return false;
    if (what == collected_tasks::action::purge) return purge(name, *found);
    auto done = (*found)->try_archive();
    return done ? result<bool>{true} : result<bool>{done.error()};
}

template <class Policies>
result<bool> basic_task_store<Policies>::purge(const std::string& name,
                                               const std::shared_ptr<memory_type>& seen) {
    if constexpr (keeps_streams) {
        return open_.close(name, [&]() -> result<bool> {
            const auto stream = std::string{prefix} + name;
            auto journal = with_.journal;
            auto now = journal.find_stream(stream);
            if (!now) return now.error();
            if (!*now || (*now)->incarnation != seen->position().incarnation ||
                (*now)->last != seen->sequence())
                return false;
            if (auto gone = journal.erase_stream(stream); !gone) return gone.error();
            return true;
        });
    } else {
        return open_.drop(name, seen);
    }
}

}  // namespace workmem
