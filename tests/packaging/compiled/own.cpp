#include "own.hpp"

#include <workmem/templates.hpp>

WORKMEM_WINDOW_TEMPLATES(, workmem::entity, own_policies)
