// Whichever allocation fails, a call on a task memory that throws changed nothing: neither what can
// be seen, nor the journal, nor what observers heard; and the next call works.
#include "failing_calls.hpp"
#include "task_bundles.hpp"

#include <workmem/long_term/long_term_store.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <workmem/observer/observer.hpp>

using namespace workmem_test;
using workmem::milliseconds;
using workmem::task_id;

namespace {

using memory = task_memory_of<workmem::journal::memory, workmem::access::open, workmem::null_mutex,
                              workmem::observer::callbacks>;
using plain = task_memory_of<workmem::journal::none>;

template <class Memory>
struct stage {
    basic_task_setting<Memory> with{};
    std::size_t heard = 0;
    std::optional<Memory> made{};
    workmem::task_claim held{}, other{}, working{}, blocked{};
    std::string choice{}, risky{};
    nlohmann::json saved{};  // made ahead: its destructor may allocate
    std::string saved_text{};
    workmem::long_term_store core{};

    stage() {
        if constexpr (Memory::observer_type::listens)
            with.observer.template on<workmem::task_notice>(
                [this](const workmem::task_notice& notice) {
                    heard += 1 + notice.ids.size() + notice.skipped.size();
                });
        made.emplace(with.open({.name = "name", .lease = milliseconds{10}}));
        auto& work = *made;
        work.add_tasks({named("a task with a long enough id"), named("b"), named("c", {"b"}),
                        named("d"), named("e"), named("f", {"e"}), named("g")});
        work.add_tasks({named("x"), named("f2"), named("f3", {"f2"}), named("done"),
                        named("waits", {"done"}), named("working"), named("blocked")});
        finish_task(work, "done");
        for (const auto* const id : {"reviewed", "rejected once"}) {
            auto planned = named(id);
            planned.needs_review = true;
            work.add_task(planned);
            finish_task(work, id);
        }
        work.review_task("rejected once", {workmem::review_status::rejected, "wrong", "qa"});
        work.start(work.claim("waits", "amy"));
        working = work.claim("working", "eve");
        work.start(working);
        blocked = work.claim("blocked", "joe");
        work.start(blocked);
        work.block(blocked, "no access");
        held = work.claim("a task with a long enough id", "an agent with a long name");
        other = work.claim("b", "ben");
        work.start(other);
        choice = work.open_branch({.question = "d or e?", .options = {"d", "e"}});
        risky = work.record_decision(
            {.question = "q", .choice = "c", .affects_tasks = {"g"}, .needs_approval = true});
        saved = work.to_json();
        saved_text = work.to_json_text();
        core.put({.id = "1",
                  .content = "a task of a long enough name",
                  .core = "core",
                  .tags = {"task"}});
        core.put({.id = "2", .content = "what is known of it", .core = "core"});
        work.inject_nudge({.target = "ben", .message = "a message that is long enough"});
    }
    std::string facts() const {
        std::string out;
        for (const auto& each : made->ids()) out += made->get(each).title + ' ';
        return out;
    }
    std::string seen() {
        auto& work = *made;
        std::string out =
            work.to_json_text() + std::to_string(heard) + " at " + std::to_string(work.sequence());
        for (const auto& each : work.ready(9)) out += each.str();
        for (const auto& each : work.topological_order()) out += each.str();
        for (const auto& each : work.unreachable()) out += each.task.str();
        out += work.context_for("b", {.agent = "ben"});
        if constexpr (Memory::journal_type::records)
            CHECK(with.journal.read(
                "tasks", 0, [&](const workmem::journal::record& each) { out += each.bytes; }));
        return out;
    }
};

template <class Memory>
std::vector<failing_call<stage<Memory>>> calls() {
    using on = stage<Memory>&;
    const std::string text(80, 'x');
    return {
        {"add_task", effect::change,
         [=](on s) {
             s.made->add_task({.title = text, .depends_on = {"b", "d"}, .id = text});
         }},
        {"add_tasks", effect::change,
         [=](on s) {
             s.made->add_tasks({named("p", {"q"}), named("q"), named(text, {"p", "c"})});
         }},
        {"add_dependency", effect::change, [](on s) { s.made->add_dependency("d", "g"); }},
        {"remove_dependency", effect::change, [](on s) { s.made->remove_dependency("f", "e"); }},
        {"backwards", effect::change, [](on s) { s.made->add_dependency("e", "f2"); }},
        {"update_task", effect::change, [=](on s) { s.made->update_task("g", {.title = text}); }},
        {"claim", effect::change, [=](on s) { s.made->claim("x", text); }},
        {"start", effect::change, [](on s) { s.made->start(s.held); }},
        {"complete", effect::change,
         [=](on s) {
             s.made->complete(s.other, {text, {text, text}});
         }},
        {"fail", effect::change, [=](on s) { s.made->fail(s.other, text); }},
        {"skip", effect::change, [=](on s) { s.made->skip("e", text); }},
        {"cancel", effect::change, [](on s) { s.made->cancel(); }},
        {"decide", effect::change,
         [=](on s) {
             s.made->record_decision({.question = text,
                                      .choice = text,
                                      .affects_tasks = {"b", "c"},
                                      .supersedes = s.risky,
                                      .resolves = s.choice,
                                      .branch = {"d"}});
         }},
        {"approve", effect::change,
         [=](on s) { s.made->approve(s.risky, {.comments = text, .by = text}); }},
        {"discover", effect::change,
         [=](on s) {
             s.made->record_discovery({.content = text, .affects_tasks = {"b", "c"}});
         }},
        {"artifact", effect::change,
         [=](on s) {
             s.made->record_artifact({.path = text, .associated_task = "b", .content = "content"});
         }},
        {"nudge", effect::change,
         [=](on s) { s.made->inject_nudge({.target = text, .message = text}); }},
        {"nudge all", effect::change,
         [=](on s) { s.made->inject_nudge({.target = "all", .message = text}); }},
        {"acknowledge", effect::change,
         [](on s) { s.made->acknowledge({s.made->inbox("ben").front().id}); }},
        {"register", effect::change,
         [=](on s) { s.made->register_agent({.id = text, .log_ref = text}); }},
        {"lead", effect::change, [=](on s) { s.made->lead(text); }},
        {"reclaim", effect::change,
         [](on s) {
             s.with.clock.advance(std::chrono::hours{1});
             s.made->reclaim();
         }},
        {"update_plan", effect::change, [=](on s) { s.made->update_plan({.goal = text}); }},
        {"add_dependencies", effect::change,
         [](on s) {
             const std::vector<workmem::wanted_dependency> wanted{{"x", {"d"}}, {"x", {"e"}}};
             s.made->add_dependencies(wanted);
         }},
        {"assign", effect::change, [=](on s) { s.made->assign("x", text); }},
        {"claim_next", effect::change, [=](on s) { s.made->claim_next(text); }},
        {"block", effect::change, [=](on s) { s.made->block(s.working, text); }},
        {"unblock", effect::change, [](on s) { s.made->unblock(s.blocked); }},
        {"release", effect::change, [=](on s) { s.made->release(s.working, text); }},
        {"renew", effect::change, [](on s) { s.made->renew(s.working, milliseconds{90}); }},
        {"retry", effect::change, [](on s) { s.made->retry("rejected once"); }},
        {"reopen a task", effect::change, [=](on s) { s.made->reopen("done", text); }},
        {"cancel_task", effect::change, [=](on s) { s.made->cancel_task("b", text); }},
        {"assign_review", effect::change, [=](on s) { s.made->assign_review("reviewed", text); }},
        {"review_task", effect::change,
         [=](on s) { s.made->review_task("reviewed", {.comments = text, .by = "qa"}); }},
        {"open_branch", effect::change,
         [=](on s) {
             s.made->open_branch({.question = text, .options = {"x", "f2"}});
         }},
        {"take_over", effect::change, [=](on s) { s.made->take_over(text); }},
        {"compact", effect::touch, [](on s) { s.made->compact(); }},
        {"erase", effect::parts, [](on s) { s.made->erase("c"); }},
        {"discard", effect::parts, [](on s) { s.made->discard(); }},
        {"from_cores", effect::parts, [](on s) { s.made->from_cores(s.core, {"core"}); }},
        {"load_text", effect::change, [](on s) { s.made->load_text(s.saved_text); }},
        {"to_json_text", effect::nothing, [](on s) { (void)s.made->to_json_text(); }},
        {"context_for", effect::nothing, [](on s) { (void)s.made->context_for("f"); }},
        {"explain", effect::nothing, [](on s) { (void)s.made->explain("c"); }},
        {"readings", effect::nothing,
         [](on s) {
             (void)s.made->contributions();
             (void)s.made->critical_path();
             (void)s.made->learning_candidates();
             (void)s.made->verify_artifacts();
             (void)s.made->info();
             (void)s.made->digests();
         }},
        {"copy", effect::nothing, [](on s) { const auto copy = *s.made; }},
        {"flush", effect::touch, [](on s) { s.made->flush(); }},
        {"catch_up", effect::nothing, [](on s) { s.made->catch_up(); }},
        {"load", effect::change, [](on s) { s.made->load(s.saved); }},
    };
}

}  // namespace

TEMPLATE_TEST_CASE("a call on a task memory that runs out of memory changed nothing",
                   "[strong_guarantee][task]", memory, plain) {
    fail_each(calls<TestType>());
}
