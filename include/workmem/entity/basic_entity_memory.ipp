#pragma once

#include <workmem/config.hpp>
#include <workmem/entity/answer.hpp>
#include <workmem/entity/basic_entity_memory.hpp>
#include <workmem/entity/erasing.hpp>
#include <workmem/entity/replay.hpp>
#include <workmem/entity/window.ipp>
#include <workmem/extraction/type.hpp>
#include <workmem/journal/document_call.hpp>
#include <workmem/secrets/detector.hpp>
#include <workmem/secrets/redaction.hpp>
#include <workmem/text/lexicon.hpp>
#include <workmem/text/utf8.hpp>

namespace workmem {

template <class E, class Policies>
auto basic_entity_memory<E, Policies>::try_make(entity_options options, parts with)
    -> workmem::result<basic_entity_memory> {
    if (auto problem = problem_of(options)) return std::move(*problem);
    const auto gap = with.gap;
    return {
        from_factory,
        [&] { return basic_entity_memory(base::unopened, std::move(options), std::move(with)); },
        [&](basic_entity_memory& made) { return made.open(gap); }};
}

template <class E, class Policies>
workmem::result<observation> basic_entity_memory<E, Policies>::try_observe(
    std::string_view tool, const text::json_view& arguments, const text::json_view& result,
    const call_options& call) {
    return take_in(tool, find_entities(tool, arguments, result), call);
}

template <class E, class Policies>
observation basic_entity_memory<E, Policies>::observe_text(std::string_view tool,
                                                           std::string_view text,
                                                           const call_options& call) {
    return try_observe_text(tool, text, call).value();
}

template <class E, class Policies>
workmem::result<observation> basic_entity_memory<E, Policies>::try_observe_text(
    std::string_view tool, std::string_view text, const call_options& call) {
    const text::json_document json{text};
    return try_observe(tool, {}, json ? json.root() : text::json_view::of_text(text), call);
}

template <class E, class Policies>
std::vector<entity_key> basic_entity_memory<E, Policies>::hear(role speaker,
                                                               std::string_view text) {
    bool told = speaker != role::assistant;  // the update may be repeated
    return this->replica_.update_and_show([&](state_type& state, std::uint64_t&) {
        const auto found = find_named(state, speaker, text);
        auto named = keys_at(state, found);
        if (!told) talk_.say(text);
        told = true;
        const auto now = this->replica_.clock().now();
        const auto level = speaker == role::assistant ? strength::offered : strength::mentioned;
        for (const auto slot : found) state.touch(slot, now, level);
        return named;
    });
}

template <class E, class Policies>
std::vector<entity_key> basic_entity_memory<E, Policies>::named_in(role speaker,
                                                                   std::string_view text) const {
    return this->replica_.read(
        [&](const state_type& state) { return keys_at(state, find_named(state, speaker, text)); });
}

template <class E, class Policies>
std::vector<std::uint32_t> basic_entity_memory<E, Policies>::find_named(
    const state_type& state, role speaker, std::string_view text) const {
    const auto now = this->now(state);
    const auto entries = state.entries(now);
    const auto found = resolution_.mentions(entries, text, speaker, lexicon());
    detail::inline_slots held_slots;
    detail::list_slots(entries, found.empty() ? 0 : state.size(now), held_slots);
    std::vector<std::uint32_t> out;
    for (const auto& each : found) out.push_back(held_slots[each.index]);
    return out;
}

template <class E, class Policies>
std::vector<entity_key> basic_entity_memory<E, Policies>::keys_at(
    const state_type& state, const std::vector<std::uint32_t>& held) {
    std::vector<entity_key> out;
    for (const auto slot : held) {
        const E& value = state.value(slot);
        out.push_back({std::string{traits::type(value)}, std::string{traits::id(value)}});
    }
    return out;
}

template <class E, class Policies>
resolved_reference<E> basic_entity_memory<E, Policies>::resolve(std::string_view text,
                                                                const resolve_query& query) {
    return resolve_or(text, query, [] { return std::optional<resolved_reference<E>>{}; });
}

template <class E, class Policies>
template <class Otherwise>
resolved_reference<E> basic_entity_memory<E, Policies>::resolve_or(std::string_view text,
                                                                   const resolve_query& query,
                                                                   Otherwise&& otherwise) {
    auto asked = query;
    if (!asked.risk) asked.risk = this->options().risk;
    const auto answered = [&] {
        auto answer = this->replica_.update_and_show([&](state_type& state, std::uint64_t&) {
            return resolve_in(state, this->replica_.clock().now(), text, asked);
        });
        if (answer.status == resolution_status::unresolved)
            if (auto other = otherwise()) return *std::move(other);
        return answer;
    };
    if (!Policies::journal::records || !this->options().record_answers) return answered();
    const auto explained = explain(text, asked);
    auto answer = answered();
    note_answer(text, answer, explained);
    return answer;
}

template <class E, class Policies>
void basic_entity_memory<E, Policies>::note_answer(
    std::string_view text, const resolved_reference<E>& answer,
    const explained_reference<E>& explained) noexcept {
#if WORKMEM_EXCEPTIONS
    try {
        note_or_throw(text, answer, explained);
    } catch (...) {
        this->replica_.update([](state_type& state) { state.leave_answer_out(); });
    }
#else
    note_or_throw(text, answer, explained);
#endif
}

template <class E, class Policies>
void basic_entity_memory<E, Policies>::note_or_throw(std::string_view text,
                                                     const resolved_reference<E>& answer,
                                                     const explained_reference<E>& explained) {
    auto phrase = text::to_valid(text);
    secrets::redact_in(secrets::by_shape{}, phrase);
    const bool is_plain = phrase == text;
    std::size_t end = 0;
    for (std::size_t count = 0; count < 200 && end < phrase.size(); ++count)
        end += text::decode(phrase, end).bytes;
    phrase.resize(end);
    this->replica_.update([&](state_type& state) {
        state.note_answer(this->replica_.clock().now(), std::move(phrase), is_plain, answer,
                          explained.considered);
    });
}

template <class E, class Policies>
resolved_id basic_entity_memory<E, Policies>::resolve_id(const text::json_view& reference,
                                                         std::string_view type) {
    if (reference.is_unsigned()) return {entity_id{reference.unsigned_integer()}, {}};
    if (reference.is_integer()) return {entity_id{reference.integer()}, {}};
    if (!reference.is_string())
        return {std::nullopt, "a reference must be a string or an integer, is " +
                                  std::string{reference.type_name()}};
    const auto text = reference.string();
    const auto sign = text.starts_with('-') ? 1 : 0;
    const bool digits =
        text.begin() + sign < text.end() &&
        std::all_of(text.begin() + sign, text.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (digits) return {entity_id{text}, {}};
    const auto risk = this->options().risk;
    return this->replica_.update_and_show([&](state_type& state, std::uint64_t&) -> resolved_id {
        const auto now = this->replica_.clock().now();
        if (state.find({type, text}, now) != base::no_slot) return {entity_id{text}, {}};
        auto found = resolve_in(state, now, text, {.type = type, .risk = risk});
        if (!found) return {std::nullopt, std::move(found.message)};
        return {entity_id{std::string{traits::id(*found)}}, {}};
    });
}

template <class E, class Policies>
const text::lexicon& basic_entity_memory<E, Policies>::lexicon() const {
    return lexicon_ != nullptr ? *lexicon_ : text::lexicon::english();
}

template <class E, class Policies>
std::string basic_entity_memory<E, Policies>::context() const {
    const write_lock lock{context_mutex_};
    refresh_context();
    return context_.text();
}

template <class E, class Policies>
std::string basic_entity_memory<E, Policies>::to_json_text(const save_options& how) const {
    static_assert(savable_entity<E>,
                  "workmem: entity_traits<E> must provide describe(self, archive) to save E");
    return this->replica_.read([&](const state_type& state) {
        std::vector<entity_changes::full_item<E>> items;
        const auto entries = state.entries(this->now(state));
        for (auto each = entries.begin(); each != entries.end(); ++each)
            items.push_back(state.full(each.slot()));
        number_for_document<E>(items, how);
        std::string out;
        journal::writer writer{out};
        writer.object(session_document<E>{state.as_of(), items});
        return out;
    });
}

template <class E, class Policies>
workmem::result<std::size_t> basic_entity_memory<E, Policies>::try_load(const text::json_view& json,
                                                                        const load_options& how,
                                                                        const call_options& call) {
    static_assert(savable_entity<E>,
                  "workmem: entity_traits<E> must provide describe(self, archive) to load E");
    const auto now = this->replica_.clock().now();
    journal::arena memory;
    auto document = read_session<E>(json, memory, now);
    if (!document) return document.error();
    const auto pause = how.gap == clock_gap::pause && now > document->as_of ? now - document->as_of
                                                                            : milliseconds{0};
    std::string copy;
    return this->replica_.execute(
        entity_commands::load<E, state_type>{document->entities, now, document->as_of, pause},
        [&](std::size_t) { talk_ = {}; }, journal::call_with(call, json, copy));
}

template <class E, class Policies>
workmem::result<std::size_t> basic_entity_memory<E, Policies>::try_load_text(
    std::string_view json, const load_options& how, const call_options& call) {
    const text::json_document read{json};
    if (!read) return read.problem(json);
    return try_load(read.root(), how, call);
}

template <class E, class Policies>
health_report basic_entity_memory<E, Policies>::health() {
    auto report =
        examine(this->metrics(), this->replica_.clock().drift(), this->options().max_clock_gap);
    this->examine_skew(report);
    return report;
}

template <class E, class Policies>
bool basic_entity_memory<E, Policies>::erase(std::string_view type, std::string_view id,
                                             const call_options& call) {
    return try_erase(type, id, call).value();
}

template <class E, class Policies>
workmem::result<bool> basic_entity_memory<E, Policies>::try_erase(std::string_view type,
                                                                  std::string_view id,
                                                                  const call_options& call) {
    // Nothing is held by that name, and records would say another one.
    if (!text::is_valid(type) || !text::is_valid(id)) return false;
    const key_view key{type, id};
    return this->replica_.erase(
        entity_commands::erase{key, this->now_for_change()}, key.id,
        [&](const auto& each, const auto&) {
            return without_entity<E, typename Policies::entities::identity>(each.bytes, key);
        },
        call);
}

template <class E, class Policies>
workmem::result<std::size_t> basic_entity_memory<E, Policies>::try_erase_all(std::string_view id) {
    if (!text::is_valid(id)) return std::size_t{0};
    if (auto caught = this->try_catch_up(); !caught) return caught.error();
    // Who has expired cannot be found, and would be in the next snapshot.
    if (auto swept = this->try_sweep(); !swept) return swept;
    std::size_t erased = 0;
    while (const auto each = this->find(id)) {
        const auto done = try_erase(entity_traits<E>::type(*each), id);
        if (!done) return done.error();
        if (*done) ++erased;
    }
    // What left memory before may still be stored.
    const key_view any_type{{}, id};
    const auto done = this->replica_.erase(
        entity_commands::erase{any_type, this->now_for_change()}, id,
        [&](const auto& each, const auto&) {
            return without_entity<E, identity::id_only>(each.bytes, any_type);
        },
        plain_call);
    if (!done) return done.error();
    return erased + (*done ? 1 : 0);
}

template <class E, class Policies>
template <class Load>
auto basic_entity_memory<E, Policies>::as_of(entity_options options,
                                             typename base::tokens_type tokens, Load&& load,
                                             timestamp at) -> workmem::result<basic_entity_memory> {
    parts with;
    with.tokens = std::move(tokens);
    basic_entity_memory made{base::unopened, std::move(options), std::move(with)};
    auto filled = made.replica_.update(std::forward<Load>(load));
    if (!filled) return filled.error();
    made.replica_.read([&](const state_type& state) {
        made.replica_.clock() = manual_clock{(std::max)(state.as_of(), at)};
    });
    return made;
}

template <class E, class Policies>
basic_entity_memory<E, Policies>::basic_entity_memory(loaded_t, const text::json_view& session,
                                                      entity_options options, parts with,
                                                      const load_options& how)
    : basic_entity_memory(std::move(options), std::move(with)) {
    load(session, how);
}

template <class E, class Policies>
resolved_reference<E> basic_entity_memory<E, Policies>::resolve_in(state_type& state, timestamp now,
                                                                   std::string_view text,
                                                                   const resolve_query& query) {
    detail::inline_slots held_slots;
    auto found = find_meant(state, now, text, query, held_slots);
    const bool known = found.status == resolution_status::resolved, refers = found.refers;
    auto answer =
        detail::to_answer<E>(state, std::move(found), held_slots,
                             [&](std::uint32_t slot) { state.touch(slot, now, strength::chosen); });
    if (known || refers) talk_.left_open = !known;
    if constexpr (base::metrics_type::counts)
        this->counters_.on_lookup(answer.status == resolution_status::resolved);
    return answer;
}

template <class E, class Policies>
template <class Slots>
outcome basic_entity_memory<E, Policies>::find_meant(const state_type& state, timestamp now,
                                                     std::string_view text,
                                                     const resolve_query& query,
                                                     Slots& held_slots) const {
    const auto entries = state.entries(now);
    auto asked = query;
    asked.focus_left = (std::max)(asked.focus_left, state.focus_left());
    asked.said = talk_.said();
    asked.left_open = talk_.left_open;
    auto found = resolution_.resolve(entries, text, asked, lexicon());
    if (found.status != resolution_status::resolved && !state.unread().empty())
        found.message = resolution::with_unread_result(found.message, state.unread());
    detail::list_slots(entries, detail::reach_of(found), held_slots);
    return found;
}

template <class E, class Policies>
explained_reference<E> basic_entity_memory<E, Policies>::explain(std::string_view text,
                                                                 const resolve_query& query) const {
    constexpr std::uint32_t none = 0, everything = 1'000'000;
    auto asked = query;
    if (!asked.risk) asked.risk = this->options().risk;
    return this->replica_.read([&](const state_type& state) {
        const auto now = this->replica_.clock().now();
        const auto answered = [&] {
            detail::inline_slots held_slots;
            auto found = find_meant(state, now, text, asked, held_slots);
            return detail::to_answer<E>(state, std::move(found), held_slots, [](std::uint32_t) {});
        };
        explained_reference<E> out;
        out.answer = answered();
        asked.risk = out.answer.status == resolution_status::unresolved ? everything : none;
        out.considered = answered().candidates;
        return out;
    });
}

template <class E, class Policies>
extracted basic_entity_memory<E, Policies>::find_entities(std::string_view tool,
                                                          const text::json_view& arguments,
                                                          const text::json_view& result) {
    const auto options = extraction_limits();
    auto found = registry_.extract(tool, arguments, result, options, *extraction_);
    if (!this->options().track_arguments) {
        found.context.clear();
        if (!found.removal) found.acted_on.clear();
    }
    return found;
}

template <class E, class Policies>
extraction_options basic_entity_memory<E, Policies>::extraction_limits() const {
    const auto limits = this->options();
    extraction_options options;
    options.max_per_result = limits.max_per_result;
    options.max_matches = limits.max_matches;
    options.max_parts = limits.max_per_result;
    options.keep_null = true;
    options.max_attributes = limits.max_attributes;
    return options;
}

template <class E, class Policies>
tool_name basic_entity_memory<E, Policies>::name_of_tool(std::string_view tool) const {
    if constexpr (requires { extraction_->verbs; })
        return tool_name{tool, extraction_->verbs};
    else
        return tool_name{tool};
}

// A result, completed with what the memory knows when it is decided, as another caller may change
// that until then.
template <class E, class Policies>
class basic_entity_memory<E, Policies>::arriving_result {
public:
    arriving_result(const basic_entity_memory& memory, std::string_view tool, extracted& found,
                    timestamp time, observation& out)
        : memory_{memory}, tool_{tool}, found_{found}, time_{time}, out_{out} {}

    entity_commands::put<E> operator()(const state_type& state) {
        complete(state);
        arriving_.emplace(*completed_);
        return {arriving_->items(), time_, arriving_->touches(), true,
                is_unread_ ? tool_ : std::string_view{}};
    }
    void complete(const state_type& state) {
        // Only a journal makes a second attempt necessary.
        if constexpr (Policies::journal::records)
            completed_ = found_;
        else
            completed_ = std::move(found_);
        const auto may_be = completed_->created ? other_type::never
                            : completed_->made  ? other_type::after_act
                                                : other_type::if_distinctive;
        for (auto* list : {&completed_->entities, &completed_->parts, &completed_->acted_on})
            for (auto& each : *list) memory_.add_what_is_known(state, may_be, each);
        for (auto& each : completed_->context) memory_.call_as_known(state, each);
        is_unread_ = completed_->unread && !asks_of_known(state);
        out_.entities.clear();
        list_keys(*completed_, out_);
    }
    [[nodiscard]] bool is_complete() const noexcept { return completed_.has_value(); }
    [[nodiscard]] bool is_unread() const noexcept { return is_unread_; }

    template <class Archive>
    void describe(Archive& archive) const {
        for (const auto* list : {&found_.entities, &found_.parts, &found_.acted_on})
            for (const auto& each : *list) entity_traits<entity>::describe(each, archive);
        for (const auto& each : found_.context) {
            archive("type", std::string_view{each.type});
            archive("id", each.id.text());
        }
        archive("unread", found_.unread);
    }

private:
    // The known things that the arguments name are context.
    bool asks_of_known(const state_type& state) {
        bool asks = false;
        for (const auto& each : completed_->named) {
            const auto slot = state.find_id(each, memory_.now(state));
            if (slot == detail::no_slot) continue;
            completed_->context.push_back(
                {.type = std::string{state.at(slot).type}, .id = entity_id{each}});
            asks = true;
        }
        return asks;
    }

    const basic_entity_memory& memory_;
    std::string_view tool_;
    extracted& found_;
    timestamp time_;
    observation& out_;
    std::optional<extracted> completed_;
    bool is_unread_ = false;
    std::optional<intake<E>> arriving_;
};

template <class E, class Policies>
observation basic_entity_memory<E, Policies>::begin_observation(const extracted& found) {
    observation out;
    out.entities.reserve(found.entities.size());
    out.failed = found.failed;
    out.omitted = found.omitted;
    return out;
}

template <class E, class Policies>
void basic_entity_memory<E, Policies>::list_keys(const extracted& found, observation& out) {
    for (const auto& each : found.entities) out.entities.push_back({each.type, each.id.text()});
}

template <class E, class Policies>
workmem::result<observation> basic_entity_memory<E, Policies>::take_in(std::string_view tool,
                                                                       extracted found,
                                                                       const call_options& call) {
    auto out = begin_observation(found);
    if (found.failed || found.removal) list_keys(found, out);
    if (found.failed) {
        this->replica_.update([&](state_type&) { count_observation(out, false); });
        return out;
    }
    if (found.removal) return take_out(found, std::move(out), call);

    // What another process has recorded is known, too.
    if (auto caught = this->try_catch_up(); !caught) return caught.error();
    const auto name = text::is_valid(tool) ? text::prefix(tool, max_tool_bytes) : "a tool";
    arriving_result arriving{*this, name, found, this->now_for_change(), out};
    auto put = this->replica_.execute(
        entity_commands::put_from<E, arriving_result>{arriving},
        [&](const entity_commands::put_answer& answer) {
            this->count(answer);
            count_observation(out, arriving.is_unread());
        },
        call);
    if (!put) return put.error();
    // A repetition decides nothing.
    if (!arriving.is_complete())
        this->replica_.read([&](const state_type& state) { arriving.complete(state); });
    out.added = put->added;
    out.omitted += put->left_out;
    return out;
}

template <class E, class Policies>
workmem::result<observation> basic_entity_memory<E, Policies>::take_in(
    const extracted& found, std::span<const entity_changes::item<E>> items,
    const call_options& call) {
    auto out = begin_observation(found);
    list_keys(found, out);
    if (found.removal) return take_out(found, std::move(out), call);
    auto put =
        this->put_items(entity_commands::put<E>{items, this->now_for_change(), {}, true}, call);
    if (!put) return put.error();
    this->replica_.update([&](state_type&) { count_observation(out, false); });
    out.added = put->added;
    out.omitted += put->left_out;
    return out;
}

template <class E, class Policies>
bool basic_entity_memory<E, Policies>::is_distinctive(const entity_id& id, bool acts) noexcept {
    // Small numbers are ids of many things.
    const std::size_t shortest = acts ? 3 : 6, shortest_number = acts ? 5 : 9;
    const std::string_view text = id.text();
    const auto digits =
        std::count_if(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    const bool number = static_cast<std::size_t>(digits) == text.size();
    return digits > 0 && text.size() >= (number ? shortest_number : shortest);
}

template <class E, class Policies>
void basic_entity_memory<E, Policies>::call_as_known(const state_type& state, entity& what) const {
    constexpr std::size_t shortest = 4;
    const auto id = what.id.text();
    if (id.size() < shortest || state.find({what.type, id}, this->now(state)) != detail::no_slot)
        return;
    if (const auto slot = state.find_id(id, this->now(state)); slot != detail::no_slot)
        what.type = state.at(slot).type;
}

template <class E, class Policies>
void basic_entity_memory<E, Policies>::add_what_is_known(const state_type& state, other_type may_be,
                                                         entity& what) const {
    auto slot = state.find({what.type, what.id.text()}, this->now(state));
    if (slot == detail::no_slot && may_be != other_type::never &&
        is_distinctive(what.id, may_be == other_type::after_act)) {
        slot = state.find_id(what.id.text(), this->now(state));
        if (slot != detail::no_slot) {
            what.type = state.at(slot).type;
            if (what.unnamed && !what.name.empty()) what.name = "Unnamed " + what.type;
        }
    }
    if constexpr (requires(const E& held) { entity_traits<E>::attributes(held); }) {
        if (slot != detail::no_slot) {
            const attribute_list& known = entity_traits<E>::attributes(state.value(slot));
            for (const auto& each : known) {
                if (what.attributes.size() >= state.options().max_attributes) break;
                if (find_attribute(what.attributes, each.name) == nullptr)
                    what.attributes.push_back(each);
            }
        }
    }
    if constexpr (requires(const E& held) { entity_traits<E>::slug(held); })
        if (slot != detail::no_slot && what.slug.empty())
            what.slug = entity_traits<E>::slug(state.value(slot));
    if constexpr (requires(const E& held) { entity_traits<E>::unnamed(held); })
        if (slot != detail::no_slot && what.unnamed &&
            !entity_traits<E>::unnamed(state.value(slot))) {
            what.name = entity_traits<E>::name(state.value(slot));
            what.unnamed = false;
        }
    std::erase_if(what.attributes, [](const attribute& each) {
        return std::holds_alternative<std::nullptr_t>(each.value);
    });
}

template <class E, class Policies>
workmem::result<observation> basic_entity_memory<E, Policies>::take_out(const extracted& found,
                                                                        observation out,
                                                                        const call_options& call) {
    std::vector<key_view> keys;
    const auto& vague = extraction::vague_nouns;
    for (const auto* list : {&found.entities, &found.acted_on})
        for (const auto& each : *list) {
            keys.push_back({each.type, each.id.text()});
            // A tool whose noun says nothing (`delete_resource`) means whatever has that id.
            if (std::find(vague.begin(), vague.end(), each.type) != vague.end())
                keys.push_back({{}, each.id.text()});
        }
    auto gone = this->execute_remove(entity_commands::remove{keys, this->now_for_change(), true},
                                     call, [&](state_type&) { count_observation(out, false); });
    if (!gone) return gone.error();
    out.removed = gone->removed;
    return out;
}

template <class E, class Policies>
void basic_entity_memory<E, Policies>::count_observation(const observation& what,
                                                         bool unread) noexcept {
    if constexpr (base::metrics_type::counts) {
        auto& totals = this->counters_.totals;
        ++totals.observations;
        totals.failed_observations += what.failed;
        totals.empty_observations += !what.failed && what.entities.empty();
        totals.unread_observations += unread;
        totals.omitted += what.omitted;
    }
}

template <class E, class Policies>
void basic_entity_memory<E, Policies>::refresh_context() const {
    this->replica_.read([&](const state_type& state) {
        context_.refresh(state, this->now(state), format_, this->tokens_);
    });
}

template <class E, class Policies>
auto basic_entity_memory<E, Policies>::default_rules() -> const detail::shared<extraction_policy>& {
    static_assert(
        requires(const extraction_policy& policy, const text::json_view& json,
                 const extraction_options& options) {
            { policy.extract(std::string_view{}, json, json, options) } -> std::same_as<extracted>;
        },
        "workmem: policies::entities::extraction must provide extract(tool, arguments, result, "
        "options) const -> extracted");
    static const detail::shared<extraction_policy> rules{std::in_place};
    return rules;
}

}  // namespace workmem
