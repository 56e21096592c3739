// first: workmem: policies::entities::eviction is only declared: include its header
#include <workmem/entity/window.hpp>

struct policies : workmem::default_policies {
    struct entities : workmem::default_policies::entities {
        using eviction = workmem::eviction::lru;
    };
};
workmem::basic_entity_window<workmem::entity, policies> window;
