#pragma once

#include <workmem/bounded/bounded_store.hpp>
#include <workmem/config.hpp>
#include <workmem/journal/document_call.hpp>
#include <workmem/value/valid_text.hpp>

namespace workmem {

template <class Policies>
basic_bounded_store<Policies>::basic_bounded_store(bounded_options options, parts with)
    : basic_bounded_store(unopened, std::move(options), std::move(with)) {
    open().value();
}

template <class Policies>
auto basic_bounded_store<Policies>::try_make(bounded_options options, parts with)
    -> result<basic_bounded_store> {
    if (auto problem = problem_of(options)) return std::move(*problem);
    return {from_factory,
            [&] { return basic_bounded_store(unopened, std::move(options), std::move(with)); },
            [](basic_bounded_store& made) { return made.open(); }};
}

template <class Policies>
std::vector<removed_item> basic_bounded_store<Policies>::set_options(bounded_options options) {
    return try_set_options(std::move(options)).value();
}

template <class Policies>
result<std::vector<removed_item>> basic_bounded_store<Policies>::try_set_options(
    bounded_options options) {
    if (auto problem = problem_of(options)) return std::move(*problem);
    const auto now = replica_.clock().now();
    const bounded_commands::sweep command{now, false, &options};
    // Made ready before, so that adopting cannot fail.
    auto event = replica_.read([&](const state_type& state) {
        audit_event out;
        out.time = now;
        out.step = state.step();
        out.kind = audit_kind::limits_changed;
        out.before = state.usage();
        out.detail = "max_items " + std::to_string(options.max_items) + ", max_tokens " +
                     std::to_string(options.max_tokens);
        return out;
    });
    std::optional<bounded_options> before;
    auto done = replica_.execute(
        command, [&](const bounded_commands::remove_answer& answer, state_type& state) {
            event.after = answer.usage;
            count(answer);
            before = state.options();
            state.adopt(options);
        });
    if (!done) {
        if (before) replica_.update([&](state_type& state) { state.adopt(*before); });
        note_refusal(done.error(), now);
        return done.error();
    }
    note(std::move(event), "bounded.limits");
    return std::move(done->removed);
}

template <class Policies>
std::string basic_bounded_store<Policies>::to_json_text() const {
    return replica_.read([](const state_type& state) {
        const auto saved = state.snapshot();
        std::string out;
        journal::writer writer{out};
        writer.object(
            bounded_document{saved.head.time, saved.head.step, saved.items, saved.history});
        return out;
    });
}

template <class Policies>
result<std::size_t> basic_bounded_store<Policies>::try_load(const text::json_view& json,
                                                            const call_options& call) {
    const auto now = replica_.clock().now();
    auto content = detail::read_bounded(json, now, ids_, tokens_);
    if (!content) return content.error();
    std::vector<bounded_changes::full_item> items;
    std::vector<bounded_changes::superseded_item> past;
    for (const auto& each : content->items) items.push_back({&each});
    for (const auto& each : content->history) past.push_back({&each.value, each.time});
    std::string copy;
    return execute(typename state_type::load_command{items, past, content->step, now},
                   journal::call_with(call, json, copy));
}

template <class Policies>
result<std::size_t> basic_bounded_store<Policies>::try_load_text(std::string_view json,
                                                                 const call_options& call) {
    const text::json_document read{json};
    if (!read) return read.problem(json);
    return try_load(read.root(), call);
}

template <class Policies>
std::size_t basic_bounded_store<Policies>::erase(std::string_view subject,
                                                 const call_options& call) {
    return try_erase(subject, call).value();
}

template <class Policies>
result<std::size_t> basic_bounded_store<Policies>::try_erase(std::string_view subject,
                                                             const call_options& call) {
    if (subject.empty()) return detail::bad_input("subject", "an id or a key", "empty");
    std::string copy;
    subject = detail::valid(subject, copy);
    std::optional<without_item> scrub;
    return replica_.erase(
        bounded_commands::erase{subject, replica_.clock().now()}, subject,
        [&](const journal::record& each, const journal::erased_subject& erased) {
            if (!scrub) scrub.emplace(erased);
            return (*scrub)(each.bytes);
        },
        call);
}

template <class Policies>
result<void> basic_bounded_store<Policies>::open() {
    if (auto opened = replica_.open(); !opened) return opened;
    const auto limits = options();
    const auto held = replica_.read([](const state_type& state) { return state.usage(); });
    if (held.items <= static_cast<std::uint64_t>(limits.max_items) &&
        held.tokens <= static_cast<std::uint64_t>(limits.max_tokens))
        return {};
    auto done = execute(bounded_commands::sweep{replica_.clock().now(), false}, plain_call);
    if (!done && done.error().code() != error_code::capacity) return done.error();
    return {};
}

template <class Policies>
basic_bounded_store<Policies>::basic_bounded_store(loaded_t, const text::json_view& json,
                                                   bounded_options options, parts with)
    : basic_bounded_store(std::move(options), std::move(with)) {
    load(json);
}

template <class Policies>
template <class Load>
auto basic_bounded_store<Policies>::as_of(bounded_options options, tokens_type tokens,
                                          ranking_type ranking, Load&& load)
    -> result<basic_bounded_store> {
    parts with;
    with.tokens = std::move(tokens);
    with.ranking = std::move(ranking);
    basic_bounded_store made{unopened, std::move(options), std::move(with)};
    auto done = made.replica_.update(std::forward<Load>(load));
    if (!done) return done.error();
    made.replica_.read(
        [&](const state_type& state) { made.replica_.clock() = manual_clock{state.time()}; });
    return made;
}

}  // namespace workmem
