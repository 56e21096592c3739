// Agents with a manual clock, recorded in memory.
#pragma once

#include <workmem/agent/agent_memory.hpp>
#include <workmem/ids/sequential_ids.hpp>
#include <workmem/instantiate.hpp>
#include <workmem/journal/memory.hpp>
#include <workmem/time/manual_clock.hpp>

namespace workmem_test {

struct agent_recorded : workmem::default_policies {
    using clock = workmem::manual_clock;
    using ids = workmem::sequential_ids;
    using journal = workmem::journal::memory;
};
using recorded_agent = workmem::basic_agent_memory<agent_recorded>;

inline constexpr const char* five_orders =
    R"([{"id":"o-1","title":"Shoes"},{"id":"o-2","title":"Socks"},{"id":"o-3","title":"Hat"},
        {"id":"o-4","title":"Gloves"},{"id":"o-5","title":"Scarf"}])";

}  // namespace workmem_test

// bundles/agent_recorded.cpp has their code.
WORKMEM_AGENT_TEMPLATES(extern, workmem_test::agent_recorded)
