// expect: workmem: policies::clock must provide now() const noexcept -> timestamp and wall() const noexcept -> timestamp
#include <workmem/entity/window.hpp>

struct bad {};
struct policies : workmem::default_policies {
    using clock = bad;
};
workmem::basic_entity_window<workmem::entity, policies> window;
