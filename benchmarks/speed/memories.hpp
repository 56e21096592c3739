#pragma once

#include "payload.hpp"
#include "policies.hpp"

#include <workmem/entity/entity_memory.hpp>
#include <workmem/resolution/recency.hpp>
#include <workmem/time/manual_clock.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace bench {

template <class Resolution>
struct resolving : policies<workmem::manual_clock> {
    struct entities : workmem::default_policies::entities {
        using resolution = Resolution;
    };
};

using memory = workmem::basic_entity_memory<workmem::entity, policies<workmem::manual_clock>>;
using recency_memory =
    workmem::basic_entity_memory<workmem::entity, resolving<workmem::resolution::recency>>;

/// A memory with `size` typical entities, each touched at a time of its own, in random order.
template <class Memory = memory>
[[nodiscard]] Memory filled_memory(std::size_t size) {
    workmem::entity_options options;
    options.capacity = size;
    options.ttl = five_minutes;
    workmem::manual_clock clock;
    Memory out{options, {.clock = clock}};
    typical_entities entities;
    for (const auto& each : key_sequence{0, size, key_sequence::order::as_numbered})
        out.add(entities.with(each));
    for (const auto& each : key_sequence{0, size, key_sequence::order::random}) {
        clock.advance(workmem::milliseconds{1});
        out.get(each.type, each.id);
    }
    return out;
}

}  // namespace bench
