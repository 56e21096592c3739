#include "shown_memories.hpp"

#include <workmem/bounded/commands.hpp>
#include <workmem/tokens/bounding_counter.hpp>

#include <algorithm>
#include <array>

namespace workmem_program {

using workmem::detail::no_slot;

std::string entity_key_of(std::string_view type, std::string_view id) {
    return std::to_string(type.size()) + ':' + std::string{type} + std::string{id};
}

// The window.

std::vector<std::pair<std::string_view, std::uint64_t>> shown_memory<window_state>::limits(
    const window_state& of) {
    return {{"entities", of.options().capacity}};
}

std::size_t shown_memory<window_state>::size(const window_state& of) {
    return of.size((workmem::timestamp::min)());
}

void shown_memory<window_state>::head(const window_state& of, store_history& to) {
    fields_.clear();
    fields_.maybe("entities", size(of));
    fields_.maybe("observation", of.last_observation());
    fields_.maybe("unread", of.unread());
    fields_.maybe("focus_left", of.focus_left() != 0);
    to.show("head", "", fields_);
}

void shown_memory<window_state>::show(const window_state& of, std::uint32_t slot,
                                      store_history& to) {
    const auto facts = of.at(slot);
    fields_.clear();
    const auto full = of.full(slot);
    std::remove_cvref_t<decltype(full)>::describe(full, fields_);
    fields_("_n", facts.order);
    to.show("entities", entity_key_of(facts.type, facts.id), fields_);
}

void shown_memory<window_state>::all(const window_state& of, store_history& to) {
    to.begin_all();
    const auto entries = of.entries((workmem::timestamp::min)());
    for (auto each = entries.begin(); each != entries.end(); ++each) show(of, each.slot(), to);
    to.end_all("entities");
}

void shown_memory<window_state>::about(const window_state& of, std::string_view type,
                                       std::string_view id, store_history& to) {
    if (type.empty()) return;
    const auto slot = of.find({type, id}, (workmem::timestamp::min)());
    if (slot == no_slot)
        to.drop("entities", entity_key_of(type, id));
    else
        show(of, slot, to);
}

// The bounded store.

std::vector<std::pair<std::string_view, std::uint64_t>> shown_memory<notes_state>::limits(
    const notes_state& of) {
    return {{"items", static_cast<std::uint64_t>(of.options().max_items)},
            {"tokens", static_cast<std::uint64_t>(of.options().max_tokens)}};
}

void shown_memory<notes_state>::head(const notes_state& of, store_history& to) {
    const auto usage = of.usage();
    fields_.clear();
    fields_.maybe("step", of.step());
    fields_.maybe("items", usage.items);
    fields_.maybe("tokens", usage.tokens);
    fields_.maybe("pinned_tokens", of.pinned().tokens);
    fields_.maybe("forgotten", of.forgotten());
    to.show("head", "", fields_);
}

void shown_memory<notes_state>::show(const notes_state& of, std::uint32_t slot, std::size_t goes,
                                     store_history& to) {
    const auto& value = of.value(slot);
    fields_.clear();
    workmem::item::describe(value, fields_);
    fields_("_class", to_string(of.class_of(slot, of.time())));
    fields_.maybe("_goes", goes);
    to.show("items", value.id, fields_);
}

// What a note would push out that takes a quarter more than the store holds.
std::map<std::uint32_t, std::size_t> shown_memory<notes_state>::next_victims(notes_state& of) {
    std::map<std::uint32_t, std::size_t> out;
    const auto most = static_cast<std::uint64_t>(of.options().max_tokens);
    const auto usage = of.usage();
    const auto room = most > usage.tokens ? most - usage.tokens : 0;
    std::array<workmem::item, 1> coming;
    coming[0].id = "?";
    coming[0].text = "?";
    coming[0].tokens = static_cast<std::uint32_t>((std::min)(most, room + usage.tokens / 4 + 1));
    const std::array<workmem::bounded_commands::asked, 1> facts{};
    workmem::bounded_commands::put_decision decided;
    const workmem::bounded_commands::put command{coming, facts, of.time()};
    if (of.decide(command, decided); decided.problem) return out;
    for (std::size_t i = 0; i < decided.place.removed.size(); ++i)
        out.try_emplace(decided.place.removed[i], i + 1);
    return out;
}

void shown_memory<notes_state>::all(notes_state& of, store_history& to) {
    const auto victims = next_victims(of);
    to.begin_all();
    of.for_each([&](std::uint32_t slot) {
        const auto goes = victims.find(slot);
        show(of, slot, goes == victims.end() ? 0 : goes->second, to);
    });
    to.end_all("items");
}

void shown_memory<notes_state>::about(const notes_state& of, std::string_view, std::string_view id,
                                      store_history& to) {
    const auto slot = of.find_any(id);
    if (slot == no_slot)
        to.drop("items", id);
    else
        show(of, slot, 0, to);
}

// A session.

void shown_memory<session_state>::head(const session_state& of, store_history& to) {
    fields_.clear();
    fields_.maybe("memories", of.size());
    fields_.maybe("outbox", of.outbox().size());
    to.show("head", "", fields_);
    if (of.outbox().empty() && to.count("outbox") == 0) return;
    to.begin_all();
    for (const auto& each : of.outbox()) {
        fields_.clear();
        workmem::long_term_memory::describe(each, fields_);
        to.show("outbox", each.id, fields_);
    }
    to.end_all("outbox");
}

void shown_memory<session_state>::show(const session_state& of, std::uint32_t slot,
                                       store_history& to) {
    const auto copy = of.value(slot).copy();
    fields_.clear();
    workmem::session_memory::describe(copy, fields_);
    fields_("_n", of.number(slot));
    to.show("memories", copy.id, fields_);
}

void shown_memory<session_state>::all(const session_state& of, store_history& to) {
    to.begin_all();
    of.for_each([&](std::uint32_t slot) { show(of, slot, to); });
    to.end_all("memories");
}

void shown_memory<session_state>::about(const session_state& of, std::string_view,
                                        std::string_view id, store_history& to) {
    const auto slot = of.find(id);
    if (slot == no_slot)
        to.drop("memories", id);
    else
        show(of, slot, to);
}

// What is kept for good.

void shown_memory<kept_state>::show(const kept_state& of, std::uint32_t slot, store_history& to) {
    const auto& value = of.records().at(slot);
    fields_.clear();
    workmem::long_term_memory::describe(value, fields_);
    fields_("_n", of.records().number(slot));
    to.show("kept", value.id, fields_);
}

void shown_memory<kept_state>::all(const kept_state& of, store_history& to) {
    to.begin_all();
    of.records().for_each([&](std::uint32_t slot) { show(of, slot, to); });
    to.end_all("kept");
}

void shown_memory<kept_state>::about(const kept_state& of, std::string_view, std::string_view id,
                                     store_history& to) {
    const auto slot = of.records().find(id);
    if (slot == no_slot)
        to.drop("kept", id);
    else
        show(of, slot, to);
}

// A plan.

std::vector<std::pair<std::string_view, std::uint64_t>> shown_memory<plan_state>::limits(
    const plan_state& of) {
    return {{"tasks", of.options().max_tasks}};
}

std::size_t shown_memory<plan_state>::size(const plan_state& of) {
    const auto& all = of.content();
    return all.tasks.size() + all.decisions.size() + all.discoveries.size() + all.artifacts.size() +
           all.branches.size() + all.nudges.size() + all.agents.size();
}

void shown_memory<plan_state>::head(const plan_state& of, store_history& to) {
    const auto& all = of.content();
    fields_.clear();
    fields_.maybe("name", all.purpose.name);
    fields_.maybe("goal", all.purpose.goal);
    fields_.maybe("constraints", all.purpose.constraints);
    fields_.maybe("cores", all.purpose.cores);
    fields_.maybe("created_at", all.purpose.created);
    fields_("status", of.status());
    fields_("outcome", of.outcome());
    if (all.leads.epoch != 0) fields_("lead", all.leads);
    fields_.maybe("digests", all.digests);
    fields_.maybe("folded", all.folded.size());
    to.show("head", "", fields_);
}

template <class Record>
void shown_memory<plan_state>::show(std::string_view section, const Record& record,
                                    std::size_t number, store_history& to) {
    fields_.clear();
    Record::describe(record, fields_);
    fields_("_n", number);
    to.show(section, record.id, fields_);
}

template <class Records>
void shown_memory<plan_state>::show_record(std::string_view section, const Records& records,
                                           std::uint32_t slot, store_history& to) {
    if (slot != no_slot) show(section, records.at(slot), slot, to);
}

void shown_memory<plan_state>::show_task(const plan_state& of, std::uint32_t slot,
                                         store_history& to) {
    const auto& all = of.content();
    const auto copy = all.copy(slot);
    fields_.clear();
    workmem::task::describe(copy, fields_);
    fields_.maybe("_ready", all.schedule.is_ready(slot));
    fields_.maybe("_held", all.schedule.holds(slot));
    fields_("_n", slot);
    to.show("tasks", copy.id, fields_);
}

void shown_memory<plan_state>::show_tasks(const plan_state& of,
                                          const std::vector<workmem::task_id>& ids,
                                          store_history& to) {
    for (const auto& each : ids)
        if (const auto slot = of.content().find(each); slot != no_slot) show_task(of, slot, to);
}

void shown_memory<plan_state>::show_artifact(const plan_state& of, std::uint32_t slot,
                                             store_history& to) {
    const auto& all = of.content().artifacts;
    show_record("artifacts", all, slot, to);
    // The one before it at this path is superseded.
    auto& latest = paths_.try_emplace(all.at(slot).path, slot).first->second;
    show_record("artifacts", all, latest, to);
    latest = (std::max)(latest, slot);
}

void shown_memory<plan_state>::all(const plan_state& of, store_history& to) {
    const auto& all = of.content();
    to.begin_all();
    statuses_.resize(all.tasks.size());
    for (std::uint32_t slot = 0; slot < all.tasks.size(); ++slot) {
        show_task(of, slot, to);
        statuses_[slot] = all.schedule.status(slot);
    }
    const auto each_of = [&](std::string_view section, const auto& records) {
        for (std::uint32_t slot = 0; slot < records.size(); ++slot)
            show_record(section, records, slot, to);
    };
    each_of("decisions", all.decisions);
    each_of("discoveries", all.discoveries);
    paths_.clear();
    for (std::uint32_t slot = 0; slot < all.artifacts.size(); ++slot) show_artifact(of, slot, to);
    each_of("branches", all.branches);
    each_of("nudges", all.nudges);
    each_of("agents", all.agents);
    for (const auto* const section :
         {"tasks", "decisions", "discoveries", "artifacts", "branches", "nudges", "agents"})
        to.end_all(section);
}

void shown_memory<plan_state>::about(const plan_state& of, std::string_view, std::string_view id,
                                     store_history& to) {
    const auto& all = of.content();
    if (const auto slot = all.tasks.find(id); slot != no_slot) {
        show_task(of, slot, to);
        if (statuses_.size() <= slot) statuses_.resize(slot + 1);
        if (statuses_[slot] != all.schedule.status(slot)) {
            statuses_[slot] = all.schedule.status(slot);
            show_tasks(of, all.blocks(slot), to);
        }
    }
    if (const auto* const made = all.decisions.get(id); made != nullptr) {
        show_record("decisions", all.decisions, all.decisions.find(id), to);
        show_tasks(of, made->affects_tasks, to);
        if (const auto* const branch = all.branches.get(made->resolves); branch != nullptr)
            show_tasks(of, branch->options, to);
        // One about all tasks holds them until it is approved.
        if (made->needs_approval && workmem::detail::task_content::is_general(*made))
            for (std::uint32_t slot = 0; slot < all.tasks.size(); ++slot) show_task(of, slot, to);
    }
    show_record("discoveries", all.discoveries, all.discoveries.find(id), to);
    if (const auto slot = all.artifacts.find(id); slot != no_slot) show_artifact(of, slot, to);
    if (const auto* const branch = all.branches.get(id); branch != nullptr) {
        show_record("branches", all.branches, all.branches.find(id), to);
        show_tasks(of, branch->options, to);
    }
    show_record("nudges", all.nudges, all.nudges.find(id), to);
    show_record("agents", all.agents, all.agents.find(id), to);
}

}  // namespace workmem_program
