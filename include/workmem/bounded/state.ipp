#pragma once

#include <workmem/bounded/item_filter.hpp>
#include <workmem/bounded/state.hpp>
#include <workmem/bounded/state/candidates.ipp>
#include <workmem/bounded/state/evict.ipp>
#include <workmem/bounded/state/forget.ipp>
#include <workmem/bounded/state/history.ipp>
#include <workmem/bounded/state/put.ipp>
#include <workmem/bounded/state/read.ipp>

namespace workmem {

template <class Policies>
std::size_t bounded_state<Policies>::position_of(std::uint32_t slot) const noexcept {
    std::size_t position = 0;
    const auto& queue = slots_.queue();
    for (auto each = queue.previous(slot); each != no_slot; each = queue.previous(each)) ++position;
    return position;
}

template <class Policies>
item bounded_state<Policies>::copy(std::uint32_t slot) const {
    item out = value(slot);
    out.position = position_of(slot);
    return out;
}

template <class Policies>
std::vector<past_item> bounded_state<Policies>::history(std::string_view key) const {
    std::vector<past_item> out;
    for (auto each = history_.rbegin(); each != history_.rend(); ++each)
        if (detail::same_key(each->value.key, key)) out.push_back(*each);
    return out;
}

template <class Policies>
void bounded_state<Policies>::touch(std::uint32_t slot, timestamp now) noexcept {
    if constexpr (tracks_touches) {
        auto& held = slots_.at(slot);
        if (held.unsaved_touches++ == 0) {
            ++unsaved_;
            held.saved_access = held.value.accessed;
        }
    }
    touch_now(slot, now, 1);
}

template <class Policies>
auto bounded_state<Policies>::ranking() const -> ranking_policy {
    if constexpr (std::copy_constructible<ranking_policy>) {
        auto out = index_.policy();
        out.clear();
        return out;
    } else {
        return {};
    }
}

template <class Policies>
void bounded_state<Policies>::adopt(const bounded_options& options) noexcept {
    options_ = options;
    if (history_.size() > options_.history_limit)
        history_.erase(history_.begin(),
                       history_.end() - static_cast<std::ptrdiff_t>(options_.history_limit));
    audit_.shrink(options_.audit_limit);
    limits_changed();
    ++version_;
}

template <class Policies>
void bounded_state<Policies>::note(audit_event&& event) {
    audit_.drop_prepared();
    audit_.prepare(options_.audit_limit) = std::move(event);
    audit_.publish(options_.audit_limit);
}

template <class Policies>
std::int64_t bounded_state<Policies>::last_step(const item& each) const noexcept {
    constexpr auto never = (std::numeric_limits<std::int64_t>::max)();
    const auto ttl = each.step_ttl ? each.step_ttl : options_.step_ttl;
    return !ttl || *ttl > never - each.step ? never : each.step + *ttl;
}

template <class Policies>
timestamp bounded_state<Policies>::expiry(const item& each) const noexcept {
    const auto ttl = each.wall_ttl ? each.wall_ttl : options_.wall_ttl;
    return !ttl || *ttl > (timestamp::max)() - each.created ? (timestamp::max)()
                                                            : each.created + *ttl;
}

template <class Policies>
std::uint64_t bounded_state<Policies>::decision_hash(std::uint32_t slot) const noexcept {
    if constexpr (eviction::looks_at_hashes<eviction_policy>()) {
        const auto& each = value(slot);
        return detail::hash_bytes(each.key.empty() ? each.text : each.key, detail::decision_key);
    } else {
        return slot & 0;
    }
}

template <class Policies>
void bounded_state<Policies>::count_importance(planned& sum, const item& each,
                                               int sign) const noexcept {
    if (each.importance.ppm() < high_ || each.pinned || each.forgotten) return;
    sum.items += sign;
    sum.tokens += sign * std::int64_t{each.tokens};
}

template <class Policies>
void bounded_state<Policies>::limits_changed() noexcept {
    low_ = ppm(options_.importance_threshold_low);
    high_ = ppm(options_.importance_threshold_high);
    important_ = {};
    for_each([this](std::uint32_t slot) { count_importance(important_, value(slot), 1); });
    if constexpr (requires { eviction_.on_limits(); }) eviction_.on_limits();
}

template <class Policies>
void bounded_state<Policies>::touch_now(std::uint32_t slot, timestamp now,
                                        std::uint32_t count) noexcept {
    auto& each = slots_.at(slot).value;
    each.accessed = (std::max)(each.accessed, now);
    each.access_count += count;
    slots_.use(slot);
    eviction_.on_access(slot, decision_hash(slot));
    ++version_;
}

template <class Policies>
item bounded_state<Policies>::as_recorded(std::uint32_t slot) const {
    const auto& held = slots_.at(slot);
    auto out = held.value;
    if (held.unsaved_touches == 0) return out;
    out.access_count -= held.unsaved_touches;
    out.accessed = held.saved_access;
    return out;
}

template <class Policies>
void bounded_state<Policies>::begin_decision(timestamp now) noexcept {
    ++decision_;
    // If nothing came of the last one, they stand where they stood.
    for (const auto slot : superseding_)
        if (slots_.at(slot).in_use) group_changed(slot);
    superseding_.clear();
    if constexpr (requires { eviction_.on_limits(); })
        if (deciding_step_ > step_) eviction_.on_limits();
    deciding_step_ = step_;
    deciding_at_ = (std::max)(now, time_);
}

}  // namespace workmem
