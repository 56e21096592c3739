// expect: workmem: policies::metrics must provide counts
#include <workmem/entity/window.hpp>

struct bad {};
struct policies : workmem::default_policies {
    using metrics = bad;
};
workmem::basic_entity_window<workmem::entity, policies> window;
