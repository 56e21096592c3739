#include "every_member.hpp"
#include "uses.hpp"

namespace {

using namespace every_member;

template <class Plan>
void change(Plan& plan) {
    const task_id first{"a"}, second{"b"};
    const claimed_task claim{first};
    const std::vector<wanted_dependency> dependencies;
    call([&] { plan.update_plan({.goal = "move"}); });
    call([&] { plan.add_task({.title = "A", .id = "a"}); });
    call([&] { plan.add_tasks({{.title = "C"}}); });
    call([&] { plan.add_dependency(second, {first}); });
    call([&] { plan.add_dependencies(dependencies); });
    call([&] { plan.remove_dependency(second, first); });
    call([&] { plan.update_task(first, {}); });
    call([&] { plan.assign(first, "ann"); });
    call([&] { plan.claim(first, "ann"); });
    call([&] { plan.claim_next("ann"); });
    call([&] { plan.start(claim); });
    call([&] { plan.block(claim, "rain"); });
    call([&] { plan.unblock(claim); });
    call([&] { plan.release(claim); });
    call([&] { plan.renew(claim); });
    call([&] { plan.reclaim(); });
    call([&] { plan.complete(claim); });
    call([&] { plan.fail(claim, "rain"); });
    call([&] { plan.retry(first); });
    call([&] { plan.reopen(first); });
    call([&] { plan.cancel_task(first); });
    call([&] { plan.skip(first); });
    call([&] { plan.assign_review(first, "bob"); });
    call([&] { plan.review_task(first, {}); });
    call([&] { plan.record_decision({.question = "when", .choice = "now"}); });
    call([&] { plan.record_decision(claim, {.question = "when", .choice = "now"}); });
    call([&] { plan.approve("none"); });
    call([&] { plan.record_discovery({.content = "it rains"}); });
    call([&] { plan.record_discovery(claim, {.content = "it rains"}); });
    call([&] { plan.record_artifact({.path = "list.txt"}); });
    call([&] { plan.record_artifact(claim, {.path = "list.txt"}); });
    call([&] { plan.open_branch({}); });
    call([&] { plan.register_agent({}); });
    call([&] { plan.inject_nudge({}); });
    call([&] { plan.acknowledge({}); });
    call([&] { plan.lead("ann"); });
    call([&] { plan.take_over("ann"); });
    take(plan.try_update_plan({.goal = "move"}), plan.try_add_task({.title = "B", .id = "b"}),
         plan.try_add_tasks({{.title = "D"}}), plan.try_add_dependency(second, {first}),
         plan.try_add_dependencies(dependencies), plan.try_remove_dependency(second, first),
         plan.try_update_task(first, {}), plan.try_assign(first, "ann"),
         plan.try_claim(first, "ann"), plan.try_claim_next("ann"), plan.try_start(claim),
         plan.try_block(claim, "rain"), plan.try_unblock(claim), plan.try_release(claim),
         plan.try_renew(claim), plan.try_reclaim(), plan.try_complete(claim),
         plan.try_fail(claim, "rain"), plan.try_retry(first), plan.try_reopen(first),
         plan.try_cancel_task(first), plan.try_skip(first), plan.try_assign_review(first, "bob"),
         plan.try_review_task(first, {}));
    take(plan.try_record_decision({.question = "how", .choice = "by train"}),
         plan.try_record_discovery({.content = "it is late"}),
         plan.try_record_artifact({.path = "none", .content = "x"}));
    take(plan.try_record_decision(&claim, {.question = "when", .choice = "now"}),
         plan.try_approve("none"), plan.try_record_discovery(&claim, {.content = "it rains"}),
         plan.try_record_artifact(&claim, {.path = "list.txt"}), plan.try_open_branch({}),
         plan.try_register_agent({}), plan.try_inject_nudge({}), plan.try_acknowledge({}),
         plan.try_lead("ann"), plan.try_take_over("ann"));
}

template <bool Lends, class Plan>
void read(const Plan& plan) {
    const task_id first{"a"};
    take(plan.size(), plan.empty(), plan.contains(first), plan.try_get(first), plan.ready(3),
         plan.try_identify("A"), plan.is_ready(first), plan.waiting(3), plan.blocked(3),
         plan.of_status(task_status::pending), plan.in_progress(3), plan.lost_by("ann"),
         plan.needs_review(3), plan.ids(), plan.ids(task_filter{}));
    call([&] { take(plan.get(first), plan.identify("A")); });
    call([&] { take(plan.blocks(first), plan.explain(first), plan.context_for(first)); });
    take(plan.try_explain(first), plan.try_context_for(first), plan.unreachable(),
         plan.topological_order(), plan.critical_path(), plan.decisions(), plan.needs_approval(),
         plan.discoveries(), plan.artifacts(), plan.branches(), plan.agents(), plan.knows("ann"),
         plan.nudges(), plan.inbox("ann"), plan.contributions(), plan.verify_artifacts(),
         plan.info(), plan.status(), plan.outcome(), plan.is_stale(milliseconds{1}),
         plan.stale(milliseconds{1}), plan.leader(), plan.digests(), plan.learning_candidates());
    if constexpr (Lends) {
        for (const auto& each : plan.ready()) take(each);
        for (const auto& each : plan.waiting()) take(each);
        for (const auto& each : plan.blocked()) take(each);
        for (const auto& each : plan.in_progress()) take(each);
        for (const auto& each : plan.needs_review()) take(each);
        for (const auto& each : plan.tasks()) take(each);
        for (const auto& each : plan.tasks({})) take(each);
    }
}

template <class Plan>
void end(Plan& plan) {
    call([&] { plan.finish(); });
    call([&] { plan.cancel(); });
    call([&] { plan.archive(); });
    call([&] { plan.reopen(); });
    call([&] { plan.compact(); });
    take(plan.try_finish(), plan.try_cancel(), plan.try_archive(), plan.try_reopen(),
         plan.try_compact());
}

template <class Memory>
void use_plan() {
    constexpr bool lends = !locks<typename Memory::policies::mutex>;
    Memory plan{{}, parts_of<Memory>()};
    record(plan);
    change(plan);
    read<lends>(plan);
    auto ann = plan.as({.id = "ann"});
    change(ann);
    read<lends>(ann);
    call([&] { ann.claim(task_id{"a"}); });
    call([&] { ann.claim_next(); });
    call([&] { ann.lead(); });
    call([&] { ann.take_over(); });
    take(ann.try_lead(), ann.try_take_over({.force = true}));
    take(ann.try_claim(task_id{"a"}), ann.try_claim_next(), ann.inbox(), ann.claims(), ann.actor());
    end(ann);
    long_term_store long_term;
    long_term.put({.id = "1", .content = "c", .core = "move"});
    call([&] { plan.from_cores(long_term, {"move"}); });
    take(plan.try_from_cores(long_term, {"move"}));
    Memory::promote(plan.learning_candidates(), long_term);
    take(plan == plan, plan.options(), plan.metrics(), plan.has_made({}),
         Memory::try_make({}, parts_of<Memory>()));
    copy(plan);
    const auto saved = plan.to_json();
    const auto text = plan.to_json_text();
    call([&] { plan.load(saved); });
    call([&] { plan.load_text(text); });
    take(plan.try_load(saved), plan.try_load_text(text));
    call([&] { plan.erase("a"); });
    take(plan.try_erase("a"));
    end(plan);
    call([&] { plan.discard(); });
    take(plan.try_discard());
}

template <class Store>
void use_store() {
    Store plans{{}, parts_of<Store>()};
    take(plans.create({.name = "move"}), plans.try_create({.name = "paint"}), plans.now(),
         plans.find("move"), plans.list(), plans.try_list(), plans.only_active(),
         plans.last_active(), plans.maker_of({}), plans.next_name(), plans.stale(milliseconds{1}),
         plans.try_stale(milliseconds{1}), plans.gc(), plans.try_gc());
}

}  // namespace

bool use_every_task() {
    use_plan<task_memory>();
    use_plan<shared_task_memory>();
    use_plan<durable_task_memory<journal::any>>();
    use_plan<shared_durable_task_memory<journal::any>>();
    use_store<task_store>();
    use_store<shared_task_store>();
    use_store<durable_task_store<journal::any>>();
    use_store<shared_durable_task_store<journal::any>>();
    return true;
}
