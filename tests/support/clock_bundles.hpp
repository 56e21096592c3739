// Every memory with a clock that may be wrong, over a journal that knows the time, whatever the
// engine.
#pragma once

#include <workmem/agent/agent_memory.hpp>
#include <workmem/instantiate.hpp>
#include <workmem/journal/any.hpp>
#include <workmem/session/session_store.hpp>
#include <workmem/time/manual_clock.hpp>

#include <optional>
#include <utility>

namespace workmem_test {

/// The clock of some machine, set by hand.
struct machine_clock : workmem::manual_clock {
    static constexpr bool is_of_machine = true;
    using workmem::manual_clock::manual_clock;
};

/// An engine where it is some time, or nobody knows which.
class timed_journal : public workmem::journal::any {
public:
    timed_journal(workmem::journal::any engine, std::optional<workmem::manual_clock> time)
        : any{std::move(engine)}, time_{std::move(time)} {}

    [[nodiscard]] std::optional<workmem::timestamp> now() const {
        if (!time_) return std::nullopt;
        return time_->now();
    }

private:
    std::optional<workmem::manual_clock> time_;
};
static_assert(workmem::journal::full_engine<timed_journal>);

struct over_time : workmem::default_policies {
    using clock = workmem_test::machine_clock;
    using journal = workmem_test::timed_journal;
};

}  // namespace workmem_test

WORKMEM_ENTITY_MEMORY_TEMPLATES(extern, workmem::entity, workmem_test::over_time)
WORKMEM_BOUNDED_MEMORY_TEMPLATES(extern, workmem_test::over_time)
WORKMEM_LONG_TERM_MEMORY_TEMPLATES(extern, workmem_test::over_time)
WORKMEM_SESSION_MEMORY_TEMPLATES(extern, workmem_test::over_time)
WORKMEM_SESSION_STORE_TEMPLATES(extern, workmem_test::over_time)
WORKMEM_TASK_MEMORY_TEMPLATES(extern, workmem_test::over_time)
WORKMEM_AGENT_MEMORY_TEMPLATES(extern, workmem_test::over_time)
