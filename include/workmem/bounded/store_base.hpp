#pragma once

#include <workmem/bounded/bounded_state.hpp>
#include <workmem/eviction/importance_guard.hpp>
#include <workmem/journal/recorded_memory.hpp>
#include <workmem/journal/replay.hpp>
#include <workmem/ranking/bm25.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem {

/// What all verbs of a bounded store stand on: its handles, its options, and how a command is
/// carried out, counted and, if it did not fit, noted.
template <class Policies>
class bounded_store_base : public recorded_memory<bounded_state<Policies>, Policies> {
    using recorded = recorded_memory<bounded_state<Policies>, Policies>;
    static_assert(advise_common_policies<Policies, bounded_notice>());
    static_assert(advise_bounded_policies<Policies>());

protected:
    using recorded::counters_;
    using recorded::replica_;
    using typename recorded::metrics_type;
    using typename recorded::state_type;
    static constexpr bool synchronised = locks<typename Policies::mutex>;
    static constexpr bool by_class = requires { Policies::bounded::eviction::goes_by_class; };
    static constexpr auto no_slot = detail::no_slot;

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

    [[nodiscard]] bounded_options options() const {
        return replica_.read([](const state_type& state) { return state.options(); });
    }

protected:
    struct unopened_t {};
    static constexpr unopened_t unopened{};

    bounded_store_base(unopened_t, bounded_options options, parts with)
        : recorded{state_type{std::move(options), std::move(with.ranking)}, std::move(with.journal),
                   std::move(with.observer), std::move(with.stream), with.keep},
          clock_{std::move(with.clock)},
          ids_{std::move(with.ids)},
          tokens_{std::move(with.tokens)} {}

    template <class Command>
    auto execute(const Command& command, const call_options& call) -> result<answer_of<Command>> {
        auto done = replica_.execute(
            command, [this](const auto& answer) { this->count(answer); }, call);
        if (!done) note_refusal(done.error(), command.time);
        return done;
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

    // Who came, and who left for want of room or time.
    template <class Answer>
    void count(const Answer& answer) noexcept {
        if constexpr (metrics_type::counts) {
            if constexpr (requires { answer.added; })
                count_in_and_out(answer.added, answer.evicted);
            else if constexpr (requires { answer.removed; })
                count_in_and_out(0, answer.removed);
        }
    }

    clock_type clock_;
    WORKMEM_NO_UNIQUE_ADDRESS ids_type ids_;
    WORKMEM_NO_UNIQUE_ADDRESS tokens_type tokens_;

private:
    void note_or_throw(const audit_event& event, std::string_view kind) {
        replica_.update([&](state_type& state) { state.note(audit_event{event}); });
        replica_.tell([&](notice_type& notice) {
            notice.kind = kind;
            notice.time = event.time;
            notice.events.push_back(event);
        });
    }
    void count_in_and_out(std::size_t added, const std::vector<removed_item>& gone) noexcept {
        std::size_t expired = 0;
        for (const auto& each : gone) expired += is_expiration(each.reason);
        counters_.on_change(added, gone.size() - expired, expired);
    }
};

}  // namespace workmem
