// What becomes of a plan, row by row: a story told in steps, and how each task stands afterwards.
//
// A step is a verb and what it is about: `done a` (also `failed`, `cancelled`, `skipped`, `begun`,
// `taken`, `given back`, `retried`), `late b>a` (b waits for a from now on; `b>a!` for its failure,
// `b>a?` for any end of its work, `b>a*` for whatever becomes of it), `late lease`, `choose a` (of
// the open branch), `approve`, `deny`. The outcome names tasks by how they stand.
#include "task_bundles.hpp"

#include <algorithm>
#include <sstream>

using namespace workmem_test;
using workmem::dependency_condition;
using workmem::failure_policy;
using workmem::join;
using workmem::milliseconds;
using workmem::task_id;
using workmem::task_outcome;
using workmem::task_status;

namespace {

struct row {
    const char* what;
    const char* plan;   // `b>a c>ab`: b waits for a; c for a and b
    const char* steps;  // separated by commas
    const char* ready;
    const char* waiting;      // for what may still come
    const char* unreachable;  // for what cannot come any more
    const char* skipped;
    task_outcome outcome;
    failure_policy policy = failure_policy::block;
    join joins = join::all();  // of task z
    const char* choice = "";   // between these tasks, from the beginning
    const char* gate = "";     // a decision to be approved holds these
};

workmem::task_dependency on(const char*& at) {
    const std::string id(1, *at++);
    switch (*at) {
        case '!': ++at; return {id, dependency_condition::failure};
        case '?': ++at; return {id, dependency_condition::any};
        case '*': ++at; return {id, dependency_condition::always};
        default: return id;
    }
}

class story {
public:
    explicit story(const row& told)
        : work_{
              with_.open({.name = "story", .on_failure = told.policy, .grace = milliseconds{5}})} {
        std::istringstream words{told.plan};
        std::vector<workmem::new_task> tasks;
        for (std::string word; words >> word;) {
            auto& task = tasks.emplace_back(named(word.substr(0, 1)));
            if (task.id == "z") task.joins = told.joins;
            if (word.size() < 2) continue;
            for (const char* at = word.c_str() + 2; *at != '\0';) task.depends_on.push_back(on(at));
        }
        work_.add_tasks(tasks);
        if (*told.choice != '\0')
            branch_ = work_.open_branch({.question = "which?", .options = ids(told.choice)});
        if (*told.gate != '\0')
            gate_ = work_.record_decision({.question = "may we?",
                                           .choice = "yes",
                                           .affects_tasks = ids(told.gate),
                                           .needs_approval = true});
        std::istringstream steps{told.steps};
        for (std::string step; std::getline(steps, step, ',');) {
            step.erase(0, step.find_first_not_of(' '));
            take(step);
        }
    }

    std::string ready() { return letters(work_.ready(99)); }
    std::string unreachable() {
        std::string out;
        for (const auto& each : work_.unreachable()) {
            CHECK(!each.because_of.str().empty());
            CHECK(work_.explain(each.task).unreachable_because_of == each.because_of);
            out += each.task.str();
        }
        return sorted(out);
    }
    // Whoever waits for what may come is told for what.
    std::string waiting() {
        std::string out;
        const auto lost = unreachable();
        for (const auto& each : work_.waiting(99)) {
            if (lost.find(each.str()) != std::string::npos) continue;
            const auto why = work_.explain(each);
            CHECK(!(why.dependencies.empty() && why.decisions.empty() && why.branches.empty()));
            CHECK(!why.is_ready);
            out += each.str();
        }
        return sorted(out);
    }
    std::string skipped() { return letters(work_.of_status(task_status::skipped)); }
    task_outcome outcome() { return work_.outcome(); }
    bool replays() { return with_.open() == work_; }

private:
    static std::string sorted(std::string text) {
        std::sort(text.begin(), text.end());
        return text;
    }
    static std::string letters(const std::vector<task_id>& tasks) {
        std::string out;
        for (const auto& each : tasks) out += each.str();
        return sorted(out);
    }
    static std::vector<task_id> ids(std::string_view letters) {
        std::vector<task_id> out;
        for (const char each : letters) out.emplace_back(std::string(1, each));
        return out;
    }
    void take(const std::string& step) {
        INFO("step: " << step);
        const auto about = step.substr(step.rfind(' ') + 1);
        const auto verb = step.substr(0, step.rfind(' '));
        if (verb == "done") return finish_task(work_, about);
        if (verb == "failed") return fail_task(work_, about);
        if (verb == "cancelled") return (void)work_.cancel_task(about);
        if (verb == "skipped") return (void)work_.skip(about);
        if (verb == "retried") return work_.retry(about);
        if (verb == "taken") return (void)work_.claim(about, "w", {.lease = milliseconds{10}});
        if (verb == "begun") {
            work_.start(work_.claim(about, "w", {.lease = milliseconds{10}}));
            return;
        }
        if (verb == "given back") return work_.release(about);
        if (step == "late lease") {
            with_.clock.advance(milliseconds{15});
            return (void)work_.reclaim();
        }
        if (verb == "late") {
            const char* at = about.c_str() + 2;
            return (void)work_.add_dependency(about.substr(0, 1), on(at));
        }
        if (verb == "choose")
            return (void)work_.record_decision(
                {.question = "which?", .choice = about, .resolves = branch_, .branch = ids(about)});
        if (step == "approve") return (void)work_.approve(gate_);
        if (step == "deny") return (void)work_.approve(gate_, {.granted = false});
        FAIL("no such step");
    }

    task_setting with_{};
    recorded_tasks work_;
    std::string branch_{}, gate_{};
};

void tell(const std::vector<row>& rows) {
    for (const auto& each : rows) {
        INFO(each.what << ": " << each.plan << " | " << each.steps);
        story told{each};
        CHECK(told.ready() == each.ready);
        CHECK(told.waiting() == each.waiting);
        CHECK(told.unreachable() == each.unreachable);
        CHECK(told.skipped() == each.skipped);
        CHECK(told.outcome() == each.outcome);
        CHECK(told.replays());
    }
}

constexpr auto is_open = task_outcome::open, completed = task_outcome::completed,
               partial = task_outcome::partial, all_failed = task_outcome::failed,
               cancelled = task_outcome::cancelled;
constexpr auto block = failure_policy::block, skip = failure_policy::skip_dependents,
               proceed = failure_policy::proceed;

}  // namespace

// what, plan, steps, ready, waiting, unreachable, skipped, outcome, policy, joins, choice, gate

TEST_CASE("late edges", "[task][branches]") {
    tell({{"on what is open", "a b", "late b>a", "a", "b", "", "", is_open},
          {"on what is done", "a b", "done a, late b>a", "b", "", "", "", is_open},
          {"on what failed", "a b", "failed a, late b>a", "", "", "b", "", all_failed},
          {"on what failed, wanting that", "a b", "failed a, late b>a!", "b", "", "", "", is_open},
          {"on what was skipped", "a b", "skipped a, late b>a", "", "", "b", "a", cancelled},
          {"on what was skipped, whatever", "a b", "skipped a, late b>a*", "b", "", "", "a",
           is_open},
          {"of a taken task", "a b", "taken b, late b>a", "a", "", "", "", is_open},
          {"of a task that came back", "a b", "taken b, late b>a, given back b", "a", "b", "", "",
           is_open},
          {"that make a chain", "a b c", "late b>a, late c>b", "a", "bc", "", "", is_open},
          {"behind a failure", "a b c", "failed a, late b>a, late c>b", "", "", "bc", "",
           all_failed}});
}

TEST_CASE("retries and leases", "[task][branches]") {
    tell({{"a retry", "a b>a", "failed a, retried a", "a", "b", "", "", is_open},
          {"a retry that works", "a b>a", "failed a, retried a, done a", "b", "", "", "", is_open},
          {"after dependents were skipped", "a b>a", "failed a, retried a, done a", "", "", "", "b",
           completed, skip},
          {"while others go on without it", "a b>a", "failed a, done b, retried a", "a", "", "", "",
           is_open, proceed},
          {"a repair that is not needed after all", "a b>a!", "failed a, retried a, done a", "", "",
           "", "b", completed},
          {"a lease that ended before work began", "a b>a", "taken a, late lease", "a", "b", "", "",
           is_open},
          {"a lease that ended during work", "a b>a", "begun a, late lease", "a", "b", "", "",
           is_open},
          {"a lease that ended, and another worker", "a b>a", "begun a, late lease, done a", "b",
           "", "", "", is_open},
          {"given back", "a b>a", "begun a, given back a", "a", "b", "", "", is_open}});
}

TEST_CASE("failure policies", "[task][branches]") {
    tell(
        {{"wait", "a b>a c>b", "failed a", "", "", "bc", "", all_failed, block},
         {"wait, with something done", "a b>a d", "done d, failed a", "", "", "b", "", partial,
          block},
         {"skip", "a b>a c>b", "failed a", "", "", "", "bc", all_failed, skip},
         {"skip up to what can do without", "a b d z>ab", "failed a", "bd", "z", "", "", is_open,
          skip, join::any()},
         {"skip what asked for its failure not", "a b>a!", "failed a", "b", "", "", "", is_open,
          skip},
         {"go on", "a b>a", "failed a", "b", "", "", "", is_open, proceed},
         {"go on to the end", "a b>a", "failed a, done b", "", "", "", "", partial, proceed},
         {"wait for what is cancelled", "a b>a", "cancelled a", "", "", "b", "", cancelled, block},
         {"skip after what is cancelled", "a b>a", "cancelled a", "", "", "", "b", cancelled, skip},
         {"go on without what is cancelled", "a b>a", "cancelled a", "b", "", "", "", is_open,
          proceed}});
}

TEST_CASE("joins and skips", "[task][branches]") {
    tell(
        {{"all: one left", "a b z>ab", "done a", "b", "z", "", "", is_open},
         {"all: one failed", "a b z>ab", "done a, failed b", "", "", "z", "", partial},
         {"all: one skipped", "a b z>ab", "done a, skipped b", "", "", "", "bz", completed},
         {"any: one done", "a b z>ab", "done a", "bz", "", "", "", is_open, block, join::any()},
         {"any: one failed", "a b z>ab", "failed a", "b", "z", "", "", is_open, block, join::any()},
         {"any: none left", "a b z>ab", "failed a, failed b", "", "", "z", "", all_failed, block,
          join::any()},
         {"any: one skipped", "a b z>ab", "skipped a", "b", "z", "", "a", is_open, block,
          join::any()},
         {"any: all skipped", "a b z>ab", "skipped a, skipped b", "", "", "", "abz", completed,
          block, join::any()},
         {"two: one done", "a b c z>abc", "done a", "bc", "z", "", "", is_open, block,
          join::at_least(2)},
         {"two: done in spite of a failure", "a b c z>abc", "done a, failed b, done c", "z", "", "",
          "", is_open, block, join::at_least(2)},
         {"two: not to be had", "a b c z>abc", "done a, failed b, failed c", "", "", "z", "",
          partial, block, join::at_least(2)},
         {"two: a late third way", "a b z>ab c", "done a, failed b, late z>c", "c", "z", "", "",
          is_open, block, join::at_least(2)},
         {"skipped down the line", "a b>a c>b d>c*", "skipped a", "d", "", "", "abc", is_open}});
}

TEST_CASE("choices", "[task][branches]") {
    tell({{"open", "a b", "", "", "ab", "", "", is_open, block, join::all(), "ab"},
          {"made", "a b", "choose a", "a", "", "", "b", is_open, block, join::all(), "ab"},
          {"made, and done", "a b", "choose a, done a", "", "", "", "b", completed, block,
           join::all(), "ab"},
          {"two of three", "a b c", "choose ac", "ac", "", "", "b", is_open, block, join::all(),
           "abc"},
          {"with what follows the loser", "a b c>b d>c", "choose a", "a", "", "", "bcd", is_open,
           block, join::all(), "ab"},
          {"where branches meet again", "a b z>ab", "choose a, done a", "z", "", "", "b", is_open,
           block, join::any(), "ab"},
          {"before its time", "s a>s b>s", "choose b", "s", "b", "", "a", is_open, block,
           join::all(), "ab"},
          {"whose winner fails", "a b z>ab", "choose a, failed a", "", "", "z", "b", all_failed,
           block, join::any(), "ab"},
          {"whose option was cancelled", "a b", "cancelled b, choose a", "a", "", "", "", is_open,
           block, join::all(), "ab"}});
}

TEST_CASE("gates", "[task][branches]") {
    tell({{"closed", "a b>a", "", "", "ab", "", "", is_open, block, join::all(), "", "a"},
          {"opened", "a b>a", "approve", "a", "b", "", "", is_open, block, join::all(), "", "a"},
          {"denied", "a b", "deny", "b", "a", "", "", is_open, block, join::all(), "", "a"},
          {"denied, then opened", "a", "deny, approve", "a", "", "", "", is_open, block,
           join::all(), "", "a"},
          {"on what waits anyway", "a b>a", "approve", "a", "b", "", "", is_open, block,
           join::all(), "", "b"},
          {"on what waits, while the rest goes on", "a b>a", "done a", "", "b", "", "", is_open,
           block, join::all(), "", "b"},
          {"on what cannot come any more", "a b>a", "failed a", "", "", "b", "", all_failed, block,
           join::all(), "", "b"},
          {"before a choice", "a b", "choose a", "", "a", "", "b", is_open, block, join::all(),
           "ab", "a"},
          {"before a choice, opened", "a b", "choose a, approve", "a", "", "", "b", is_open, block,
           join::all(), "ab", "a"},
          {"on what was skipped", "a b", "skipped a, done b", "", "", "", "a", completed, block,
           join::all(), "", "a"}});
}
