#pragma once

#include <workmem/agent/agent_memory.hpp>
#include <workmem/agent/asked.hpp>
#include <workmem/agent/links.hpp>
#include <workmem/agent/prompt_choice.hpp>
#include <workmem/agent/prompt_facts.hpp>
#include <workmem/agent/saved_agent.hpp>
#include <workmem/bounded/bounded_store.ipp>
#include <workmem/bounded/note_identity.hpp>
#include <workmem/entity/entity_memory.ipp>
#include <workmem/ids/meant_id.hpp>
#include <workmem/journal/erasing_together.hpp>
#include <workmem/long_term/long_term_store.ipp>
#include <workmem/secrets/field_secrets.hpp>
#include <workmem/session/promoted.hpp>
#include <workmem/session/session.ipp>
#include <workmem/task/task_memory.ipp>

#include <algorithm>
#include <array>
#include <set>

namespace workmem {

template <class Policies>
basic_agent_memory<Policies>::basic_agent_memory(agent_options options, parts with)
    : basic_agent_memory(unopened, options, with) {
    open(with.gap).value();
}

template <class Policies>
result<basic_agent_memory<Policies>> basic_agent_memory<Policies>::try_make(agent_options options,
                                                                            parts with) {
    if (auto problem = problem_of(options)) return std::move(*problem);
    return {from_factory, [&] { return basic_agent_memory(unopened, options, with); },
            [&](basic_agent_memory& made) { return made.open(with.gap); }};
}

template <class Policies>
basic_agent_memory<Policies>::basic_agent_memory(unopened_t, const agent_options& options,
                                                 const parts& with)
    : entities{basic_entity_memory<entity, Policies>::unopened,
               options.entities,
               {.clock = with.clock,
                .tokens = with.tokens,
                .observer = with.observer,
                .journal = with.journal,
                .stream = with.stream,
                .keep = with.keep,
                .gap = with.gap,
                .max_clock_skew = with.max_clock_skew}},
      items{basic_bounded_store<Policies>::unopened,
            options.items,
            {.clock = with.clock,
             .ids = with.ids,
             .tokens = with.tokens,
             .observer = with.observer,
             .journal = with.journal,
             .stream = with.stream,
             .keep = with.keep,
             .max_clock_skew = with.max_clock_skew}},
      session{basic_session<Policies>::unopened,
              options.session,
              {.clock = with.clock,
               .observer = with.observer,
               .journal = with.journal,
               .name = with.stream,
               .stream = with.stream,
               .keep = with.keep,
               .tokens = with.tokens,
               .max_clock_skew = with.max_clock_skew}},
      long_term{basic_long_term_store<Policies>::unopened,
                {.clock = with.clock,
                 .observer = with.observer,
                 .journal = with.journal,
                 .stream = with.long_term_stream.empty() ? with.stream : with.long_term_stream,
                 .keep = with.keep,
                 .max_clock_skew = with.max_clock_skew}},
      plan{basic_task_memory<Policies>::unopened,
           detail::named_by_stream(options.plan, with.plan_stream),
           {.clock = with.clock,
            .ids = with.ids,
            .tokens = with.tokens,
            .observer = with.observer,
            .journal = with.journal,
            .stream = with.plan_stream.empty() ? with.stream : with.plan_stream,
            .keep = with.keep,
            .max_clock_skew = with.max_clock_skew}},
      tokens_{with.tokens} {}

template <class Policies>
result<void> basic_agent_memory<Policies>::open(clock_gap gap) {
    // The first one to open a new stream says what it is for.
    if (auto done = entities.open(gap); !done) return done;
    if (auto done = items.open(); !done) return done;
    if (auto done = session.replica_.open(); !done) return done;
    if (auto done = long_term.replica_.open(); !done) return done;
    return plan.open();
}

template <class Policies>
health_report basic_agent_memory<Policies>::health() {
    health_report report;
    const auto take = [](std::vector<health_alert> from, std::vector<health_alert>& to) {
        const std::vector<health_alert> known = to;
        for (auto& alert : from)
            if (std::none_of(known.begin(), known.end(),
                             [&](const health_alert& each) { return each.metric == alert.metric; }))
                to.push_back(std::move(alert));
    };
    for (auto each :
         {entities.health(), items.health(), session.health(), long_term.health(), plan.health()}) {
        take(std::move(each.alerts), report.alerts);
        take(std::move(each.notes), report.notes);
    }
    return report;
}

template <class Policies>
result<heard_message> basic_agent_memory<Policies>::try_hear_message(const text::json_view& json) {
    const write_lock lock{calls_mutex_};
    return workmem::try_hear_message(entities, calls_, json);
}

template <class Policies>
result<heard_message> basic_agent_memory<Policies>::try_hear_message_text(std::string_view json) {
    const write_lock lock{calls_mutex_};
    return workmem::try_hear_message_text(entities, calls_, json);
}

template <class Policies>
result<std::int64_t> basic_agent_memory<Policies>::try_next_turn() {
    auto step = items.try_advance_step();
    if (!step) return step;
    if (auto swept = try_sweep(); !swept) return swept.error();
    return step;
}

template <class Policies>
template <class Add>
auto basic_agent_memory<Policies>::add_linked(std::string_view text, std::vector<std::string>& tags,
                                              const call_options& call, Add&& add) {
    const bool is_repeated = has_made(call);
    const auto named = entities.named_in(role::assistant, text);
    std::vector<std::string> links;
    for (const auto& each : named)
        if (const auto known = entities.peek(each.type, each.id))
            links.push_back(detail::link_tag(*known));
    detail::add_tags(tags, std::move(links));
    auto added = std::forward<Add>(add)();
    if (added && !is_repeated)
        for (const auto& each : named) entities.mention(each, strength::offered);
    return added;
}

template <class Policies>
result<memorized> basic_agent_memory<Policies>::try_memorize(new_item what,
                                                             const call_options& call) {
    const detail::asked asked{what, call};
    if (what.from.sequence == 0) what.from.sequence = entities.sequence();
    if (what.from.actor.empty()) what.from.actor = call.actor;
    // What is noted again is the note that is there.
    what.merges = true;
    return add_linked(what.text, what.tags, call,
                      [&] { return items.try_memorize(std::move(what), asked.call()); });
}

template <class Policies>
result<session_memory> basic_agent_memory<Policies>::try_remember_for_session(
    new_session_memory what, const call_options& call) {
    const detail::asked asked{what, call};
    return add_linked(what.content, what.tags, call,
                      [&] { return session.try_add(std::move(what), asked.call()); });
}

template <class Policies>
result<task_id> basic_agent_memory<Policies>::try_add_task(new_task what,
                                                           const call_options& call) {
    const detail::asked asked{what, call};
    return add_linked(what.title + "\n" + what.description, what.tags, call,
                      [&] { return plan.try_add_task(std::move(what), asked.call()); });
}

template <class Policies>
std::optional<error> basic_agent_memory<Policies>::problem_of_keeping(
    std::string_view text, const std::vector<std::string>& tags, const attribute_list& metadata) {
    const secrets::field_secrets<typename Policies::session::secrets> secrets;
    auto found = secrets.in_text(text);
    if (!found) found = secrets.in_tags(tags);
    if (!found) found = secrets.in_metadata(metadata);
    if (!found) return std::nullopt;
    return error{
        error_code::validation_error,
        "the note holds " + *found +
            ", which looks like a secret; leave it out, or say allow_secret where it is to "
            "be kept all the same",
        {{"field", "allow_secret"}}};
}

template <class Policies>
result<std::string> basic_agent_memory<Policies>::try_keep(std::string_view item_id,
                                                           const call_options& call,
                                                           promotion_choice choice) {
    const auto note = items.peek(item_id);
    if (!note)
        return error{error_code::not_found,
                     "there is no item " + text::quoted(text::prefix(item_id, 200)),
                     {{"id", text::escaped(text::prefix(item_id, 200))}}};
    if (!choice.allow_secret)
        if (auto problem = problem_of_keeping(note->text, note->tags, note->metadata))
            return std::move(*problem);
    auto kept = detail::to_long_term(*note);
    if (const auto same = kept_as(*note); same && same->id != kept.id) {
        // What another conversation has kept already, with what is new of this note.
        const auto before = *same;
        kept.id = before.id;
        kept.content = before.content;
        kept.core = before.core;
        kept.created = before.created;
        kept.relations = before.relations;
        auto tags = before.tags;
        detail::add_tags(tags, std::move(kept.tags));
        kept.tags = std::move(tags);
        auto metadata = before.metadata;
        for (auto& each : kept.metadata)
            if (find_attribute(metadata, each.name) == nullptr) metadata.push_back(std::move(each));
        if (!detail::is_kept_of(before, note->id))
            metadata.push_back({detail::also_kept(note->id), true});
        kept.metadata = std::move(metadata);
        if (kept == before) return kept.id;
        auto id = kept.id;
        if (auto done = long_term.try_replace(std::move(kept), call); !done) return done.error();
        return id;
    }
    auto id = kept.id;
    // The same request, whether something was there or not.
    auto by = call;
    std::string request;
    if (by.request.empty() && !by.idempotency_key.empty())
        by.request = request = "keep " + std::string{item_id};
    const auto put = long_term.try_put(kept, by);
    if (!put) return put.error();
    if (*put) return id;
    // A newer value takes the place of the older one, whoever kept that.
    if (const auto older = long_term.get(id); older && older->content != kept.content)
        if (auto done = long_term.try_replace(std::move(kept), by); !done) return done.error();
    return id;
}

template <class Policies>
std::optional<long_term_memory> basic_agent_memory<Policies>::kept_as(const item& note) const {
    std::optional<long_term_memory> out;
    // One with a key has a place of its own.
    if (!note.key.empty()) return long_term.get(detail::kept_id(note.id, note.key));
    const auto identity = detail::note_identity(note.text);
    long_term.for_each([&](const long_term_memory& each) {
        if (!out && std::string_view{each.id}.starts_with(detail::kept_prefix) &&
            detail::key_of_kept(each.id).empty() && detail::note_identity(each.content) == identity)
            out = each;
    });
    return out;
}

template <class Policies>
std::vector<entity> basic_agent_memory<Policies>::linked_things() const {
    std::vector<entity> found;
    const auto take = [&](const std::vector<std::string>& tags) {
        for (const auto& each : tags)
            if (auto linked = detail::read_link(each))
                if (!entities.contains(linked->type, linked->id.text()))
                    found.push_back(std::move(*linked));
    };
    items.for_each([&](const item& each) { take(each.tags); });
    for (const auto& each : session.list({}, static_cast<std::size_t>(-1)).memories)
        take(each.tags);
    for (const auto& each : plan.ids())
        if (const auto task = plan.try_get(each)) take(task->tags);
    return found;
}

template <class Policies>
std::optional<resolved_reference<entity>> basic_agent_memory<Policies>::meant_by_links(
    std::string_view text, const resolve_query& query) const {
    const auto linked = linked_things();
    if (linked.empty()) return std::nullopt;
    // A window of what is linked alone: only what the text names is meant by it.
    entity_options options = entities.options();
    options.capacity = linked.size();
    options.token_limit = 0;
    basic_entity_memory<entity, detached_policies<Policies>> others{options};
    others.set_lexicon(entities.lexicon());
    return detail::meant_by_links(others, linked, text, query);
}

template <class Policies>
resolved_reference<entity> basic_agent_memory<Policies>::resolve(std::string_view text,
                                                                 const resolve_query& query) {
    return entities.resolve_or(text, query, [&] {
        auto linked = meant_by_links(text, query);
        if (linked) (void)entities.try_add(**linked, strength::chosen);
        return linked;
    });
}

template <class Policies>
explained_reference<entity> basic_agent_memory<Policies>::explain(
    std::string_view text, const resolve_query& query) const {
    auto found = entities.explain(text, query);
    if (found.answer.status != resolution_status::unresolved) return found;
    if (auto linked = meant_by_links(text, query)) {
        found.considered = linked->candidates;
        found.answer = *std::move(linked);
    }
    return found;
}

template <class Policies>
bool basic_agent_memory<Policies>::is_noted(const long_term_memory& kept) const {
    const std::string_view id = kept.id;
    if (!id.starts_with(detail::kept_by_key_prefix))
        return id.starts_with(detail::kept_prefix) &&
               items.contains(id.substr(detail::kept_prefix.size()));
    // Another conversation may have kept a newer one.
    const auto note = items.peek_by_key(id.substr(detail::kept_by_key_prefix.size()));
    return note && !(note->created < kept.created);
}

template <class Policies>
std::vector<recalled> basic_agent_memory<Policies>::recall(std::string_view query,
                                                           std::size_t limit) {
    return among(items.remember(query, limit), query, limit);
}

template <class Policies>
std::vector<recalled> basic_agent_memory<Policies>::search(std::string_view query,
                                                           std::size_t limit) {
    return among(items.search(query, limit), query, limit);
}

template <class Policies>
std::vector<recalled> basic_agent_memory<Policies>::among(std::vector<remembered> notes,
                                                          std::string_view query,
                                                          std::size_t limit) {
    std::vector<recalled> out;
    for (auto& each : notes)
        if (query.empty() || !each.is_neighbour)
            out.push_back(
                {prompt_section::items, std::move(each.value.id), std::move(each.value.text)});
    for (auto& each : session.search(query, {}, limit))
        out.push_back(
            {prompt_section::session, std::move(each.value.id), std::move(each.value.content)});
    for (auto& each : long_term.search(query, limit))
        out.push_back(
            {prompt_section::long_term, std::move(each.value.id), std::move(each.value.content)});
    return out;
}

template <class Policies>
auto basic_agent_memory<Policies>::versions() const -> std::array<std::uint64_t, 6> {
    return {entities.version(), entities.sequence(),  items.sequence(),
            session.sequence(), long_term.sequence(), plan.sequence()};
}

template <class Policies>
result<agent_prompt> basic_agent_memory<Policies>::try_prompt(const prompt_options& options) const {
    const write_lock lock{prompt_mutex_};
    const auto now = versions();
    if (known_ && known_->versions == now && known_->options == options &&
        entities.replica_.clock().now() < known_->until)
        return known_->prompt;
    timestamp until = entities.next_expiry().value_or((timestamp::max)());
    auto made = make_prompt(options, until);
    if (made) known_ = known_prompt{now, until, options, *made};
    return made;
}

template <class Policies>
result<agent_prompt> basic_agent_memory<Policies>::make_prompt(const prompt_options& options,
                                                               timestamp& until) const {
    detail::prompt_builder<tokens_type> builder{options, tokens_};
    const auto quoted = [](std::string_view text) {
        std::string line = "- ";
        text::append_quoted(line, text);
        return line += '\n';
    };
    const auto about = plan.info();
    if (!about.goal.empty())
        builder.take({prompt_section::goal, {}, about.goal, quoted(about.goal)});
    std::uint64_t count = 0;
    for (const auto& each : about.constraints)
        builder.take({prompt_section::constraints, {++count}, each, quoted(each)});
    if (items.get_capacity_info().pinned_items > 0) {
        std::vector<detail::prompt_line> pins;
        items.for_each([&](const item& each) {
            if (!each.pinned) return;
            auto& line = pins.emplace_back();
            line.section = prompt_section::pinned;
            line.facts = {each.number};
            line.id = each.id;
            append_line(line.text, each.text, each.key);
        });
        // Where not all have room, the newest.
        std::reverse(pins.begin(), pins.end());
        for (auto& each : pins) builder.take(std::move(each));
    }
    if (options.task != task_id{}) {
        // Half of what is left, so that the rest is told as well.
        auto context = plan.try_context_for(options.task, {.token_limit = builder.room() / 2});
        if (!context) return context.error();
        if (!context->empty())
            builder.take({prompt_section::task, {}, options.task.str(), *std::move(context)});
    }

    std::vector<detail::prompt_line> lines;
    const auto room = builder.wanted();
    const auto fill = [&](prompt_section from, auto&& walk) {
        detail::collect_lines(from, room, walk, lines);
    };
    fill(prompt_section::tasks, [&](auto&& visit) {
        plan.look([&](const auto& state) {
            constexpr std::size_t most = 12;
            const auto& content = state.content();
            std::size_t open = 0;
            for (const auto slot :
                 detail::told_tasks(content, content.find(options.task), most, open))
                visit(detail::task_facts(content, slot), [&](detail::prompt_line& line) {
                    line.id = content.tasks.at(slot).id;
                    line.text = detail::task_line(content, slot);
                });
            if (open > most)
                visit(detail::prompt_facts{content.tasks.size() + std::uint64_t{1}, 700'000, 8},
                      [&](detail::prompt_line& line) {
                          line.text = "- and " + std::to_string(open - most) + " more\n";
                      });
        });
    });
    fill(prompt_section::long_term, [&](auto&& visit) {
        std::uint64_t number = 0;
        std::set<std::string> noted;
        if (long_term.size() > 0)
            items.for_each(
                [&](const item& each) { noted.insert(detail::note_identity(each.text)); });
        long_term.for_each([&](const long_term_memory& each) {
            ++number;
            // A note that is kept stands there as a note as long as it does.
            const bool is_told = detail::key_of_kept(each.id).empty() &&
                                 noted.count(detail::note_identity(each.content)) > 0;
            if (is_noted(each) || is_told) return;
            visit(detail::long_term_facts(each, number), [&](detail::prompt_line& line) {
                line.id = each.id;
                append_line(line.text, each.content, detail::key_of_kept(each.id));
            });
        });
    });
    const auto step = items.step();
    fill(prompt_section::items, [&](auto&& visit) {
        items.for_each([&](const item& each) {
            if (each.pinned) return;
            visit(detail::item_facts_at(each, step), [&](detail::prompt_line& line) {
                line.id = each.id;
                append_line(line.text, each.text, each.key);
            });
        });
    });
    fill(prompt_section::session, [&](auto&& visit) {
        session.for_each([&](const session_entry& each) {
            until = (std::min)(until, each.expires);
            if (!each.promoted_to.empty() && long_term.contains(each.promoted_to)) return;
            visit(detail::session_facts(each), [&](detail::prompt_line& line) {
                line.id = each.id;
                line.text = quoted(each.content);
            });
        });
    });
    fill(prompt_section::entities, [&](auto&& visit) {
        std::uint32_t place = 0;
        entities.for_each([&](const entry& each) {
            visit(detail::entity_facts(each, place++), [&](detail::prompt_line& line) {
                line.id = each.id;
                line.text = detail::entity_line(each);
            });
        });
    });
    builder.take_best(std::move(lines));
    return builder.finish();
}

template <class Policies>
std::vector<std::string> basic_agent_memory<Policies>::kept_copies(
    const std::vector<std::string>& notes, std::string_view memory) const {
    std::vector<std::string> ids{std::string{memory}};
    for (const auto& each : notes) ids.push_back(detail::kept_id(each, {}));
    long_term.for_each([&](const long_term_memory& each) {
        const auto* const from = find_attribute(each.metadata, detail::kept_item);
        const auto* const item = from == nullptr ? nullptr : std::get_if<std::string>(from);
        const bool is_kept =
            item != nullptr && std::find(notes.begin(), notes.end(), *item) != notes.end();
        if (is_kept || is_promoted_from(each.metadata, session.name(), memory))
            ids.push_back(each.id);
    });
    return ids;
}

template <class Policies>
result<std::string> basic_agent_memory<Policies>::try_identify(std::string_view said) {
    if (auto caught = try_catch_up(); !caught) return caught.error();
    const std::string exact{said};
    if (entities.find(said) || items.peek_by_key(said)) return exact;
    meant_id meant{said, "notes and memories"};
    std::optional<error> problem;
    bool is_exact = false;
    const auto look = [&](const result<std::string>& found, const auto& about) {
        if (found && *found == said)
            is_exact = true;
        else if (found)
            meant.take(*found, about(*found));
        if (!found && found.error().code() != error_code::not_found) problem = found.error();
    };
    look(items.try_identify(said), [&](const auto& id) { return items.peek(id)->text; });
    look(session.try_identify(said), [](const auto&) { return std::string{}; });
    look(long_term.try_identify(said), [&](const auto& id) { return long_term.get(id)->content; });
    if (is_exact) return exact;
    if (problem) return std::move(*problem);
    return meant.empty() ? exact : meant.value();
}

template <class Policies>
result<std::size_t> basic_agent_memory<Policies>::try_forget(std::string_view id, bool for_good,
                                                             const call_options& call) {
    journal::erasing_together files;
    auto gone = forget_in_each(id, for_good, call);
    // After an error, too: what is gone by then leaves them.
    if (auto erased = files.finish(); !erased && gone) return erased.error();
    return gone;
}

template <class Policies>
result<std::size_t> basic_agent_memory<Policies>::forget_in_each(std::string_view id, bool for_good,
                                                                 const call_options& call) {
    // What others recorded is to leave, too.
    if (auto caught = try_catch_up(); !caught) return caught.error();
    // One call, whatever each memory makes of it.
    const auto request =
        call.request.empty() ? "forget " + std::string{id} : std::string{call.request};
    const auto note_key = std::string{call.idempotency_key} + "/note";
    const auto memory_key = std::string{call.idempotency_key} + "/memory";
    const bool may_be_repeated = !call.idempotency_key.empty();
    const auto part = [&](const std::string& key) {
        auto by = call;
        if (may_be_repeated) by.idempotency_key = key, by.request = request;
        return by;
    };
    // All that is to leave is found first, and the note leaves last: a call repeated after an
    // error finds the rest by it.
    auto note = items.peek_by_key(id);
    if (!note) note = items.peek(id);
    const std::string item_id = note ? note->id : std::string{id};
    // What a key has kept for good has it in every conversation. A note that is there again came
    // after the first call, and so did what is kept of it.
    const bool is_repeated = may_be_repeated && has_made({.idempotency_key = note_key});
    const bool is_newer = is_repeated && note;
    std::vector<std::string> kept_here{std::string{id}};
    if (!is_newer)
        kept_here = {std::string{id}, detail::kept_id(item_id, {}),
                     detail::kept_id({}, note && !note->key.empty() ? note->key : id)};
    if (note && !is_newer)
        if (auto same = kept_as(*note); same && detail::is_kept_of(*same, note->id))
            kept_here.push_back(std::move(same->id));
    if (for_good) {
        std::vector<std::string> notes{item_id};
        for (const auto& each : items.history(id)) notes.push_back(each.value.id);
        if (is_repeated)
            std::erase_if(notes, [&](const std::string& each) { return items.contains(each); });
        for (auto& each : kept_copies(notes, id)) kept_here.push_back(std::move(each));
    }
    std::size_t gone = 0;
    const auto count = [&](const auto& done) {
        if (done) gone += static_cast<std::size_t>(*done);
        return done.has_value();
    };
    if (for_good) {
        if (const auto done = entities.try_erase_all(id); !count(done)) return done.error();
        if (const auto done = session.try_erase(id, part(memory_key)); !count(done))
            return done.error();
    } else {
        // Things of several types may have it.
        while (const auto thing = entities.find(id))
            if (const auto done = entities.try_remove(thing->type, id); !count(done))
                return done.error();
        const auto expired = session.try_expire(id, part(memory_key));
        if (expired) {
            ++gone;
            if (const auto swept = session.try_sweep(); !swept) return swept.error();
        } else if (expired.error().code() != error_code::not_found) {
            return expired.error();
        }
    }
    for (const auto& kept : kept_here)
        if (for_good || long_term.contains(kept))
            if (const auto done = long_term.try_erase(kept); !count(done)) return done.error();
    if (for_good) {
        // By the key its earlier values leave, too.
        if (const auto done = items.try_erase(id, part(note_key)); !count(done))
            return done.error();
    } else if (items.contains(item_id)) {
        const auto done =
            items.try_forget("id:" + item_id, forget_mode::hard, false, part(note_key));
        if (!done) return done.error();
        ++gone;
    }
    return gone;
}

template <class Policies>
result<std::size_t> basic_agent_memory<Policies>::try_sweep() {
    const auto things = entities.try_sweep();
    if (!things) return things;
    const auto notes = items.try_sweep();
    if (!notes) return notes;
    const auto said = session.try_sweep();
    if (!said) return said.error();
    const auto kept = session.try_deliver(long_term);
    if (!kept) return kept.error();
    return *things + *notes + said->size();
}

template <class Policies>
template <class Call>
result<void> basic_agent_memory<Policies>::in_each(Call&& call) {
    if (result<void> done = call(entities); !done) return done;
    if (result<void> done = call(items); !done) return done;
    if (result<void> done = call(session); !done) return done;
    if (result<void> done = call(long_term); !done) return done;
    return call(plan);
}

template <class Policies>
result<void> basic_agent_memory<Policies>::try_catch_up() {
    return in_each([](auto& each) { return each.try_catch_up(); });
}

template <class Policies>
result<void> basic_agent_memory<Policies>::try_follow() {
    return in_each([](auto& each) { return each.try_follow(); });
}

template <class Policies>
result<void> basic_agent_memory<Policies>::try_flush() {
    if (auto done = entities.try_flush(); !done) return done;
    if (auto done = items.try_flush(); !done) return done;
    if (auto done = session.try_flush(); !done) return done;
    if (auto done = long_term.try_flush(); !done) return done;
    return plan.try_flush();
}

template <class Policies>
std::uint64_t basic_agent_memory<Policies>::sequence() const {
    auto last = entities.sequence();
    const auto add = [&](const auto& member) {
        const auto own = is_own(member) ? member.sequence() : 0;
        last = journal_type::records ? (std::max)(last, own) : last + own;
    };
    add(items);
    add(session);
    add(long_term);
    add(plan);
    return last;
}

template <class Policies>
std::string basic_agent_memory<Policies>::to_json_text() const {
    const auto said = session.export_all();
    auto kept = long_term.list({}, static_cast<std::size_t>(-1)).memories;
    // What is promoted will be there, whoever loads it.
    for (auto& each : session.undelivered())
        if (!long_term.contains(each.id)) kept.push_back(std::move(each));
    std::vector<journal::borrowed<session_memory>> session_memories;
    for (const auto& each : said) session_memories.push_back({&each});
    std::vector<journal::borrowed<long_term_memory>> long_term_memories;
    for (const auto& each : kept) long_term_memories.push_back({&each});
    std::string out;
    journal::writer writer{out};
    writer.begin_object();
    writer.key("entities");
    out += entities.to_json_text({.numbered = true});
    writer.key("items");
    out += items.to_json_text();
    const detail::saved_agent rest{session_memories, long_term_memories};
    detail::saved_agent::describe(rest, writer);
    writer.key("plan");
    out += plan.to_json_text();
    writer.end_object();
    return out;
}

template <class Policies>
result<void> basic_agent_memory<Policies>::try_load_text(std::string_view json) {
    const text::json_document read{json};
    if (!read) return read.problem(json);
    const auto root = read.root();
    constexpr std::array<std::string_view, 5> members{"entities", "items", "session", "long_term",
                                                      "plan"};
    const auto wrong = [](std::string_view member, const char* what) {
        return error{error_code::validation_error,
                     "a saved agent must have entities, items, session, long_term and plan, and "
                     "nothing else; " +
                         text::quoted(text::prefix(member, 64)) + what,
                     {{"field", text::escaped(text::prefix(member, 64))}}};
    };
    if (!root.is_object()) return wrong("the document", " is no object");
    for (const auto member : members)
        if (!root.find(member) && member != members[2] && member != members[3])
            return wrong(member, " is missing");
    for (auto each = root.begin(); each != root.end(); ++each)
        if (std::find(members.begin(), members.end(), each.key()) == members.end())
            return wrong(each.key(), " is none of them");
    journal::arena memory;
    journal::reader fields{root, memory};
    detail::saved_agent rest;
    detail::saved_agent::describe(rest, fields);
    if (fields.problem()) return *fields.problem();
    std::vector<session_memory> said;
    for (const auto& each : rest.session) said.push_back(*each.value);
    std::vector<long_term_memory> kept;
    for (const auto& each : rest.long_term) kept.push_back(*each.value);
    const auto fill = [&](auto& agent) -> result<void> {
        if (const auto part = root.find("entities"); part)
            if (auto done = agent.entities.try_load(part); !done) return done.error();
        if (const auto part = root.find("items"); part)
            if (auto done = agent.items.try_load(part); !done) return done.error();
        if (auto done = agent.session.try_clear(); !done) return done.error();
        if (auto done = agent.session.try_import(said); !done) return done.error();
        if (auto done = agent.long_term.try_put_all(kept); !done) return done.error();
        if (const auto part = root.find("plan"); part)
            if (auto done = agent.plan.try_load(part); !done) return done.error();
        return {};
    };
    agent_options limits;
    limits.entities = entities.options();
    limits.items = items.options();
    limits.session = session.options();
    limits.plan = plan.options();
    auto trial = basic_agent_memory<detached_policies<Policies>>::try_make(std::move(limits));
    if (!trial) return trial.error();
    if (auto done = fill(*trial); !done) return done;
    return fill(*this);
}

}  // namespace workmem
