// Agents with a manual clock, recorded in memory.
#pragma once

#include "any_bundles.hpp"

#include <workmem/journal/memory.hpp>

#include <utility>

namespace workmem_test {

using recorded_agent = workmem::basic_agent_memory<over_any>;

inline recorded_agent an_agent(workmem::agent_options options = {}) {
    return recorded_agent{std::move(options), {.journal = workmem::journal::memory{}}};
}

inline constexpr const char* five_orders =
    R"([{"id":"o-1","title":"Shoes"},{"id":"o-2","title":"Socks"},{"id":"o-3","title":"Hat"},
        {"id":"o-4","title":"Gloves"},{"id":"o-5","title":"Scarf"}])";

}  // namespace workmem_test
