// expect: workmem: policies::entities::eviction must not be one that ranks items, as importance_guard and value_density do
#include <workmem/entity/window.hpp>
#include <workmem/eviction/importance_guard.hpp>

struct policies : workmem::default_policies {
    struct entities : workmem::default_policies::entities {
        using eviction = workmem::eviction::importance_guard;
    };
};
workmem::basic_entity_window<workmem::entity, policies> memory;
