#include "requests.hpp"
#include "simulated_entities.hpp"

using namespace workmem_test;

TEST_CASE("whatever becomes of requests, an entity memory keeps what it acknowledged",
          "[simulation]") {
    survive_requests<simulated_entities<unreliable_journal>>();
}
