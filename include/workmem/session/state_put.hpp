#pragma once

#include <workmem/session/memory_id.hpp>
#include <workmem/session/state.hpp>

// A part of session/state.hpp: memories come in, change and leave.

namespace workmem {

template <class Policies>
verdict session_state<Policies>::decide(const session_commands::put& command,
                                        session_commands::put_decision& out) {
    out.change.time = at(command.time);
    out.values.reserve(command.memories.size());
    const auto is_new = [&](std::string_view id) {
        return find(id) == no_slot &&
               std::none_of(out.values.begin(), out.values.end(),
                            [&](const session_memory& each) { return each.id == id; });
    };
    for (const auto& each : command.memories) {
        if (!each.id.empty() && !is_new(each.id)) continue;
        // The same call once more: its answer had been lost.
        if (each.id.empty() && each.added_by != 0)
            if (const auto slot = find_added_by(each.added_by); slot != no_slot) {
                out.answer.push_back(copy(slot, out.change.time));
                continue;
            }
        session_commands::held_memory fresh;
        static_cast<session_memory&>(fresh) = each;
        fresh.length = text::length(fresh.content);
        if (fresh.id.empty())
            fresh.id = make_memory_id(name_, fresh.content, out.change.time,
                                      [&](const std::string& id) { return !is_new(id); });
        // A new memory is scored as never read.
        const auto reads = fresh.access_count > 1 ? fresh.access_count : 0;
        fresh.importance = importance_of(fresh, out.change.time, reads);
        out.answer.push_back(fresh);
        out.values.push_back(std::move(fresh));
    }
    if (out.values.empty()) return verdict::nothing;
    finish(out);
    return verdict::change;
}

template <class Policies>
verdict session_state<Policies>::decide(const session_commands::update& command,
                                        session_commands::put_decision& out) {
    const auto slot = find(command.id);
    if (slot == no_slot) {
        out.problem = unknown(command.id);
        return verdict::refused;
    }
    out.change.time = at(command.time);
    auto fresh = records_.at(slot);
    const auto& what = *command.what;
    if (what.content) {
        fresh.content = *what.content;
        fresh.length = text::length(fresh.content);
    }
    if (what.priority && *what.priority != fresh.priority) {
        fresh.priority = *what.priority;
        fresh.expires = out.change.time + options_.ttl.of(fresh.priority);
    }
    if (what.tags) fresh.tags = *what.tags;
    if (what.metadata) fresh.metadata = *what.metadata;
    fresh.importance = importance_of(fresh, out.change.time, fresh.access_count);
    out.answer.push_back(fresh);
    if (fresh == records_.at(slot)) return verdict::nothing;
    out.values.push_back(std::move(fresh));
    finish(out);
    return verdict::change;
}

template <class Policies>
void session_state<Policies>::finish(session_commands::put_decision& out) {
    out.memories.reserve(out.values.size());
    for (const auto& each : out.values) out.memories.push_back({&each});
    out.change.memories = out.memories;
    locate(out);
}

template <class Policies>
void session_state<Policies>::locate(session_commands::put_decision& recorded) {
    records_.reserve(recorded.change.memories.size());
    expiries_.reserve(records_.slot_count() + recorded.change.memories.size());
    for (const auto& each : recorded.change.memories) {
        session_commands::held_memory value;
        static_cast<session_memory&>(value) = *each.value;
        value.length = text::length(value.content);
        if (find(value.id) == no_slot)
            recorded.arriving.push_back(records::stage(std::move(value)));
        else
            recorded.changed.push_back(std::move(value));
    }
}

template <class Policies>
void session_state<Policies>::apply(session_commands::put_decision& decided,
                                    notice_type*) noexcept {
    for (auto& each : decided.arriving) insert(std::move(each));
    for (auto& each : decided.changed) {
        const auto slot = find(each.id);
        // Another writer did not know of these.
        each.unsaved_accesses = records_.at(slot).unsaved_accesses;
        each.access_count += each.unsaved_accesses;
        expiries_.erase(slot, sooner());
        records_.at(slot) = std::move(each);
        expiries_.push(slot, sooner());
        place_.no_later_than(value(slot).expires);
        if (is_indexed_) index_.put(slot, document_of(slot));
    }
    time_ = at(decided.change.time);
}

template <class Policies>
void session_state<Policies>::insert(records::staged&& what) noexcept {
    const auto slot = records_.insert(std::move(what));
    if (slot == no_slot) return;
    expiries_.push(slot, sooner());
    place_.no_later_than(value(slot).expires);
    if (is_indexed_) index_.put(slot, document_of(slot));
}

template <class Policies>
void session_state<Policies>::remove(std::uint32_t slot) noexcept {
    if (records_.at(slot).unsaved_accesses != 0) --unsaved_;
    expiries_.erase(slot, sooner());
    if (is_indexed_) index_.erase(slot);
    records_.erase(slot);
}

template <class Policies>
void session_state<Policies>::set_expiry(std::uint32_t slot, timestamp expires) noexcept {
    expiries_.erase(slot, sooner());
    records_.at(slot).expires = expires;
    expiries_.push(slot, sooner());
    place_.no_later_than(expires);
}

}  // namespace workmem
