// expect: workmem: policies::entities::prompt_format must provide append(out, entries, options, tokens) const
#include <workmem/entity/entity_memory.hpp>

struct bad {};
struct policies : workmem::default_policies {
    struct entities : workmem::default_policies::entities {
        using prompt_format = bad;
    };
};
workmem::basic_entity_memory<workmem::entity, policies> memory;
