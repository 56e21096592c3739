#pragma once

#include <workmem/entity/state.hpp>
#include <workmem/entity/state/evict.ipp>
#include <workmem/entity/state/history.ipp>
#include <workmem/entity/state/load.ipp>
#include <workmem/entity/state/put.ipp>
#include <workmem/entity/state/remove.ipp>

namespace workmem {

template <entity_type E, class Policies>
std::optional<timestamp> entity_window_state<E, Policies>::next_expiry(
    timestamp now) const noexcept {
    if (!options_.ttl) return std::nullopt;
    std::optional<timestamp> next;
    const auto since = expired_since(now);
    for (std::size_t i = 0; i < detail::recency_list::segments; ++i) {
        for (auto slot = slots_.order().oldest(i); slot != no_slot;
             slot = slots_.order().newer(slot)) {
            const auto time = slots_.at(slot).time;
            if (time <= since) continue;
            const auto expiry = time > (timestamp::max)() - *options_.ttl ? (timestamp::max)()
                                                                          : time + *options_.ttl;
            if (!next || expiry < *next) next = expiry;
            if (in_order_) break;
        }
    }
    return next;
}

template <entity_type E, class Policies>
void entity_window_state<E, Policies>::adopt(const entity_options& options) noexcept {
    options_ = options;
    ++version_;
    token_sum_ = 0;
    if (options_.token_limit == 0) return;
    for (std::uint32_t slot = 0; slot < slots_.slot_count(); ++slot)
        if (slots_.order().in_use(slot)) token_sum_ += slots_.held(slot).tokens;
}

template <entity_type E, class Policies>
std::uint32_t entity_window_state<E, Policies>::count_tokens(const E& value) const {
    if (options_.token_limit == 0) return 0;
    std::string line = "  - ";
    text::append_quoted(line, traits::name(value));
    line += " (";
    text::append_escaped(line, traits::id(value));
    line += ")\n";
    return static_cast<std::uint32_t>(tokens_(line));
}

template <entity_type E, class Policies>
void entity_window_state<E, Policies>::count_all_tokens() {
    token_sum_ = 0;
    for (std::uint32_t slot = 0; slot < slots_.slot_count(); ++slot)
        if (slots_.order().in_use(slot))
            token_sum_ += slots_.held(slot).tokens = count_tokens(value(slot));
}

template <entity_type E, class Policies>
std::size_t entity_window_state<E, Policies>::bytes_of(const attribute& each) noexcept {
    const auto* const text = std::get_if<std::string>(&each.value);
    return (std::max)(each.name.size(), text == nullptr ? 0 : text->size());
}

}  // namespace workmem
