// expect: workmem: policies::session::secrets must provide find(text, from) and find_in_field(name,
// value) const noexcept -> std::optional<found_secret>
#include <workmem/session/session.hpp>
#include <workmem/ranking/bm25.hpp>
#include <workmem/secrets/detector.hpp>

struct bad {};
struct policies : workmem::default_policies {
    struct session : workmem::default_policies::session {
        using secrets = bad;
    };
};
static_assert(workmem::advise_session_policies<policies>());
