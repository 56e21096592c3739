// first: workmem: policies::journal is only declared: include its header
#include <workmem/bounded/bounded_store.hpp>

struct policies : workmem::default_policies {
    using journal = workmem::journal::memory;
};
workmem::basic_bounded_store<policies> store;
