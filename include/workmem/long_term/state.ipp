#pragma once

#include <workmem/long_term/state.hpp>

#include <deque>
#include <string>
#include <variant>

namespace workmem {

template <class Policies>
const long_term_memory* long_term_state<Policies>::find(std::string_view id) const noexcept {
    const auto slot = records_.find(id);
    return slot == detail::no_slot ? nullptr : &records_.at(slot);
}

template <class Policies>
void long_term_state<Policies>::refresh_index() {
    if (!index_.is_stale()) return;
    std::deque<std::string> texts;
    index_.rebuild([&](auto&& take) {
        records_.for_each(
            [&](std::uint32_t slot) { take(slot, document_of(slot, texts.emplace_back())); });
    });
}

template <class Policies>
auto long_term_state<Policies>::snapshot() const -> saved_state {
    saved_state out;
    out.head.time = time_;
    out.head.next_number = records_.next_number();
    records_.for_each([&](std::uint32_t slot) {
        out.memories.push_back({&records_.at(slot)});
        out.numbers.push_back(records_.number(slot));
    });
    return out;
}

template <class Policies>
void long_term_state<Policies>::restore(const snapshot_type& content) {
    std::vector<long_term_commands::records::staged> place;
    stage(content.memories, place);
    for (std::size_t i = 0; i < place.size(); ++i) {
        if (i < content.numbers.size()) records_.skip_to(content.numbers[i]);
        insert(std::move(place[i]));
    }
    records_.skip_to(content.next_number);
    time_ = content.time;
}

template <class Policies>
verdict long_term_state<Policies>::decide(const long_term_commands::put& command,
                                          long_term_commands::put_decision& out) {
    for (const auto& each : command.memories) {
        const bool twice = std::any_of(out.fresh.begin(), out.fresh.end(), [&](const auto& other) {
            return other.value->id == each.id;
        });
        if (find(each.id) == nullptr && !twice) out.fresh.push_back({&each});
    }
    if (out.fresh.empty()) return verdict::nothing;
    out.change = {(std::max)(command.time, time_), out.fresh};
    out.answer = out.fresh.size();
    locate(out);
    return verdict::change;
}

template <class Policies>
verdict long_term_state<Policies>::decide(const long_term_commands::replace& command,
                                          long_term_commands::replace_decision& out) {
    const auto* const known = find(command.memory.id);
    if (known != nullptr) {
        auto same = command.memory;
        same.created = known->created;
        if (same == *known) return verdict::nothing;
    }
    out.fresh.push_back({&command.memory});
    out.change = {(std::max)(command.time, time_), out.fresh};
    out.answer = known != nullptr ? 1 : 0;
    locate(out);
    return verdict::change;
}

template <class Policies>
verdict long_term_state<Policies>::decide(const long_term_commands::erase& command,
                                          long_term_commands::erase_decision& out) {
    out.change = {(std::max)(command.time, time_), command.id};
    out.answer = find(command.id) != nullptr;
    locate(out);
    return verdict::change;
}

template <class Policies>
void long_term_state<Policies>::apply(long_term_commands::put_decision& decided,
                                      notice_type*) noexcept {
    for (auto& each : decided.place) insert(std::move(each));
    time_ = (std::max)(time_, decided.change.time);
}

template <class Policies>
void long_term_state<Policies>::apply(long_term_commands::replace_decision& decided,
                                      notice_type*) noexcept {
    for (auto& each : decided.place) {
        erase(each.value.id);
        insert(std::move(each));
    }
    time_ = (std::max)(time_, decided.change.time);
}

template <class Policies>
void long_term_state<Policies>::apply(long_term_commands::erase_decision& decided,
                                      notice_type*) noexcept {
    time_ = (std::max)(time_, decided.change.time);
    erase(decided.change.id);
}

template <class Policies>
void long_term_state<Policies>::announce(const long_term_commands::put_decision& decided,
                                         notice_type& notice) const {
    notice.kind = long_term_changes::put::kind;
    notice.time = decided.change.time;
    for (const auto& each : decided.change.memories) notice.put.push_back(each.value->id);
}

template <class Policies>
void long_term_state<Policies>::announce(const long_term_commands::replace_decision& decided,
                                         notice_type& notice) const {
    notice.kind = long_term_changes::replace::kind;
    notice.time = decided.change.time;
    for (const auto& each : decided.change.memories) notice.put.push_back(each.value->id);
}

template <class Policies>
void long_term_state<Policies>::announce(const long_term_commands::erase_decision& decided,
                                         notice_type& notice) const {
    notice.kind = long_term_changes::erase::kind;
    notice.time = decided.change.time;
    notice.erased = decided.change.id;
}

template <class Policies>
ranking::document long_term_state<Policies>::document_of(std::uint32_t slot,
                                                         std::string& text) const {
    const auto& each = records_.at(slot);
    const auto* const found = find_attribute(each.metadata, long_term_key);
    const auto* const key = found == nullptr ? nullptr : std::get_if<std::string>(found);
    if (key != nullptr) text = *key + '\n' + each.content;
    return {key == nullptr ? each.content : text, each.core, records_.number(slot)};
}

template <class Policies>
void long_term_state<Policies>::stage(std::span<const long_term_changes::full_memory> memories,
                                      std::vector<long_term_commands::records::staged>& place) {
    records_.reserve(memories.size());
    place.reserve(memories.size());
    for (const auto& each : memories) place.push_back(records_.stage(*each.value));
}

template <class Policies>
void long_term_state<Policies>::insert(long_term_commands::records::staged&& what) noexcept {
    const auto slot = records_.insert(std::move(what));
    std::string text;
    if (slot != detail::no_slot) index_.put_made(slot, [&] { return document_of(slot, text); });
}

template <class Policies>
void long_term_state<Policies>::erase(std::string_view id) noexcept {
    const auto slot = records_.find(id);
    if (slot == detail::no_slot) return;
    index_.erase(slot);
    records_.erase(slot);
}

}  // namespace workmem
