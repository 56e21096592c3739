#pragma once

#include <workmem/eviction/eviction.hpp>
#include <workmem/eviction/two_segment.hpp>
#include <workmem/fwd.hpp>
#include <workmem/ids/random_ids.hpp>
#include <workmem/journal/journal.hpp>
#include <workmem/journal/none.hpp>
#include <workmem/locking/lock.hpp>
#include <workmem/metrics/metrics.hpp>
#include <workmem/observer/observer.hpp>
#include <workmem/ranking/ranking.hpp>
#include <workmem/session/importance.hpp>
#include <workmem/session/promotion.hpp>
#include <workmem/session/secrets.hpp>
#include <workmem/task/access.hpp>
#include <workmem/time/clock.hpp>
#include <workmem/time/system_clock.hpp>
#include <workmem/tokens/bounding_counter.hpp>

namespace workmem {

/// The one place that looks at a bundle: each missing piece is named, with what to provide.
template <class Policies, class Notice>
constexpr bool advise_common_policies() {
    static_assert(clock_source<typename Policies::clock>,
                  "workmem: policies::clock must provide now() const noexcept -> timestamp and "
                  "wall() const noexcept -> timestamp");
    static_assert(id_source<typename Policies::ids>,
                  "workmem: policies::ids must provide next() -> std::string");
    static_assert(token_counter<typename Policies::tokens>,
                  "workmem: policies::tokens must provide operator()(std::string_view) const -> "
                  "std::size_t");
    static_assert(basic_lockable<typename Policies::mutex>,
                  "workmem: policies::mutex must provide lock() and unlock()");
    static_assert(journal::policy<typename Policies::journal>,
                  "workmem: policies::journal must provide records, append(stream, expected, "
                  "records), read(stream, from, visit) and commit(stream, sequence)");
    static_assert(observer::policy<typename Policies::observer, Notice>,
                  "workmem: policies::observer must provide listens and operator()(const Notice&)");
    static_assert(
        requires { Policies::metrics::counts; }, "workmem: policies::metrics must provide counts");
    return true;
}

template <class Policies>
constexpr bool advise_eviction_policy() {
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

template <class Policies>
constexpr bool advise_bounded_policies() {
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

template <class Policies>
constexpr bool advise_long_term_policies() {
    static_assert(ranking::policy<typename Policies::long_term::ranking>,
                  "workmem: policies::long_term::ranking must provide add(slot, document), "
                  "erase(slot) and clear() noexcept, size(), search(query, most, choice) -> ranked "
                  "and explain(query, slot, most, choice) -> explanation");
    return true;
}

template <class Policies>
constexpr bool advise_session_policies() {
    static_assert(importance::policy<typename Policies::session::importance>,
                  "workmem: policies::session::importance must provide operator()(const "
                  "importance_facts&, const importance_weights&) const noexcept -> "
                  "importance_score");
    static_assert(promotion::policy<typename Policies::session::promotion>,
                  "workmem: policies::session::promotion must provide operator()(const "
                  "promotion_facts&, const promotion_limits&) const noexcept -> "
                  "std::optional<promotion_reason>");
    static_assert(secrets::policy<typename Policies::session::secrets>,
                  "workmem: policies::session::secrets must provide find(text, from) and "
                  "find_in_field(name, value) const noexcept -> std::optional<found_secret>");
    static_assert(ranking::policy<typename Policies::session::ranking>,
                  "workmem: policies::session::ranking must provide add(slot, document), "
                  "erase(slot) and clear() noexcept, size(), search(query, most, choice) -> ranked "
                  "and explain(query, slot, most, choice) -> explanation");
    return true;
}

template <class Policies>
constexpr bool advise_task_policies() {
    static_assert(access::policy<typename Policies::tasks::access>,
                  "workmem: policies::tasks::access must provide allows(agent_role, task_verb) "
                  "const noexcept -> bool");
    return true;
}

}  // namespace workmem
