// What a plan looks like: the same every time, whatever titles say, and cut where it is long.
#include "catch.hpp"
#include "task_bundles.hpp"

#include <workmem/ids/sequential_ids.hpp>
#include <workmem/task/task_memory.hpp>
#include <workmem/time/manual_clock.hpp>
#include <workmem/view/dot.hpp>
#include <workmem/view/json.hpp>
#include <workmem/view/mermaid.hpp>
#include <workmem/view/text.hpp>

#include <algorithm>
#include <string>

namespace view = workmem::view;

namespace {

using memory = workmem::basic_task_memory<workmem_test::task_plain>;

memory auth() {
    memory work{{.name = "Implement auth system", .goal = "Add JWT authentication"}};
    const auto design = work.add_task({.title = "Design token schema"});
    const auto service = work.add_task({.title = "Token service", .depends_on = {design}});
    work.add_task({.title = "Middleware", .depends_on = {design, service}});
    work.add_task(
        {.title = "Roll back", .depends_on = {{service, workmem::dependency_condition::failure}}});
    const auto claim = work.claim(design, "agent-123");
    work.start(claim);
    work.complete(claim, {.summary = "done"});
    return work;
}

}  // namespace

TEST_CASE("a plan as text: each task under what it waits for", "[view]") {
    CHECK(view::text(auth()) ==
          "\"Implement auth system\" (active), 1 of 4 tasks completed, 1 ready\n"
          "goal: \"Add JWT authentication\"\n"
          "[x] \"Design token schema\" completed, agent-123\n"
          "  [>] \"Token service\" ready\n"
          "    [ ] \"Roll back\" waiting\n"
          "  [ ] \"Middleware\" waiting, also after \"Token service\"");
    CHECK(view::text(memory{}) == "\"\" (active), 0 of 0 tasks completed, 0 ready");
}

TEST_CASE("a plan as a Mermaid flowchart", "[view]") {
    const std::string plan =
        "flowchart TD\n"
        "  t0[\"Design token schema - agent-123\"]:::completed\n"
        "  t1[\"Token service\"]:::ready\n"
        "  t2[\"Middleware\"]:::waiting\n"
        "  t3[\"Roll back\"]:::waiting\n"
        "  t0 --> t1\n  t0 --> t2\n  t1 --> t2\n  t1 -->|failure| t3\n";
    CHECK(view::mermaid(auth()).substr(0, plan.size()) == plan);
}

TEST_CASE("a plan in the DOT language", "[view]") {
    CHECK(view::dot(auth()) ==
          "digraph plan {\n"
          "  node [shape=box, style=filled];\n"
          "  label=\"Implement auth system\";\n"
          "  t0 [label=\"Design token schema\\ncompleted, agent-123\", fillcolor=\"#dcfce7\"];\n"
          "  t1 [label=\"Token service\\nready\", fillcolor=\"#dbeafe\"];\n"
          "  t2 [label=\"Middleware\\nwaiting\", fillcolor=\"#f3f4f6\"];\n"
          "  t3 [label=\"Roll back\\nwaiting\", fillcolor=\"#f3f4f6\"];\n"
          "  t0 -> t1;\n  t0 -> t2;\n  t1 -> t2;\n  t1 -> t3 [label=\"failure\"];\n}");
}

TEST_CASE("a plan as JSON", "[view]") {
    const auto drawn = view::json(auth());
    CHECK(drawn["name"] == "Implement auth system");
    CHECK(drawn["status"] == "active");
    REQUIRE(drawn["tasks"].size() == 4);
    CHECK(drawn["tasks"][0]["agent"] == "agent-123");
    CHECK(drawn["tasks"][3]["depends_on"][0]["condition"] == "failure");
    CHECK(drawn["more"] == 0);
}

TEST_CASE("titles stay labels", "[view]") {
    memory work{{.name = "a \"b\"\n# c"}};
    for (const auto* const title : {"\"]; t9[\"x", "line\nbreak", "<script>alert(1)</script>",
                                    "#quot; %% end", "`code`", "a\\N\\G&lt;", "\x1b[31mred",
                                    "\xE2\x80\xAE"
                                    "abc",
                                    "]:::x", "end", "t0 --> t1"})
        work.add_task({.title = title});
    const auto lines = [](const std::string& text) {
        return std::count(text.begin(), text.end(), '\n') + 1;
    };
    const auto text = view::text(work);
    CHECK(lines(text) == 12);
    CHECK(text.find('\x1b') == std::string::npos);
    CHECK(text.find("\xE2\x80\xAE") == std::string::npos);
    const auto mermaid = view::mermaid(work);
    CHECK(lines(mermaid) == 22);
    CHECK(std::count(mermaid.begin(), mermaid.end(), '"') == 22);
    CHECK(mermaid.find('<') == std::string::npos);
    CHECK(mermaid.find('`') == std::string::npos);
    const auto dot = view::dot(work);
    CHECK(lines(dot) == 15);
    CHECK_THAT(dot, workmem_test::contains("\\\\\\\"]; t9[\\\\\\\"x"));
    CHECK_THAT(dot, workmem_test::contains("a\\\\\\\\N\\\\\\\\G&amp;lt;"));
}

TEST_CASE("in Mermaid, a title begins no list and no block, and holds no placeholder", "[view]") {
    memory work;
    for (const auto* const title : {"- item", "    code", "1. item", "\xC2\xB0 \xC2\xB6"})
        work.add_task({.title = title});
    const auto drawn = view::mermaid(work);
    for (const auto* const label :
         {"[\"#45; item\"]", "[\"#32;   code\"]", "[\"1#46; item\"]", "[\"#176; #182;\"]"})
        CHECK_THAT(drawn, workmem_test::contains(label));
}

TEST_CASE("Mermaid is given no more arrows than it takes", "[view]") {
    const auto work = auth();
    const auto drawn = view::mermaid(work, {.max_edges = 3});
    CHECK_THAT(drawn, workmem_test::contains("t1 --> t2\n"));
    CHECK(drawn.find("t1 -->|failure| t3") == std::string::npos);
    CHECK_THAT(drawn, workmem_test::contains("more_edges[\"+1 more dependencies\"]"));
}

TEST_CASE("what is long is cut, and says by how much", "[view]") {
    memory work{{.name = "long"}};
    workmem::task_id last = work.add_task({.title = std::string(200, 'x')});
    for (int i = 0; i < 9; ++i)
        last = work.add_task({.title = "ö" + std::to_string(i), .depends_on = {last}});
    const view::view_options few{.max_tasks = 3, .max_label_chars = 10};
    CHECK(view::text(work, few) ==
          "\"long\" (active), 0 of 10 tasks completed, 1 ready\n[>] \"xxxxxxxxxx…\" ready\n"
          "  [ ] \"ö0\" waiting\n    [ ] \"ö1\" waiting\n+7 more");
    CHECK_THAT(view::mermaid(work, few), workmem_test::contains("more[\"+7 more\"]"));
    CHECK_THAT(view::dot(work, few), workmem_test::contains("label=\"+7 more\""));
    CHECK(view::json(work, few)["more"] == 7);
    CHECK(view::json(work, few)["tasks"].size() == 3);
}

TEST_CASE("a long chain is drawn without recursion", "[view]") {
    memory work;
    workmem::task_id last = work.add_task({.title = "0"});
    for (int i = 1; i < 20'000; ++i)
        last = work.add_task({.title = std::to_string(i), .depends_on = {last}});
    const auto text = view::text(work, {.max_tasks = 20'000});
    CHECK(std::count(text.begin(), text.end(), '\n') == 20'000);
}
