#include "auth_plan.hpp"
#include "catch.hpp"

#include <workmem/task/task_id.hpp>
#include <workmem/view/text.hpp>

#include <algorithm>
#include <string>

namespace view = workmem::view;
using workmem_test::auth_plan;
using workmem_test::plan_memory;

TEST_CASE("a plan as text: each task under what it waits for", "[view]") {
    CHECK(view::text(auth_plan()) ==
          "\"Implement auth system\" (active), 1 of 4 tasks completed, 1 ready\n"
          "goal: \"Add JWT authentication\"\n"
          "[x] \"Design token schema\" completed, agent-123\n"
          "  [>] \"Token service\" ready\n"
          "    [ ] \"Roll back\" waiting\n"
          "  [ ] \"Middleware\" waiting, also after \"Token service\"");
    CHECK(view::text(plan_memory{}) == "\"\" (active), 0 of 0 tasks completed, 0 ready");
}

TEST_CASE("a long chain is drawn without recursion", "[view]") {
    plan_memory work;
    workmem::task_id last = work.add_task({.title = "0"});
    for (int i = 1; i < 20'000; ++i)
        last = work.add_task({.title = std::to_string(i), .depends_on = {last}});
    const auto text = view::text(work, {.max_tasks = 20'000});
    CHECK(std::count(text.begin(), text.end(), '\n') == 20'000);
}
