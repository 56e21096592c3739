#include "auth_plan.hpp"
#include "catch.hpp"

#include <workmem/view/dot.hpp>

namespace view = workmem::view;
using workmem_test::auth_plan;

TEST_CASE("a plan in the DOT language", "[view]") {
    CHECK(view::dot(auth_plan()) ==
          "digraph plan {\n"
          "  node [shape=box, style=filled];\n"
          "  label=\"Implement auth system\";\n"
          "  t0 [label=\"Design token schema\\ncompleted, agent-123\", fillcolor=\"#dcfce7\"];\n"
          "  t1 [label=\"Token service\\nready\", fillcolor=\"#dbeafe\"];\n"
          "  t2 [label=\"Middleware\\nwaiting\", fillcolor=\"#f3f4f6\"];\n"
          "  t3 [label=\"Roll back\\nwaiting\", fillcolor=\"#f3f4f6\"];\n"
          "  t0 -> t1;\n  t0 -> t2;\n  t1 -> t2;\n  t1 -> t3 [label=\"failure\"];\n}");
}
