// expect: workmem: policies::entities::extraction must provide extract(tool, arguments, result,
// options) const -> extracted
#include <workmem/entity/entity_memory.ipp>

struct bad {};
struct policies : workmem::default_policies {
    struct entities : workmem::default_policies::entities {
        using extraction = bad;
    };
};
workmem::basic_entity_memory<workmem::entity, policies> memory;
