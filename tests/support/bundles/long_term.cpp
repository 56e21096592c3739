#include "session_bundles.hpp"

#include <workmem/long_term/long_term_store.ipp>

WORKMEM_LONG_TERM_MEMORY_TEMPLATES(, workmem_test::session_recorded)
