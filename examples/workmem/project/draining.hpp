// Records what hooks have seen.
#pragma once

#include "memory.hpp"
#include "seen.hpp"
#include "spool.hpp"

#include <workmem/journal/any.hpp>
#include <workmem/result.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace workmem_program {

/// Records the events that wait in a spool, until then. Events that cannot be recorded for a day
/// are dropped; what was dropped stands in the log. True where none waits any more.
bool drain_spool(const event_spool& spool, const project& here, const ignored_things& ignored,
                 const workmem::journal::any& journal, event_spool::clock::time_point until);

/// The same where the store is not open yet; it is made where something waits.
bool drain_spool(const std::string& store, const project& here, const ignored_things& ignored,
                 std::chrono::milliseconds patience);

/// What a project would know if what waits were recorded: a store in memory with its latest
/// conversations, as far as the store can be read, and with those events.
/// \param session the only conversation that is wanted; none: the latest ones, and what was kept
/// \param patience how long the store is waited for; none: it is not asked
[[nodiscard]] workmem::journal::any known_with_spool(
    const std::string& store, const project& here, const ignored_things& ignored,
    const event_spool& spool, const std::optional<std::string>& session,
    std::optional<std::chrono::milliseconds> patience);

}  // namespace workmem_program
