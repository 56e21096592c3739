// Tasks by what a person says of them, and agents that nobody knows.
#include "journal_calls.hpp"
#include "task_bundles.hpp"

#include <workmem/task/task_memory.ipp>

#include <string>
#include <vector>

using namespace workmem_test;
using std::chrono::minutes;
using workmem::error_code;

namespace {

workmem::new_task titled(std::string id, std::string title) {
    workmem::new_task out;
    out.id = std::move(id);
    out.title = std::move(title);
    return out;
}

}  // namespace

TEST_CASE("a task is meant by its id, its title or how its id begins", "[task][identify]") {
    task_setting with;
    auto work = with.open();
    work.add_tasks({titled("7f3a-one", "Design"), titled("7f3b-two", "Build"),
                    titled("9c00", "7f3a-one"), titled("Build", "Ship")});
    CHECK(work.identify("7f3a-one").str() == "7f3a-one");  // an id before a title
    CHECK(work.identify("Design").str() == "7f3a-one");
    CHECK(work.identify("Build").str() == "Build");
    CHECK(work.identify("7f3b").str() == "7f3b-two");
    CHECK(work.identify("7f3b-tw").str() == "7f3b-two");
    // Three characters are too few, whatever they begin.
    for (const auto* said : {"7f3", "9c0", "design", "", "7f3b-two-"})
        CHECK(code_of(work.try_identify(said)) == error_code::not_found);
    CHECK(work.try_identify("none").error().message() ==
          "there is no task \"none\" in task memory \"auth\"");
}

TEST_CASE("what may mean several tasks is refused with all of them", "[task][identify]") {
    task_setting with;
    auto work = with.open();
    work.add_tasks(
        {titled("abcd1", "Test"), titled("abcd2", "Test"), titled("abcd3", "x\x1b[31m")});
    const auto title = work.try_identify("Test");
    CHECK(code_of(title) == error_code::validation_error);
    CHECK(
        title.error().message() ==
        "\"Test\" may mean 2 tasks: \"Test\" (abcd1), \"Test\" (abcd2); say the id, or more of it");
    const auto begun = work.try_identify("abcd");
    CHECK(code_of(begun) == error_code::validation_error);
    CHECK_THAT(begun.error().message(), contains("\"abcd\" may mean 3 tasks"));
    CHECK(begun.error().message().find('\x1b') == std::string::npos);
    for (int i = 0; i < 9; ++i) work.add_task(titled("abcd9" + std::to_string(i), "y"));
    CHECK_THAT(work.try_identify("abcd").error().message(), contains("and 7 more; say"));
}

TEST_CASE("a folded task is meant where no other is", "[task][identify][folded]") {
    task_setting with;
    auto work = with.open();
    work.add_tasks({titled("abcd1", "Test"), titled("wxyz", "Other")});
    finish_task(work, "abcd1");
    REQUIRE(work.compact() == 1);
    CHECK(work.identify("abcd").str() == "abcd1");
    CHECK(work.identify("abcd1").str() == "abcd1");
    work.add_task(titled("abcd2", "Again"));
    CHECK(work.identify("abcd").str() == "abcd2");
    CHECK(work.identify("abcd1").str() == "abcd1");
}

TEST_CASE("two tasks of one title come in together, unless one of them is referred to by it",
          "[task][identify]") {
    task_setting with;
    auto work = with.open();
    CHECK(work.add_tasks({titled("a", "Test"), titled("b", "Test"), named("c", {"b"})}).size() ==
          3);
    auto d = titled("d", "Deploy"), e = titled("e", "Check"), f = titled("f", "Deploy");
    e.depends_on = {"Deploy"};
    const auto before = work.sequence();
    const auto refused = work.try_add_tasks({d, e, f});
    CHECK(code_of(refused) == error_code::validation_error);
    CHECK(refused.error().message() ==
          "\"Check\" depends on \"Deploy\", the title of tasks 1 and 3 of these; give them other "
          "titles, or ids");
    CHECK(work.sequence() == before);
    e.depends_on = {"f"};
    CHECK(work.try_add_tasks({d, e, f}));
    CHECK(work.get("e").depends_on == std::vector<workmem::task_dependency>{"f"});
}

TEST_CASE("who has claimed, leads or is registered is known", "[task][identify]") {
    task_setting with;
    auto work = with.open();
    work.add_task(named("a"));
    CHECK_FALSE(work.knows("ann"));
    CHECK(work.knows("orchestrator"));
    work.claim("a", "ann");
    work.register_agent({.id = "kim"});
    work.lead("boss");
    for (const auto* id : {"ann", "kim", "boss"}) CHECK(work.knows(id));
    CHECK_FALSE(work.knows("An"));
}

TEST_CASE("claim_next takes what was not renewed in time", "[task][claims]") {
    basic_task_setting<workmem::basic_task_memory<task_guarded>> with;
    auto work = with.open({.name = "auth", .grace = minutes{1}});
    auto important = named("important");
    important.priority = workmem::priority::critical;
    work.add_tasks({important, named("other")});
    auto ann = work.as({.id = "ann"}), ben = work.as({.id = "ben"});
    CHECK(ann.claim_next({.lease = minutes{5}})->task == "important");
    with.clock.advance(minutes{5});
    CHECK(ben.claim_next()->task == "other");  // the time of grace is not over
    CHECK_FALSE(ben.claim_next());
    with.clock.advance(minutes{1});
    // A worker may not reclaim; that time has passed is no matter of roles.
    CHECK(code_of(ben.try_reclaim()) == error_code::forbidden);
    const auto got = ben.claim_next();
    REQUIRE(got);
    CHECK(got->task == "important");
    CHECK(work.get("important").attempts.size() == 1);
    CHECK(work.get("important").attempts[0].ended == "reclaim");
    CHECK(code_of(ann.try_start("important")) == error_code::fenced);
    CHECK(with.open({.name = "auth", .grace = minutes{1}}) == work);
}

TEST_CASE("a context is never longer than it may be", "[task][context]") {
    task_setting with;
    const std::string long_text(400, 'w');
    auto work = with.open(
        {.name = "auth", .goal = "Goal \xE2\x82\xAC " + long_text, .constraints = {"one", "two"}});
    auto odd = named("b", {"a"});
    odd.title = "T\"\x1b\xF0\x9F\x98\x80 " + std::string(200, 'x');
    odd.description = long_text + "\n\t\"quoted\"";
    work.add_tasks({named("a"), odd, named("c", {"b"})});
    finish_task(work, "a");
    for (int i = 0; i < 4; ++i)
        work.inject_nudge({.target = "ann",
                           .message = "Stop " + std::to_string(i) + long_text,
                           .priority = i % 2 == 0 ? workmem::nudge_priority::urgent
                                                  : workmem::nudge_priority::normal});
    work.record_decision({.question = "?", .choice = long_text, .affects_tasks = {"b"}});
    work.record_discovery({.content = "found"});
    const workmem::bounding_counter tokens;
    for (const auto* task : {"a", "b", "c"})
        for (std::size_t limit = 0; limit <= 300; ++limit) {
            const auto text = work.context_for(task, {.token_limit = limit, .agent = "ann"});
            INFO(task << ", " << limit << ": " << text);
            REQUIRE(tokens(text) <= limit);
            // With room for a line it says at least which task it is about.
            if (limit >= 60) REQUIRE_THAT(text, contains("task: \""));
        }
    CHECK(work.context_for("b", {.token_limit = 0}).empty());
}
