#include "session_bundles.hpp"

#include <workmem/session/session_store.ipp>

WORKMEM_SESSION_MEMORY_TEMPLATES(, workmem_test::session_plain)
WORKMEM_SESSION_STORE_TEMPLATES(, workmem_test::session_plain)
