#include "in_files.hpp"

#define WORKMEM_KILLED_ENGINES workmem_test::in_files
#include "killed_promotions.hpp"
