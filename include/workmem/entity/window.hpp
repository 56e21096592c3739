#pragma once

#include <workmem/config.hpp>
#include <workmem/detail/renew.hpp>
#include <workmem/entity/state.hpp>
#include <workmem/eviction/eviction.hpp>
#include <workmem/eviction/two_segment.hpp>
#include <workmem/journal/recorded_memory.hpp>
#include <workmem/policies.hpp>
#include <workmem/time/clock.hpp>

#include <concepts>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace workmem {

template <class Policies>
constexpr bool advise_eviction_policy() {
    static_assert(
        detail::included<typename Policies::entities::eviction>,
        "workmem: policies::entities::eviction is only declared: include its header, such as "
        "<workmem/eviction/lru.hpp>");
    static_assert(eviction::policy<typename Policies::entities::eviction>,
                  "workmem: policies::entities::eviction must provide victim(entries) -> slot and "
                  "reserve, on_insert, on_access, on_erase, clear, the hooks noexcept");
    static_assert(
        !requires { Policies::entities::eviction::ranks_items; },
        "workmem: policies::entities::eviction must not be one that ranks items, as "
        "importance_guard and value_density do");
    static_assert(
        requires { Policies::entities::identity::uses_type; },
        "workmem: policies::entities::identity must be identity::type_and_id or "
        "identity::id_only");
    return true;
}

/// A window over the entities an agent touched last: bounded by number, tokens and time, each
/// entity once, newest first. Needs no JSON. `basic_entity_memory` adds listening to tool results
/// and resolving references.
///
/// `add`, `observe` and the other changes throw `workmem::error` where they fail and then changed
/// nothing; each has a `try_` twin. Copyable and movable with `null_mutex` only, neither with a
/// real mutex; then thread-safe. Observers may call back.
template <class E = entity, class Policies = default_policies>
class basic_entity_window
    : detail::advised<advise_common_policies<Policies, entity_notice<E>>() &&
                      advise_eviction_policy<Policies>()>,
      public recorded_memory<entity_window_state<E, entity_state_policies_of<Policies>>, Policies> {
    using recorded =
        recorded_memory<entity_window_state<E, entity_state_policies_of<Policies>>, Policies>;
    static_assert(!Policies::journal::records || savable_entity<E>,
                  "workmem: entity_traits<E> must provide describe(self, archive) for a journal to "
                  "record E");

protected:
    using recorded::counters_;
    using recorded::replica_;
    using typename recorded::metrics_type;
    using typename recorded::replica_type;
    using typename recorded::state_type;
    static constexpr bool synchronised = locks<typename Policies::mutex>;
    static constexpr auto no_slot = detail::no_slot;
    using self = basic_entity_window;

public:
    using value_type = E;
    using policies = Policies;
    using options_type = entity_options;
    using clock_type = typename Policies::clock;
    using journal_type = typename Policies::journal;
    using observer_type = typename Policies::observer;
    using tokens_type = typename Policies::tokens;
    using notice_type = entity_notice<E>;

    /// The handles a window works with; each has a default.
    struct parts {
        clock_type clock{};
        tokens_type tokens{};
        observer_type observer{};
        journal_type journal{};
        std::string stream{};  ///< where the journal keeps this window's changes
        retention keep{};      ///< how much of the stream's history stays
        /// What happens to ages while no process has the stream open. Where several processes
        /// share one, a break is what passed since the last recorded change or touch.
        clock_gap gap = clock_gap::pause;
        /// How far the clock may be away from the journal's, which it is set by beyond that.
        milliseconds max_clock_skew = journal::usual_clock_skew;
    };

    /// Throws `validation_error` for limits that make no sense, `storage_error` when the journal's
    /// stream cannot be read. With a journal, the window starts as the stream says; header-only it
    /// needs <workmem/entity/replay.hpp>, which a window without one does not pay for.
    basic_entity_window(entity_options options, parts with);
    // A template, so that who instantiates the class does not need the journal's default.
    template <std::default_initializable Journal = journal_type>
    explicit basic_entity_window(entity_options options = {})
        : basic_entity_window(std::move(options), parts{}) {}

    basic_entity_window(const self&) requires(unshared<Policies>) = default;
    basic_entity_window(const self&) = delete;  // workmem: threads share it: pass it by reference
    basic_entity_window(self&&) requires(unshared<Policies>) = default;
    ~basic_entity_window() = default;
    self& operator=(const self&) requires(unshared<Policies>) = default;
    self& operator=(const self&) = delete;  // workmem: threads share it: pass it by reference
    self& operator=(self&& other) noexcept requires(unshared<Policies>) {
        return detail::renew(*this, std::move(other));
    }

    // Changes.

    /// Adds an entity or replaces the one with the same key; either way it is the newest now.
    /// True if it was not there before. Errors: `validation_error` (type or id empty, oversized or
    /// no UTF-8), `capacity`, `storage_error`, `conflict`. O(1).
    bool add(const E& value, strength level = strength::mentioned,
             const call_options& call = plain_call);
    result<bool> try_add(const E& value, strength level = strength::mentioned,
                         const call_options& call = plain_call);
    /// Adds several, all or none, in the order given: the last becomes the newest. Of several with
    /// one key the last counts. Errors as for `add`.
    entity_commands::put_answer add_many(std::span<const E> values,
                                         strength level = strength::mentioned,
                                         const call_options& call = plain_call);
    result<entity_commands::put_answer> try_add_many(std::span<const E> values,
                                                     strength level = strength::mentioned,
                                                     const call_options& call = plain_call);
    /// True if it was there. Errors: `storage_error`, `conflict`. O(1).
    bool remove(std::string_view type, std::string_view id, const call_options& call = plain_call);
    result<bool> try_remove(std::string_view type, std::string_view id,
                            const call_options& call = plain_call);
    /// How many left. Errors: `storage_error`, `conflict`.
    std::size_t clear(const call_options& call = plain_call) { return try_clear(call).value(); }
    result<std::size_t> try_clear(const call_options& call = plain_call);
    /// Lets go of what has expired or is beyond the limits; how many left. Reading passes over
    /// what has expired anyway: this makes it a recorded fact. O(gone).
    std::size_t sweep() { return try_sweep().value(); }
    result<std::size_t> try_sweep();
    /// Other limits from now on; what is beyond them leaves at once.
    /// Errors: `validation_error`, `storage_error`, `conflict`.
    std::size_t set_options(entity_options options);
    result<std::size_t> try_set_options(entity_options options);

    // Touches.

    /// Looks an entity up; a hit makes it the newest and renews its time. Unsynchronised windows
    /// answer `const E*`, valid until the next change; with a real mutex a copy. O(1).
    auto get(std::string_view type, std::string_view id) {
        if constexpr (replica_type::waits)
            return replica_.update_and_show([&](state_type& state, std::uint64_t& seen) {
                const auto slot = state.find({type, id}, replica_.clock().now());
                seen = slot == no_slot ? 0 : state.written(slot);
                return look_up(state, {type, id});
            });
        else
            return get_at_once({type, id});
    }
    template <std::integral Id>
    auto get(std::string_view type, Id id) {
        return get(type, entity_id{id}.text());
    }
    /// Somebody named the entity. False if it is not there.
    bool mention(std::string_view type, std::string_view id, strength level = strength::mentioned);
    /// The same for a key, as `hear` answers them.
    bool mention(const entity_key& key, strength level = strength::mentioned);
    // Reading; nothing here touches.

    /// A copy, without touching it.
    [[nodiscard]] std::optional<E> peek(std::string_view type, std::string_view id) const;
    [[nodiscard]] bool contains(std::string_view type, std::string_view id) const {
        return replica_.read([&](const state_type& state) {
            return state.find({type, id}, now(state)) != no_slot;
        });
    }
    /// The newest entity of any type with this id. O(size).
    [[nodiscard]] std::optional<E> find(std::string_view id) const;
    /// The newest `count`, newest first.
    [[nodiscard]] std::vector<E> recent(std::size_t count = 5) const;
    [[nodiscard]] std::vector<E> all() const { return recent(static_cast<std::size_t>(-1)); }
    /// Those of one type, newest first.
    [[nodiscard]] std::vector<E> by_type(std::string_view type,
                                         std::size_t count = static_cast<std::size_t>(-1)) const;
    [[nodiscard]] std::size_t size() const {
        return replica_.read([&](const state_type& state) { return state.size(now(state)); });
    }
    [[nodiscard]] bool empty() const { return size() == 0; }
    /// `visit(const entry&)` for each, newest first, under the lock: it must not call the window.
    template <class Visit>
    void for_each(Visit&& visit) const {
        replica_.read([&](const state_type& state) {
            for (const auto& each : state.entries(now(state))) visit(each);
        });
    }
    /// The entities as a range of `entry`; a view, valid until the next change or touch.
    template <class Mutex = typename Policies::mutex>
    requires(!locks<Mutex>) [[nodiscard]] auto entries() const {
        return replica_.read([&](const state_type& state) { return state.entries(now(state)); });
    }
    template <class Mutex = typename Policies::mutex>
    requires(!locks<Mutex>) [[nodiscard]] auto begin() const { return entries().begin(); }
    template <class Mutex = typename Policies::mutex>
    requires(!locks<Mutex>) [[nodiscard]] auto end() const { return entries().end(); }
    [[nodiscard]] entity_options options() const;
    /// Grows with every change and touch: what was made of the window at one version is right while
    /// it lasts, and until the next entity expires.
    [[nodiscard]] std::uint64_t version() const {
        return replica_.read([](const state_type& state) { return state.version(); });
    }
    [[nodiscard]] std::optional<timestamp> next_expiry() const {
        return replica_.read(
            [&](const state_type& state) { return state.next_expiry(now(state)); });
    }
    [[nodiscard]] clock_type clock() const { return replica_.clock().own(); }
    /// Bytes held beside the object itself, without the entities' own buffers.
    [[nodiscard]] std::size_t memory() const;
    /// The same entities in the same order with the same facts.
    [[nodiscard]] friend bool operator==(const basic_entity_window& a,
                                         const basic_entity_window& b) {
        return a.equals(b);
    }
    [[nodiscard]] metrics_snapshot metrics();

protected:
    struct unopened_t {};
    static constexpr unopened_t unopened{};

    basic_entity_window(unopened_t, entity_options options, parts with);
    /// Takes over what the stream holds.
    result<void> open(clock_gap gap);

    /// The time, where it matters to this state; reading the clock costs more than a lookup.
    [[nodiscard]] timestamp now(const state_type& state) const {
        return state.can_expire() ? replica_.clock().now() : (timestamp::max)();
    }
    [[nodiscard]] timestamp now_for_change() const { return replica_.clock().now(); }

    result<entity_commands::put_answer> put_items(const entity_commands::put<E>& command,
                                                  const call_options& call);
    // Text becomes valid UTF-8 on the way in, so that what is written is what is held.
    WORKMEM_APART result<entity_commands::put_answer> put_repaired(entity_commands::put<E> command,
                                                                   const call_options& call);
    result<entity_commands::put_answer> put_valid(const entity_commands::put<E>& command,
                                                  const call_options& call);
    template <class Command>
    result<entity_commands::remove_answer> execute_remove(const Command& command,
                                                          const call_options& call);
    template <class Command, class Then>
    result<entity_commands::remove_answer> execute_remove(const Command& command,
                                                          const call_options& call, Then&& then);
    void count(const entity_commands::put_answer& answer) noexcept;

    WORKMEM_NO_UNIQUE_ADDRESS tokens_type tokens_;

private:
    WORKMEM_INLINE auto get_at_once(key_view key) {
        return replica_.update([&](state_type& state) WORKMEM_INLINE_LAMBDA {
            if constexpr (metrics_type::counts) {
                if (counters_.samples()) [[unlikely]]
                    return timed_look_up(state, key);
            }
            return look_up(state, key);
        });
    }
    WORKMEM_INLINE auto look_up(state_type& state, key_view key) {
        const auto at = replica_.clock().now();
        const auto slot = state.find(key, at);
        if constexpr (metrics_type::counts) counters_.on_lookup(slot != no_slot);
        if constexpr (synchronised) {
            std::optional<E> copy;
            if (slot == no_slot) return copy;
            copy.emplace(state.value(slot));  // may fail, so it comes before the touch
            state.touch(slot, at, strength::read);
            state.stamp(*copy, slot);
            return copy;
        } else {
            if (slot == no_slot) return static_cast<const E*>(nullptr);
            state.touch(slot, at, strength::read);
            return &state.stamped(slot);
        }
    }
    // One in 1,024: with its time taken.
    WORKMEM_SELDOM auto timed_look_up(state_type& state, key_view key) {
        if constexpr (metrics_type::counts)
            return counters_.timed([&] { return look_up(state, key); });
        else
            return look_up(state, key);
    }
    template <class Test>
    [[nodiscard]] std::vector<E> copies(std::size_t count, Test&& test) const;
    template <class Test>
    [[nodiscard]] std::optional<E> first(Test&& test) const;
};

/// What is no entity has no window: one message instead of those of all that would need it.
template <class E, class Policies>
requires(!entity_type<E>) class basic_entity_window<E, Policies> {
    static_assert(entity_type<E>,
                  "workmem: entity_traits<E> must provide type, id and name, and E must be "
                  "default constructible, copyable and nothrow move assignable");
};

}  // namespace workmem

#if defined(WORKMEM_TEMPLATES)
#include <workmem/entity/window.ipp>
#endif

#if defined(WORKMEM_COMPILED)
#include <workmem/instantiate.hpp>
WORKMEM_ENTITY_STATE_TEMPLATES(extern, workmem::entity, workmem::default_policies)
extern template class workmem::entity_window_state<
    workmem::entity,
    workmem::entity_state_policies<workmem::eviction::two_segment, workmem::identity::type_and_id,
                                   workmem::bounding_counter, true, false, false>>;
WORKMEM_WINDOW_MEMORY_TEMPLATES(extern, workmem::entity, workmem::default_policies)
#endif
