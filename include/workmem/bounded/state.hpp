#pragma once

#include <workmem/bounded/commands.hpp>
#include <workmem/bounded/item_slots.hpp>
#include <workmem/bounded/items.hpp>
#include <workmem/config.hpp>
#include <workmem/eviction/item_facts.hpp>
#include <workmem/policies.hpp>
#include <workmem/ranking/search_index.hpp>
#include <workmem/text/quote.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace workmem {

/// What of its policies the state of a bounded store depends on: bundles that agree in it share
/// one.
template <class Eviction, class Ranking, bool Records>
struct bounded_state_policies {
    struct bounded {
        using eviction = Eviction;
        using ranking = Ranking;
    };
    struct journal {
        static constexpr bool records = Records;
    };
};

template <class Policies>
using bounded_state_policies_of =
    bounded_state_policies<typename Policies::bounded::eviction,
                           typename Policies::bounded::ranking, Policies::journal::records>;

/// The state of a bounded store: a queue of items within a number and a sum of tokens, as the pure
/// steps of one mechanism. `decide(command)` finds what is to happen and makes room for it without
/// changing anything that can be seen; `apply` does it and cannot fail; `locate` finds the place of
/// a change that was recorded elsewhere.
///
/// Copyable and movable; not synchronised. What is moved from may be assigned to or destroyed.
template <class Policies>
class bounded_state {
    using eviction_policy = typename Policies::bounded::eviction;
    using ranking_policy = typename Policies::bounded::ranking;
    using slots_type = detail::item_slots;

    static constexpr bool tracks_touches = Policies::journal::records;
    // Touches are recorded in the order of use.
    static constexpr bool keeps_recency = tracks_touches || !requires {
        requires !eviction_policy::uses_recency;
    };
    static constexpr auto no_slot = detail::no_slot;

public:
    using notice_type = bounded_notice;
    using touches_type = bounded_changes::touches;
    using snapshot_type = bounded_changes::snapshot;
    using load_command = bounded_commands::load<bounded_state>;
    using load_decision = bounded_commands::load_decision<bounded_state>;
    using decisions =
        recorded_decisions<bounded_commands::put_decision, bounded_commands::remove_decision,
                           bounded_commands::hide_decision, bounded_commands::step_decision,
                           bounded_commands::clear_decision, load_decision,
                           bounded_commands::erase_decision>;

    /// Before the dot of every kind.
    static constexpr std::string_view owner = "bounded";
    /// Entity memory and bounded store of one agent share a stream.
    static constexpr std::string_view purpose = "agent";

    explicit bounded_state(bounded_options options = {}, ranking_policy ranking = {})
        : index_{std::move(ranking)}, options_{std::move(options)} {
        if (auto problem = problem_of(options_)) raise(std::move(*problem));
    }

    // Reading.

    [[nodiscard]] const bounded_options& options() const noexcept { return options_; }
    [[nodiscard]] std::size_t size() const noexcept { return slots_.size(); }
    [[nodiscard]] store_usage usage() const noexcept { return {slots_.size(), tokens_}; }
    [[nodiscard]] std::size_t forgotten() const noexcept { return forgotten_; }
    [[nodiscard]] store_usage pinned() const noexcept { return pinned_; }
    [[nodiscard]] std::int64_t step() const noexcept { return step_; }
    /// When the last change was.
    [[nodiscard]] timestamp time() const noexcept { return time_; }
    /// Grows with every change and touch.
    [[nodiscard]] std::uint64_t version() const noexcept { return version_; }
    [[nodiscard]] const item& value(std::uint32_t slot) const noexcept {
        return slots_.at(slot).value;
    }
    /// The slot of an item that is not forgotten, or `no_slot`. O(1).
    [[nodiscard]] std::uint32_t find(std::string_view id) const noexcept {
        const auto slot = slots_.find_id(id);
        return slot == no_slot || value(slot).forgotten ? no_slot : slot;
    }
    /// The same, forgotten or not.
    [[nodiscard]] std::uint32_t find_any(std::string_view id) const noexcept {
        return slots_.find_id(id);
    }
    [[nodiscard]] std::uint32_t find_key(std::string_view key) const noexcept {
        const auto slot = slots_.find_key(key);
        return slot == no_slot || value(slot).forgotten ? no_slot : slot;
    }
    /// `visit(slot)`, oldest first.
    template <class Visit>
    void for_each(Visit&& visit) const {
        slots_.for_each(visit);
    }
    /// Those that are not forgotten.
    [[nodiscard]] item_range items() const noexcept { return item_range{slots_}; }
    /// O(size).
    [[nodiscard]] std::size_t position_of(std::uint32_t slot) const noexcept;
    [[nodiscard]] item copy(std::uint32_t slot) const;
    /// Copies of slots, with their positions. O(size + slots).
    [[nodiscard]] std::vector<item> copies(const std::vector<std::uint32_t>& wanted) const;
    /// How easily an item goes now, with what leaves with it.
    [[nodiscard]] eviction_class class_of(std::uint32_t slot, timestamp now) const noexcept;
    [[nodiscard]] bool has_expired(std::uint32_t slot, timestamp now) const noexcept {
        const auto& each = value(slot);
        return last_step(each) < step_ || expiry(each) <= (std::max)(now, time_);
    }
    [[nodiscard]] bool is_recent(std::uint32_t slot) const noexcept {
        return step_ - value(slot).step < options_.protected_steps;
    }
    [[nodiscard]] std::vector<audit_event> audit() const { return audit_.all(); }
    /// Those that had a key, newest first.
    [[nodiscard]] std::vector<past_item> history(std::string_view key) const;
    /// The slots that an instruction means, oldest first. `not_found` where it names one that is
    /// not there.
    [[nodiscard]] result<std::vector<std::uint32_t>> select(const forget_instruction& what,
                                                            timestamp now, forget_mode mode) const;
    /// The best `most` visible items for a prompt, best first; the newest and most important for
    /// an empty one. Brings the index up to date.
    struct found_item {
        std::uint32_t slot;
        std::uint64_t score;
        bool is_neighbour = false;
    };
    [[nodiscard]] std::vector<found_item> search(std::string_view prompt, std::size_t most,
                                                 const item_filter& filter, bool with_neighbours);

    /// The same items in the same order with the same facts, the same turn and history.
    friend bool operator==(const bounded_state& a, const bounded_state& b) {
        if (a.size() != b.size() || a.step_ != b.step_ || a.history_ != b.history_) return false;
        for (auto i = a.slots_.queue().first(), j = b.slots_.queue().first(); i != no_slot;
             i = a.slots_.queue().next(i), j = b.slots_.queue().next(j))
            if (!(a.value(i) == b.value(j))) return false;
        return true;
    }

    // Touching.

    void touch(std::uint32_t slot, timestamp now) noexcept;

    // History, for journals.

    struct unrecorded_touches {
        std::vector<std::uint32_t> which{};
        std::vector<bounded_changes::touch> touches{};

        [[nodiscard]] bool empty() const noexcept { return touches.empty(); }
        [[nodiscard]] bounded_changes::touches change() const noexcept { return {touches}; }
    };
    struct nothing {};
    struct saved_state {
        snapshot_type head{};
        std::vector<bounded_changes::full_item> items{};
        std::vector<bounded_changes::superseded_item> history{};

        [[nodiscard]] snapshot_type document() const {
            auto whole = head;
            whole.items = items;
            whole.history = history;
            return whole;
        }
    };
    [[nodiscard]] unrecorded_touches touches_to_record(bool something_happens) const;
    void touches_recorded(const unrecorded_touches& saved) noexcept;
    /// Touches add up with those of others: nothing is in the way of foreign changes.
    [[nodiscard]] nothing detach() noexcept { return {}; }
    void reattach(const nothing&, bool) noexcept {}
    [[nodiscard]] saved_state snapshot() const;
    void restore(const snapshot_type& content);
    /// An empty store with the same options, which nobody takes for what this one was.
    [[nodiscard]] bounded_state blank() const {
        bounded_state out{options_, ranking()};
        out.version_ = version_ + 1;
        return out;
    }
    /// The ranking policy as it was handed in, without what it holds.
    [[nodiscard]] ranking_policy ranking() const;
    /// The ids of what erasing that id or key takes out.
    [[nodiscard]] std::vector<std::string> ids_of(std::string_view subject) const;

    // Changes: decide, apply, locate.

    verdict decide(const bounded_commands::put& command, bounded_commands::put_decision& out);
    verdict decide(const bounded_commands::update& command, bounded_commands::put_decision& out);
    verdict decide(const bounded_commands::sweep& command, bounded_commands::remove_decision& out);
    verdict decide(const bounded_commands::forget_hard& command,
                   bounded_commands::remove_decision& out);
    verdict decide(const bounded_commands::forget_soft& command,
                   bounded_commands::hide_decision& out);
    verdict decide(const bounded_commands::restore& command, bounded_commands::hide_decision& out);
    verdict decide(const bounded_commands::step& command, bounded_commands::step_decision& out);
    verdict decide(const bounded_commands::clear& command, bounded_commands::clear_decision& out);
    verdict decide(const load_command& command, load_decision& out);
    verdict decide(const bounded_commands::erase& command, bounded_commands::erase_decision& out);

    /// Fills in what else only applying does, for an answer that is kept.
    void complete_answer(bounded_commands::put_decision& decided) const;
    void complete_answer(bounded_commands::remove_decision& decided) const;

    void apply(bounded_commands::put_decision& decided, notice_type* notice) noexcept;
    void apply(bounded_commands::remove_decision& decided, notice_type* notice) noexcept;
    void apply(bounded_commands::hide_decision& decided, notice_type* notice) noexcept;
    void apply(bounded_commands::step_decision& decided, notice_type* notice) noexcept;
    void apply(bounded_commands::clear_decision& decided, notice_type* notice) noexcept;
    void apply(load_decision& decided, notice_type* notice) noexcept;
    void apply(bounded_commands::erase_decision& decided, notice_type* notice) noexcept;
    void apply(const bounded_changes::touches& change) noexcept;

    void locate(bounded_commands::put_decision& recorded);
    void locate(bounded_commands::remove_decision& recorded);
    void locate(bounded_commands::hide_decision& recorded);
    void locate(bounded_commands::step_decision&) noexcept {}
    void locate(bounded_commands::clear_decision& recorded);
    void locate(load_decision& recorded);
    void locate(bounded_commands::erase_decision& recorded);

    /// What an observer is to hear of a decided change; copies what leaves.
    template <class Decision>
    void announce(const Decision& decided, notice_type& notice) const;

    /// Other limits from now on, which make sense; what is beyond them leaves with a `sweep` under
    /// these limits, which comes first.
    void adopt(const bounded_options& options) noexcept;
    /// Something that is no change, but to be remembered. Lost where there is no memory.
    void note(audit_event&& event);

private:
    class candidates;

    [[nodiscard]] std::uint32_t low() const noexcept { return low_; }
    [[nodiscard]] std::uint32_t high() const noexcept { return high_; }
    static std::uint32_t ppm(double value) noexcept {
        return importance_score::from(value).value_or(importance_score{}).ppm();
    }
    /// The last step at which an item is fresh.
    [[nodiscard]] std::int64_t last_step(const item& each) const noexcept;
    [[nodiscard]] timestamp expiry(const item& each) const noexcept;
    [[nodiscard]] std::uint64_t decision_hash(std::uint32_t slot) const noexcept;
    struct planned {
        std::int64_t items = 0, tokens = 0;
    };
    /// What is important and can go counts, once more or less.
    void count_importance(planned& sum, const item& each, int sign) const noexcept;
    void limits_changed() noexcept;
    void touch_now(std::uint32_t slot, timestamp now, std::uint32_t count) noexcept;

    // Without the touches that no record tells of.
    [[nodiscard]] item as_recorded(std::uint32_t slot) const;

    // A mark says that a slot is chosen or spared in the decision being made.
    void begin_decision(timestamp now) noexcept;
    void mark(std::uint32_t slot) noexcept { slots_.at(slot).mark = decision_; }
    [[nodiscard]] bool is_marked(std::uint32_t slot) const noexcept {
        return slots_.at(slot).mark == decision_;
    }
    /// Whether an item that leaves with `slot` is gone already in this decision.
    [[nodiscard]] bool is_superseded(std::uint32_t slot) const noexcept {
        return slots_.at(slot).superseded == decision_;
    }
    void changed(timestamp now) noexcept {
        time_ = (std::max)(time_, now);
        ++version_;
    }

    [[nodiscard]] planned size_after(const bounded_commands::put_place& place) const noexcept;
    [[nodiscard]] planned size_without(std::span<const std::uint32_t> which) const noexcept;
    [[nodiscard]] std::optional<error> find_place(bounded_commands::put_decision& out);
    bool merge(const bounded_commands::put& command, bounded_commands::put_decision& out);
    [[nodiscard]] std::uint32_t find_same(const item& coming, std::string_view identity) const;
    [[nodiscard]] static item merged(item there, const item& coming);
    [[nodiscard]] std::optional<error> take_keys(bounded_commands::put_decision& out);
    [[nodiscard]] std::optional<error> refuse_pins(const bounded_commands::put_place& place) const;
    verdict complete(bounded_commands::put_decision& out);
    void prepare(bounded_commands::put_decision& out);
    [[nodiscard]] std::optional<error> make_room(planned size,
                                                 bounded_commands::slot_vector& removed,
                                                 bounded_commands::removal_vector& removals);
    template <class Counts>
    [[nodiscard]] eviction::item_facts facts_of(std::uint32_t slot, Counts&& counts) const noexcept;
    [[nodiscard]] eviction_class class_of(const eviction::item_facts& facts, std::int64_t step,
                                          timestamp now) const noexcept;
    [[nodiscard]] removal_reason reason_for(std::uint32_t slot) const noexcept;
    void name_removals(const bounded_commands::slot_vector& which,
                       bounded_commands::removal_vector& removals) const;
    void find_removals(std::span<const bounded_changes::removal> recorded,
                       bounded_commands::slot_vector& which,
                       bounded_commands::removal_vector& removals);
    verdict finish(bounded_commands::remove_decision& out);
    void prepare(bounded_commands::remove_decision& out);
    verdict finish(bounded_commands::hide_decision& out, bool restored);
    void prepare(bounded_commands::hide_decision& out);
    verdict decide_under(const bounded_commands::sweep& command,
                         bounded_commands::remove_decision& out);
    [[nodiscard]] audit_event& prepare_event(audit_kind kind, planned after, timestamp at);
    void prepare_removal_events(std::span<const std::uint32_t> which,
                                std::span<const bounded_changes::removal> removals, planned after,
                                timestamp at);
    void prepare_load_event(load_decision& out);
    void remember(past_item&& past) noexcept;

    void insert(item&& value) noexcept;
    void replace(std::uint32_t slot, item&& value) noexcept;
    void remove(std::uint32_t slot, item* into) noexcept;
    void add(const item& value, int sign) noexcept;
    void group_changed(std::uint32_t slot) noexcept;
    void reserve_slots(std::size_t more);
    void fill(std::span<const bounded_changes::full_item> items,
              std::span<const bounded_changes::superseded_item> history);
    // By its id, or by its key.
    [[nodiscard]] static bool is_about(const item& each, std::string_view subject) noexcept {
        return each.id == subject || (!each.key.empty() && detail::same_key(each.key, subject));
    }
    // `text` is where one stands that has to be made.
    [[nodiscard]] ranking::document document_of(std::uint32_t slot, std::string& text) const {
        const auto& each = value(slot);
        if (!each.key.empty()) text = detail::folded_key(each.key) + '\n' + each.text;
        return {each.key.empty() ? each.text : text, each.from.actor, each.number};
    }
    void index_text(std::uint32_t slot) noexcept {
        std::string text;
        index_.put_made(slot, [&] { return document_of(slot, text); });
    }
    [[nodiscard]] bool is_indexed(std::uint32_t slot) const noexcept {
        return value(slot).number <= indexed_;
    }
    void refresh_index();

    slots_type slots_{keeps_recency};
    WORKMEM_NO_UNIQUE_ADDRESS eviction_policy eviction_;
    ranking::search_index<ranking_policy> index_;
    std::uint64_t indexed_ = 0;  // items up to this number are in the index
    bounded_options options_;
    std::uint32_t low_ = ppm(options_.importance_threshold_low);
    std::uint32_t high_ = ppm(options_.importance_threshold_high);
    std::vector<past_item> history_;  // oldest first
    audit_ring audit_;
    timestamp time_ = timestamp{};
    timestamp deciding_at_{};
    std::int64_t deciding_step_ = 0;
    std::int64_t step_ = 0;
    std::uint64_t next_number_ = 1;
    std::uint64_t tokens_ = 0;
    std::size_t forgotten_ = 0;
    std::size_t followed_slots_ = 0;  // for so many the eviction policy has room
    store_usage pinned_{};
    planned important_{}, important_left_{};  // now, and as far as is decided
    std::uint64_t version_ = 0;
    std::uint64_t decision_ = 1;              // 0 marks nothing
    std::vector<std::uint32_t> superseding_;  // of the decision being made, those in groups
    std::size_t unsaved_ = 0;                 // items with touches that no change has carried yet
};

// Visible to all: the library has the state, but not for each observer's memory what it hears.
template <class Policies>
template <class Decision>
void bounded_state<Policies>::announce(const Decision& decided, notice_type& notice) const {
    notice.kind = decided.change.kind;
    notice.time = decided.change.time;
    if constexpr (requires { decided.place.staged; })
        for (const auto& each : decided.place.staged) notice.put.push_back(each.id);
    if constexpr (requires { decided.place.fresh; })
        decided.place.fresh->for_each(
            [&](std::uint32_t slot) { notice.put.push_back(decided.place.fresh->value(slot).id); });
    if constexpr (requires { decided.place.removed; }) {
        for (std::size_t i = 0; i < decided.place.removed.size(); ++i) {
            auto reason = removal_reason::erased;
            if constexpr (requires { decided.removals[i].reason; })
                reason = decided.removals[i].reason;
            notice.removed.push_back({value(decided.place.removed[i]), reason});
        }
    } else if constexpr (requires { decided.place.fresh; } ||
                         std::is_same_v<Decision, bounded_commands::clear_decision>) {
        constexpr bool clears = std::is_same_v<Decision, bounded_commands::clear_decision>;
        for_each([&](std::uint32_t slot) {
            notice.removed.push_back(
                {value(slot), clears ? removal_reason::cleared : removal_reason::replaced});
        });
    }
    // The next turn is no event.
    if constexpr (!std::is_same_v<Decision, bounded_commands::step_decision>)
        notice.events.assign(audit_.prepared().begin(), audit_.prepared().end());
}

}  // namespace workmem

#if defined(WORKMEM_TEMPLATES)
#include <workmem/bounded/state.ipp>
#endif
