// Entity memories with a manual clock, for the tests of `entity_memory`.
#pragma once

#include "bundles.hpp"

#include <workmem/entity/entity_memory.hpp>
#include <workmem/resolution/recency.hpp>

namespace workmem_test {

struct manual : bundle<two_segment, type_and_id, unlocked, unwatched, counted> {};
struct with_bullets : manual {
    struct entities : manual::entities {
        using prompt_format = workmem::prompt_format::bullets;
    };
};
struct as_recency : manual {
    struct entities : manual::entities {
        using resolution = workmem::resolution::recency;
    };
};

using manual_memory = workmem::basic_entity_memory<workmem::entity, manual>;

}  // namespace workmem_test
