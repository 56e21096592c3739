#pragma once

#include <workmem/config.hpp>
#include <workmem/detail/pointers.hpp>
#include <workmem/detail/renew.hpp>
#include <workmem/entity/context_cache.hpp>
#include <workmem/entity/observation.hpp>
#include <workmem/entity/prompt_format.hpp>
#include <workmem/entity/returned_values.hpp>
#include <workmem/entity/talk.hpp>
#include <workmem/entity/session_json.hpp>
#include <workmem/entity/window.hpp>
#include <workmem/extraction/options.hpp>
#include <workmem/extraction/registry.hpp>
#include <workmem/extraction/tool_name.hpp>
#include <workmem/journal/detached.hpp>
#include <workmem/metrics/health.hpp>
#include <workmem/resolution/reference.hpp>
#include <workmem/text/json_document.hpp>
#include <workmem/text/json_view.hpp>
#include <workmem/text/lexicon.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace workmem {

/// An id for a tool's argument, or why there is none.
struct resolved_id {
    std::optional<entity_id> id{};
    std::string message{};

    [[nodiscard]] explicit operator bool() const noexcept { return id.has_value(); }
    /// Raises `not_found`, with the message, without one.
    [[nodiscard]] const entity_id& operator*() const {
        if (!id) detail::raise_unresolved(message);
        return *id;
    }
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
    using self = basic_entity_memory;

public:
    using typename base::parts;

    /// See `basic_entity_window`.
    basic_entity_memory(entity_options options, parts with)
        : base{std::move(options), std::move(with)} {}
    template <std::default_initializable Journal = typename base::journal_type>
    explicit basic_entity_memory(entity_options options = {}) : base{std::move(options)} {}

    /// The same, or why not.
    [[nodiscard]] static workmem::result<basic_entity_memory> try_make(entity_options options = {},
                                                                       parts with = {});

    basic_entity_memory(const self&) requires(unshared<Policies>) = default;
    basic_entity_memory(const self&) = delete;  // workmem: threads share it: pass it by reference
    basic_entity_memory(self&&) requires(unshared<Policies>) = default;
    ~basic_entity_memory() = default;
    self& operator=(const self&) requires(unshared<Policies>) = default;
    self& operator=(const self&) = delete;  // workmem: threads share it: pass it by reference
    self& operator=(self&& other) noexcept requires(unshared<Policies>) {
        return detail::renew(*this, std::move(other));
    }

    // Listening.

    /// A tool was called with `arguments` and answered `result`: what the result is about comes in,
    /// its first entity newest, what the arguments name is touched, what a delete tool names
    /// leaves. What a single thing lists inside (the lines of a cart) comes in behind it. Of a
    /// thing that is known already, under another type, too, where its id is nobody else's, what
    /// the result does not say stays; a field that is null goes. An error result touches nothing.
    /// Throws `storage_error` or `conflict` only.
    observation observe(std::string_view tool, const text::json_view& arguments,
                        const text::json_view& result, const call_options& call = plain_call) {
        return try_observe(tool, arguments, result, call).value();
    }
    observation observe(std::string_view tool, const text::json_view& result,
                        const call_options& call = plain_call) {
        return try_observe(tool, result, call).value();
    }
    workmem::result<observation> try_observe(std::string_view tool,
                                             const text::json_view& arguments,
                                             const text::json_view& result,
                                             const call_options& call = plain_call);
    workmem::result<observation> try_observe(std::string_view tool, const text::json_view& result,
                                             const call_options& call = plain_call) {
        return try_observe(tool, {}, result, call);
    }
    /// The same for a result as text: JSON, JSON in a text, or a plain text, which holds nothing
    /// but may say that the call failed. What nests deeper than `text::max_json_depth` is no JSON.
    observation observe_text(std::string_view tool, std::string_view text,
                             const call_options& call = plain_call);
    workmem::result<observation> try_observe_text(std::string_view tool, std::string_view text,
                                                  const call_options& call = plain_call);
    /// The same for a list of C++ values that say by `entity_traits` what they are: its first is
    /// the newest, each remembers its place. A tool that returns one thing has returned it alone,
    /// and what a delete tool returns leaves; the tool's name says which it is. Values of the
    /// memory's own type are taken as they are, others as what their traits say.
    template <entity_range Range>
    observation observe(std::string_view tool, const Range& values,
                        const call_options& call = plain_call) {
        return try_observe(tool, values, call).value();
    }
    template <entity_range Range>
    workmem::result<observation> try_observe(std::string_view tool, const Range& values,
                                             const call_options& call = plain_call) {
        if (registry_.ignores(tool)) return observation{};
        auto found = detail::returned_values(name_of_tool(tool), values, extraction_limits());
        if constexpr (std::same_as<detail::value_of<Range>, E> && !std::same_as<E, entity>)
            return take_in(found, detail::arriving_values<E>(found, values), call);
        else
            return take_in(tool, std::move(found), call);
    }
    /// Somebody said something: entities it names are touched in the order of their names. Returns
    /// them in that order. Linear in the text.
    std::vector<entity_key> hear(role speaker, std::string_view text);
    /// The entities that a text names, as `hear` finds them; touches none.
    [[nodiscard]] std::vector<entity_key> named_in(role speaker, std::string_view text) const;

    // Resolving.

    /// Which entity a reference means: "this page", "the second one", "its title". A resolved
    /// reference is a touch; after one that means something which is not found, or several, nothing
    /// is in focus until something is touched, so that the next "it" is not what was talked of
    /// before (known to this object alone). With a type in the query no other type ever answers.
    resolved_reference<E> resolve(std::string_view text, const resolve_query& query = {});
    /// Returns what `resolve` would answer, and what else could be meant; no touch. Of the past:
    /// `state_at(sequence).explain(text)`, to which what the assistant said is not known, as it is
    /// not recorded.
    [[nodiscard]] explained_reference<E> explain(std::string_view text,
                                                 const resolve_query& query = {}) const;
    /// The id that a tool's argument means: 42 and "42" are ids as they stand, so is the id of an
    /// entity of this type in memory; other text is a reference ("this page").
    resolved_id resolve_id(const text::json_view& reference, std::string_view type);
    /// The words by which references are understood; English unless told otherwise. The lexicon
    /// must outlive the memory.
    void set_lexicon(const text::lexicon& words) noexcept { lexicon_ = &words; }
    void set_lexicon(const text::lexicon&&) = delete;
    [[nodiscard]] const text::lexicon& lexicon() const;

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
    [[nodiscard]] std::string context() const;
    /// The same text as a view, valid until the next call.
    template <class Mutex = typename Policies::mutex>
    requires(!locks<Mutex>) [[nodiscard]] std::string_view context_view() const {
        refresh_context();
        return context_.text();
    }

    // Sessions.

    /// `{"entities":[{type,id,name,slug,timestamp,…}],"as_of":…}`, newest first, defaults omitted.
    /// Neither limits nor expired entities are in it.
    template <class Json = nlohmann::json>
    [[nodiscard]] Json to_json(const save_options& how = {}) const {
        return text::parse_json<Json>(to_json_text(how));
    }
    [[nodiscard]] std::string to_json_text(const save_options& how = {}) const;
    /// Replaces the content by a saved session; returns how many entities came in (beyond the
    /// limits the oldest stay out). Errors: `validation_error` naming the member that is wrong,
    /// `storage_error`, `conflict`.
    std::size_t load(const text::json_view& json, const load_options& how = {},
                     const call_options& call = plain_call) {
        return try_load(json, how, call).value();
    }
    workmem::result<std::size_t> try_load(const text::json_view& json, const load_options& how = {},
                                          const call_options& call = plain_call);
    [[nodiscard]] static basic_entity_memory from_json(const text::json_view& json,
                                                       entity_options options = {}, parts with = {},
                                                       const load_options& how = {}) {
        return basic_entity_memory(loaded, json, std::move(options), std::move(with), how);
    }
    /// The same from what `to_json_text` gave. Errors: also `validation_error` for what is no JSON.
    std::size_t load_text(std::string_view json, const load_options& how = {},
                          const call_options& call = plain_call) {
        return try_load_text(json, how, call).value();
    }
    workmem::result<std::size_t> try_load_text(std::string_view json, const load_options& how = {},
                                               const call_options& call = plain_call);
    [[nodiscard]] static basic_entity_memory from_json_text(std::string_view json,
                                                            entity_options options = {},
                                                            parts with = {},
                                                            const load_options& how = {}) {
        const text::json_document read{json};
        if (!read) raise(read.problem(json));
        return from_json(read.root(), std::move(options), std::move(with), how);
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
    [[nodiscard]] health_report health();

    // History.

    /// The memory as it was after record `sequence` of its stream, at the time of that change, or
    /// at a later one: what had expired by then is gone.
    /// Errors: `not_found` naming what can be reached, `storage_error`. O(records since the
    /// snapshot before it).
    /// With WORKMEM_COMPILED include <workmem/templates.hpp>, too.
    template <class Journal = typename Policies::journal>
    requires journal::full_engine_policy<Journal>
    [[nodiscard]] auto state_at(std::uint64_t sequence, timestamp at = {}) const {
        return try_state_at(sequence, at).value();
    }
    template <class Journal = typename Policies::journal>
    requires journal::full_engine_policy<Journal>
    [[nodiscard]] auto try_state_at(std::uint64_t sequence, timestamp at = {}) const {
        using past = basic_entity_memory<E, detached_policies<Policies>>;
        return past::as_of(
            this->options(), this->tokens_,
            [&](auto& state) { return this->replica_.load_at(state, sequence); }, at);
    }
    /// Takes an entity out for good: out of the memory and of everything stored, snapshots and log
    /// rewritten; a change `entity.erased` without content stays, and so do the actors of calls and
    /// the keys of those that did not name it. True if it was there. May be repeated after an
    /// error, and erases what is stored also when the memory no longer has it. Errors:
    /// `storage_error`, `conflict`. O(stream).
    bool erase(std::string_view type, std::string_view id, const call_options& call = plain_call);
    workmem::result<bool> try_erase(std::string_view type, std::string_view id,
                                    const call_options& call = plain_call);
    /// The same for things of any type with that id, and how many of them were there. One after the
    /// other: where it fails, some are erased, and it may be repeated.
    std::size_t erase_all(std::string_view id) { return try_erase_all(id).value(); }
    workmem::result<std::size_t> try_erase_all(std::string_view id);

private:
    template <class, class>
    friend class basic_entity_memory;
    template <class>
    friend class basic_agent_memory;
    struct loaded_t {};
    static constexpr loaded_t loaded{};

    basic_entity_memory(typename base::unopened_t, entity_options options, parts with)
        : base{base::unopened, std::move(options), std::move(with)} {}

    template <class Load>
    static workmem::result<basic_entity_memory> as_of(entity_options options,
                                                      typename base::tokens_type tokens,
                                                      Load&& load, timestamp at);

    basic_entity_memory(loaded_t, const text::json_view& session, entity_options options,
                        parts with, const load_options& how);

    // What `resolve` answers, or, where nothing is meant, what `otherwise()` gives, if anything.
    template <class Otherwise>
    resolved_reference<E> resolve_or(std::string_view text, const resolve_query& query,
                                     Otherwise&& otherwise);
    resolved_reference<E> resolve_in(state_type& state, timestamp now, std::string_view text,
                                     const resolve_query& query);
    // What a text means, in places of the slots.
    template <class Slots>
    [[nodiscard]] outcome find_meant(const state_type& state, timestamp now, std::string_view text,
                                     const resolve_query& query, Slots& held_slots) const;

    extracted find_entities(std::string_view tool, const text::json_view& arguments,
                            const text::json_view& result);

    [[nodiscard]] extraction_options extraction_limits() const;
    // With the verbs that the extractor knows.
    [[nodiscard]] tool_name name_of_tool(std::string_view tool) const;

    // For the record. Where there is no memory left for it, it is counted.
    void note_answer(std::string_view text, const resolved_reference<E>& answer,
                     const explained_reference<E>& explained) noexcept;
    void note_or_throw(std::string_view text, const resolved_reference<E>& answer,
                       const explained_reference<E>& explained);

    // What a text names, by slots.
    [[nodiscard]] std::vector<std::uint32_t> find_named(const state_type& state, role speaker,
                                                        std::string_view text) const;
    [[nodiscard]] static std::vector<entity_key> keys_at(const state_type& state,
                                                         const std::vector<std::uint32_t>& held);

    class arriving_result;
    static constexpr std::size_t max_tool_bytes = 64;
    workmem::result<observation> take_in(std::string_view tool, extracted found,
                                         const call_options& call);
    workmem::result<observation> take_in(const extracted& found,
                                         std::span<const entity_changes::item<E>> items,
                                         const call_options& call);
    static observation begin_observation(const extracted& found);
    static void list_keys(const extracted& found, observation& out);
    // Whether a thing may be one that is known under another type: where no two things have such
    // an id, and shorter ones after an act, which was done to what is there.
    enum class other_type : std::uint8_t { never, if_distinctive, after_act };
    static bool is_distinctive(const entity_id& id, bool acts) noexcept;
    // `episode_id` of a thing that memory holds as a `show_episode`: ids tell things better than
    // the names of arguments do.
    void call_as_known(const state_type& state, entity& what) const;
    // What is known of a thing and its newest result does not say is so still.
    void add_what_is_known(const state_type& state, other_type may_be, entity& what) const;
    workmem::result<observation> take_out(const extracted& found, observation out,
                                          const call_options& call);
    // Under the lock.
    void count_observation(const observation& what, bool unread) noexcept;

    void refresh_context() const;

    static const detail::shared<extraction_policy>& default_rules();

    detail::shared<extraction_policy> extraction_ = default_rules();
    detail::talk talk_;
    WORKMEM_NO_UNIQUE_ADDRESS resolution_policy resolution_;
    WORKMEM_NO_UNIQUE_ADDRESS format_policy format_;
    extractor_registry registry_;
    const text::lexicon* lexicon_ = nullptr;
    WORKMEM_NO_UNIQUE_ADDRESS mutable typename Policies::mutex context_mutex_;
    mutable context_cache context_;
};

template <class E, class Policies>
requires(!entity_type<E>) class basic_entity_memory<E, Policies>
    : public basic_entity_window<E, Policies> {
};

}  // namespace workmem

#if defined(WORKMEM_TEMPLATES)
#include <workmem/entity/basic_entity_memory.ipp>
#endif
