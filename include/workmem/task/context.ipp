#pragma once

#include <workmem/task/context.hpp>
#include <workmem/task/state.ipp>

namespace workmem::detail {

template <class State, class Tokens>
task_context<State, Tokens>::task_context(const State& state, const task_commands::caller& by,
                                          const Tokens& tokens)
    : state_{state}, content_{state.content()}, by_{by}, tokens_{tokens} {}

template <class State, class Tokens>
std::string task_context<State, Tokens>::text(std::uint32_t slot, const context_options& options) {
    collect(slot, options.agent);
    return fitted(options.token_limit);
}

template <class State, class Tokens>
void task_context<State, Tokens>::collect(std::uint32_t slot, const std::string& agent) {
    const auto& held = content_.tasks.at(slot);
    const auto& work = content_.work(slot);
    const auto& purpose = content_.purpose;
    head_ = "[TASK]\n";
    if (!purpose.goal.empty()) goal_ = "goal: " + quoted(purpose.goal);
    title_ = "task: " + quoted(held.title);
    task_ = title_ + " (" + text::escaped(held.id) + "), " +
            std::string{to_string(content_.schedule.status(slot))};
    collect_messages(!agent.empty() ? agent : std::string_view{work.assigned_to});
    if (!held.description.empty()) add(part::description, quoted(held.description));
    if (work.review && *work.review != review_status::approved)
        add(part::rework,
            std::string{to_string(*work.review)} + ": " + quoted(work.review_comments));
    if (!work.note.empty()) add(part::rework, "note: " + quoted(work.note));
    for (const auto& each : purpose.constraints) add(part::constraints, quoted(each));
    collect_records(slot, false);
    collect_dependencies(slot);
    for (const auto& each : work.attempts)
        add(part::attempts, text::escaped(each.agent) + ", ended by " + each.ended +
                                (each.note.empty() ? "" : ": " + quoted(each.note)));
    collect_records(no_slot, true);
    std::size_t shown = 0;
    content_.schedule.links().visit_out(slot, [&](const task_link& each) {
        if (shown++ < most_after) add(part::after, quoted(content_.tasks.at(each.to).title));
    });
    std::stable_sort(lines_.begin(), lines_.end(),
                     [](const line& a, const line& b) { return a.in < b.in; });
}

template <class State, class Tokens>
void task_context<State, Tokens>::collect_messages(std::string_view agent) {
    std::vector<std::uint32_t> open;
    const auto take = [&](std::string_view target) {
        if (const auto* const inbox = content_.inboxes.get(target))
            open.insert(open.end(), inbox->open.begin(), inbox->open.end());
    };
    if (!agent.empty()) take(agent);
    if (agent == content_.leads.agent || by_.role == agent_role::orchestrator) take("orchestrator");
    std::stable_sort(open.begin(), open.end(), [&](auto a, auto b) {
        const auto &x = content_.nudges.at(a), &y = content_.nudges.at(b);
        return x.priority != y.priority ? x.priority > y.priority : a < b;
    });
    open.erase(std::unique(open.begin(), open.end()), open.end());
    for (const auto each : open) {
        const auto& sent = content_.nudges.at(each);
        const auto from = sent.from.empty() ? "" : " from " + text::escaped(sent.from);
        add(sent.priority == nudge_priority::urgent ? part::urgent : part::messages,
            quoted(sent.message) + " (" + text::escaped(sent.id) + ", " +
                std::string{to_string(sent.priority)} + from + ')');
    }
}

template <class State, class Tokens>
void task_context<State, Tokens>::collect_records(std::uint32_t slot, bool for_all) {
    std::vector<std::uint32_t> decisions, discoveries, artifacts;
    content_.visit_mentions(slot, [&](mention_kind kind, std::uint32_t record) {
        (kind == mention_kind::decision    ? decisions
         : kind == mention_kind::discovery ? discoveries
                                           : artifacts)
            .push_back(record);
    });
    for (const auto each : decisions) {
        const auto& made = content_.decisions.at(each);
        if (!made.superseded_by.empty() ||
            !state_.may_see(by_, made.visible, made.made_by, made.affects_tasks))
            continue;
        auto text = quoted(made.question) + " -> " + quoted(made.choice);
        if (!made.rationale.empty()) text += ", because " + quoted(made.rationale);
        if (task_content::holds(made)) text += " (not approved yet)";
        add(for_all ? part::about_all : part::decisions, std::move(text));
    }
    for (const auto each : discoveries) {
        const auto& made = content_.discoveries.at(each);
        if (!made.superseded_by.empty() ||
            !state_.may_see(by_, made.visible, made.discovered_by, made.affects_tasks))
            continue;
        const bool binds =
            made.type == discovery_type::constraint || made.type == discovery_type::risk;
        add(for_all ? part::about_all
            : binds ? part::constraints_found
                    : part::found,
            std::string{to_string(made.type)} + ": " + quoted(made.content));
    }
    for (const auto each : artifacts) add_artifact(each, for_all);
}

template <class State, class Tokens>
void task_context<State, Tokens>::add_artifact(std::uint32_t record, bool for_all) {
    const auto& made = content_.artifacts.at(record);
    if (!made.superseded_by.empty() ||
        !state_.may_see(by_, made.visible, made.created_by, {made.associated_task}))
        return;
    auto text = quoted(made.path) + " (" + std::string{to_string(made.type)} + ", version " +
                std::to_string(made.version) + ')';
    if (!made.description.empty()) text += ": " + quoted(made.description);
    add(for_all ? part::about_all : part::artifacts, std::move(text));
}

template <class State, class Tokens>
void task_context<State, Tokens>::collect_dependencies(std::uint32_t slot) {
    for (const auto& each : content_.depends_on(slot)) {
        const auto on = content_.find(each.task);
        if (on == no_slot) {
            add(part::results, folded_result(each.task));
            continue;
        }
        auto text = quoted(content_.tasks.at(on).title) + ' ' +
                    std::string{to_string(content_.schedule.status(on))};
        const auto& work = content_.work(on);
        if (work.result && !work.result->summary.empty())
            text += ": " + quoted(work.result->summary);
        else if (!work.note.empty())
            text += ": " + quoted(work.note);
        if (work.result)
            for (const auto& next : work.result->next_steps) text += "; next: " + quoted(next);
        add(part::results, std::move(text));
        content_.visit_mentions(on, [&](mention_kind kind, std::uint32_t record) {
            if (kind == mention_kind::artifact) add_artifact(record, false);
        });
    }
}

template <class State, class Tokens>
std::string task_context<State, Tokens>::folded_result(const task_id& id) const {
    for (const auto& each : content_.digests)
        for (std::size_t i = 0; i < each.summary_tasks.size(); ++i)
            if (each.summary_tasks[i] == id.str() && i < each.summaries.size())
                return quoted(each.summaries[i]);
    const auto* const past = content_.folded.get(id.str());
    return text::escaped(id.str()) +
           (past == nullptr ? "" : ' ' + std::string{to_string(past->status)});
}

template <class State, class Tokens>
std::string task_context<State, Tokens>::shortened(const std::string& value,
                                                   std::size_t budget) const {
    std::size_t low = 0, high = value.size();
    const auto cut = [&](std::size_t bytes) {
        auto text = std::string{text::prefix(value, bytes)};
        // No half of an escape.
        const auto at = text.rfind('\\');
        if (at != std::string::npos && at + 6 > text.size()) text.resize(at);
        return text + "...\"";
    };
    while (low < high) {
        const auto middle = low + (high - low + 1) / 2;
        if (cost(cut(middle)) <= budget)
            low = middle;
        else
            high = middle - 1;
    }
    constexpr std::size_t least = 16;  // less says nothing
    return low < least ? std::string{} : cut(low);
}

template <class State, class Tokens>
std::string task_context<State, Tokens>::fitted(std::size_t limit) {
    std::array<bool, static_cast<std::size_t>(part::count)> has_heading{};
    const auto heading_cost = [&](part in) {
        const auto at = static_cast<std::size_t>(in);
        return has_heading[at] ? 0 : cost(headings[at]) + 1;
    };
    const auto keep = [&](line& each) {
        each.is_kept = true;
        has_heading[static_cast<std::size_t>(each.in)] = true;
    };
    std::size_t used = cost(head_) + cost(task_);
    for (auto& each : lines_)
        if (each.in == part::urgent) {
            used += heading_cost(each.in) + cost(each.text);
            keep(each);
        }
    // The note on what is left out has its room from the beginning.
    constexpr std::size_t room_for_note = 12;
    const auto left = [&] {
        return limit > used + room_for_note ? limit - used - room_for_note : 0;
    };
    if (!goal_.empty() && cost(goal_) > left()) goal_ = shortened(goal_, left() / 2);
    if (!goal_.empty()) used += cost(goal_);
    std::size_t omitted = 0;
    for (auto& each : lines_) {
        if (each.is_kept) continue;
        const auto price = heading_cost(each.in);
        if (each.in == part::description && price + cost(each.text) > left()) {
            auto shorter =
                left() / 2 > price ? shortened(each.text, left() / 2 - price) : std::string{};
            if (!shorter.empty()) each.text = std::move(shorter);
        }
        if (price + cost(each.text) > left()) {
            ++omitted;
            continue;
        }
        used += price + cost(each.text);
        keep(each);
    }
    for (;;) {
        auto out = written(omitted);
        if (tokens_(out) <= limit) return out;
        if (!give_up()) break;
        ++omitted;
    }
    for (auto out : {head_ + task_ + '\n', task_ + '\n', shortened(title_, limit)})
        if (tokens_(out) <= limit) return out;
    return {};
}

template <class State, class Tokens>
bool task_context<State, Tokens>::give_up() {
    const auto last = [&](bool is_urgent) {
        const auto found = std::find_if(lines_.rbegin(), lines_.rend(), [&](const line& each) {
            return each.is_kept && (each.in == part::urgent) == is_urgent;
        });
        if (found == lines_.rend()) return false;
        found->is_kept = false;
        return true;
    };
    if (last(false)) return true;
    if (!goal_.empty()) {
        goal_.clear();
        return true;
    }
    return last(true);
}

template <class State, class Tokens>
std::string task_context<State, Tokens>::written(std::size_t omitted) const {
    std::string out = head_;
    if (!goal_.empty()) out += goal_ + '\n';
    out += task_;
    auto last = part::count;
    for (const auto& each : lines_) {
        if (!each.is_kept) continue;
        if (each.in != last) {
            out += '\n';
            out += headings[static_cast<std::size_t>(each.in)];
            out += ':';
            last = each.in;
        }
        out += '\n' + each.text;
    }
    if (omitted > 0) out += "\n(+" + std::to_string(omitted) + " more left out)";
    return out + '\n';
}

}  // namespace workmem::detail
