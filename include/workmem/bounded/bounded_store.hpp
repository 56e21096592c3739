#pragma once

#include <workmem/bounded/commands.hpp>
#include <workmem/bounded/forget_instruction.hpp>
#include <workmem/bounded/item_filter.hpp>
#include <workmem/bounded/item_input.hpp>
#include <workmem/bounded/items.hpp>
#include <workmem/bounded/reports.hpp>
#include <workmem/bounded/state.hpp>
#include <workmem/bounded/summary.hpp>
#include <workmem/config.hpp>
#include <workmem/detail/renew.hpp>
#include <workmem/eviction/eviction.hpp>
#include <workmem/eviction/value_density.hpp>
#include <workmem/journal/detached.hpp>
#include <workmem/journal/recorded_memory.hpp>
#include <workmem/policies.hpp>
#include <workmem/ranking/bm25.hpp>
#include <workmem/ranking/ranking.hpp>
#include <workmem/text/json.hpp>
#include <workmem/text/json_document.hpp>
#include <workmem/text/quote.hpp>

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

template <class Policies>
constexpr bool advise_bounded_policies() {
    static_assert(detail::included<typename Policies::bounded::eviction> &&
                      detail::included<typename Policies::bounded::ranking>,
                  "workmem: policies::bounded::eviction or ranking is only declared: include its "
                  "header, such as "
                  "<workmem/eviction/lru.hpp>");
    static_assert(eviction::policy<typename Policies::bounded::eviction>,
                  "workmem: policies::bounded::eviction must provide victim(entries) -> slot and "
                  "reserve, on_insert, on_access, on_erase, clear, the hooks noexcept");
    static_assert(
        ranking::policy<typename Policies::bounded::ranking>,
        "workmem: policies::bounded::ranking must be default constructible and movable and "
        "provide add(slot, document), erase(slot) and clear() noexcept, size(), "
        "search(query, most, choice) -> ranked and explain(query, slot, most, choice) -> "
        "explanation");
    return true;
}

/// What an agent needs to know right now: a queue of texts within a number and a sum of tokens,
/// which makes room by importance and age. `memorize` what happens, `remember` what a prompt needs,
/// put `context()` into it, `advance_step()` with every turn.
///
/// `remember` takes data: odd content finds nothing. Other calls throw `workmem::error` where they
/// fail and then changed nothing; each has a `try_` twin. Changing calls may also fail with
/// `storage_error` and `conflict`.
///
/// Copyable and movable with `null_mutex` only, neither with a real mutex; then thread-safe.
/// Observers may call back. What is moved from may be assigned to or destroyed.
template <class Policies = default_policies>
class basic_bounded_store
    : detail::advised<advise_common_policies<Policies, bounded_notice>() &&
                      advise_bounded_policies<Policies>()>,
      public recorded_memory<bounded_state<bounded_state_policies_of<Policies>>, Policies> {
    using recorded = recorded_memory<bounded_state<bounded_state_policies_of<Policies>>, Policies>;
    using recorded::counters_;
    using recorded::keeps_history;
    using recorded::replica_;
    using typename recorded::metrics_type;
    using typename recorded::state_type;
    static constexpr bool by_class = requires { Policies::bounded::eviction::goes_by_class; };
    static constexpr auto no_slot = detail::no_slot;
    using self = basic_bounded_store;

public:
    using value_type = item;
    using policies = Policies;
    using options_type = bounded_options;
    using clock_type = typename Policies::clock;
    using ids_type = typename Policies::ids;
    using tokens_type = typename Policies::tokens;
    using ranking_type = typename Policies::bounded::ranking;
    using journal_type = typename Policies::journal;
    using observer_type = typename Policies::observer;
    using notice_type = bounded_notice;

    /// The handles a store works with; each has a default.
    struct parts {
        clock_type clock{};
        ids_type ids{};
        tokens_type tokens{};
        observer_type observer{};
        journal_type journal{};
        std::string stream{};    ///< where the journal keeps this store's changes
        retention keep{};        ///< how much of the stream's history stays
        ranking_type ranking{};  ///< empty; with options, or an embedding of your own
        /// How far the clock may be away from the journal's, which it is set by beyond that.
        milliseconds max_clock_skew = journal::usual_clock_skew;
    };

    /// Throws `validation_error` for limits that make no sense, `storage_error` when the journal's
    /// stream cannot be read. With a journal, the store starts as the stream says; what is beyond
    /// its limits leaves at once, unless that is pinned: then changes are refused (`capacity`)
    /// until it fits. What another writer with larger limits brings in later leaves with the next
    /// change.
    explicit basic_bounded_store(bounded_options options = {}, parts with = {});
    /// The same, or why not.
    [[nodiscard]] static result<basic_bounded_store> try_make(bounded_options options = {},
                                                              parts with = {});

    basic_bounded_store(const self&) requires(unshared<Policies>) = default;
    basic_bounded_store(const self&) = delete;  // workmem: threads share it: pass it by reference
    basic_bounded_store(self&&) requires(unshared<Policies>) = default;
    ~basic_bounded_store() = default;
    self& operator=(const self&) requires(unshared<Policies>) = default;
    self& operator=(const self&) = delete;  // workmem: threads share it: pass it by reference
    self& operator=(self&& other) noexcept requires(unshared<Policies>) {
        return detail::renew(*this, std::move(other));
    }

    // What is there.

    /// How full the store is.
    [[nodiscard]] capacity_info get_capacity_info() const;
    /// Where an item comes from, how it stands and why it would go. `not_found`.
    [[nodiscard]] item_explanation explain(std::string_view id) const;
    result<item_explanation> try_explain(std::string_view id) const;
    /// The last events, oldest first: evictions, refusals, what was forgotten, other limits. Not
    /// saved: after a start it tells of the stream's changes since the last snapshot; refusals and
    /// other limits are no changes.
    [[nodiscard]] std::vector<audit_event> audit() const;
    /// Items that had a key before the present one, newest first.
    [[nodiscard]] std::vector<past_item> history(std::string_view key) const;
    [[nodiscard]] std::optional<item> peek(std::string_view id) const;
    /// The one that has a key now. Not a touch.
    [[nodiscard]] std::optional<item> peek_by_key(std::string_view key) const;
    [[nodiscard]] bool contains(std::string_view id) const;
    /// The id of an item that a person or a model means: it, or how it alone begins (4 characters
    /// or more), softly forgotten ones by the whole id. Errors: `not_found`, `validation_error`
    /// where several begin so. O(size) unless it is an id.
    [[nodiscard]] std::string identify(std::string_view said) const {
        return try_identify(said).value();
    }
    result<std::string> try_identify(std::string_view said) const;
    /// Items in the queue, softly forgotten ones among them.
    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] bool empty() const { return size() == 0; }
    /// Their tokens.
    [[nodiscard]] std::uint64_t tokens() const;
    /// Copies, oldest first.
    [[nodiscard]] std::vector<item> all(const item_filter& filter = {}) const;
    /// `visit(const item&)` for each that is not forgotten, oldest first, under the lock: it must
    /// not call the store. The items' positions are not set.
    template <class Visit>
    void for_each(Visit&& visit) const {
        replica_.read([&](const state_type& state) {
            for (const auto& each : state.items()) visit(each);
        });
    }
    /// The same items as a range of `const item&`; a view, valid until the next change.
    template <class Mutex = typename Policies::mutex>
    requires(!locks<Mutex>) [[nodiscard]] item_range items() const {
        return replica_.read([](const state_type& state) { return state.items(); });
    }
    template <class Mutex = typename Policies::mutex>
    requires(!locks<Mutex>) [[nodiscard]] item_range::iterator begin() const {
        return items().begin();
    }
    template <class Mutex = typename Policies::mutex>
    requires(!locks<Mutex>) [[nodiscard]] item_range::iterator end() const { return {}; }
    /// What was counted since the store was made. Lookups are `get`, `get_by_key` and `remember`.
    [[nodiscard]] metrics_snapshot metrics();

    // As text.

    /// Items as text for a prompt, one line each, oldest first, within `budget` tokens, everything
    /// rendered counted; what fits is chosen by importance, then newness. Empty without items.
    [[nodiscard]] std::string context(std::size_t budget) const;
    /// Within the store's own budget.
    [[nodiscard]] std::string context() const;
    /// Lines of the most important items, of each its first sentence where there is no room for
    /// more.
    [[nodiscard]] summary summarize(const summary_scope& scope, std::size_t token_limit) const;
    /// The same by `write(std::span<const item>, token_limit) -> std::string`, a model for example.
    /// It works on a copy, outside locks, and may call the store; what it says counts only if the
    /// items still say the same (`conflict`), and is cut where it is too long.
    template <class Write>
    requires std::convertible_to<std::invoke_result_t<Write&, std::span<const item>, std::size_t>,
                                 std::string>
    [[nodiscard]] summary summarize(const summary_scope& scope, std::size_t token_limit,
                                    Write&& write) const {
        return try_summarize(scope, token_limit, std::forward<Write>(write)).value();
    }
    template <class Write>
    result<summary> try_summarize(const summary_scope& scope, std::size_t token_limit,
                                  Write&& write) const {
        const auto items = in_scope(scope);
        return summarized(scope, items, token_limit,
                          write(std::span<const item>{items}, token_limit));
    }

    // Finding.

    /// Returns the best `k` items for a prompt: those the ranking finds, by its score, of the same
    /// score the more important, then the newer one; also what stands near them, which is marked,
    /// as far as `k` goes. Without a prompt the most important, then newest. Those beyond their
    /// time to live are found while they are there. (Tools and Python call storing "remember".)
    std::vector<remembered> remember(std::string_view prompt, std::size_t k,
                                     const item_filter& filter = {});
    /// The best ten at most, and none that does not answer the prompt itself.
    std::vector<remembered> remember(std::string_view prompt);
    /// What `remember` would find, but for neighbours. Not a touch, and not counted.
    [[nodiscard]] std::vector<remembered> search(std::string_view prompt, std::size_t k,
                                                 const item_filter& filter = {});
    /// A copy of an item that is not forgotten. O(1).
    std::optional<item> get(std::string_view id);
    /// The one that has a key now.
    std::optional<item> get_by_key(std::string_view key);
    /// False if it is not there.
    bool touch(std::string_view id);

    // Coming in.

    /// Appends an item; whoever has its key leaves for it, and others where there is no room.
    /// Errors: `validation_error` (text, importance, a step that goes back), `capacity` (longer
    /// than all tokens, or nobody may go for it). O(log size + evicted).
    memorized memorize(new_item what, const call_options& call = plain_call);
    memorized memorize(std::string_view text, const attribute_list& metadata = {},
                       const call_options& call = plain_call);
    result<memorized> try_memorize(new_item what, const call_options& call = plain_call);
    result<memorized> try_memorize(std::string_view text, const attribute_list& metadata = {},
                                   const call_options& call = plain_call);
    /// Appends several, all or none, in the order given. Errors as for `memorize`; two of a batch
    /// must not have one key.
    memorized_batch memorize_all(std::vector<new_item> what, const call_options& call = plain_call);
    result<memorized_batch> try_memorize_all(std::vector<new_item> what,
                                             const call_options& call = plain_call);

    // Changing what is there; position, step and age stay.

    /// Says something else of an item. Errors: `not_found`, `validation_error`, `capacity` (no room
    /// for more text, or pins beyond half of the limits).
    made_room update(std::string_view id, const item_change& what,
                     const call_options& call = plain_call);
    result<made_room> try_update(std::string_view id, const item_change& what,
                                 const call_options& call = plain_call);
    /// Errors: `not_found`, `validation_error` for what is not from 0 to 1.
    void set_importance(std::string_view id, double importance,
                        const call_options& call = plain_call);
    result<void> try_set_importance(std::string_view id, double importance,
                                    const call_options& call = plain_call);
    /// A pinned item never goes. Errors: `not_found`, `capacity` where pinned items would take more
    /// than half of a limit.
    void pin(std::string_view id, const call_options& call = plain_call);
    void unpin(std::string_view id, const call_options& call = plain_call);
    result<void> try_pin(std::string_view id, const call_options& call = plain_call);
    result<void> try_unpin(std::string_view id, const call_options& call = plain_call);

    // Turns.

    /// The next turn begins; it is returned.
    std::int64_t advance_step(const call_options& call = plain_call);
    result<std::int64_t> try_advance_step(const call_options& call = plain_call);
    /// Turn `step` begins. `validation_error` for an earlier one.
    void set_step(std::int64_t step, const call_options& call = plain_call);
    result<std::int64_t> try_set_step(std::int64_t step, const call_options& call = plain_call);
    [[nodiscard]] std::int64_t step() const;

    // Forgetting.

    /// Forgets by an instruction: "oldest", "least important", "position:N", "before:step_N",
    /// "id:…", "tag:…", "older than 10 minutes", "everything about …". The last does nothing until
    /// it is asked `confirmed`, but lists what would go. Errors: `validation_error` listing the
    /// known instructions, `not_found` for a position or an id that is not there.
    forgotten_items forget(std::string_view instruction, forget_mode mode = forget_mode::soft,
                           bool confirmed = false, const call_options& call = plain_call);
    result<forgotten_items> try_forget(std::string_view instruction,
                                       forget_mode mode = forget_mode::soft, bool confirmed = false,
                                       const call_options& call = plain_call);
    /// Brings a softly forgotten item back; false if it was not forgotten. Errors: `not_found`.
    bool restore(std::string_view id, const call_options& call = plain_call);
    result<bool> try_restore(std::string_view id, const call_options& call = plain_call);
    /// Brings back all there are; how many.
    std::size_t restore_all(const call_options& call = plain_call);
    result<std::size_t> try_restore_all(const call_options& call = plain_call);
    /// Removes what is beyond its time to live and not important; how many left. O(size).
    std::size_t sweep() { return try_sweep().value(); }
    result<std::size_t> try_sweep();
    /// How many left.
    std::size_t clear(const call_options& call = plain_call) { return try_clear(call).value(); }
    result<std::size_t> try_clear(const call_options& call = plain_call);

    // Limits.

    [[nodiscard]] bounded_options options() const;
    /// Other limits from now on; who has to go for them goes at once and is returned. Errors:
    /// `validation_error`, `capacity` where pinned items, or under a strict guard important ones,
    /// do not fit: then all stays as it was.
    std::vector<removed_item> set_options(bounded_options options);
    result<std::vector<removed_item>> try_set_options(bounded_options options);

    /// The same items in the same order with the same facts.
    [[nodiscard]] friend bool operator==(const basic_bounded_store& a,
                                         const basic_bounded_store& b) {
        return a.equals(b);
    }

    // JSON.

    /// `{"as_of":…,"step":…,"items":[…],"history":[…]}`, oldest first, defaults omitted. Limits
    /// are not in it.
    template <class Json = nlohmann::json>
    [[nodiscard]] Json to_json() const {
        return text::parse_json<Json>(to_json_text());
    }
    [[nodiscard]] std::string to_json_text() const;
    /// Replaces the content; how many items came in (beyond the limits those stay out that would
    /// go first). Errors: `validation_error` naming the member that is wrong, `capacity`.
    std::size_t load(const text::json_view& json, const call_options& call = plain_call) {
        return try_load(json, call).value();
    }
    result<std::size_t> try_load(const text::json_view& json,
                                 const call_options& call = plain_call);
    [[nodiscard]] static basic_bounded_store from_json(const text::json_view& json,
                                                       bounded_options options = {},
                                                       parts with = {}) {
        return basic_bounded_store(loaded, json, std::move(options), std::move(with));
    }
    /// The same from what `to_json_text` gave. Errors: also `validation_error` for what is no JSON.
    std::size_t load_text(std::string_view json, const call_options& call = plain_call) {
        return try_load_text(json, call).value();
    }
    result<std::size_t> try_load_text(std::string_view json, const call_options& call = plain_call);
    [[nodiscard]] static basic_bounded_store from_json_text(std::string_view json,
                                                            bounded_options options = {},
                                                            parts with = {}) {
        const text::json_document read{json};
        if (!read) raise(read.problem(json));
        return from_json(read.root(), std::move(options), std::move(with));
    }
    [[nodiscard]] static result<basic_bounded_store> try_from_json(const text::json_view& json,
                                                                   bounded_options options = {},
                                                                   parts with = {}) {
        if (auto problem = problem_of(options)) return std::move(*problem);
        return {from_factory,
                [&] { return basic_bounded_store(unopened, std::move(options), std::move(with)); },
                [&](basic_bounded_store& made) -> result<void> {
                    if (auto opened = made.open(); !opened) return opened;
                    if (auto taken = made.try_load(json); !taken) return taken.error();
                    return {};
                }};
    }

    // History.

    /// The store as it was after record `sequence` of its stream, at the time of that change.
    /// Errors: `not_found` naming what can be reached.
    /// With WORKMEM_COMPILED include <workmem/templates.hpp>, too.
    template <class Journal = typename Policies::journal>
    requires journal::full_engine_policy<Journal>
    [[nodiscard]] auto state_at(std::uint64_t sequence) const {
        return try_state_at(sequence).value();
    }
    template <class Journal = typename Policies::journal>
    requires journal::full_engine_policy<Journal>
    [[nodiscard]] auto try_state_at(std::uint64_t sequence) const {
        using past = basic_bounded_store<detached_policies<Policies>>;
        auto ranking = replica_.read([](const state_type& state) { return state.ranking(); });
        return past::as_of(options(), tokens_, std::move(ranking),
                           [&](auto& state) { return replica_.load_at(state, sequence); });
    }
    /// Takes an item, by its id, or all that have a key now or left for one that has it, out for
    /// good: out of the store and of everything stored; a change `bounded.erased` without content
    /// stays. How many there were. May be repeated after an error, and erases what is stored also
    /// when the store no longer has it.
    std::size_t erase(std::string_view subject, const call_options& call = plain_call);
    result<std::size_t> try_erase(std::string_view subject, const call_options& call = plain_call);

private:
    struct unopened_t {};
    static constexpr unopened_t unopened{};

    basic_bounded_store(unopened_t, bounded_options options, parts with);

    template <class Command>
    auto execute(const Command& command, const call_options& call) -> result<answer_of<Command>>;
    // What did not fit is remembered, though nothing happened.
    void note_refusal(const error& why, timestamp now);
    // Not worth failing for.
    void note(audit_event event, std::string_view kind) noexcept;

    // Who came, and who left for want of room or time.
    template <class Answer>
    void count(const Answer& answer) noexcept;
    void note_or_throw(const audit_event& event, std::string_view kind);
    void count_in_and_out(std::size_t added, const std::vector<removed_item>& gone) noexcept;

    static std::vector<item> chosen(const state_type& state, const item_filter& filter);
    [[nodiscard]] std::vector<item> in_scope(const summary_scope& scope) const;
    // What somebody said of these items.
    [[nodiscard]] result<summary> summarized(const summary_scope& scope,
                                             const std::vector<item>& items,
                                             std::size_t token_limit, std::string text) const;
    static bool says_the_same(const std::vector<item>& a, const std::vector<item>& b) noexcept;
    template <class Find>
    std::optional<item> get_at(Find&& find);
    template <class Find>
    std::optional<item> peek_at(Find&& find) const;
    std::vector<remembered> remember(std::string_view prompt, std::size_t k,
                                     const item_filter& filter, bool with_neighbours);
    std::optional<item> look_up(state_type& state, std::uint32_t slot);
    static void stamp(item& out, const state_type& state, std::uint32_t slot) noexcept;
    [[nodiscard]] double usual_importance() const;
    // Of `what` its texts are in `made`.
    std::optional<error> validate(item& made, const new_item& what) const;
    result<memorized> memorize_one(new_item&& what, const call_options& call);
    result<void> set_pinned(std::string_view id, bool pinned, const call_options& call);
    static result<void> without_answer(const result<made_room>& done);

    template <class>
    friend class basic_bounded_store;
    template <class>
    friend class basic_agent_memory;
    struct loaded_t {};
    static constexpr loaded_t loaded{};
    // What was held under other limits may have to go.
    result<void> open();
    basic_bounded_store(loaded_t, const text::json_view& json, bounded_options options, parts with);
    template <class Load>
    static result<basic_bounded_store> as_of(bounded_options options, tokens_type tokens,
                                             ranking_type ranking, Load&& load);

    WORKMEM_NO_UNIQUE_ADDRESS ids_type ids_;
    WORKMEM_NO_UNIQUE_ADDRESS tokens_type tokens_;
};

}  // namespace workmem

#if defined(WORKMEM_TEMPLATES)
#include <workmem/bounded/bounded_store.ipp>
#endif
#if defined(WORKMEM_COMPILED)
#include <workmem/instantiate.hpp>
WORKMEM_BOUNDED_STATE_TEMPLATES(extern, workmem::default_policies)
extern template class workmem::bounded_state<workmem::bounded_state_policies<
    workmem::eviction::value_density, workmem::ranking::bm25, true>>;
WORKMEM_BOUNDED_MEMORY_TEMPLATES(extern, workmem::default_policies)
#endif
