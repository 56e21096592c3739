#include "tenants.hpp"

#include <workmem/templates.hpp>

WORKMEM_PROGRAM_SERVED_TEMPLATES(, workmem_program::served_policies)
