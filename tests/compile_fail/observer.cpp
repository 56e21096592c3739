// expect: workmem: policies::observer must provide listens and operator()(const Notice&)
#include <workmem/entity/window.hpp>

struct bad {};
struct policies : workmem::default_policies {
    using observer = bad;
};
workmem::basic_entity_window<workmem::entity, policies> window;
