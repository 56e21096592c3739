#include "auth_plan.hpp"
#include "catch.hpp"

#include <workmem/view/mermaid.hpp>

#include <string>

namespace view = workmem::view;
using workmem_test::auth_plan;
using workmem_test::plan_memory;

TEST_CASE("a plan as a Mermaid flowchart", "[view]") {
    const std::string plan =
        "flowchart TD\n"
        "  t0[\"Design token schema - agent-123\"]:::completed\n"
        "  t1[\"Token service\"]:::ready\n"
        "  t2[\"Middleware\"]:::waiting\n"
        "  t3[\"Roll back\"]:::waiting\n"
        "  t0 --> t1\n  t0 --> t2\n  t1 --> t2\n  t1 -->|failure| t3\n";
    CHECK(view::mermaid(auth_plan()).substr(0, plan.size()) == plan);
}

TEST_CASE("in Mermaid, a title begins no list and no block, and holds no placeholder", "[view]") {
    plan_memory work;
    for (const auto* const title : {"- item", "    code", "1. item", "\xC2\xB0 \xC2\xB6"})
        work.add_task({.title = title});
    const auto drawn = view::mermaid(work);
    for (const auto* const label :
         {"[\"#45; item\"]", "[\"#32;   code\"]", "[\"1#46; item\"]", "[\"#176; #182;\"]"})
        CHECK_THAT(drawn, workmem_test::contains(label));
}

TEST_CASE("Mermaid is given no more arrows than it takes", "[view]") {
    const auto work = auth_plan();
    const auto drawn = view::mermaid(work, {.max_edges = 3});
    CHECK_THAT(drawn, workmem_test::contains("t1 --> t2\n"));
    CHECK(drawn.find("t1 -->|failure| t3") == std::string::npos);
    CHECK_THAT(drawn, workmem_test::contains("more_edges[\"+1 more dependencies\"]"));
}
