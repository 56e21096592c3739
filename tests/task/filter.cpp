// Tasks by status, tag and who has them.
#include "task_bundles.hpp"

#include <workmem/task/task_memory.ipp>

#include <string>
#include <vector>

using namespace workmem_test;
using workmem::task_status;

TEST_CASE("tasks are listed by status, tag and who has them", "[task][filter]") {
    task_setting with;
    auto work = with.open();
    auto a = named("a"), b = named("b"), c = named("c"), d = named("d", {"a"});
    a.tags = {"ui", "urgent"};
    b.tags = {"ui"};
    c.tags = {"urgent"};
    work.add_tasks({a, b, c, d});
    work.start(work.claim("a", "ann"));
    work.claim("b", "ann");
    work.claim("c", "ben");
    CHECK(texts(work.ids(workmem::task_filter{})) == names{"a", "b", "c", "d"});
    CHECK(texts(work.ids({.tag = "ui"})) == names{"a", "b"});
    CHECK(texts(work.ids({.tag = "urgent"})) == names{"a", "c"});
    CHECK(work.ids({.tag = "u"}).empty());
    CHECK(texts(work.ids({.assigned_to = "ann"})) == names{"a", "b"});
    CHECK(texts(work.ids({.assigned_to = "ann"}, 1)) == names{"a"});
    CHECK(texts(work.ids({.tag = "urgent", .assigned_to = "ann"})) == names{"a"});
    CHECK(texts(work.ids({.status = task_status::assigned, .tag = "ui"})) == names{"b"});
    names titles;
    for (const auto& each : work.tasks({.status = task_status::pending}))
        titles.push_back(each.title);
    CHECK(titles == names{"d"});
    // What a change makes of a task counts at once.
    work.update_task("d", {.tags = names{"ui"}});
    work.release("b");
    CHECK(texts(work.ids({.tag = "ui"})) == names{"a", "b", "d"});
    CHECK(texts(work.as({.id = "ann"}).ids({.assigned_to = "ann"})) == names{"a"});
}
