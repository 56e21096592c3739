// expect: workmem: policies::entities::eviction must provide victim(entries) -> slot and reserve, on_insert, on_access, on_erase, clear, the hooks noexcept
#include <workmem/entity/window.hpp>

struct bad {};
struct policies : workmem::default_policies {
    struct entities : workmem::default_policies::entities {
        using eviction = bad;
    };
};
workmem::basic_entity_window<workmem::entity, policies> memory;
