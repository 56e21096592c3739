#pragma once

#include <workmem/bounded/state.hpp>

// A part of bounded/state.hpp: items leave, are hidden and seen again; turns begin.

namespace workmem {

template <class Policies>
verdict bounded_state<Policies>::decide(const bounded_commands::sweep& command,
                                        bounded_commands::remove_decision& out) {
    if (command.limits != nullptr) return decide_under(command, out);
    begin_decision(command.time);
    out.change.time = deciding_at_;
    if (command.expired)
        slots_.for_each([&](std::uint32_t slot) {
            if (is_marked(slot) || class_of(slot, deciding_at_) != eviction_class::expired) return;
            mark(slot);
            out.place.removed.push_back(slot);
            out.removals.push_back({{}, removal_reason::expired});
        });
    out.problem =
        make_room(size_without(out.place.removed.view()), out.place.removed, out.removals);
    return out.problem ? verdict::refused : finish(out);
}

// Other limits hold while this is decided; who adopts them does so once it is recorded.
template <class Policies>
verdict bounded_state<Policies>::decide_under(const bounded_commands::sweep& command,
                                              bounded_commands::remove_decision& out) {
    struct borrowed {
        bounded_state& state;
        bounded_options options;
        ~borrowed() {
            state.options_ = options;
            state.limits_changed();
        }
    };
    const borrowed back{*this, std::exchange(options_, *command.limits)};
    limits_changed();
    return decide(bounded_commands::sweep{command.time, command.expired}, out);
}

template <class Policies>
verdict bounded_state<Policies>::decide(const bounded_commands::forget_hard& command,
                                        bounded_commands::remove_decision& out) {
    begin_decision(command.time);
    out.change.time = deciding_at_;
    auto chosen = select(*command.what, deciding_at_, forget_mode::hard);
    if (!chosen) {
        out.problem = chosen.error();
        return verdict::refused;
    }
    for (const auto slot : *chosen) {
        out.place.removed.push_back(slot);
        out.removals.push_back({{}, removal_reason::instructed});
    }
    return finish(out);
}

template <class Policies>
verdict bounded_state<Policies>::finish(bounded_commands::remove_decision& out) {
    const auto after = size_without(out.place.removed.view());
    out.answer.usage = {static_cast<std::size_t>(after.items),
                        static_cast<std::uint64_t>(after.tokens)};
    if (out.place.removed.empty()) return verdict::nothing;
    prepare(out);
    name_removals(out.place.removed, out.removals);
    out.change.removals = out.removals.view();
    // As callers see them: with their positions.
    for (std::size_t i = 0; i < out.answer.forgotten.size(); ++i)
        out.answer.forgotten[i].position = position_of(out.place.removed[i]);
    return verdict::change;
}

template <class Policies>
void bounded_state<Policies>::prepare(bounded_commands::remove_decision& out) {
    prepare_removal_events(out.place.removed.view(), out.removals.view(),
                           size_without(out.place.removed.view()), out.change.time);
    for (const auto& each : out.removals) {
        if (each.reason == removal_reason::instructed)
            out.answer.forgotten.emplace_back();
        else
            out.answer.removed.emplace_back().reason = each.reason;
    }
}

template <class Policies>
void bounded_state<Policies>::locate(bounded_commands::remove_decision& recorded) {
    begin_decision(recorded.change.time);
    find_removals(recorded.change.removals, recorded.place.removed, recorded.removals);
    prepare(recorded);
}

template <class Policies>
void bounded_state<Policies>::complete_answer(bounded_commands::remove_decision& decided) const {
    decided.each_removed([this](std::uint32_t slot, item& into) {
        const auto position = into.position;
        into = value(slot);
        into.position = position;
    });
}

template <class Policies>
void bounded_state<Policies>::apply(bounded_commands::remove_decision& decided,
                                    notice_type*) noexcept {
    decided.each_removed([this](std::uint32_t slot, item& into) {
        const auto position = into.position;
        remove(slot, &into);
        into.position = position;
    });
    audit_.publish(options_.audit_limit);
    changed(decided.change.time);
}

// Hidden, and seen again.

template <class Policies>
verdict bounded_state<Policies>::decide(const bounded_commands::forget_soft& command,
                                        bounded_commands::hide_decision& out) {
    begin_decision(command.time);
    auto chosen = select(*command.what, deciding_at_, forget_mode::soft);
    if (!chosen) {
        out.problem = chosen.error();
        return verdict::refused;
    }
    out.place.which = std::move(*chosen);
    return finish(out, false);
}

template <class Policies>
verdict bounded_state<Policies>::decide(const bounded_commands::restore& command,
                                        bounded_commands::hide_decision& out) {
    begin_decision(command.time);
    if (command.id.empty()) {
        slots_.for_each([&](std::uint32_t slot) { out.place.which.push_back(slot); });
    } else if (const auto slot = slots_.find_id(command.id); slot != no_slot) {
        out.place.which.push_back(slot);
    } else {
        out.problem.emplace(error_code::not_found,
                            "there is no item with the id " + text::quoted(command.id));
        return verdict::refused;
    }
    return finish(out, true);
}

template <class Policies>
verdict bounded_state<Policies>::finish(bounded_commands::hide_decision& out, bool restored) {
    auto& which = out.place.which;
    std::erase_if(which, [&](auto slot) { return value(slot).forgotten != restored; });
    out.answer.usage = usage();
    if (which.empty()) return verdict::nothing;
    out.change.time = deciding_at_;
    out.change.restored = restored;
    for (const auto slot : which) out.ids.push_back(value(slot).id);
    out.change.ids = out.ids;
    out.answer.items = copies(which);
    prepare(out);
    return verdict::change;
}

template <class Policies>
void bounded_state<Policies>::prepare(bounded_commands::hide_decision& out) {
    const planned same{static_cast<std::int64_t>(size()), static_cast<std::int64_t>(tokens_)};
    audit_.drop_prepared();
    auto& event = prepare_event(out.change.restored ? audit_kind::restored : audit_kind::forgotten,
                                same, out.change.time);
    for (const auto slot : out.place.which) event.items.push_back({value(slot).id, std::nullopt});
}

template <class Policies>
void bounded_state<Policies>::locate(bounded_commands::hide_decision& recorded) {
    for (const auto id : recorded.change.ids) {
        const auto slot = slots_.find_id(id);
        if (slot != no_slot && value(slot).forgotten == recorded.change.restored)
            recorded.place.which.push_back(slot);
    }
    prepare(recorded);
}

template <class Policies>
void bounded_state<Policies>::apply(bounded_commands::hide_decision& decided,
                                    notice_type*) noexcept {
    for (const auto slot : decided.place.which) {
        auto& each = slots_.at(slot).value;
        add(each, -1);
        each.forgotten = !decided.change.restored;
        add(each, 1);
        group_changed(slot);
    }
    audit_.publish(options_.audit_limit);
    changed(decided.change.time);
}

// Turns.

template <class Policies>
verdict bounded_state<Policies>::decide(const bounded_commands::step& command,
                                        bounded_commands::step_decision& out) {
    constexpr auto most = (std::numeric_limits<std::int64_t>::max)() / 2;
    out.change.time = (std::max)(command.time, time_);
    out.change.now = command.to.value_or(step_ < most ? step_ + 1 : step_);
    out.answer = out.change.now;
    if (out.change.now == step_) return verdict::nothing;
    if (out.change.now > step_ && out.change.now <= most) return verdict::change;
    out.problem.emplace(error_code::validation_error,
                        "step must be " + std::to_string(step_) + " to " + std::to_string(most) +
                            ", as steps never go back, is " + std::to_string(out.change.now),
                        std::vector<error_detail>{{"step", std::to_string(out.change.now)}});
    return verdict::refused;
}

template <class Policies>
void bounded_state<Policies>::apply(bounded_commands::step_decision& decided,
                                    notice_type*) noexcept {
    step_ = (std::max)(step_, decided.change.now);
    changed(decided.change.time);
}

// Everything leaves.

template <class Policies>
verdict bounded_state<Policies>::decide(const bounded_commands::clear& command,
                                        bounded_commands::clear_decision& out) {
    out.answer = size();
    out.change.time = (std::max)(command.time, time_);
    if (size() == 0 && history_.empty()) return verdict::nothing;
    locate(out);
    return verdict::change;
}

template <class Policies>
void bounded_state<Policies>::locate(bounded_commands::clear_decision& recorded) {
    audit_.drop_prepared();
    auto& event = prepare_event(audit_kind::cleared, {}, recorded.change.time);
    slots_.for_each([&](std::uint32_t slot) {
        event.items.push_back({value(slot).id, removal_reason::cleared});
    });
}

template <class Policies>
void bounded_state<Policies>::apply(bounded_commands::clear_decision& decided,
                                    notice_type*) noexcept {
    slots_.for_each([&](std::uint32_t slot) { remove(slot, nullptr); });
    history_.clear();
    audit_.publish(options_.audit_limit);
    changed(decided.change.time);
}

// An item leaves for good.

template <class Policies>
verdict bounded_state<Policies>::decide(const bounded_commands::erase& command,
                                        bounded_commands::erase_decision& out) {
    out.change = {(std::max)(command.time, time_), command.subject};
    locate(out);
    out.answer = out.place.removed.size();
    for (const auto& each : history_)
        if (is_about(each.value, command.subject)) ++out.answer;
    return verdict::change;
}

template <class Policies>
std::vector<std::string> bounded_state<Policies>::ids_of(std::string_view subject) const {
    std::vector<std::string> out;
    for (const auto slot : {slots_.find_id(subject), slots_.find_key(subject)})
        if (slot != no_slot) out.push_back(slots_.at(slot).value.id);
    for (const auto& each : history_)
        if (is_about(each.value, subject)) out.push_back(each.value.id);
    return out;
}

template <class Policies>
void bounded_state<Policies>::locate(bounded_commands::erase_decision& recorded) {
    const auto subject = recorded.change.subject;
    auto& removed = recorded.place.removed;
    if (const auto slot = slots_.find_id(subject); slot != no_slot) removed.push_back(slot);
    if (const auto slot = slots_.find_key(subject);
        slot != no_slot && (removed.empty() || removed[0] != slot))
        removed.push_back(slot);
    // It says no more than that something was erased.
    audit_.drop_prepared();
    (void)prepare_event(audit_kind::erased, size_without(removed.view()), recorded.change.time);
}

template <class Policies>
void bounded_state<Policies>::apply(bounded_commands::erase_decision& decided,
                                    notice_type*) noexcept {
    const auto subject = decided.change.subject;
    std::erase_if(history_, [&](const past_item& each) { return is_about(each.value, subject); });
    for (const auto slot : decided.place.removed) remove(slot, nullptr);
    audit_.publish(options_.audit_limit);
    changed(decided.change.time);
}

}  // namespace workmem
