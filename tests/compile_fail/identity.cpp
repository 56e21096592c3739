// expect: workmem: policies::entities::identity must be identity::type_and_id or identity::id_only
#include <workmem/entity/window.hpp>

struct bad {};
struct policies : workmem::default_policies {
    struct entities : workmem::default_policies::entities {
        using identity = bad;
    };
};
workmem::basic_entity_window<workmem::entity, policies> memory;
