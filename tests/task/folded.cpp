// Finished tasks that were folded: their ids stay known, and others can wait for them.
#include "journal_calls.hpp"
#include "task_bundles.hpp"

#include <workmem/task/task_memory.ipp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace workmem_test;
using workmem::dependency_condition;
using workmem::error_code;
using workmem::join;
using workmem::task_status;

namespace {

std::string detail_of(const workmem::error& problem, const std::string& name) {
    for (const auto& each : problem.details())
        if (each.name == name) return each.value;
    return {};
}

// One of each end, folded.
void fold_all(recorded_tasks& work) {
    work.add_tasks({named("done"), named("cancelled"), named("skipped")});
    finish_task(work, "done");
    work.cancel_task("cancelled");
    work.skip("skipped");
    REQUIRE(work.compact() == 3);
}

}  // namespace

TEST_CASE("a task can depend on one that was completed and folded", "[task][folded]") {
    task_setting with;
    auto work = with.open();
    fold_all(work);
    CHECK(work.size() == 0);
    work.add_task(named("next", {"done"}));
    CHECK(work.is_ready("next"));
    CHECK(work.get("next").depends_on == std::vector<workmem::task_dependency>{"done"});
    CHECK(work.explain("next").needed == 1);
    CHECK(work.explain("next").satisfied == 1);
    CHECK(work.explain("next").dependencies.empty());
    CHECK_THAT(work.context_for("next"), contains("done: done is done"));
    // From the stream, a snapshot and JSON comes the same.
    CHECK(with.open() == work);
    work.snapshot();
    auto again = with.open();
    CHECK(again == work);
    CHECK(again.is_ready("next"));
    again.load_text(work.to_json_text());
    CHECK(again.to_json_text() == work.to_json_text());
    // It is still known after the next fold, and after the tasks that wait for it are folded.
    finish_task(work, "next");
    CHECK(work.compact() == 1);
    work.add_task(named("last", {"done", "next"}));
    CHECK(work.is_ready("last"));
    CHECK(with.open() == work);
}

TEST_CASE("what was folded counts among the dependencies that a task joins", "[task][folded]") {
    task_setting with;
    auto work = with.open();
    fold_all(work);
    auto any = named("any", {"done", "open"});
    any.joins = join::any();
    auto two = named("two", {"done", "open", "other"});
    two.joins = join::at_least(2);
    work.add_tasks({named("open"), named("other"), any, two, named("all", {"done", "open"})});
    CHECK(work.is_ready("any"));
    CHECK_FALSE(work.is_ready("two"));
    CHECK_FALSE(work.is_ready("all"));
    CHECK_THAT(work.explain("all").text, contains("\"open\" (pending)") && !contains("done"));
    work.cancel_task("other");
    CHECK(work.unreachable().empty());
    finish_task(work, "open");
    CHECK(work.is_ready("two"));
    CHECK(work.is_ready("all"));
    CHECK(with.open() == work);
}

TEST_CASE("a dependency on a folded task is added once, and by what it ended with",
          "[task][folded]") {
    task_setting with;
    auto work = with.open();
    fold_all(work);
    work.add_tasks({named("a"), named("b", {"a"})});
    const auto version = work.get("b").version;
    CHECK(work.add_dependency("b", "done"));
    CHECK_FALSE(work.add_dependency("b", "done"));
    CHECK(work.get("b").version == version + 1);
    CHECK(work.get("b").depends_on.size() == 2);
    CHECK_FALSE(work.is_ready("b"));
    CHECK(work.add_dependency("a", {"cancelled", dependency_condition::always}));
    CHECK(work.is_ready("a"));
    const auto other = work.try_add_dependency("b", {"done", dependency_condition::any});
    CHECK(code_of(other) == error_code::conflict);
    CHECK_THAT(other.error().message(), contains("by another condition, success"));
    for (const auto* on : {"cancelled", "skipped"}) {
        const auto refused = work.try_add_dependency("b", on);
        CHECK(code_of(refused) == error_code::validation_error);
        CHECK_THAT(refused.error().message(), contains("was " + std::string{on} +
                                                       " and folded into a digest; nothing can "
                                                       "wait for it by the condition success"));
        CHECK(code_of(work.try_add_task(named("c", {on}))) == error_code::validation_error);
    }
    CHECK(code_of(work.try_add_dependency("a", {"done", dependency_condition::failure})) ==
          error_code::validation_error);
    CHECK(with.open() == work);
}

TEST_CASE("whoever asks for a folded task hears what became of it", "[task][folded]") {
    task_setting with;
    auto work = with.open();
    fold_all(work);
    for (const auto& refused :
         {work.try_get("done").error(), work.try_explain("done").error(),
          work.try_claim("done", "ann").error(), work.try_context_for("done").error()}) {
        CHECK(refused.code() == error_code::not_found);
        CHECK(refused.message() == "task \"done\" was completed and folded into a digest");
        CHECK(detail_of(refused, "folded") == "completed");
    }
    CHECK(detail_of(work.try_get("skipped").error(), "folded") == "skipped");
    CHECK(detail_of(work.try_get("never").error(), "folded").empty());
    // Its id stays its own.
    const auto taken = work.try_add_task(named("done"));
    CHECK(code_of(taken) == error_code::conflict);
    CHECK_THAT(taken.error().message(), contains("its id is taken"));
}

TEST_CASE("one that was cancelled and lets others go on does so when it is folded",
          "[task][folded]") {
    task_setting with;
    auto work = with.open();
    auto lenient = named("lenient");
    lenient.on_failure = workmem::failure_policy::proceed;
    work.add_task(lenient);
    work.cancel_task("lenient");
    REQUIRE(work.compact() == 1);
    work.add_task(named("next", {"lenient"}));
    CHECK(work.is_ready("next"));
    CHECK(with.open() == work);
}

TEST_CASE("what does not say what was folded loads", "[task][folded]") {
    task_setting with;
    auto work = with.open();
    fold_all(work);
    auto older = nlohmann::json(work.to_json());
    CHECK(older["folded"].size() == 3);
    CHECK(older["folded"][0] == nlohmann::json{{"id", "done"}, {"status", "completed"}});
    older.erase("folded");
    work.load(older);
    CHECK(work.digests().size() == 1);
    CHECK(work.try_get("done").error().message() ==
          "there is no task \"done\" in task memory \"auth\"");
    CHECK(code_of(work.try_add_task(named("next", {"done"}))) == error_code::not_found);
}

TEST_CASE("a document in which a task waits for a folded one that cannot satisfy it is refused",
          "[task][folded]") {
    task_setting with;
    auto work = with.open();
    fold_all(work);
    work.add_task(named("next", {"done"}));
    auto document = nlohmann::json(work.to_json());
    document["tasks"][0]["depends_on"][0]["task"] = "skipped";
    const auto before = work.to_json_text();
    const auto refused = work.try_load(document);
    CHECK(code_of(refused) == error_code::validation_error);
    CHECK_THAT(refused.error().message(), contains("\"skipped\" was skipped and folded"));
    CHECK(work.to_json_text() == before);
}
