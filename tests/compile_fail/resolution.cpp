// expect: workmem: policies::entities::resolution must provide resolve(entries, text, query, lexicon) const -> outcome and mentions(entries, text, role, lexicon) const -> std::vector<mention>
#include <workmem/entity/entity_memory.hpp>

struct bad {};
struct policies : workmem::default_policies {
    struct entities : workmem::default_policies::entities {
        using resolution = bad;
    };
};
workmem::basic_entity_memory<workmem::entity, policies> memory;
