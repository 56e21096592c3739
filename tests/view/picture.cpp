// What every picture of a plan promises.
#include "auth_plan.hpp"
#include "catch.hpp"

#include <workmem/task/task_id.hpp>
#include <workmem/view/dot.hpp>
#include <workmem/view/json.hpp>
#include <workmem/view/mermaid.hpp>
#include <workmem/view/picture.hpp>
#include <workmem/view/text.hpp>

#include <algorithm>
#include <string>

namespace view = workmem::view;
using workmem_test::plan_memory;

TEST_CASE("titles stay labels", "[view]") {
    plan_memory work{{.name = "a \"b\"\n# c"}};
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

TEST_CASE("what is long is cut, and says by how much", "[view]") {
    plan_memory work{{.name = "long"}};
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
