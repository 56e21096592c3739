// expect: workmem: policies::tokens must provide operator()(std::string_view) const -> std::size_t
#include <workmem/entity/window.hpp>

struct bad {};
struct policies : workmem::default_policies {
    using tokens = bad;
};
workmem::basic_entity_window<workmem::entity, policies> window;
