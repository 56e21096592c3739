#pragma once

#include <workmem/session/state.hpp>

// A part of session/state.hpp: what rides with changes, and snapshots.

namespace workmem {

template <class Policies>
auto session_state<Policies>::touches_to_record(bool) const -> unrecorded_touches {
    unrecorded_touches out;
    if (unsaved_ != 0)
        for_each([&](std::uint32_t slot) {
            const auto& each = records_.at(slot);
            if (each.unsaved_accesses == 0) return;
            out.which.push_back(slot);
            out.accesses.push_back({each.id(), each.unsaved_accesses});
        });
    if (!out.accesses.empty()) out.time = accessed_;
    out.acknowledged = acknowledged_;
    out.delivered.assign(out.acknowledged.begin(), out.acknowledged.end());
    return out;
}

template <class Policies>
void session_state<Policies>::touches_recorded(const unrecorded_touches& saved) noexcept {
    for (const auto slot : saved.which)
        if (std::exchange(records_.at(slot).unsaved_accesses, 0) != 0) --unsaved_;
    acknowledged_.erase(
        acknowledged_.begin(),
        acknowledged_.begin() + static_cast<std::ptrdiff_t>(saved.acknowledged.size()));
}

template <class Policies>
void session_state<Policies>::delivered(std::string_view long_term_id) {
    const auto before = outbox_.size();
    std::erase_if(outbox_, [&](const long_term_memory& each) { return each.id == long_term_id; });
    if constexpr (Policies::journal::records)
        if (outbox_.size() != before) acknowledged_.emplace_back(long_term_id);
}

template <class Policies>
bool session_state<Policies>::is_withdrawn(const long_term_memory& promotion,
                                           std::uint64_t builds) const noexcept {
    if (std::find(withdrawn_.begin(), withdrawn_.end(), promotion.id) != withdrawn_.end())
        return true;
    if (builds == builds_) return false;
    // What others erased is named nowhere any more.
    const auto* const source = find_attribute(promotion.metadata, "working_memory_id");
    const auto* const id = source == nullptr ? nullptr : std::get_if<std::string>(source);
    const bool waits = std::any_of(outbox_.begin(), outbox_.end(),
                                   [&](const auto& each) { return each.id == promotion.id; });
    return !waits && id != nullptr && find(*id) == no_slot;
}

template <class Policies>
void session_state<Policies>::apply(const touches_type& change) noexcept {
    accessed_ = (std::max)(accessed_, change.time);
    for (const auto& each : change.accesses) {
        const auto slot = find(each.id);
        if (slot != no_slot) records_.at(slot).access_count += each.count;
    }
    for (const auto id : change.delivered)
        std::erase_if(outbox_, [&](const long_term_memory& each) { return each.id == id; });
}

template <class Policies>
auto session_state<Policies>::snapshot() const -> saved_state {
    saved_state out;
    out.head.time = time_;
    out.head.accessed = accessed_;
    out.head.next_number = records_.next_number();
    out.copies.reserve(size());
    for_each([&](std::uint32_t slot) {
        out.copies.push_back(value(slot).copy());
        out.numbers.push_back(records_.number(slot));
    });
    for (const auto& each : out.copies) out.memories.push_back({&each, each.id});
    for (const auto& each : outbox_) out.outbox.push_back({&each});
    return out;
}

template <class Policies>
void session_state<Policies>::restore(const snapshot_type& content) {
    session_commands::put_decision all;
    all.change = {content.time, content.memories};
    locate(all);
    for (std::size_t i = 0; i < all.arriving.size(); ++i) {
        if (i < content.numbers.size()) records_.skip_to(content.numbers[i]);
        insert(std::move(all.arriving[i]));
    }
    records_.skip_to(content.next_number);
    for (const auto& each : content.outbox) outbox_.push_back(*each.value);
    time_ = content.time;
    accessed_ = content.accessed;
}

}  // namespace workmem
