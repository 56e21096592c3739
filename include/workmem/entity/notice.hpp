#pragma once

#include <workmem/entity/entity_key.hpp>
#include <workmem/entity/removal.hpp>
#include <workmem/time/timestamp.hpp>
#include <workmem/value/entity.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

namespace workmem {

/// An entity that is gone, or the older value of one that was replaced.
template <class E>
struct removed_entity {
    E value{};
    removal_cause cause = removal_cause::removed;
};

/// What an observer is told of one change. It owns all it says.
template <class E = entity>
struct entity_notice {
    std::uint64_t sequence = 0;
    timestamp time{};
    std::string_view kind{};      ///< `entity.put`, `entity.remove`, `entity.clear`, `entity.load`
    bool foreign = false;         ///< another writer of the same stream made it
    std::vector<entity_key> put;  ///< what came in or was replaced
    std::vector<removed_entity<E>> removed;
};

}  // namespace workmem
