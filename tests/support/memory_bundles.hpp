// Entity memories with a manual clock, for the tests of `entity_memory`.
#pragma once

#include "journal_bundles.hpp"

#include <workmem/entity/entity_memory.hpp>
#include <workmem/resolution/recency.hpp>

namespace workmem_test {

using manual = two_segment_plain;
struct two_segment_shared_watched
    : bundle<two_segment, type_and_id, std::shared_mutex, watched, counted> {};
struct other_policies : manual {
    struct entities : manual::entities {
        using prompt_format = workmem::prompt_format::bullets;
        using resolution = workmem::resolution::recency;
    };
};

template <class Policies>
using memory_of = workmem::basic_entity_memory<workmem::entity, Policies>;
using manual_memory = memory_of<manual>;

}  // namespace workmem_test

// bundles/memories_*.cpp has their code.
WORKMEM_ENTITY_MEMORY_TEMPLATES(extern, workmem::entity, workmem_test::manual)
WORKMEM_ENTITY_MEMORY_TEMPLATES(extern, workmem::entity, workmem_test::other_policies)
WORKMEM_ENTITY_MEMORY_TEMPLATES(extern, workmem::entity, workmem_test::two_segment_shared_watched)
WORKMEM_ENTITY_MEMORY_TEMPLATES(extern, workmem::entity, workmem_test::two_segment_recorded)
WORKMEM_ENTITY_MEMORY_TEMPLATES(extern, workmem::entity, workmem_test::fifo_recorded_shared)
