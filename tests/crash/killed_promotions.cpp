#include "written_to_files.hpp"

#define WORKMEM_KILLED_ENGINES workmem_test::written_to_files
#include "killed_promotions.hpp"
