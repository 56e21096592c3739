#pragma once

#include <workmem/session/state.hpp>
#include <workmem/session/state/change.ipp>
#include <workmem/session/state/history.ipp>
#include <workmem/session/state/put.ipp>

#include <deque>
#include <string>
#include <variant>

namespace workmem {

template <class Policies>
error session_state<Policies>::unknown(std::string_view id) const {
    return {error_code::not_found,
            "there is no memory " + text::quoted(id) + " in session " + text::quoted(name_),
            {{"session_id", name_}, {"memory_id", std::string{id}}}};
}

template <class Policies>
session_memory session_state<Policies>::copy(std::uint32_t slot, timestamp now) const {
    auto out = value(slot).copy();
    out.importance = importance(slot, now);
    return out;
}

template <class Policies>
std::optional<promotion_reason> session_state<Policies>::due(std::uint32_t slot, timestamp now,
                                                             importance_score important) const {
    const auto& each = records_.at(slot);
    if (each.is_promoted()) return std::nullopt;
    return promotion_policy{}({each.access_count, important, each.priority, now - each.created},
                              options_.promotion);
}

template <class Policies>
timestamp session_state<Policies>::next_due() const noexcept {
    if (size() == 0 || !outbox_.empty()) return (timestamp::min)();
    const auto next = *next_expiry();
    return options_.idle_after ? (std::min)(next, last_use() + *options_.idle_after) : next;
}

template <class Policies>
ranking::document session_state<Policies>::document_of(std::uint32_t slot,
                                                       std::string& text) const {
    const auto whole = value(slot).copy();
    text = whole.content;
    for (const auto& tag : whole.tags) text.append("\n").append(tag);
    for (const auto& each : whole.metadata)
        if (const auto* const said = std::get_if<std::string>(&each.value))
            text.append("\n").append(*said);
    return {text, {}, records_.number(slot)};
}

template <class Policies>
auto session_state<Policies>::index() -> const ranking::search_index<ranking_policy>& {
    if (!is_indexed_ || index_.is_stale()) {
        std::deque<std::string> texts;
        index_.rebuild([&](auto&& take) {
            for_each(
                [&](std::uint32_t slot) { take(slot, document_of(slot, texts.emplace_back())); });
        });
    }
    is_indexed_ = true;
    return index_;
}

template <class Policies>
void session_state<Policies>::access(std::uint32_t slot, timestamp now) noexcept {
    auto& each = records_.at(slot);
    ++each.access_count;
    accessed_ = (std::max)(accessed_, now);
    if constexpr (Policies::journal::records)
        if (each.unsaved_accesses++ == 0) ++unsaved_;
}

template <class Policies>
importance_score session_state<Policies>::importance_of(const held_memory& memory, timestamp now,
                                                        std::uint64_t accesses) const noexcept {
    return importance_policy{}({accesses, now - memory.created, memory.expires - memory.created,
                                memory.priority, memory.length},
                               options_.importance);
}

template <class Policies>
std::string session_state<Policies>::free_promoted_id(
    std::string_view id, timestamp now, const std::function<bool(const std::string&)>* is_taken) {
    return make_promoted_id(id, now, [&](const std::string& wanted) {
        return is_taken != nullptr && *is_taken && (*is_taken)(wanted);
    });
}

}  // namespace workmem
