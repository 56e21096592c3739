// expect: workmem: policies::bounded::eviction must provide victim(entries) -> slot and reserve, on_insert, on_access, on_erase, clear, the hooks noexcept
#include <workmem/bounded/bounded_store.hpp>

struct bad {};
struct policies : workmem::default_policies {
    struct bounded : workmem::default_policies::bounded {
        using eviction = bad;
    };
};
workmem::basic_bounded_store<policies> store;
