#include "machines.hpp"
#include "simulated_tasks.hpp"

using namespace workmem_test;

TEST_CASE("whatever happens to a machine, its task memory keeps what it acknowledged",
          "[simulation]") {
    survive_machines<simulated_tasks<simulated_machine::journal_type>>(true);
}
