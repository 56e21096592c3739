#pragma once

#include <workmem/bounded/commands.hpp>
#include <workmem/bounded/item_input.hpp>
#include <workmem/bounded/store_finds.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem {

/// The verbs of a bounded store by which items come in and change, and turns begin.
template <class Policies>
class bounded_store_changes : public bounded_store_finds<Policies> {
    using base = bounded_store_finds<Policies>;

protected:
    using base::base;
    using base::clock_;
    using base::execute;
    using base::ids_;
    using base::replica_;
    using base::tokens_;
    using typename base::state_type;

public:
    using base::options;

    // Coming in.

    /// Appends an item; whoever has its key leaves for it, and others where there is no room.
    /// Errors: `validation_error` (text, importance, a step that goes back), `capacity` (longer
    /// than all tokens, or nobody may go for it). O(log size + evicted).
    memorized memorize(new_item what, const call_options& call = plain_call) {
        return memorize_one(std::move(what), call).value();
    }
    memorized memorize(std::string_view text, const attribute_list& metadata = {},
                       const call_options& call = plain_call) {
        return memorize_one({.text = std::string{text}, .metadata = metadata}, call).value();
    }
    result<memorized> try_memorize(new_item what, const call_options& call = plain_call) {
        return memorize_one(std::move(what), call);
    }
    /// Appends several, all or none, in the order given. Errors as for `memorize`; two of a batch
    /// must not have one key.
    memorized_batch memorize_all(std::vector<new_item> what,
                                 const call_options& call = plain_call) {
        return try_memorize_all(std::move(what), call).value();
    }
    result<memorized_batch> try_memorize_all(std::vector<new_item> what,
                                             const call_options& call = plain_call) {
        memorized_batch out;
        std::vector<item> items;
        std::vector<bounded_commands::asked> asked;
        items.reserve(what.size());
        asked.reserve(what.size());
        out.ids.reserve(what.size());
        for (auto& each : what) {
            asked.push_back({each.step, each.pinned});
            auto& made = items.emplace_back(detail::to_item(std::move(each), ids_.next()));
            if (auto problem = accept(made, each)) return std::move(*problem);
            out.ids.push_back(made.id);
        }
        auto done = execute(bounded_commands::put{items, asked, clock_.now()}, call);
        if (!done) return done.error();
        out.position = done->position;
        if (done->added == 0) out.ids.clear();
        static_cast<made_room&>(out) = std::move(*done);
        return out;
    }

    // Changing what is there; position, step and age stay.

    /// Says something else of an item. Errors: `not_found`, `validation_error`, `capacity` (no room
    /// for more text, or pins beyond half of the limits).
    made_room update(std::string_view id, const item_change& what,
                     const call_options& call = plain_call) {
        return try_update(id, what, call).value();
    }
    result<made_room> try_update(std::string_view id, const item_change& what,
                                 const call_options& call = plain_call) {
        auto change = detail::accept_change(what);
        if (!change) return change.error();
        const auto tokens = change->text ? detail::line_tokens(tokens_, *change->text) : 0;
        auto done = execute(bounded_commands::update{id, &*change, tokens, clock_.now()}, call);
        if (!done) return done.error();
        return made_room{std::move(*done)};
    }
    /// Errors: `not_found`, `validation_error` for what is not from 0 to 1.
    void set_importance(std::string_view id, double importance,
                        const call_options& call = plain_call) {
        try_set_importance(id, importance, call).value();
    }
    result<void> try_set_importance(std::string_view id, double importance,
                                    const call_options& call = plain_call) {
        item_change what;
        what.importance = importance;
        return without_answer(try_update(id, what, call));
    }
    /// A pinned item never goes. Errors: `not_found`, `capacity` where pinned items would take more
    /// than half of a limit.
    void pin(std::string_view id, const call_options& call = plain_call) {
        try_pin(id, call).value();
    }
    void unpin(std::string_view id, const call_options& call = plain_call) {
        try_unpin(id, call).value();
    }
    result<void> try_pin(std::string_view id, const call_options& call = plain_call) {
        return set_pinned(id, true, call);
    }
    result<void> try_unpin(std::string_view id, const call_options& call = plain_call) {
        return set_pinned(id, false, call);
    }

    // Turns.

    /// The next turn begins; it is returned.
    std::int64_t advance_step(const call_options& call = plain_call) {
        return try_advance_step(call).value();
    }
    result<std::int64_t> try_advance_step(const call_options& call = plain_call) {
        return execute(bounded_commands::step{std::nullopt, clock_.now()}, call);
    }
    /// Turn `step` begins. `validation_error` for an earlier one.
    void set_step(std::int64_t step, const call_options& call = plain_call) {
        (void)try_set_step(step, call).value();
    }
    result<std::int64_t> try_set_step(std::int64_t step, const call_options& call = plain_call) {
        return execute(bounded_commands::step{step, clock_.now()}, call);
    }
    [[nodiscard]] std::int64_t step() const {
        return replica_.read([](const state_type& state) { return state.step(); });
    }

private:
    [[nodiscard]] double usual_importance() const {
        return replica_.read(
            [](const state_type& state) { return state.options().default_importance; });
    }
    // Of `what` its texts are in `made`.
    std::optional<error> accept(item& made, const new_item& what) const {
        const auto importance = what.importance ? *what.importance : usual_importance();
        return detail::accept_new(made, importance, what.step, tokens_);
    }
    result<memorized> memorize_one(new_item&& what, const call_options& call) {
        const bounded_commands::asked asked{what.step, what.pinned};
        auto made = detail::to_item(std::move(what), ids_.next());
        if (auto problem = accept(made, what)) return std::move(*problem);
        memorized out;
        out.id = made.id;
        auto done = execute(bounded_commands::put{{&made, 1}, {&asked, 1}, clock_.now()}, call);
        if (!done) return done.error();
        out.position = done->position;
        if (done->added == 0) out.id.clear();
        static_cast<made_room&>(out) = std::move(*done);
        return out;
    }
    result<void> set_pinned(std::string_view id, bool pinned, const call_options& call) {
        item_change what;
        what.pinned = pinned;
        return without_answer(try_update(id, what, call));
    }
    static result<void> without_answer(const result<made_room>& done) {
        if (!done) return done.error();
        return {};
    }
};

}  // namespace workmem
