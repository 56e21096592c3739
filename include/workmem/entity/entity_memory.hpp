#pragma once

#include <workmem/detail/shared.hpp>
#include <workmem/entity/answer.hpp>
#include <workmem/entity/context_cache.hpp>
#include <workmem/entity/erasing.hpp>
#include <workmem/entity/health.hpp>
#include <workmem/entity/observation.hpp>
#include <workmem/entity/prompt_format.hpp>
#include <workmem/entity/replay.hpp>
#include <workmem/entity/session_json.hpp>
#include <workmem/entity/window.hpp>
#include <workmem/extraction/extractor.hpp>
#include <workmem/extraction/registry.hpp>
#include <workmem/journal/detached.hpp>
#include <workmem/resolution/recency.hpp>
#include <workmem/resolution/reference.hpp>
#include <workmem/resolution/salience.hpp>
#include <workmem/text/json_document.hpp>
#include <workmem/text/json_view.hpp>
#include <workmem/text/lexicon.hpp>



#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem {

/// An id for a tool's argument, or why there is none.
struct resolved_id {
    std::optional<entity_id> id{};
    std::string message{};

    [[nodiscard]] explicit operator bool() const noexcept { return id.has_value(); }
    /// Undefined without an id.
    [[nodiscard]] const entity_id& operator*() const noexcept { return *id; }
};

/// What an agent has touched last, and what people mean by it: hand every tool call to `observe`,
/// every utterance to `hear`, ask `resolve`, put `context()` into the prompt.
///
/// `observe`, `hear` and `resolve` take data from tools and models: odd content gives nothing, and
/// only a failing journal makes `observe` throw. Other calls throw `workmem::error` for wrong
/// arguments and for failing storage, and then changed nothing; each has a `try_` twin.
///
/// Copyable and movable with `null_mutex` only, neither with a real mutex; then thread-safe, but
/// for `extractor()`, `registry()` and `set_lexicon`, which belong before the first use. What is
/// moved from is empty; it may be assigned to or destroyed.
template <class E = entity, class Policies = default_policies>
class basic_entity_memory : public basic_entity_window<E, Policies> {
    using base = basic_entity_window<E, Policies>;
    using typename base::state_type;
    using traits = entity_traits<E>;
    using extraction_policy = typename Policies::entities::extraction;
    using resolution_policy = typename Policies::entities::resolution;
    using format_policy = typename Policies::entities::prompt_format;

    static_assert(
        requires(const extraction_policy& policy, const text::json_view& json,
                 const extraction_options& options) {
            { policy.extract(std::string_view{}, json, json, options) } -> std::same_as<extracted>;
        },
        "workmem: policies::entities::extraction must provide extract(tool, arguments, result, "
        "options) const -> extracted");
    static_assert(
        requires(const resolution_policy& policy, const std::vector<entry>& entries,
                 const text::lexicon& words) {
            {
                policy.resolve(entries, std::string_view{}, resolve_query{}, words)
                } -> std::same_as<outcome>;
            {
                policy.mentions(entries, std::string_view{}, role::user, words)
                } -> std::same_as<std::vector<mention>>;
        },
        "workmem: policies::entities::resolution must provide resolve(entries, text, query, "
        "lexicon) "
        "const -> outcome and mentions(entries, text, role, lexicon) const -> "
        "std::vector<mention>");
    static_assert(
        requires(const format_policy& policy, std::string& out, const std::vector<entry>& entries,
                 const entity_options& options, const typename Policies::tokens& tokens) {
            policy.append(out, entries, options, tokens);
        },
        "workmem: policies::entities::prompt_format must provide append(out, entries, options, "
        "tokens) const");

public:
    using typename base::parts;

    /// See `basic_entity_window`.
    basic_entity_memory(entity_options options, parts with)
        : base{std::move(options), std::move(with)} {}
    explicit basic_entity_memory(entity_options options = {}) requires
        std::default_initializable<typename base::journal_type> : base{std::move(options)} {}

    /// The same, or why not.
    [[nodiscard]] static workmem::result<basic_entity_memory> try_make(entity_options options = {},
                                                                       parts with = {}) {
        if (auto problem = problem_of(options)) return std::move(*problem);
        const auto gap = with.gap;
        return {from_factory,
                [&] {
                    return basic_entity_memory(base::unopened, std::move(options), std::move(with));
                },
                [&](basic_entity_memory& made) { return made.open(gap); }};
    }

    // Listening.

    /// A tool was called with `arguments` and answered `result`: what the result is about comes in,
    /// its first entity newest, what the arguments name is touched, what a delete tool names
    /// leaves. An error result touches nothing. Throws `storage_error` or `conflict` only.
    observation observe(std::string_view tool, const text::json_view& arguments,
                        const text::json_view& result, const call_options& call = plain_call) {
        return try_observe(tool, arguments, result, call).value();
    }
    observation observe(std::string_view tool, const text::json_view& result,
                        const call_options& call = plain_call) {
        return try_observe(tool, {}, result, call).value();
    }
    workmem::result<observation> try_observe(std::string_view tool,
                                             const text::json_view& arguments,
                                             const text::json_view& result,
                                             const call_options& call = plain_call) {
        return take_in(find_entities(tool, arguments, result), call);
    }
    /// The same for a result as text: JSON, JSON in a text, or a plain text, which holds nothing
    /// but may say that the call failed. What nests deeper than `text::max_json_depth` is no JSON.
    observation observe_text(std::string_view tool, std::string_view text,
                             const call_options& call = plain_call) {
        return try_observe_text(tool, text, call).value();
    }
    workmem::result<observation> try_observe_text(std::string_view tool, std::string_view text,
                                                  const call_options& call = plain_call) {
        const text::json_document json{text};
        return try_observe(tool, {}, json ? json.root() : text::json_view::of_text(text), call);
    }
    /// Somebody said something: entities it names are touched in the order of their names. Returns
    /// them in that order. Linear in the text.
    std::vector<entity_key> hear(role speaker, std::string_view text) {
        return this->replica_.update_and_show([&](state_type& state, std::uint64_t&) {
            const auto now = this->clock_.now();
            const auto entries = state.entries(now);
            const auto found = resolution_.mentions(entries, text, speaker, lexicon());
            detail::inline_slots held_slots;
            detail::list_slots(entries, found.empty() ? 0 : state.size(now), held_slots);
            const auto level = speaker == role::assistant ? strength::offered : strength::mentioned;
            std::vector<entity_key> named;
            for (const auto& each : found) {
                const E& value = state.value(held_slots[each.index]);
                named.push_back({std::string{traits::type(value)}, std::string{traits::id(value)}});
            }
            for (const auto& each : found) state.touch(held_slots[each.index], now, level);
            return named;
        });
    }

    // Resolving.

    /// Which entity a reference means: "this page", "the second one", "its title". A resolved
    /// reference is a touch. With a type in the query no other type ever answers.
    resolved_reference<E> resolve(std::string_view text, const resolve_query& query = {}) {
        return this->replica_.update_and_show([&](state_type& state, std::uint64_t&) {
            return resolve_in(state, this->clock_.now(), text, query);
        });
    }
    /// The id that a tool's argument means: 42 and "42" are ids as they stand, so is the id of an
    /// entity of this type in memory; other text is a reference ("this page").
    resolved_id resolve_id(const text::json_view& reference, std::string_view type) {
        if (reference.is_unsigned()) return {entity_id{reference.unsigned_integer()}, {}};
        if (reference.is_integer()) return {entity_id{reference.integer()}, {}};
        if (!reference.is_string())
            return {std::nullopt, "a reference must be a string or an integer, is " +
                                      std::string{reference.type_name()}};
        const auto text = reference.string();
        const auto sign = text.starts_with('-') ? 1 : 0;
        const bool digits = text.begin() + sign < text.end() &&
                            std::all_of(text.begin() + sign, text.end(),
                                        [](char c) { return c >= '0' && c <= '9'; });
        if (digits) return {entity_id{text}, {}};
        return this->replica_.update_and_show(
            [&](state_type& state, std::uint64_t&) -> resolved_id {
                const auto now = this->clock_.now();
                if (state.find({type, text}, now) != base::no_slot) return {entity_id{text}, {}};
                auto found = resolve_in(state, now, text, {.type = type});
                if (!found) return {std::nullopt, std::move(found.message)};
                return {entity_id{std::string{traits::id(*found)}}, {}};
            });
    }
    /// The words by which references are understood; English unless told otherwise. The lexicon
    /// must outlive the memory.
    void set_lexicon(const text::lexicon& words) noexcept { lexicon_ = &words; }
    void set_lexicon(const text::lexicon&&) = delete;
    [[nodiscard]] const text::lexicon& lexicon() const {
        return lexicon_ != nullptr ? *lexicon_ : text::lexicon::english();
    }

    // Extraction.

    /// The rules by which results are read; extend its tables before the first use. Memories share
    /// the defaults until one asks for its own.
    [[nodiscard]] extraction_policy& extractor() {
        if (extraction_.is_shared())
            extraction_ = detail::shared<extraction_policy>{std::in_place, *extraction_};
        return *extraction_;
    }
    [[nodiscard]] const extraction_policy& extractor() const noexcept { return *extraction_; }
    /// Extractors for tools by exact name; they win over the rules.
    [[nodiscard]] extractor_registry& registry() noexcept { return registry_; }

    // The prompt.

    /// Memory as text for a prompt; empty without entities. Rebuilt only after a change, a touch
    /// or an expiry.
    [[nodiscard]] std::string context() const {
        const write_lock lock{context_mutex_};
        refresh_context();
        return context_.text();
    }
    /// The same text as a view, valid until the next call.
    [[nodiscard]] std::string_view context_view() const requires(!base::synchronised) {
        refresh_context();
        return context_.text();
    }

    // Sessions.

    /// `{"entities":[{type,id,name,slug,timestamp,…}],"as_of":…}`, newest first, defaults omitted.
    /// Neither limits nor expired entities are in it.
    template <class Json = nlohmann::json>
    [[nodiscard]] Json to_json() const {
        return text::parse_json<Json>(to_json_text());
    }
    [[nodiscard]] std::string to_json_text() const {
        static_assert(savable_entity<E>,
                      "workmem: entity_traits<E> must provide describe(self, archive) to save E");
        return this->replica_.read([&](const state_type& state) {
            std::vector<entity_changes::full_item<E>> items;
            const auto entries = state.entries(this->now(state));
            for (auto each = entries.begin(); each != entries.end(); ++each)
                items.push_back(state.full(each.slot()));
            std::string out;
            journal::writer writer{out};
            writer.object(session_document<E>{state.as_of(), items});
            return out;
        });
    }
    /// Replaces the content by a saved session; returns how many entities came in (beyond the
    /// limits the oldest stay out). Errors: `validation_error` naming the member that is wrong,
    /// `storage_error`, `conflict`.
    std::size_t load(const text::json_view& json, const load_options& how = {},
                     const call_options& call = plain_call) {
        return try_load(json, how, call).value();
    }
    workmem::result<std::size_t> try_load(const text::json_view& json, const load_options& how = {},
                                          const call_options& call = plain_call) {
        static_assert(savable_entity<E>,
                      "workmem: entity_traits<E> must provide describe(self, archive) to load E");
        const auto now = this->clock_.now();
        journal::arena memory;
        auto document = read_session<E>(json, memory, now);
        if (!document) return document.error();
        const auto pause = how.gap == clock_gap::pause && now > document->as_of
                               ? now - document->as_of
                               : milliseconds{0};
        return this->replica_.execute(
            entity_commands::load<E, state_type>{document->entities, now, document->as_of, pause},
            [](std::size_t) {}, call);
    }
    [[nodiscard]] static basic_entity_memory from_json(const text::json_view& json,
                                                       entity_options options = {}, parts with = {},
                                                       const load_options& how = {}) {
        return basic_entity_memory(loaded, json, std::move(options), std::move(with), how);
    }

    /// The same, or why not.
    [[nodiscard]] static workmem::result<basic_entity_memory> try_from_json(
        const text::json_view& json, entity_options options = {}, parts with = {},
        const load_options& how = {}) {
        if (auto problem = problem_of(options)) return std::move(*problem);
        const auto gap = with.gap;
        return {from_factory,
                [&] {
                    return basic_entity_memory(base::unopened, std::move(options), std::move(with));
                },
                [&](basic_entity_memory& made) -> workmem::result<void> {
                    if (auto opened = made.open(gap); !opened) return opened;
                    if (auto taken = made.try_load(json, how); !taken) return taken.error();
                    return {};
                }};
    }

    /// What should be looked at.
    [[nodiscard]] health_report health() {
        return examine(this->metrics(), this->clock_.wall() - this->clock_.now(),
                       this->options().max_clock_gap);
    }

    // History.

    /// The memory as it was after record `sequence` of its stream, at the time of that change.
    /// Errors: `not_found` naming what can be reached, `storage_error`. O(records since the
    /// snapshot before it).
    [[nodiscard]] auto state_at(std::uint64_t sequence) const requires base::keeps_history {
        return try_state_at(sequence).value();
    }
    [[nodiscard]] auto try_state_at(std::uint64_t sequence) const requires base::keeps_history {
        using past = basic_entity_memory<E, detached_policies<Policies>>;
        return past::as_of(this->options(), this->tokens_,
                           [&](auto& state) { return this->replica_.load_at(state, sequence); });
    }
    /// Takes an entity out for good: out of the memory and of everything stored, snapshots and log
    /// rewritten; a change `entity.erased` without content stays, and so do the actors of calls and
    /// the keys of those that did not name it. True if it was there. May be repeated after an
    /// error, and erases what is stored also when the memory no longer has it. Errors:
    /// `storage_error`, `conflict`. O(stream).
    bool erase(std::string_view type, std::string_view id, const call_options& call = plain_call) {
        return try_erase(type, id, call).value();
    }
    workmem::result<bool> try_erase(std::string_view type, std::string_view id,
                                    const call_options& call = plain_call) {
        const key_view key{type, id};
        return this->replica_.erase(
            entity_commands::erase{key, this->now_for_change()},
            [&](const journal::record& each) {
                return without_entity<typename Policies::entities::identity>(each.bytes, key);
            },
            call);
    }

private:
    template <class, class>
    friend class basic_entity_memory;
    struct loaded_t {};
    static constexpr loaded_t loaded{};

    basic_entity_memory(typename base::unopened_t, entity_options options, parts with)
        : base{base::unopened, std::move(options), std::move(with)} {}

    template <class Load>
    static workmem::result<basic_entity_memory> as_of(entity_options options,
                                                      typename base::tokens_type tokens,
                                                      Load&& load) {
        parts with;
        with.tokens = std::move(tokens);
        basic_entity_memory made{base::unopened, std::move(options), std::move(with)};
        auto filled = made.replica_.update(std::forward<Load>(load));
        if (!filled) return filled.error();
        made.replica_.read(
            [&](const state_type& state) { made.clock_ = manual_clock{state.as_of()}; });
        return made;
    }

    basic_entity_memory(loaded_t, const text::json_view& session, entity_options options,
                        parts with, const load_options& how)
        : basic_entity_memory(std::move(options), std::move(with)) {
        load(session, how);
    }

    resolved_reference<E> resolve_in(state_type& state, timestamp now, std::string_view text,
                                     const resolve_query& query) {
        const auto entries = state.entries(now);
        auto asked = query;
        asked.focus_left = (std::max)(asked.focus_left, state.focus_left());
        auto found = resolution_.resolve(entries, text, asked, lexicon());
        detail::inline_slots held_slots;
        detail::list_slots(entries, detail::reach_of(found), held_slots);
        auto answer = detail::to_answer<E>(
            state, std::move(found), held_slots,
            [&](std::uint32_t slot) { state.touch(slot, now, strength::chosen); });
        if constexpr (base::metrics_type::counts) this->counters_.on_lookup(bool{answer});
        return answer;
    }

    extracted find_entities(std::string_view tool, const text::json_view& arguments,
                            const text::json_view& result) {
        const auto limits = this->options();
        extraction_options options;
        options.max_per_result = limits.max_per_result;
        options.max_matches = limits.max_matches;
        options.max_attributes = limits.max_attributes;
        auto found = registry_.extract(tool, arguments, result, options, *extraction_);
        if (!limits.track_arguments) {
            found.context.clear();
            if (!found.removal) found.acted_on.clear();
        }
        return found;
    }

    workmem::result<observation> take_in(extracted found, typename base::call_type call) {
        observation out;
        out.entities.reserve(found.entities.size());
        out.failed = found.failed;
        out.omitted = found.omitted;
        for (const auto& each : found.entities) out.entities.push_back({each.type, each.id.text()});
        count_observation(found);
        if (found.failed) return out;
        if (found.removal) return take_out(found, std::move(out), call);

        const intake<E> arriving{found};
        auto put = this->put_items(entity_commands::put<E>{arriving.items(), this->now_for_change(),
                                                           arriving.touches(), true},
                                   call);
        if (!put) return put.error();
        out.added = put->added;
        out.omitted += put->left_out;
        return out;
    }
    workmem::result<observation> take_out(const extracted& found, observation out,
                                          typename base::call_type call) {
        std::vector<key_view> keys;
        const auto& vague = extraction::vague_nouns;
        for (const auto* list : {&found.entities, &found.acted_on})
            for (const auto& each : *list) {
                keys.push_back({each.type, each.id.text()});
                // A tool whose noun says nothing (`delete_resource`) means whatever has that id.
                if (std::find(vague.begin(), vague.end(), each.type) != vague.end())
                    keys.push_back({{}, each.id.text()});
            }
        auto gone =
            this->execute_remove(entity_commands::remove{keys, this->now_for_change(), true}, call);
        if (!gone) return gone.error();
        out.removed = gone->removed;
        return out;
    }
    void count_observation(const extracted& found) {
        if constexpr (base::metrics_type::counts) {
            this->replica_.update([&](state_type&) {
                auto& totals = this->counters_.totals;
                ++totals.observations;
                totals.failed_observations += found.failed;
                totals.empty_observations += !found.failed && found.entities.empty();
                totals.omitted += found.omitted;
            });
        }
    }

    void refresh_context() const {
        this->replica_.read([&](const state_type& state) {
            context_.refresh(state, this->now(state), format_, this->tokens_);
        });
    }

    static const detail::shared<extraction_policy>& default_rules() {
        static const detail::shared<extraction_policy> rules{std::in_place};
        return rules;
    }

    detail::shared<extraction_policy> extraction_ = default_rules();
    WORKMEM_NO_UNIQUE_ADDRESS resolution_policy resolution_;
    WORKMEM_NO_UNIQUE_ADDRESS format_policy format_;
    extractor_registry registry_;
    const text::lexicon* lexicon_ = nullptr;
    WORKMEM_NO_UNIQUE_ADDRESS mutable typename Policies::mutex context_mutex_;
    mutable context_cache context_;
};

}  // namespace workmem
