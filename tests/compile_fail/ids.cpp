// expect: workmem: policies::ids must provide next() -> std::string
#include <workmem/entity/window.hpp>

struct bad {};
struct policies : workmem::default_policies {
    using ids = bad;
};
workmem::basic_entity_window<workmem::entity, policies> window;
