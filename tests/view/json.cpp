#include "auth_plan.hpp"
#include "catch.hpp"

#include <workmem/view/json.hpp>

namespace view = workmem::view;
using workmem_test::auth_plan;

TEST_CASE("a plan as JSON", "[view]") {
    const auto drawn = view::json(auth_plan());
    CHECK(drawn["name"] == "Implement auth system");
    CHECK(drawn["status"] == "active");
    REQUIRE(drawn["tasks"].size() == 4);
    CHECK(drawn["tasks"][0]["agent"] == "agent-123");
    CHECK(drawn["tasks"][3]["depends_on"][0]["condition"] == "failure");
    CHECK(drawn["more"] == 0);
}
