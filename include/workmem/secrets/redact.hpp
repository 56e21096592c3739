#pragma once

#include <workmem/fwd.hpp>
#include <workmem/secrets/detector.hpp>
#include <workmem/secrets/secrets.hpp>

namespace workmem::secrets {

/// Secrets are never stored: where `Detector` finds one, a memory keeps a mark instead, such as
/// `[secret: password]`. So neither the memory nor its journal or files ever have it, and what is
/// left is promoted like anything else. Ids, actors and idempotency keys that a caller chooses are
/// stored as they are.
///
///     struct mine : workmem::default_policies {
///         struct session : workmem::default_policies::session {
///             using secrets = workmem::secrets::redact;
///         };
///         struct long_term : workmem::default_policies::long_term {
///             using secrets = workmem::secrets::redact;
///         };
///     };
template <class Detector>
struct basic_redact : Detector {
    static constexpr bool redacts = true;
};

}  // namespace workmem::secrets
