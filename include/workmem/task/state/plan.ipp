#pragma once

#include <workmem/task/state.hpp>

#include <map>
#include <set>
#include <utility>

// A part of task/state.hpp: the plan: its purpose, its tasks, and how they fold.

namespace workmem {

template <class Access>
verdict task_state<Access>::decide(const task_commands::set_plan& command,
                                   task_commands::plan_decision& out) {
    const auto& now = content_.purpose;
    // A new memory's purpose is recorded once, by whoever opens its stream first.
    if (command.id != nullptr && !now.id.empty()) return verdict::nothing;
    if (auto problem = refusal(command.by, task_verb::plan)) return refuse(out, *problem);
    out.change = now;
    out.change.time = at(command.time);
    if (command.id != nullptr) {
        out.change.id = *command.id;
        out.change.created = out.change.time;
    }
    // What is known of a memory that nobody founded since it was discarded stays.
    const auto set = [&](auto& known, const auto* given) {
        if (given != nullptr && (command.id == nullptr || known.empty())) known = *given;
    };
    set(out.change.name, command.name);
    set(out.change.goal, command.goal);
    set(out.change.constraints, command.constraints);
    set(out.change.cores, command.cores);
    out.answer = true;
    locate(out);
    return verdict::change;
}
template <class Access>
void task_state<Access>::locate(task_commands::plan_decision& recorded) {
    recorded.staged = recorded.change;
}
template <class Access>
void task_state<Access>::apply(task_commands::plan_decision& decided, notice_type*) noexcept {
    content_.time = at(decided.change.time);
    content_.purpose = std::move(decided.staged);
}

template <class Access>
verdict task_state<Access>::decide(const task_commands::add& command,
                                   task_commands::add_decision& out) {
    if (auto problem = refusal(command.by, task_verb::add)) return refuse(out, *problem);
    const auto count = command.tasks.size();
    if (count == 0) return verdict::nothing;
    std::size_t link_count = 0;
    for (const auto& each : command.tasks)
        link_count += each.depends_on.size() + (each.parent.empty() ? 0 : 1);
    if (auto problem = full("max_tasks", content_.tasks.size(), count, options_.max_tasks))
        return refuse(out, *problem);
    if (auto problem = full("max_dependencies", content_.schedule.links().edge_count(), link_count,
                            options_.max_dependencies))
        return refuse(out, *problem);
    // Tasks of the batch, by id and by title; the second of a title makes it mean none.
    std::map<std::string_view, std::uint32_t> by_id;
    std::map<std::string_view, std::pair<std::uint32_t, std::uint32_t>> by_title;
    if (count > 1)
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto& each = command.tasks[i];
            if (!by_id.emplace(each.id, i).second)
                return refuse(out, {error_code::validation_error,
                                    "two of the tasks have the id " + shown(each.id)});
            const auto [known, is_new] = by_title.emplace(each.title, std::pair{i, no_slot});
            if (!is_new && known->second.second == no_slot) known->second.second = i;
        }
    // Which task of the batch is meant, if any; `relation` says what `each` is to it.
    std::optional<error> problem;
    const auto in_batch = [&](const planned_task& each, const std::string& said,
                              const char* relation) {
        if (const auto known = by_id.find(said); known != by_id.end()) return known->second;
        if (const auto titled = by_title.find(said); titled != by_title.end()) {
            const auto [one, other] = titled->second;
            if (other == no_slot) return one;
            problem = {error_code::validation_error,
                       shown(each.title) + relation + shown(said) + ", the title of tasks " +
                           std::to_string(one + 1) + " and " + std::to_string(other + 1) +
                           " of these; give them other titles, or ids"};
        } else if (count == 1 && (said == each.id || said == each.title)) {
            return std::uint32_t{0};
        }
        return no_slot;
    };
    const auto first = static_cast<std::uint32_t>(content_.tasks.size());
    std::map<std::uint32_t, std::size_t> parts;  // new ones of tasks that are known
    for (std::uint32_t i = 0; i < count; ++i) {
        auto& each = command.tasks[i];
        if (const auto known = content_.tasks.find(each.id); known != no_slot)
            return refuse(out, conflict_about(known, "is there already"));
        if (const auto* const past = content_.folded.get(each.id))
            return refuse(out, {error_code::conflict, folded_text(*past) + "; its id is taken"});
        each.created = at(command.time);
        std::vector<task_dependency> folded;
        for (auto& on : each.depends_on) {
            auto from = content_.find(on.task);
            if (from == no_slot) {
                if (const auto* const past = content_.folded.get(on.task.str())) {
                    if (auto refusal = refusal_of_folded(*past, on.condition))
                        return refuse(out, std::move(*refusal));
                    folded.push_back(on);
                    continue;
                }
                from = in_batch(each, on.task.str(), " depends on ");
                if (problem) return refuse(out, std::move(*problem));
                if (from == no_slot) return refuse(out, unknown_task(on.task));
                on.task = task_id{command.tasks[from].id, first + from};
                from += first;
            }
            out.links.push_back({from, first + i, on.condition});
        }
        stage_folded(out.folded, first + i, folded);
        if (each.parent.empty()) continue;
        auto whole = content_.tasks.find(each.parent);
        if (whole == no_slot) {
            if (const auto* const past = content_.folded.get(each.parent))
                return refuse(out, {error_code::validation_error,
                                    folded_text(*past) + "; it cannot get parts any more"});
            whole = in_batch(each, each.parent, " is a part of ");
            if (problem) return refuse(out, std::move(*problem));
            if (whole == no_slot) return refuse(out, unknown_task(task_id{each.parent}));
            each.parent = command.tasks[whole].id;
            whole += first;
        } else {
            if (auto refusal = refusal_of_begun(whole, "get")) return refuse(out, *refusal);
            const auto all = content_.dependency_count(whole) + ++parts[whole];
            if (all > task_limits::dependencies)
                return refuse(out, {error_code::validation_error,
                                    "task " + shown(content_.tasks.at(whole).title) +
                                        " may wait for at most " +
                                        std::to_string(task_limits::dependencies) + " tasks"});
        }
        out.links.push_back({first + i, whole, dependency_condition::success});
    }
    if (const auto path = stage(out.links, count, out.order); !path.empty()) {
        std::vector<std::string> titles;
        for (const auto each : path)
            titles.push_back(each < first ? content_.tasks.at(each).title
                                          : command.tasks[each - first].title);
        return refuse(out, {error_code::cycle, cycle_text(titles)});
    }
    for (const auto& each : command.tasks) out.tasks.push_back({&each});
    out.own = command.tasks;
    out.answer.first = first;
    out.change = {at(command.time), out.tasks.view()};
    return verdict::change;
}
// Makes room for new tasks and what they depend on, once each; finds the order in which they have
// to stand, or the path of a cycle among them.
template <class Access>
std::vector<std::uint32_t> task_state<Access>::stage(task_commands::staged_links& links,
                                                     std::size_t count,
                                                     std::vector<std::uint32_t>& order) {
    const auto first = static_cast<std::uint32_t>(content_.tasks.size());
    const bool is_late = std::any_of(links.begin(), links.end(), [&](const auto& each) {
        return each.to < first || (each.from >= first && each.from >= each.to);
    });
    if (is_late)
        if (auto path = order_new(links.view(), count, order); !path.empty()) return path;
    keep_first_of_each(links);
    content_.reserve_tasks(count, links.size());
    return {};
}
// New tasks, and those known ones that are to wait for new ones, with what waits for these: all in
// an order that agrees with what they wait for, or the path of a cycle. O(what they wait for).
template <class Access>
std::vector<std::uint32_t> task_state<Access>::order_new(std::span<const detail::task_link> links,
                                                         std::size_t count,
                                                         std::vector<std::uint32_t>& order) const {
    const auto first = static_cast<std::uint32_t>(content_.tasks.size());
    const auto& known = content_.schedule.links();
    struct place {
        std::vector<std::uint32_t> before{}, behind{};
        std::size_t missing = 0;  // of those before it
    };
    std::map<std::uint32_t, place> places;
    for (std::uint32_t i = 0; i < count; ++i) places[first + i];
    std::vector<std::uint32_t> open;
    for (const auto& each : links)
        if (each.to < first && places.try_emplace(each.to).second) open.push_back(each.to);
    const auto follows = [&](std::uint32_t from, std::uint32_t to) {
        places[from].behind.push_back(to);
        places[to].before.push_back(from);
        ++places[to].missing;
    };
    while (!open.empty()) {
        const auto from = open.back();
        open.pop_back();
        known.visit_out(from, [&](const detail::task_link& each) {
            if (places.try_emplace(each.to).second) open.push_back(each.to);
            follows(from, each.to);
        });
    }
    for (const auto& each : links)
        if (places.count(each.from) != 0) follows(each.from, each.to);
    for (const auto& [slot, each] : places)
        if (each.missing == 0) order.push_back(slot);
    for (std::size_t i = 0; i < order.size(); ++i)
        for (const auto next : places[order[i]].behind)
            if (--places[next].missing == 0) order.push_back(next);
    if (order.size() == places.size()) return {};
    // Each of the others has another of them before it: back to one that was seen.
    const auto stuck = std::find_if(places.begin(), places.end(),
                                    [](const auto& each) { return each.second.missing != 0; });
    std::vector<std::uint32_t> path{stuck->first};
    for (;;) {
        const auto& before = places[path.back()].before;
        const auto previous = *std::find_if(before.begin(), before.end(), [&](std::uint32_t each) {
            return places[each].missing != 0;
        });
        const auto seen = std::find(path.begin(), path.end(), previous);
        if (seen == path.end()) {
            path.push_back(previous);
            continue;
        }
        path.erase(path.begin(), seen);
        std::reverse(path.begin(), path.end());
        return path;
    }
}
// Nobody waits for the same task twice.
template <class Access>
void task_state<Access>::keep_first_of_each(task_commands::staged_links& links) {
    if (links.size() < 2) return;
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    std::size_t kept = 0;
    for (const auto& each : links)
        if (seen.emplace(each.to, each.from).second) links[kept++] = each;
    links.shrink(kept);
}
template <class Access>
void task_state<Access>::locate(task_commands::add_decision& recorded) {
    const auto tasks = recorded.change.tasks;
    const auto first = static_cast<std::uint32_t>(content_.tasks.size());
    std::map<std::string_view, std::uint32_t> fresh;
    for (const auto& each : tasks)
        fresh.emplace(each.value->id, first + static_cast<std::uint32_t>(fresh.size()));
    recorded.foreign.reserve(tasks.size());
    for (const auto& each : tasks) {
        const auto slot = first + static_cast<std::uint32_t>(recorded.foreign.size());
        recorded.foreign.push_back(*each.value);
        std::vector<task_dependency> folded;
        for (const auto& on : each.value->depends_on) {
            auto from = content_.find(on.task);
            if (from == no_slot)
                if (const auto known = fresh.find(on.task.str()); known != fresh.end())
                    from = known->second;
            if (from != no_slot && from != slot)
                recorded.links.push_back({from, slot, on.condition});
            if (from == no_slot) folded.push_back(on);
        }
        stage_folded(recorded.folded, slot, folded);
        auto whole = content_.tasks.find(each.value->parent);
        if (whole == no_slot)
            if (const auto known = fresh.find(each.value->parent); known != fresh.end())
                whole = known->second;
        if (whole != no_slot && whole != slot)
            recorded.links.push_back({slot, whole, dependency_condition::success});
    }
    (void)stage(recorded.links, tasks.size(), recorded.order);
}
template <class Access>
void task_state<Access>::complete_answer(task_commands::add_decision& decided) const {
    for (const auto& each : decided.tasks) decided.answer.ids.emplace_back(each.value->id);
}

template <class Access>
void task_state<Access>::apply(task_commands::add_decision& decided, notice_type*) noexcept {
    const auto first = static_cast<std::uint32_t>(content_.tasks.size());
    for (auto& each : decided.own) content_.push_task(static_cast<task_plan&&>(each));
    for (auto& each : decided.foreign) content_.push_task(std::move(each));
    content_.schedule.links().move_to_end(decided.order);
    for (const auto& each : decided.links) {
        content_.schedule.link(each);
        if (each.to < first) ++content_.tasks.at(each.to).version;
    }
    for (auto& each : decided.folded) content_.set_folded_on(each.slot, std::move(each.on));
    content_.time = at(decided.change.time);
}

template <class Access>
verdict task_state<Access>::decide(const task_commands::update& command,
                                   task_commands::update_decision& out) {
    if (auto problem = refusal(command.by, task_verb::update)) return refuse(out, *problem);
    const auto slot = content_.find(*command.id);
    if (slot == no_slot) return refuse(out, unknown_task(*command.id));
    const auto& held = content_.tasks.at(slot);
    if (command.expected_version && *command.expected_version != held.version)
        return refuse(
            out, conflict_about(slot, "has version " + std::to_string(held.version) + ", not " +
                                          std::to_string(*command.expected_version)));
    out.value = held;
    const auto& what = *command.what;
    if (what.title) out.value.title = *what.title;
    if (what.description) out.value.description = *what.description;
    if (what.priority) out.value.priority = *what.priority;
    if (what.needs_review) out.value.needs_review = *what.needs_review;
    if (what.tags) out.value.tags = *what.tags;
    out.answer = content_.copy(slot);
    if (out.value == held) return verdict::nothing;
    ++out.value.version;
    static_cast<task_plan&>(out.answer) = out.value;
    out.change = {at(command.time), {&out.value}};
    locate(out);
    return verdict::change;
}
template <class Access>
void task_state<Access>::locate(task_commands::update_decision& recorded) {
    recorded.staged = *recorded.change.to.value;
}
template <class Access>
void task_state<Access>::apply(task_commands::update_decision& decided, notice_type*) noexcept {
    content_.time = at(decided.change.time);
    const auto slot = content_.tasks.find(decided.staged.id);
    if (slot == no_slot) return;
    content_.schedule.set_priority(slot, decided.staged.priority);
    static_cast<task_plan&>(content_.tasks.at(slot)) = std::move(decided.staged);
}

template <class Access>
verdict task_state<Access>::decide(const task_commands::fold& command,
                                   task_commands::fold_decision& out) {
    if (auto problem = refusal(command.by, task_verb::close)) return refuse(out, *problem);
    const auto& schedule = content_.schedule;
    constexpr std::size_t most_summaries = 1'000;
    std::vector<bool> is_option(schedule.size());
    content_.branches.for_each([&](const task_branch& each) {
        if (!each.resolved_by.empty()) return;
        for (const auto& option : each.options)
            if (const auto slot = content_.find(option); slot != no_slot) is_option[slot] = true;
    });
    for (std::uint32_t slot = 0; slot < schedule.size(); ++slot) {
        const auto status = schedule.status(slot);
        bool is_finished = is_terminal(status) && !is_option[slot];
        schedule.links().visit_out(slot, [&](const detail::task_link& each) {
            is_finished = is_finished && is_terminal(schedule.status(each.to));
        });
        if (!is_finished) continue;
        const auto& held = content_.tasks.at(slot);
        out.tasks.push_back(held.id);
        ++(status == task_status::completed   ? out.digest.completed
           : status == task_status::cancelled ? out.digest.cancelled
                                              : out.digest.skipped);
        const auto& result = content_.work(slot).result;
        if (result && !result->summary.empty() && out.digest.summaries.size() < most_summaries) {
            out.digest.summaries.push_back(held.title + ": " + result->summary);
            out.digest.summary_tasks.push_back(held.id);
        }
    }
    out.answer = out.tasks.size();
    if (out.tasks.empty()) return verdict::nothing;
    out.digest.at = at(command.time);
    out.change = {out.digest.at, out.tasks, {&out.digest}};
    locate(out);
    return verdict::change;
}
template <class Access>
void task_state<Access>::locate(task_commands::fold_decision& recorded) {
    std::vector<bool> is_folded(content_.tasks.size());
    for (const auto id : recorded.change.tasks)
        if (const auto slot = content_.tasks.find(id); slot != no_slot) is_folded[slot] = true;
    auto saved = snapshot();
    std::vector<task_changes::full_task> kept;
    std::vector<folded_task> folded;
    for (std::uint32_t slot = 0; slot < saved.held.size(); ++slot) {
        const auto& held = saved.held[slot];
        if (is_folded[slot])
            folded.push_back({held.id, held.status, held.on_failure});
        else
            kept.push_back({&held});
    }
    saved.tasks = std::move(kept);
    for (const auto& each : folded) saved.folded.push_back({&each});
    auto digests = content_.digests;
    digests.push_back(*recorded.change.digest.value);
    auto whole = saved.document();
    whole.digests = digests;
    recorded.staged = built(whole);
}
template <class Access>
void task_state<Access>::apply(task_commands::fold_decision& decided, notice_type*) noexcept {
    content_ = std::move(decided.staged);
    content_.time = at(decided.change.time);
}

}  // namespace workmem
