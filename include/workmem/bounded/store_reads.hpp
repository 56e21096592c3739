#pragma once

#include <workmem/bounded/item_filter.hpp>
#include <workmem/bounded/items.hpp>
#include <workmem/bounded/reports.hpp>
#include <workmem/bounded/store_base.hpp>
#include <workmem/text/quote.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace workmem {

/// The verbs of a bounded store that look and touch nothing.
template <class Policies>
class bounded_store_reads : public bounded_store_base<Policies> {
    using base = bounded_store_base<Policies>;

protected:
    using base::base;
    using base::by_class;
    using base::clock_;
    using base::no_slot;
    using base::replica_;
    using base::synchronised;
    using typename base::state_type;

public:
    /// How full the store is.
    [[nodiscard]] capacity_info get_capacity_info() const {
        return replica_.read([](const state_type& state) {
            const auto& options = state.options();
            capacity_info out;
            out.items = static_cast<std::int64_t>(state.size());
            out.tokens = static_cast<std::int64_t>(state.usage().tokens);
            out.max_items = options.max_items;
            out.max_tokens = options.max_tokens;
            out.available_items = (std::max)(options.max_items - out.items, std::int64_t{0});
            out.available_tokens = (std::max)(options.max_tokens - out.tokens, std::int64_t{0});
            out.forgotten_items = static_cast<std::int64_t>(state.forgotten());
            out.pinned_items = static_cast<std::int64_t>(state.pinned().items);
            out.pinned_tokens = static_cast<std::int64_t>(state.pinned().tokens);
            out.step = state.step();
            out.importance_threshold_low = options.importance_threshold_low;
            out.importance_threshold_high = options.importance_threshold_high;
            out.guard = options.guard;
            out.eviction_policy = detail::in_words(options, by_class);
            return out;
        });
    }
    /// Where an item comes from, how it stands and why it would go. `not_found`.
    [[nodiscard]] item_explanation explain(std::string_view id) const {
        return try_explain(id).value();
    }
    result<item_explanation> try_explain(std::string_view id) const {
        return replica_.read([&](const state_type& state) -> result<item_explanation> {
            const auto slot = state.find_any(id);
            if (slot == no_slot)
                return error{error_code::not_found,
                             "there is no item with the id " + text::quoted(id)};
            const auto now = (std::max)(clock_.now(), state.time());
            item_explanation out;
            out.value = state.copy(slot);
            out.standing = state.class_of(slot, now);
            out.expired = state.has_expired(slot, now);
            out.recent = state.is_recent(slot);
            out.age_in_steps = state.step() - out.value.step;
            out.age = now - out.value.created;
            out.text = detail::in_words(out, by_class, state.options().guard);
            return out;
        });
    }
    /// The last events, oldest first: evictions, refusals, what was forgotten, other limits. Not
    /// saved: after a start it tells of the stream's changes since the last snapshot; refusals and
    /// other limits are no changes.
    [[nodiscard]] std::vector<audit_event> audit() const {
        return replica_.read([](const state_type& state) { return state.audit(); });
    }
    /// Items that had a key before the present one, newest first.
    [[nodiscard]] std::vector<past_item> history(std::string_view key) const {
        return replica_.read([&](const state_type& state) { return state.history(key); });
    }
    [[nodiscard]] std::optional<item> peek(std::string_view id) const {
        return replica_.read([&](const state_type& state) -> std::optional<item> {
            const auto slot = state.find(id);
            if (slot == no_slot) return std::nullopt;
            return state.copy(slot);
        });
    }
    [[nodiscard]] bool contains(std::string_view id) const {
        return replica_.read([&](const state_type& state) { return state.find(id) != no_slot; });
    }
    /// Items in the queue, softly forgotten ones among them.
    [[nodiscard]] std::size_t size() const {
        return replica_.read([](const state_type& state) { return state.size(); });
    }
    [[nodiscard]] bool empty() const { return size() == 0; }
    /// Their tokens.
    [[nodiscard]] std::uint64_t tokens() const {
        return replica_.read([](const state_type& state) { return state.usage().tokens; });
    }
    /// Copies, oldest first.
    [[nodiscard]] std::vector<item> all(const item_filter& filter = {}) const {
        return replica_.read([&](const state_type& state) { return chosen(state, filter); });
    }
    /// `visit(const item&)` for each that is not forgotten, oldest first, under the lock: it must
    /// not call the store. The items' positions are not set.
    template <class Visit>
    void for_each(Visit&& visit) const {
        replica_.read([&](const state_type& state) {
            for (const auto& each : state.items()) visit(each);
        });
    }
    /// The same items as a range of `const item&`; a view, valid until the next change.
    [[nodiscard]] item_range items() const requires(!synchronised) {
        return replica_.read([](const state_type& state) { return state.items(); });
    }
    [[nodiscard]] item_range::iterator begin() const requires(!synchronised) {
        return items().begin();
    }
    [[nodiscard]] item_range::iterator end() const requires(!synchronised) { return {}; }
    /// What was counted since the store was made. Lookups are `get`, `get_by_key` and `remember`.
    [[nodiscard]] metrics_snapshot metrics() {
        return this->counted([](metrics_snapshot& out, const state_type& state) {
            out.entities = state.size();
            out.capacity = static_cast<std::uint64_t>(state.options().max_items);
        });
    }

private:
    static std::vector<item> chosen(const state_type& state, const item_filter& filter) {
        std::vector<std::uint32_t> which;
        state.for_each([&](std::uint32_t slot) {
            if (filter.accepts(state.value(slot))) which.push_back(slot);
        });
        return state.copies(which);
    }
};

}  // namespace workmem
