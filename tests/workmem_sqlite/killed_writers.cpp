#include "in_sqlite.hpp"

#define WORKMEM_KILLED_ENGINES workmem_test::in_sqlite
#include "killed_writers.hpp"
