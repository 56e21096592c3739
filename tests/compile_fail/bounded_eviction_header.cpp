// first: workmem: policies::bounded::eviction or ranking is only declared: include its header
#include <workmem/bounded/bounded_store.hpp>

struct policies : workmem::default_policies {
    struct bounded : workmem::default_policies::bounded {
        using eviction = workmem::eviction::sieve;
    };
};
workmem::basic_bounded_store<policies> store;
