// expect: workmem: policies::long_term::secrets must provide find(text, from) and
// find_in_field(name, value) const noexcept -> std::optional<found_secret>
#include <workmem/long_term/long_term_store.hpp>

struct bad {};
struct policies : workmem::default_policies {
    struct long_term : workmem::default_policies::long_term {
        using secrets = bad;
    };
};
static_assert(workmem::advise_long_term_policies<policies>());
