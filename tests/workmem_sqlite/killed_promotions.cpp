#include "written_to_sqlite.hpp"

#define WORKMEM_KILLED_ENGINES workmem_test::written_to_sqlite
#include "killed_promotions.hpp"
