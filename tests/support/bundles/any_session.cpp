#include "any_bundles.hpp"

#include <workmem/session/session_store.ipp>

WORKMEM_LONG_TERM_MEMORY_TEMPLATES(, workmem_test::over_any)
WORKMEM_SESSION_MEMORY_TEMPLATES(, workmem_test::over_any)
WORKMEM_SESSION_STORE_TEMPLATES(, workmem_test::over_any)
