// expect: workmem: policies::bounded::ranking must be default constructible and movable and provide add(slot, document), erase(slot) and clear() noexcept, size(), search(query, most, choice) -> ranked and explain(query, slot, most, choice) -> explanation
#include <workmem/bounded/bounded_store.hpp>

struct bad {};
struct policies : workmem::default_policies {
    struct bounded : workmem::default_policies::bounded {
        using ranking = bad;
    };
};
workmem::basic_bounded_store<policies> store;
