#pragma once

#include <workmem/bounded/bounded_json.hpp>
#include <workmem/bounded/erasing.hpp>
#include <workmem/bounded/item_input.hpp>
#include <workmem/bounded/store_forgets.hpp>
#include <workmem/journal/detached.hpp>
#include <workmem/text/json.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
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
/// Its verbs stand in one header each group, each on top of the one before: bounded/store_reads.hpp
/// (what is there), store_texts.hpp (`context`, `summarize`), store_finds.hpp (`remember`, `get`),
/// store_changes.hpp (`memorize`, `update`, `pin`, steps), store_forgets.hpp; here are limits, JSON
/// and history.
///
/// Copyable and movable with `null_mutex` only, neither with a real mutex; then thread-safe.
/// Observers may call back. What is moved from may be assigned to or destroyed.
template <class Policies = default_policies>
class basic_bounded_store : public bounded_store_forgets<Policies> {
    using base = bounded_store_forgets<Policies>;
    using base::clock_;
    using base::count;
    using base::execute;
    using base::ids_;
    using base::note;
    using base::note_refusal;
    using base::replica_;
    using base::tokens_;
    using base::unopened;
    using typename base::state_type;
    static constexpr bool keeps_history = base::keeps_history;

public:
    using typename base::parts;
    using typename base::ranking_type;
    using typename base::tokens_type;

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
    std::size_t load(const text::json_view& json, const call_options& call = plain_call) {
        return try_load(json, call).value();
    }
    result<std::size_t> try_load(const text::json_view& json,
                                 const call_options& call = plain_call) {
        const auto now = clock_.now();
        auto content = detail::read_bounded(json, now, ids_, tokens_);
        if (!content) return content.error();
        std::vector<bounded_changes::full_item> items;
        std::vector<bounded_changes::superseded_item> past;
        for (const auto& each : content->items) items.push_back({&each});
        for (const auto& each : content->history) past.push_back({&each.value, each.time});
        return execute(typename state_type::load_command{items, past, content->step, now}, call);
    }
    [[nodiscard]] static basic_bounded_store from_json(const text::json_view& json,
                                                       bounded_options options = {},
                                                       parts with = {}) {
        return basic_bounded_store(loaded, json, std::move(options), std::move(with));
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
    [[nodiscard]] auto state_at(std::uint64_t sequence) const requires keeps_history {
        return try_state_at(sequence).value();
    }
    [[nodiscard]] auto try_state_at(std::uint64_t sequence) const requires keeps_history {
        using past = basic_bounded_store<detached_policies<Policies>>;
        auto ranking = replica_.read([](const state_type& state) { return state.ranking(); });
        return past::as_of(this->options(), tokens_, std::move(ranking),
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
    struct loaded_t {};
    static constexpr loaded_t loaded{};

    using base::base;

    // What was held under other limits may have to go.
    result<void> open() {
        if (auto opened = replica_.open(); !opened) return opened;
        const auto limits = this->options();
        const auto held = replica_.read([](const state_type& state) { return state.usage(); });
        if (held.items <= static_cast<std::uint64_t>(limits.max_items) &&
            held.tokens <= static_cast<std::uint64_t>(limits.max_tokens))
            return {};
        auto done = execute(bounded_commands::sweep{clock_.now(), false}, plain_call);
        if (!done && done.error().code() != error_code::capacity) return done.error();
        return {};
    }
    basic_bounded_store(loaded_t, const text::json_view& json, bounded_options options, parts with)
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
};

}  // namespace workmem
