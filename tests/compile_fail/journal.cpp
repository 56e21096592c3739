// expect: workmem: policies::journal must provide records, append(stream, expected, records), read(stream, from, visit) and commit(stream, sequence)
#include <workmem/entity/window.hpp>

struct bad {};
struct policies : workmem::default_policies {
    using journal = bad;
};
workmem::basic_entity_window<workmem::entity, policies> window;
