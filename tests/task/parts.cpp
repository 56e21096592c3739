// Tasks that are made of tasks.
#include "journal_calls.hpp"
#include "task_bundles.hpp"

#include <workmem/task/task_memory.ipp>

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

using namespace workmem_test;
using workmem::error_code;
using workmem::task_status;

namespace {

workmem::new_task part_of(const char* whole, const char* title,
                          std::vector<workmem::task_dependency> on = {}) {
    return {.title = title, .depends_on = std::move(on), .parent = whole, .id = title};
}

}  // namespace

TEST_CASE("a task waits for its parts", "[task][parts]") {
    task_setting s;
    auto work = s.open();
    work.add_tasks({named("release"), named("announce", {"release"})});
    CHECK(texts(work.ids({.parent = "release"})).empty());
    const auto before = work.get("release").version;
    work.add_tasks({part_of("release", "test", {"build"}), part_of("release", "build")});
    CHECK(work.get("release").version == before + 2);
    CHECK(work.get("build").parent == "release");
    CHECK(texts(work.ids({.parent = "release"})) == names{"test", "build"});
    REQUIRE(work.ready().size() == 1);
    CHECK(work.ready()[0].id == "build");
    for (const auto* const each : {"build", "test", "release"}) {
        const auto claim = work.claim(each, "ann");
        work.start(claim);
        work.complete(claim);
    }
    CHECK(work.ready()[0].id == "announce");
}

TEST_CASE("what is made of tasks can come with them, and be named by its title", "[task][parts]") {
    task_setting s;
    auto work = s.open();
    const auto ids = work.add_tasks({{.title = "Part", .parent = "Whole"}, {.title = "Whole"}});
    CHECK(work.get(ids[0]).parent == ids[1].str());
    CHECK(work.get(ids[1]).depends_on.at(0).task == ids[0]);
    // Parts may have parts.
    const auto more = work.add_task({.title = "Smaller", .parent = ids[0]});
    REQUIRE(work.ready().size() == 1);
    CHECK(work.ready()[0].id == more.str());
}

TEST_CASE("a part of what has begun, or would wait for itself, is refused", "[task][parts]") {
    task_setting s;
    auto work = s.open();
    work.add_tasks({named("whole"), named("after", {"whole"}), named("later", {"after"})});
    const auto before = work.to_json();
    CHECK(code_of(work.try_add_task(part_of("nothing", "x"))) == error_code::not_found);
    CHECK(code_of(work.try_add_task(part_of("x", "x"))) == error_code::cycle);
    const auto cycle = work.try_add_task(part_of("whole", "x", {"later"}));
    REQUIRE(code_of(cycle) == error_code::cycle);
    CHECK_THAT(cycle.error().message(), Catch::Contains("\"later\" -> \"x\""));
    CHECK(code_of(work.try_add_tasks({part_of("whole", "x", {"y"}), named("y", {"after"})})) ==
          error_code::cycle);
    CHECK(
        code_of(work.try_add_tasks({{.title = "same"}, {.title = "same"}, part_of("same", "x")})) ==
        error_code::validation_error);
    CHECK(work.to_json() == before);
    // What only waits for the whole is no part of a cycle.
    work.add_tasks({part_of("whole", "part"), named("beside", {"whole"})});
    work.start(work.claim("part", "ann"));
    work.complete("part");
    work.start(work.claim("whole", "ann"));
    CHECK(code_of(work.try_add_task(part_of("whole", "late"))) == error_code::validation_error);
    work.complete("whole");
    for (const auto* const each : {"after", "beside"}) work.skip(each);
    work.compact();
    CHECK(code_of(work.try_add_task(part_of("whole", "late"))) == error_code::validation_error);
}

TEST_CASE("parts are the same to every writer, and after a snapshot", "[task][parts]") {
    task_setting s;
    auto one = s.open(), other = s.open();
    one.add_tasks({named("whole"), named("after", {"whole"})});
    other.catch_up();
    other.add_tasks({part_of("whole", "b", {"a"}), part_of("whole", "a")});
    one.catch_up();
    CHECK(one == other);
    one.remove_dependency("whole", "b");
    other.catch_up();
    CHECK(one == other);
    one.snapshot();
    auto fresh = s.open();
    CHECK(fresh == one);
    CHECK(fresh.get("b").parent == "whole");
    // The order of what waits holds for what comes later.
    CHECK(code_of(fresh.try_add_dependency("a", "after")) == error_code::cycle);
    CHECK(fresh.add_dependency("whole", "b"));
}
