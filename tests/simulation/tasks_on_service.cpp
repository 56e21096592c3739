#include "requests.hpp"
#include "simulated_tasks.hpp"

using namespace workmem_test;

TEST_CASE("whatever becomes of requests, a task memory keeps what it acknowledged",
          "[simulation]") {
    survive_requests<simulated_tasks<unreliable_journal>>();
}
