#pragma once

#include <workmem/config.hpp>
#include <workmem/entity/commands.hpp>
#include <workmem/entity/entity_key.hpp>
#include <workmem/entity/entity_slots.hpp>
#include <workmem/entity/entries.hpp>
#include <workmem/entity/notice.hpp>
#include <workmem/entity/options.hpp>
#include <workmem/entity/unrecorded_answers.hpp>
#include <workmem/eviction/eviction.hpp>
#include <workmem/journal/call.hpp>
#include <workmem/policies.hpp>
#include <workmem/text/quote.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace workmem {

/// What of its policies the state of an entity memory depends on: bundles that agree in it share
/// one.
template <class Eviction, class Identity, class Tokens, bool Records, bool MarksWrites,
          bool Listens>
struct entity_state_policies {
    struct entities {
        using eviction = Eviction;
        using identity = Identity;
    };
    using tokens = Tokens;
    struct journal {
        static constexpr bool records = Records;
    };
    static constexpr bool marks_writes = MarksWrites;
    static constexpr bool listens = Listens;
};

template <class Policies>
using entity_state_policies_of = entity_state_policies<
    typename Policies::entities::eviction, typename Policies::entities::identity,
    typename Policies::tokens, Policies::journal::records,
    Policies::journal::records && locks<typename Policies::mutex>, Policies::observer::listens>;

/// The state of an entity memory: a bounded set of entities in order of their last touch, as the
/// pure steps of one mechanism. `decide(command)` finds what is to happen and makes room for it
/// without changing anything that can be seen; `apply(change, place)` does it and cannot fail;
/// `locate(change)` finds the place of a change that was recorded elsewhere. Reads take the time
/// and pass over what has expired by then.
///
/// Copyable and movable where `E` is; not synchronised. References to entities live until the
/// next change.
template <entity_type E, class Policies>
class entity_window_state {
    using traits = entity_traits<E>;
    using identity_policy = typename Policies::entities::identity;
    using eviction_policy = typename Policies::entities::eviction;
    using token_policy = typename Policies::tokens;
    /// Whether readers may be ahead of the disk.
    static constexpr bool marks_writes = Policies::marks_writes;
    static constexpr bool tracks_touches = Policies::journal::records;
    using slots_type = detail::entity_slots<E, identity_policy, marks_writes, tracks_touches>;
    using put_decision = entity_commands::put_decision<E>;

    static constexpr bool listens = Policies::listens;
    static constexpr bool reuses = reusing_entity<E> && !listens;
    static constexpr auto no_slot = detail::no_slot;

public:
    using value_type = E;
    using notice_type = entity_notice<E>;
    using touches_type = entity_changes::touches;
    using snapshot_type = entity_changes::snapshot<E>;
    using decisions =
        recorded_decisions<put_decision, entity_commands::remove_decision,
                           entity_commands::erase_decision, entity_commands::clear_decision,
                           entity_commands::load_decision<E, entity_window_state>>;
    using entries_type = entry_range<slots_type>;

    /// Before the dot of every kind.
    static constexpr std::string_view owner = "entity";
    /// Entity memory and bounded store of one agent share a stream.
    static constexpr std::string_view purpose = "agent";

    static constexpr std::size_t max_id_bytes = 1024;
    static constexpr std::size_t max_type_bytes = 256;
    static constexpr std::size_t max_text_bytes = 4096;  ///< of a name, slug or attribute
    static constexpr std::size_t max_attributes = entity_options::most_attributes;

    explicit entity_window_state(entity_options options = {}, token_policy tokens = {})
        : options_{std::move(options)}, tokens_{std::move(tokens)} {
        if (auto problem = problem_of(options_)) raise(std::move(*problem));
    }

    // Reading.

    [[nodiscard]] const entity_options& options() const noexcept { return options_; }
    [[nodiscard]] bool can_expire() const noexcept { return options_.ttl.has_value(); }
    /// Entities touched at or before this moment have expired at `now`.
    [[nodiscard]] timestamp expired_since(timestamp now) const noexcept {
        if (!options_.ttl || now < (timestamp::min)() + *options_.ttl) return (timestamp::min)();
        return now - *options_.ttl;
    }
    [[nodiscard]] entries_type entries(timestamp now) const noexcept {
        return {slots_, expired_since(now)};
    }
    /// The slot of an entity that has not expired, or `no_slot`. O(1).
    [[nodiscard]] WORKMEM_INLINE std::uint32_t find(key_view key, timestamp now) const noexcept {
        const auto slot = slots_.find(slots_.hash(key.type, key.id), key.type, key.id);
        if (slot == no_slot) return no_slot;
        return slots_.at(slot).time <= expired_since(now) ? no_slot : slot;
    }
    /// The newest entity with the id, of any type, or `no_slot`.
    [[nodiscard]] std::uint32_t find_id(std::string_view id, timestamp now) const noexcept {
        const auto all = entries(now);
        for (auto each = all.begin(); each != all.end(); ++each)
            if (std::string_view{traits::id(value(each.slot()))} == id) return each.slot();
        return no_slot;
    }
    [[nodiscard]] const E& value(std::uint32_t slot) const noexcept {
        return slots_.held(slot).value;
    }
    [[nodiscard]] entry at(std::uint32_t slot) const noexcept { return slots_.entry_at(slot); }
    /// A copy with time, count and rank written into it, where the type has places for them.
    [[nodiscard]] E copy(std::uint32_t slot) const {
        E out = value(slot);
        if constexpr (requires { traits::stamp(out, at(slot)); }) traits::stamp(out, at(slot));
        return out;
    }
    /// Writes the same into a copy that was made before a touch.
    void stamp(E& out, std::uint32_t slot) const {
        if constexpr (requires { traits::stamp(out, at(slot)); }) traits::stamp(out, at(slot));
    }
    /// The value itself, with the same written into it.
    [[nodiscard]] const E& stamped(std::uint32_t slot) noexcept {
        auto& held = slots_.held(slot).value;
        if constexpr (requires { traits::stamp(held, at(slot)); }) traits::stamp(held, at(slot));
        return held;
    }
    /// How many have not expired; O(1 + expired).
    [[nodiscard]] std::size_t size(timestamp now) const noexcept {
        std::size_t expired = 0;
        for_each_expired(now, [&](std::uint32_t) { ++expired; });
        return slots_.size() - expired;
    }
    /// The moment at which the next entity expires; nothing where none can.
    [[nodiscard]] std::optional<timestamp> next_expiry(timestamp now) const noexcept;
    [[nodiscard]] std::uint64_t last_observation() const noexcept { return observation_; }
    /// When the last change or touch was; the epoch's beginning before the first.
    [[nodiscard]] timestamp as_of() const noexcept { return as_of_; }
    /// When the last change came.
    [[nodiscard]] timestamp time() const noexcept { return time_; }
    /// An entity with all facts, as a session keeps it. The pause of a load is none of them before
    /// something else happens.
    [[nodiscard]] entity_changes::full_item<E> full(std::uint32_t slot) const noexcept {
        const auto facts = at(slot);
        return {&value(slot),
                facts.time,
                slots_.held(slot).paused - pause_,
                facts.access_count,
                facts.rank,
                facts.observation,
                facts.level,
                slots_.held(slot).number};
    }
    /// Where readers wait for the disk: the next change stands in this record.
    template <bool Marks = marks_writes>
    requires Marks void next_record(std::uint64_t sequence) noexcept { writes_.next = sequence; }
    /// The record in which an entity came, or the newest of all; 0 for what was read from disk.
    template <bool Marks = marks_writes>
    requires Marks [[nodiscard]] std::uint64_t written(std::uint32_t slot) const noexcept {
        return slots_.held(slot).written;
    }
    template <bool Marks = marks_writes>
    requires Marks [[nodiscard]] std::uint64_t last_written() const noexcept {
        return writes_.last;
    }
    /// Grows with every change and touch: what was built at one version holds while it lasts.
    [[nodiscard]] std::uint64_t version() const noexcept { return version_; }
    /// Bytes held, without the entities' own buffers.
    [[nodiscard]] std::size_t memory() const noexcept { return slots_.memory(); }

    /// What was touched before this order was talked of no later than something that has been
    /// removed since, or that nobody has understood; 0: nothing has.
    [[nodiscard]] std::uint64_t focus_left() const noexcept { return focus_left_; }
    /// Something was talked of that is not here: nothing is in focus until something is touched. A
    /// hint, which is not recorded.
    void leave_focus() noexcept;
    /// The tool whose result was not understood, while nothing was understood since.
    [[nodiscard]] std::string_view unread() const noexcept { return unread_; }
    /// The same entities in the same order with the same facts.
    friend bool operator==(const entity_window_state& a,
                           const entity_window_state& b) requires std::equality_comparable<E> {
        if (a.slots_.size() != b.slots_.size() || a.observation_ != b.observation_ ||
            a.unread_ != b.unread_)
            return false;
        const auto all_a = entries_type{a.slots_, (timestamp::min)()};
        const auto all_b = entries_type{b.slots_, (timestamp::min)()};
        for (auto i = all_a.begin(), j = all_b.begin(); i != all_a.end(); ++i, ++j) {
            const auto x = *i, y = *j;
            if (x.time != y.time || x.observation != y.observation || x.rank != y.rank ||
                x.access_count != y.access_count || x.level != y.level ||
                !(a.value(i.slot()) == b.value(j.slot())))
                return false;
        }
        return true;
    }

    // Touching.

    /// The entity is the newest now and at least as strong as `level`.
    WORKMEM_INLINE void touch(std::uint32_t slot, timestamp now, strength level) noexcept {
        touch_now(slot, now, level, 1);
        if constexpr (tracks_touches) ++slots_.held(slot).unsaved_touches;
    }
    /// Notes an answer, which is recorded with the touches; the phrase as it may be stored.
    void note_answer(timestamp now, std::string phrase, bool is_plain,
                     const resolved_reference<E>& found,
                     const std::vector<typename resolved_reference<E>::candidate>& considered) {
        answers_.add(now, std::move(phrase), is_plain, found, considered);
    }
    void leave_answer_out() noexcept { answers_.leave_out(); }

    // History, for journals.

    /// What is recorded ahead of the next change: touches, and with them the break before.
    struct unrecorded_touches {
        entity_changes::pause pause{};
        std::vector<std::uint32_t> touched_slots{};
        std::vector<entity_changes::touch> touches{};
        detail::unrecorded_answers::written answers{};

        [[nodiscard]] bool empty() const noexcept {
            return touches.empty() && answers.empty() && pause.duration.count() == 0;
        }
        [[nodiscard]] entity_changes::touches change() const noexcept {
            return {pause, touches, answers.answers, answers.left_out};
        }
    };
    /// What foreign changes must not find in their way.
    struct unrecorded {
        entity_changes::pause pause{};
        bool counts_nothing = false;  ///< nothing happened after the pause
        std::vector<std::uint32_t> touched_slots{};
        detail::unrecorded_answers answers{};
        std::uint32_t erasures = 0;
    };
    /// All that there is to know; it borrows the entities.
    struct saved_state {
        snapshot_type head{};
        std::vector<entity_changes::full_item<E>> items{};

        [[nodiscard]] snapshot_type document() const {
            auto whole = head;
            whole.items = items;
            return whole;
        }
    };
    /// A break alone is not worth a record: it counts once `something_happens` after it.
    [[nodiscard]] unrecorded_touches touches_to_record(bool something_happens) const;
    void touches_recorded(const unrecorded_touches& saved) noexcept;
    /// Nobody had the memory open since the last change or touch: that time does not count, until
    /// somebody else turns out to have had it open.
    void pause_until(timestamp now) noexcept;
    [[nodiscard]] unrecorded detach();
    void reattach(unrecorded& own, bool others_came) noexcept;
    [[nodiscard]] saved_state snapshot() const;
    void restore(const snapshot_type& content);
    /// An empty window with the same options, which nobody takes for what this one was.
    [[nodiscard]] entity_window_state blank() const {
        entity_window_state out{options_, tokens_};
        out.version_ = version_ + 1;
        out.erasures_ = erasures_ + 1;  // it cannot be known
        return out;
    }

    // Changes: decide, apply, locate.

    verdict decide(const entity_commands::put<E>& command, put_decision& out);
    template <class Source>
    verdict decide(const entity_commands::put_from<E, Source>& command, put_decision& out) {
        return decide(command.source(std::as_const(*this)), out);
    }
    verdict decide(const entity_commands::remove& command, entity_commands::remove_decision& out);
    verdict decide(const entity_commands::sweep& command, entity_commands::remove_decision& out);
    verdict decide(const entity_commands::erase& command, entity_commands::erase_decision& out);
    verdict decide(const entity_commands::clear& command, entity_commands::clear_decision& out);
    verdict decide(const entity_commands::load<E, entity_window_state>& command,
                   entity_commands::load_decision<E, entity_window_state>& out);

    void apply(put_decision& decided, notice_type* notice) noexcept;
    void apply(entity_commands::remove_decision& decided, notice_type* notice) noexcept;
    void apply(entity_commands::erase_decision& decided, notice_type* notice) noexcept;
    void apply(entity_commands::clear_decision& decided, notice_type* notice) noexcept;
    void apply(entity_commands::load_decision<E, entity_window_state>& decided,
               notice_type* notice) noexcept;
    void apply(const entity_changes::touches& change) noexcept;

    void locate(put_decision& recorded);
    void locate(entity_commands::remove_decision& recorded);
    void locate(entity_commands::erase_decision& recorded) noexcept;
    void locate(entity_commands::clear_decision&) noexcept {}
    void locate(entity_commands::load_decision<E, entity_window_state>& recorded);

    /// What an observer is to hear of a decided change; makes room for what apply adds.
    template <class Decision>
    void announce(const Decision& decided, notice_type& notice) const;
    /// Other limits from now on, which make sense; what is beyond them leaves with a `sweep` under
    /// these limits, which comes first and counts the tokens.
    void adopt(const entity_options& options) noexcept;

    /// Whether `value` stands in this window: such an argument is copied before it is put.
    [[nodiscard]] bool owns(const E* value) const noexcept { return slots_.owns(value); }

private:
    class candidates;

    [[nodiscard]] std::uint64_t decision_hash(std::uint32_t slot) const noexcept {
        if constexpr (eviction::looks_at_hashes<eviction_policy>())
            return detail::hash_bytes(
                traits::type(value(slot)), detail::decision_key,
                detail::hash_bytes(traits::id(value(slot)), detail::decision_key));
        else
            return slot & 0;
    }
    [[nodiscard]] std::uint32_t count_tokens(const E& value) const;
    template <class Visit>
    void for_each_expired(timestamp now, Visit&& visit) const {
        if (!options_.ttl) return;
        const auto since = expired_since(now);
        for (std::size_t i = 0; i < detail::recency_list::segments; ++i)
            for (auto slot = slots_.order().oldest(i); slot != no_slot;
                 slot = slots_.order().newer(slot)) {
                if (slots_.at(slot).time <= since)
                    visit(slot);
                else if (in_order_)
                    break;
            }
    }

    void count_all_tokens();

    // Marks are how one decision remembers which slots it touches or evicts.
    void begin_decision() noexcept {
        ++epoch_;
        marked_ = 0;
        returned_newcomers_ = 0;
        named_leaving_ = 0;
    }
    void mark(std::uint32_t slot) noexcept {
        slots_.held(slot).mark = epoch_;
        ++marked_;
    }
    [[nodiscard]] bool is_marked(std::uint32_t slot) const noexcept {
        return marked_ != 0 && slots_.held(slot).mark == epoch_;
    }

    WORKMEM_INLINE void touch_now(std::uint32_t slot, timestamp now, strength level,
                                  std::uint32_t count) noexcept {
        slots_.touch(slot, now, level);
        slots_.at(slot).access_count += count;
        eviction_.on_access(slot, decision_hash(slot));
        passed(now);
        as_of_ = (std::max)(as_of_, now);
        pause_ = {};
        ++version_;
    }
    // Another writer's clock, or a loaded session, may be ahead: then older times stand in front.
    void passed(timestamp now) noexcept {
        if (now < latest_) [[unlikely]]
            in_order_ = false;
        else
            latest_ = now;
    }
    void changed(timestamp now, std::uint64_t observation) noexcept {
        time_ = (std::max)(time_, now);
        passed(now);
        as_of_ = (std::max)(as_of_, now);
        observation_ = (std::max)(observation_, observation);
        pause_ = {};
        ++version_;
    }

    [[nodiscard]] static bool is_acceptable(const E& value) noexcept;
    [[nodiscard]] static error problem_of_value(const E& value);
    [[nodiscard]] static std::size_t bytes_of(const attribute& each) noexcept;
    /// Why an entity leaves that a call takes out of the window.
    [[nodiscard]] removal_cause cause_at(std::uint32_t slot, timestamp now) const noexcept {
        return slots_.at(slot).time <= expired_since(now) ? removal_cause::expired
                                                          : removal_cause::removed;
    }
    [[nodiscard]] std::vector<std::uint32_t> unsaved_touches() const;
    void shift(timestamp since, milliseconds duration) noexcept;
    void leave_for(const entity_window_state& fresh, std::uint32_t slot, timestamp now,
                   notice_type* notice) noexcept;
    void take_touch(std::uint32_t slot, strength level, put_decision& out);
    void touch_nameless(std::span<const entity_changes::item<E>> items, put_decision& out);
    bool decide_alone(std::span<const entity_changes::item<E>> items, put_decision& out);
    void find_targets(std::span<const entity_changes::item<E>> items, put_decision& out);
    void leave_out_odd(std::span<const entity_changes::item<E>> items, put_decision& out);
    void leave_out_repeats(std::span<const entity_changes::item<E>> items, put_decision& out);
    bool make_room(std::span<const entity_changes::item<E>> items, bool is_data, put_decision& out);
    bool weigh(std::span<const entity_changes::item<E>> items, bool is_data, put_decision& out);
    /// Who made room for a change: its tokens, and whether it was one of the change's newcomers.
    struct leaver {
        std::uint32_t tokens;
        bool newcomer;
        bool nobody;
    };
    leaver give_way(std::span<const entity_changes::item<E>> items, std::size_t newest,
                    removal_cause cause, put_decision& out);
    static void forget_touches(std::uint32_t slot, put_decision& out) noexcept;
    bool merely_returned(
        const entity_changes::item<E>& item,
        const typename entity_commands::put_place<E>::target& target) const noexcept;
    bool leave_out_newest(std::span<const entity_changes::item<E>> items, std::size_t newest,
                          put_decision& out) noexcept;
    bool no_room(put_decision& out) const;
    void take_victim(std::uint32_t slot, removal_cause cause, put_decision& out);
    void keep_items(std::span<const entity_changes::item<E>> items, put_decision& out);
    void prepare(put_decision& out);
    void prepare_removals(entity_commands::remove_decision& out) const;
    void remove_slot(std::uint32_t slot, removal_cause cause, notice_type* notice) noexcept;
    void end_list() noexcept;
    [[nodiscard]] bool nothing_in_focus() const noexcept;
    [[nodiscard]] std::uint32_t find_any(std::string_view id, timestamp now) const noexcept;
    void take_out(std::uint32_t slot, removal_cause cause, entity_commands::remove_decision& out);
    verdict decide_under(const entity_options& limits, timestamp now,
                         entity_commands::remove_decision& out);
    void begin_removal(timestamp now, entity_commands::remove_decision& out);
    void insert_full(const entity_changes::full_item<E>& item);
    void order_newest_first(std::span<const entity_changes::full_item<E>> items);
    [[nodiscard]] std::uint32_t slot_of(const E& value) const noexcept {
        const std::string_view type = traits::type(value), id = traits::id(value);
        return slots_.find(slots_.hash(type, id), type, id);
    }

    struct write_numbers {
        std::uint64_t next = 0, last = 0;
    };
    struct no_write_numbers {};
    void note_write(std::uint32_t slot) noexcept {
        if constexpr (marks_writes) slots_.held(slot).written = writes_.last = writes_.next;
    }

    slots_type slots_;
    WORKMEM_NO_UNIQUE_ADDRESS std::conditional_t<marks_writes, write_numbers, no_write_numbers>
        writes_;
    WORKMEM_NO_UNIQUE_ADDRESS eviction_policy eviction_;
    entity_options options_;
    WORKMEM_NO_UNIQUE_ADDRESS token_policy tokens_;
    timestamp time_ = (timestamp::min)();
    timestamp as_of_{};
    timestamp latest_ = (timestamp::min)();  // no entity's time is later
    bool in_order_ = true;                   // times fall from the newest to the oldest
    milliseconds pause_{0};           // of the last load or opening, until something else happens
    entity_changes::pause opened_{};  // the break before opening, until it is recorded
    std::uint64_t observation_ = 0;
    std::uint64_t focus_left_ = 0;  // order of the first touch after it was left; a hint
    std::string unread_;
    detail::unrecorded_answers answers_;
    std::uint32_t erasures_ = 0;  // of things for good
    std::uint64_t version_ = 0;
    std::uint64_t token_sum_ = 0;
    std::size_t returned_newcomers_ = 0;
    std::size_t named_leaving_ = 0;
    std::uint32_t epoch_ = 0;
    std::uint32_t marked_ = 0;
};

// Visible to all: the library has the state, but not for each observer's memory what it hears.
template <entity_type E, class Policies>
template <class Decision>
void entity_window_state<E, Policies>::announce(const Decision& decided,
                                                notice_type& notice) const {
    notice.kind = decided.change.kind;
    notice.time = decided.change.time;
    if constexpr (requires { decided.change.items; }) {
        for (const auto& item : decided.change.items)
            notice.put.push_back(
                {std::string{traits::type(*item.value)}, std::string{traits::id(*item.value)}});
    }
    notice.removed.reserve(slots_.size() + notice.put.size());
}

}  // namespace workmem

#if defined(WORKMEM_TEMPLATES)
#include <workmem/entity/state.ipp>
#endif
