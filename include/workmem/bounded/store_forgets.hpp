#pragma once

#include <workmem/bounded/commands.hpp>
#include <workmem/bounded/forget_instruction.hpp>
#include <workmem/bounded/item_input.hpp>
#include <workmem/bounded/store_changes.hpp>

#include <cstddef>
#include <string_view>
#include <utility>

namespace workmem {

/// The verbs of a bounded store by which items leave and come back.
template <class Policies>
class bounded_store_forgets : public bounded_store_changes<Policies> {
    using base = bounded_store_changes<Policies>;

protected:
    using base::base;
    using base::clock_;
    using base::execute;
    using base::replica_;
    using typename base::state_type;

public:
    /// Forgets by an instruction: "oldest", "least important", "position:N", "before:step_N",
    /// "id:…", "tag:…", "older than 10 minutes", "everything about …". The last does nothing until
    /// it is asked `confirmed`, but lists what would go. Errors: `validation_error` listing the
    /// known instructions, `not_found` for a position or an id that is not there.
    forgotten_items forget(std::string_view instruction, forget_mode mode = forget_mode::soft,
                           bool confirmed = false, const call_options& call = plain_call) {
        return try_forget(instruction, mode, confirmed, call).value();
    }
    result<forgotten_items> try_forget(std::string_view instruction,
                                       forget_mode mode = forget_mode::soft, bool confirmed = false,
                                       const call_options& call = plain_call) {
        auto what = forget_instruction::parse(instruction);
        if (!what) return what.error();
        const auto now = clock_.now();
        forgotten_items out;
        if (what->what == forget_instruction::target::everything_about && !confirmed) {
            out.confirmed = false;
            return replica_.read([&](const state_type& state) -> result<forgotten_items> {
                auto chosen = state.select(*what, now, mode);
                if (!chosen) return chosen.error();
                out.items = state.copies(*chosen);
                out.usage = state.usage();
                return out;
            });
        }
        if (mode == forget_mode::soft) {
            auto done = execute(bounded_commands::forget_soft{&*what, now}, call);
            if (!done) return done.error();
            out.items = std::move(done->items);
            out.usage = done->usage;
            return out;
        }
        auto done = execute(bounded_commands::forget_hard{&*what, now}, call);
        if (!done) return done.error();
        out.items = std::move(done->forgotten);
        out.usage = done->usage;
        return out;
    }
    /// Brings a softly forgotten item back; false if it was not forgotten. Errors: `not_found`.
    bool restore(std::string_view id, const call_options& call = plain_call) {
        return try_restore(id, call).value();
    }
    result<bool> try_restore(std::string_view id, const call_options& call = plain_call) {
        if (id.empty()) return detail::bad_input("id", "the id of an item", "empty");
        auto done = execute(bounded_commands::restore{id, clock_.now()}, call);
        if (!done) return done.error();
        return !done->items.empty();
    }
    /// Brings back all there are; how many.
    std::size_t restore_all(const call_options& call = plain_call) {
        return try_restore_all(call).value();
    }
    result<std::size_t> try_restore_all(const call_options& call = plain_call) {
        auto done = execute(bounded_commands::restore{{}, clock_.now()}, call);
        if (!done) return done.error();
        return done->items.size();
    }
    /// Removes what is beyond its time to live and not important; how many left. O(size).
    std::size_t sweep() { return try_sweep().value(); }
    result<std::size_t> try_sweep() {
        auto done = execute(bounded_commands::sweep{clock_.now()}, plain_call);
        if (!done) return done.error();
        return done->removed.size();
    }
    /// How many left.
    std::size_t clear(const call_options& call = plain_call) { return try_clear(call).value(); }
    result<std::size_t> try_clear(const call_options& call = plain_call) {
        return execute(bounded_commands::clear{clock_.now()}, call);
    }
};

}  // namespace workmem
