// expect: workmem: policies::mutex must provide lock() and unlock()
#include <workmem/entity/window.hpp>

struct bad {};
struct policies : workmem::default_policies {
    using mutex = bad;
};
workmem::basic_entity_window<workmem::entity, policies> window;
