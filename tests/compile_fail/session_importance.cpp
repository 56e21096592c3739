// expect: workmem: policies::session::importance must provide operator()(const importance_facts&,
// const importance_weights&) const noexcept -> importance_score
#include <workmem/session/session.hpp>
#include <workmem/ranking/bm25.hpp>
#include <workmem/secrets/detector.hpp>

struct bad {};
struct policies : workmem::default_policies {
    struct session : workmem::default_policies::session {
        using importance = bad;
    };
};
static_assert(workmem::advise_session_policies<policies>());
