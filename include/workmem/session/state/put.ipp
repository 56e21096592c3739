#pragma once

#include <workmem/session/memory_id.hpp>
#include <workmem/session/state.hpp>

#include <set>
#include <string_view>

// A part of session/state.hpp: memories come in, change and leave.

namespace workmem {

template <class Policies>
verdict session_state<Policies>::decide(const session_commands::put& command,
                                        session_commands::put_decision& out) {
    out.change.time = at(command.time);
    const auto count = command.memories.size();
    // Ids are lent from here.
    out.answer.arrived.reserve(count);
    out.memories.reserve(count);
    std::set<std::string_view> arriving;  // of one alone nobody asks
    const auto is_new = [&](std::string_view id) {
        return find(id) == no_slot && (count == 1 || arriving.find(id) == arriving.end());
    };
    for (std::size_t i = 0; i < count; ++i) {
        const auto& each = command.memories[i];
        if (!each.id.empty() && !is_new(each.id)) continue;
        const auto* said = &each;
        // Else what somebody with a clock behind adds would have expired before.
        if (command.is_new && each.created != out.change.time) {
            auto& moved = out.moved.emplace(each);
            moved.expires = later(out.change.time, each.expires - each.created);
            moved.created = out.change.time;
            said = &moved;
        }
        auto& fresh = out.answer.arrived.emplace_back();
        fresh.index = i;
        fresh.created = said->created;
        fresh.expires = said->expires;
        fresh.id = each.id.empty() ? ids_(each.content, out.change.time,
                                          [&](const std::string& id) { return !is_new(id); })
                                   : each.id;
        if (count != 1) arriving.insert(fresh.id);
        out.memories.push_back({said, fresh.id});
    }
    if (out.memories.empty()) return verdict::nothing;
    out.change.memories = out.memories.view();
    locate(out);
    for (std::size_t i = 0; i < out.arriving.size(); ++i) {
        const auto& held = out.arriving[i].value;
        // A new memory is scored as never read.
        const auto reads = held.access_count > 1 ? held.access_count : 0;
        out.answer.arrived[i].importance = importance_of(held, out.change.time, reads);
    }
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
    const auto before = value(slot).copy();
    auto& fresh = out.answer.is_now.emplace(before);
    const auto& what = *command.what;
    if (what.content) fresh.content = *what.content;
    if (what.priority && *what.priority != fresh.priority) {
        fresh.priority = *what.priority;
        fresh.expires = later(out.change.time, options_.ttl.of(fresh.priority));
    }
    if (what.tags) fresh.tags = *what.tags;
    if (what.metadata) fresh.metadata = *what.metadata;
    if (fresh == before) {
        fresh.importance = importance(slot, out.change.time);
        return verdict::nothing;
    }
    out.memories.push_back({&fresh, fresh.id});
    out.change.memories = out.memories.view();
    locate(out);
    fresh.importance = importance_of(out.changed.front(), out.change.time, fresh.access_count);
    return verdict::change;
}

template <class Policies>
void session_state<Policies>::locate(session_commands::put_decision& recorded) {
    const auto& memories = recorded.change.memories;
    records_.reserve(memories.size());
    expiries_.reserve(records_.slot_count() + memories.size());
    recorded.arriving.reserve(memories.size());
    for (const auto& each : memories) {
        held_memory held{*each.value, each.id};
        if (find(each.id) == no_slot)
            recorded.arriving.push_back(records::stage(std::move(held)));
        else
            recorded.changed.push_back(std::move(held));
    }
}

template <class Policies>
void session_state<Policies>::apply(session_commands::put_decision& decided,
                                    notice_type*) noexcept {
    for (auto& each : decided.arriving) insert(std::move(each));
    for (auto& each : decided.changed) {
        const auto slot = find(each.id());
        // Another writer did not know of these.
        each.unsaved_accesses = records_.at(slot).unsaved_accesses;
        each.access_count += each.unsaved_accesses;
        expiries_.erase(slot, sooner());
        records_.at(slot) = std::move(each);
        expiries_.push(slot, sooner());
        place_.no_later_than(value(slot).expires);
        reindex(slot);
        folded_.forget(slot);
    }
    time_ = at(decided.change.time);
}

template <class Policies>
void session_state<Policies>::insert(records::staged&& what) noexcept {
    const auto slot = records_.insert(std::move(what));
    if (slot == no_slot) return;
    expiries_.push(slot, sooner());
    place_.no_later_than(value(slot).expires);
    reindex(slot);
}

template <class Policies>
void session_state<Policies>::remove(std::uint32_t slot) noexcept {
    if (records_.at(slot).unsaved_accesses != 0) --unsaved_;
    expiries_.erase(slot, sooner());
    if (is_indexed_) index_.erase(slot);
    folded_.forget(slot);
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
