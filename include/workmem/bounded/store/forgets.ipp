#pragma once

#include <workmem/bounded/bounded_store.hpp>

namespace workmem {

template <class Policies>
forgotten_items basic_bounded_store<Policies>::forget(std::string_view instruction,
                                                      forget_mode mode, bool confirmed,
                                                      const call_options& call) {
    return try_forget(instruction, mode, confirmed, call).value();
}

template <class Policies>
result<forgotten_items> basic_bounded_store<Policies>::try_forget(std::string_view instruction,
                                                                  forget_mode mode, bool confirmed,
                                                                  const call_options& call) {
    auto what = forget_instruction::parse(instruction);
    if (!what) return what.error();
    const auto now = replica_.clock().now();
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

template <class Policies>
bool basic_bounded_store<Policies>::restore(std::string_view id, const call_options& call) {
    return try_restore(id, call).value();
}

template <class Policies>
result<bool> basic_bounded_store<Policies>::try_restore(std::string_view id,
                                                        const call_options& call) {
    if (id.empty()) return detail::bad_input("id", "the id of an item", "empty");
    auto done = execute(bounded_commands::restore{id, replica_.clock().now()}, call);
    if (!done) return done.error();
    return !done->items.empty();
}

template <class Policies>
std::size_t basic_bounded_store<Policies>::restore_all(const call_options& call) {
    return try_restore_all(call).value();
}

template <class Policies>
result<std::size_t> basic_bounded_store<Policies>::try_restore_all(const call_options& call) {
    auto done = execute(bounded_commands::restore{{}, replica_.clock().now()}, call);
    if (!done) return done.error();
    return done->items.size();
}

template <class Policies>
result<std::size_t> basic_bounded_store<Policies>::try_sweep() {
    auto done = execute(bounded_commands::sweep{replica_.clock().now()}, plain_call);
    if (!done) return done.error();
    return done->removed.size();
}

template <class Policies>
result<std::size_t> basic_bounded_store<Policies>::try_clear(const call_options& call) {
    return execute(bounded_commands::clear{replica_.clock().now()}, call);
}

}  // namespace workmem
