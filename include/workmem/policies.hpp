#pragma once

#include <workmem/fwd.hpp>
#include <workmem/ids/random_ids.hpp>
#include <workmem/journal/journal.hpp>
#include <workmem/journal/none.hpp>
#include <workmem/locking/lock.hpp>
#include <workmem/metrics/metrics.hpp>
#include <workmem/observer/observer.hpp>
#include <workmem/time/clock.hpp>
#include <workmem/time/system_clock.hpp>
#include <workmem/tokens/bounding_counter.hpp>
#include <workmem/tokens/token_counter.hpp>

namespace workmem {

namespace detail {

/// The first base of a memory: advice about its policies is what a compiler prints first.
template <bool Advised>
struct advised {};

/// Whether a policy is more than declared.
template <class Policy>
concept included = requires { sizeof(Policy); };

}  // namespace detail

/// Looks at what all memories take from a bundle: each missing piece is named, with what to
/// provide. Each memory looks at its own policies in the same way.
template <class Policies, class Notice>
constexpr bool advise_common_policies() {
    static_assert(detail::included<typename Policies::clock> &&
                      detail::included<typename Policies::ids> &&
                      detail::included<typename Policies::tokens> &&
                      detail::included<typename Policies::metrics> &&
                      detail::included<typename Policies::observer>,
                  "workmem: policies::clock, ids, tokens, metrics or observer is only declared: "
                  "include its header, such as <workmem/time/manual_clock.hpp>");
    static_assert(detail::included<typename Policies::journal>,
                  "workmem: policies::journal is only declared: include its header, such as "
                  "<workmem/journal/memory.hpp>");
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

}  // namespace workmem
