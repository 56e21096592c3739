#pragma once

#include <workmem/bounded/bounded_json.hpp>
#include <workmem/bounded/bounded_state.hpp>
#include <workmem/bounded/context_text.hpp>
#include <workmem/bounded/erasing.hpp>
#include <workmem/bounded/item_input.hpp>
#include <workmem/bounded/reports.hpp>
#include <workmem/bounded/summary.hpp>
#include <workmem/eviction/importance_guard.hpp>
#include <workmem/journal/detached.hpp>
#include <workmem/journal/recorded_memory.hpp>
#include <workmem/journal/replay.hpp>
#include <workmem/ranking/bm25.hpp>

#include <nlohmann/json.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem {

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
class basic_bounded_store : public recorded_memory<bounded_state<Policies>, Policies> {
    using recorded = recorded_memory<bounded_state<Policies>, Policies>;
    static_assert(advise_common_policies<Policies, bounded_notice>());
    static_assert(advise_bounded_policies<Policies>());

    using recorded::counters_;
    using recorded::keeps_history;
    using recorded::replica_;
    using typename recorded::metrics_type;
    using typename recorded::state_type;
    static constexpr bool synchronised = locks<typename Policies::mutex>;
    static constexpr auto no_slot = detail::no_slot;
    static constexpr bool by_class = requires { Policies::bounded::eviction::goes_by_class; };

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
    };

    /// Throws `validation_error` for limits that make no sense, `storage_error` when the journal's
    /// stream cannot be read. With a journal, the store starts as the stream says; what is beyond
    /// its limits leaves at once, unless that is pinned: then changes are refused (`capacity`)
    /// until it fits. What another writer with larger limits brings in later leaves with the next
    /// change.
    explicit basic_bounded_store(bounded_options options = {}, parts with = {})
        : basic_bounded_store(unopened, std::move(options), std::move(with)) {
        open().value();
    }
    /// The same, or why not.
    [[nodiscard]] static result<basic_bounded_store> try_make(bounded_options options = {},
                                                              parts with = {}) {
        if (auto problem = problem_of(options)) return std::move(*problem);
        return {from_factory,
                [&] { return basic_bounded_store(unopened, std::move(options), std::move(with)); },
                [](basic_bounded_store& made) { return made.open(); }};
    }

    // Coming in.

    /// Appends an item; whoever has its key leaves for it, and others where there is no room.
    /// Errors: `validation_error` (text, importance, a step that goes back), `capacity` (longer
    /// than all tokens, or nobody may go for it). O(log size + evicted).
    memorized memorize(new_item what, const call_options& call = plain_call) {
        return try_memorize(std::move(what), call).value();
    }
    memorized memorize(std::string_view text, const attribute_list& metadata = {},
                       const call_options& call = plain_call) {
        return try_memorize({.text = std::string{text}, .metadata = metadata}, call).value();
    }
    result<memorized> try_memorize(new_item what, const call_options& call = plain_call) {
        std::vector<new_item> one;
        one.push_back(std::move(what));
        auto done = try_memorize_all(std::move(one), call);
        if (!done) return done.error();
        memorized out{std::move(*done), {}, done->position};
        if (!done->ids.empty()) out.id = std::move(done->ids.front());
        return out;
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
        items.reserve(what.size());
        out.ids.reserve(what.size());
        const auto usual = options().default_importance;
        for (auto& each : what) {
            auto made = detail::to_item(std::move(each), ids_.next(), usual, tokens_);
            if (!made) return made.error();
            out.ids.push_back(made->id);
            items.push_back(std::move(*made));
        }
        auto done = execute(bounded_commands::put{items, clock_.now()}, call);
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

    // Finding. What is found here is touched; that tells the eviction policy of its use.

    /// The best `k` items for a prompt: those the ranking finds, by its score, of the same score
    /// the more important, then the newer one. Without a prompt the most important, then newest.
    /// Those beyond their time to live are found while they are there.
    std::vector<remembered> remember(std::string_view prompt, std::size_t k = 10,
                                     const item_filter& filter = {}) {
        return replica_.update_and_show([&](state_type& state, std::uint64_t&) {
            const auto now = clock_.now();
            const auto found = state.search(prompt, k, filter);
            if constexpr (metrics_type::counts) counters_.on_lookup(!found.empty());
            std::vector<std::uint32_t> which;
            for (const auto& each : found) which.push_back(each.slot);
            std::vector<remembered> out;
            out.reserve(found.size());
            for (const auto& each : found) out.push_back({state.value(each.slot), each.score});
            // The last used is the best.
            for (auto slot = which.rbegin(); slot != which.rend(); ++slot) state.touch(*slot, now);
            for (std::size_t i = 0; i < which.size(); ++i) stamp(out[i].value, state, which[i]);
            return out;
        });
    }
    /// A copy of an item that is not forgotten. O(1).
    std::optional<item> get(std::string_view id) {
        return get_at([&](const state_type& state) { return state.find(id); });
    }
    /// The one that has a key now.
    std::optional<item> get_by_key(std::string_view key) {
        return get_at([&](const state_type& state) { return state.find_key(key); });
    }
    /// False if it is not there.
    bool touch(std::string_view id) {
        return replica_.update([&](state_type& state) {
            const auto slot = state.find(id);
            if (slot != no_slot) state.touch(slot, clock_.now());
            return slot != no_slot;
        });
    }
    // Forgetting.

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

    // Limits.

    /// Other limits from now on; who has to go for them goes at once and is returned. Errors:
    /// `validation_error`, `capacity` where pinned items, or under a strict guard important ones,
    /// do not fit: then all stays as it was.
    std::vector<removed_item> set_options(bounded_options options) {
        return try_set_options(std::move(options)).value();
    }
    result<std::vector<removed_item>> try_set_options(bounded_options options) {
        if (auto problem = problem_of(options)) return std::move(*problem);
        const auto now = clock_.now();
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
    [[nodiscard]] bounded_options options() const {
        return replica_.read([](const state_type& state) { return state.options(); });
    }

    // Reading; nothing here touches.

    /// How full the store is.
    [[nodiscard]] capacity_info get_capacity_info() const {
        return replica_.read([](const state_type& state) {
            const auto& options = state.options();
            capacity_info out;
            out.items = static_cast<std::int64_t>(state.size());
            out.tokens = static_cast<std::int64_t>(state.usage().tokens);
            out.max_items = options.max_items;
            out.max_tokens = options.max_tokens;
            out.available_items = (std::max)(options.max_items - out.items, std::int64_t{0});
            out.available_tokens = (std::max)(options.max_tokens - out.tokens, std::int64_t{0});
            out.forgotten_items = static_cast<std::int64_t>(state.forgotten());
            out.pinned_items = static_cast<std::int64_t>(state.pinned().items);
            out.pinned_tokens = static_cast<std::int64_t>(state.pinned().tokens);
            out.step = state.step();
            out.importance_threshold_low = options.importance_threshold_low;
            out.importance_threshold_high = options.importance_threshold_high;
            out.guard = options.guard;
            out.eviction_policy = detail::in_words(options, by_class);
            return out;
        });
    }
    /// Where an item comes from, how it stands and why it would go. `not_found`.
    [[nodiscard]] item_explanation explain(std::string_view id) const {
        return try_explain(id).value();
    }
    result<item_explanation> try_explain(std::string_view id) const {
        return replica_.read([&](const state_type& state) -> result<item_explanation> {
            const auto slot = state.find_any(id);
            if (slot == no_slot)
                return error{error_code::not_found,
                             "there is no item with the id " + text::quoted(id)};
            const auto now = (std::max)(clock_.now(), state.time());
            item_explanation out;
            out.value = state.copy(slot);
            out.standing = state.class_of(slot, now);
            out.expired = state.has_expired(slot, now);
            out.recent = state.is_recent(slot);
            out.age_in_steps = state.step() - out.value.step;
            out.age = now - out.value.created;
            out.text = detail::in_words(out, by_class, state.options().guard);
            return out;
        });
    }
    /// The last events, oldest first: evictions, refusals, what was forgotten, other limits.
    [[nodiscard]] std::vector<audit_event> audit() const {
        return replica_.read([](const state_type& state) { return state.audit(); });
    }
    /// Items that had a key before the present one, newest first.
    [[nodiscard]] std::vector<past_item> history(std::string_view key) const {
        return replica_.read([&](const state_type& state) { return state.history(key); });
    }
    [[nodiscard]] std::optional<item> peek(std::string_view id) const {
        return replica_.read([&](const state_type& state) -> std::optional<item> {
            const auto slot = state.find(id);
            if (slot == no_slot) return std::nullopt;
            return state.copy(slot);
        });
    }
    [[nodiscard]] bool contains(std::string_view id) const {
        return replica_.read([&](const state_type& state) { return state.find(id) != no_slot; });
    }
    /// Items in the queue, softly forgotten ones among them.
    [[nodiscard]] std::size_t size() const {
        return replica_.read([](const state_type& state) { return state.size(); });
    }
    [[nodiscard]] bool empty() const { return size() == 0; }
    /// Their tokens.
    [[nodiscard]] std::uint64_t tokens() const {
        return replica_.read([](const state_type& state) { return state.usage().tokens; });
    }
    /// Copies, oldest first.
    [[nodiscard]] std::vector<item> all(const item_filter& filter = {}) const {
        return replica_.read([&](const state_type& state) { return chosen(state, filter); });
    }
    /// `visit(const item&)` for each that is not forgotten, oldest first, under the lock: it must
    /// not call the store. The items' positions are not set.
    template <class Visit>
    void for_each(Visit&& visit) const {
        replica_.read([&](const state_type& state) {
            for (const auto& each : state.items()) visit(each);
        });
    }
    /// The same items as a range of `const item&`; a view, valid until the next change.
    [[nodiscard]] item_range items() const requires(!synchronised) {
        return replica_.read([](const state_type& state) { return state.items(); });
    }
    [[nodiscard]] item_range::iterator begin() const requires(!synchronised) {
        return items().begin();
    }
    [[nodiscard]] item_range::iterator end() const requires(!synchronised) { return {}; }
    /// What was counted since the store was made. Lookups are `get`, `get_by_key` and `remember`.
    [[nodiscard]] metrics_snapshot metrics() {
        return this->counted([](metrics_snapshot& out, const state_type& state) {
            out.entities = state.size();
            out.capacity = static_cast<std::uint64_t>(state.options().max_items);
        });
    }
    /// The same items in the same order with the same facts.
    [[nodiscard]] friend bool operator==(const basic_bounded_store& a,
                                         const basic_bounded_store& b) {
        return a.equals(b);
    }

    // Text.

    /// Items as text for a prompt, one line each, oldest first, within `budget` tokens, everything
    /// rendered counted; what fits is chosen by importance, then newness. Empty without items.
    [[nodiscard]] std::string context(std::size_t budget) const {
        return detail::context_text(all(), budget, tokens_);
    }
    /// Within the store's own budget.
    [[nodiscard]] std::string context() const {
        return context(static_cast<std::size_t>(options().max_tokens));
    }
    /// Lines of the most important items, of each its first sentence where there is no room for
    /// more.
    [[nodiscard]] summary summarize(const summary_scope& scope, std::size_t token_limit) const {
        return detail::extractive(in_scope(scope), token_limit, tokens_);
    }
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
        std::string text = write(std::span<const item>{items}, token_limit);
        if (!says_the_same(items, in_scope(scope)))
            return error{error_code::conflict,
                         "the items changed while they were summarized; try again"};
        detail::make_valid(text);
        summary out;
        out.text = std::string{detail::within(text, token_limit, tokens_)};
        out.tokens = tokens_(out.text);
        for (const auto& each : items) out.sources.push_back(each.id);
        return out;
    }

    // JSON.

    /// `{"as_of":…,"step":…,"items":[…],"history":[…]}`, oldest first, defaults omitted. Limits
    /// are not in it.
    template <class Json = nlohmann::json>
    [[nodiscard]] Json to_json() const {
        return Json::parse(to_json_text());
    }
    [[nodiscard]] std::string to_json_text() const {
        return replica_.read([](const state_type& state) {
            const auto saved = state.snapshot();
            std::string out;
            journal::writer writer{out};
            writer.object(
                bounded_document{saved.head.time, saved.head.step, saved.items, saved.history});
            return out;
        });
    }
    /// Replaces the content; how many items came in (beyond the limits those stay out that would
    /// go first). Errors: `validation_error` naming the member that is wrong, `capacity`.
    template <json_value Json>
    std::size_t load(const Json& json, const call_options& call = plain_call) {
        return try_load(json, call).value();
    }
    template <json_value Json>
    result<std::size_t> try_load(const Json& json, const call_options& call = plain_call) {
        const auto now = clock_.now();
        auto content = detail::read_bounded(json, now, ids_, tokens_);
        if (!content) return content.error();
        std::vector<bounded_changes::full_item> items;
        std::vector<bounded_changes::superseded_item> past;
        for (const auto& each : content->items) items.push_back({&each});
        for (const auto& each : content->history) past.push_back({&each.value, each.time});
        return execute(typename state_type::load_command{items, past, content->step, now}, call);
    }
    template <json_value Json>
    [[nodiscard]] static basic_bounded_store from_json(const Json& json,
                                                       bounded_options options = {},
                                                       parts with = {}) {
        return basic_bounded_store(loaded, json, std::move(options), std::move(with));
    }
    template <json_value Json>
    [[nodiscard]] static result<basic_bounded_store> try_from_json(const Json& json,
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
    [[nodiscard]] auto state_at(std::uint64_t sequence) const requires keeps_history {
        return try_state_at(sequence).value();
    }
    [[nodiscard]] auto try_state_at(std::uint64_t sequence) const requires keeps_history {
        using past = basic_bounded_store<detached_policies<Policies>>;
        auto ranking = replica_.read([](const state_type& state) { return state.ranking(); });
        return past::as_of(options(), tokens_, std::move(ranking),
                           [&](auto& state) { return replica_.load_at(state, sequence); });
    }
    /// Takes an item, by its id, or all that have a key now or left for one that has it, out for
    /// good: out of the store and of everything stored; a change `bounded.erased` without content
    /// stays. How many there were. May be repeated after an error, and erases what is stored also
    /// when the store no longer has it.
    std::size_t erase(std::string_view subject, const call_options& call = plain_call) {
        return try_erase(subject, call).value();
    }
    result<std::size_t> try_erase(std::string_view subject, const call_options& call = plain_call) {
        if (subject.empty()) return detail::bad_input("subject", "an id or a key", "empty");
        return replica_.erase(
            bounded_commands::erase{subject, clock_.now()},
            [scrub = without_item{subject}](const journal::record& each) mutable {
                return scrub(each.bytes);
            },
            call);
    }

private:
    template <class>
    friend class basic_bounded_store;
    struct unopened_t {};
    static constexpr unopened_t unopened{};
    struct loaded_t {};
    static constexpr loaded_t loaded{};

    basic_bounded_store(unopened_t, bounded_options options, parts with)
        : recorded{state_type{std::move(options), std::move(with.ranking)}, std::move(with.journal),
                   std::move(with.observer), std::move(with.stream), with.keep},
          clock_{std::move(with.clock)},
          ids_{std::move(with.ids)},
          tokens_{std::move(with.tokens)} {}
    // What was held under other limits may have to go.
    result<void> open() {
        if (auto opened = replica_.open(); !opened) return opened;
        const auto limits = options();
        const auto held = replica_.read([](const state_type& state) { return state.usage(); });
        if (held.items <= static_cast<std::uint64_t>(limits.max_items) &&
            held.tokens <= static_cast<std::uint64_t>(limits.max_tokens))
            return {};
        auto done = execute(bounded_commands::sweep{clock_.now(), false}, plain_call);
        if (!done && done.error().code() != error_code::capacity) return done.error();
        return {};
    }
    template <class Json>
    basic_bounded_store(loaded_t, const Json& json, bounded_options options, parts with)
        : basic_bounded_store(std::move(options), std::move(with)) {
        load(json);
    }
    template <class Load>
    static result<basic_bounded_store> as_of(bounded_options options, tokens_type tokens,
                                             ranking_type ranking, Load&& load) {
        parts with;
        with.tokens = std::move(tokens);
        with.ranking = std::move(ranking);
        basic_bounded_store made{unopened, std::move(options), std::move(with)};
        auto done = made.replica_.update(std::forward<Load>(load));
        if (!done) return done.error();
        made.replica_.read(
            [&](const state_type& state) { made.clock_ = manual_clock{state.time()}; });
        return made;
    }

    template <class Command>
    auto execute(const Command& command, const call_options& call) -> result<answer_of<Command>> {
        auto done = replica_.execute(
            command, [this](const auto& answer) { this->count(answer); }, call);
        if (!done) note_refusal(done.error(), command.time);
        return done;
    }
    result<void> set_pinned(std::string_view id, bool pinned, const call_options& call) {
        item_change what;
        what.pinned = pinned;
        return without_answer(try_update(id, what, call));
    }
    // Who came, and who left for want of room or time.
    template <class Answer>
    void count(const Answer& answer) noexcept {
        if constexpr (metrics_type::counts) {
            if constexpr (requires { answer.added; })
                count(answer.added, answer.evicted);
            else if constexpr (requires { answer.removed; })
                count(0, answer.removed);
        }
    }
    void count(std::size_t added, const std::vector<removed_item>& gone) noexcept {
        std::size_t expired = 0;
        for (const auto& each : gone) expired += is_expiration(each.reason);
        counters_.on_change(added, gone.size() - expired, expired);
    }
    static result<void> without_answer(const result<made_room>& done) {
        if (!done) return done.error();
        return {};
    }
    // What did not fit is remembered, though nothing happened.
    void note_refusal(const error& why, timestamp now) {
        if (why.code() != error_code::capacity) return;
        audit_event event;
        event.time = now;
        event.kind = audit_kind::refused;
        event.detail = why.message();
        replica_.read([&](const state_type& state) {
            event.step = state.step();
            event.before = event.after = state.usage();
        });
        note(std::move(event), "bounded.refused");
    }
    // Not worth failing for.
    void note(audit_event event, std::string_view kind) noexcept {
#if WORKMEM_EXCEPTIONS
        try {
            note_or_throw(event, kind);
        } catch (...) {
        }
#else
        note_or_throw(event, kind);
#endif
    }
    void note_or_throw(const audit_event& event, std::string_view kind) {
        replica_.update([&](state_type& state) { state.note(audit_event{event}); });
        replica_.tell([&](notice_type& notice) {
            notice.kind = kind;
            notice.time = event.time;
            notice.events.push_back(event);
        });
    }

    template <class Find>
    std::optional<item> get_at(Find&& find) {
        return replica_.update_and_show([&](state_type& state, std::uint64_t&) {
            if constexpr (metrics_type::counts) {
                if (counters_.samples())
                    return counters_.timed([&] { return look_up(state, find(state)); });
            }
            return look_up(state, find(state));
        });
    }
    std::optional<item> look_up(state_type& state, std::uint32_t slot) {
        std::optional<item> out;
        if (slot != no_slot) {
            out = std::optional<item>{state.value(slot)};  // may fail, so it comes before the touch
            state.touch(slot, clock_.now());
            stamp(*out, state, slot);
        }
        if constexpr (metrics_type::counts) counters_.on_lookup(out.has_value());
        return out;
    }
    static void stamp(item& out, const state_type& state, std::uint32_t slot) noexcept {
        out.access_count = state.value(slot).access_count;
        out.accessed = state.value(slot).accessed;
    }
    static std::vector<item> chosen(const state_type& state, const item_filter& filter) {
        std::vector<std::uint32_t> which;
        state.for_each([&](std::uint32_t slot) {
            if (filter.accepts(state.value(slot))) which.push_back(slot);
        });
        return state.copies(which);
    }
    [[nodiscard]] std::vector<item> in_scope(const summary_scope& scope) const {
        auto items = all(scope.filter());
        if (items.size() > scope.count())
            items.erase(items.begin(), items.end() - static_cast<std::ptrdiff_t>(scope.count()));
        return items;
    }
    static bool says_the_same(const std::vector<item>& a, const std::vector<item>& b) noexcept {
        return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const item& x, const item& y) {
            return x.id == y.id && x.text == y.text && x.importance == y.importance;
        });
    }

    clock_type clock_;
    WORKMEM_NO_UNIQUE_ADDRESS ids_type ids_;
    WORKMEM_NO_UNIQUE_ADDRESS tokens_type tokens_;
};

}  // namespace workmem
