// expect: workmem: policies::session::promotion must provide operator()(const promotion_facts&,
// const promotion_limits&) const noexcept -> std::optional<promotion_reason>
#include <workmem/session/session.hpp>
#include <workmem/ranking/bm25.hpp>
#include <workmem/secrets/detector.hpp>

struct bad {};
struct policies : workmem::default_policies {
    struct session : workmem::default_policies::session {
        using promotion = bad;
    };
};
static_assert(workmem::advise_session_policies<policies>());
