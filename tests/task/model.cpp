// Random operations on a task memory against the naive model: what is ready, waits, cannot be
// reached, and what all came to is always the same, and so is a memory that follows the stream.
#include "fresh_seed.hpp"
#include "naive_tasks.hpp"
#include "repetitions.hpp"
#include "task_bundles.hpp"

#include <workmem/task/task_memory.ipp>

#include <nlohmann/json.hpp>

#include <random>
#include <set>
#include <string>
#include <vector>

using namespace workmem_test;
using workmem::milliseconds;
using workmem::task_id;
using workmem::task_status;

namespace {

class run {
public:
    explicit run(std::uint64_t seed) : random_{seed}, work_{with_.open(options())} {}

    void steps(int count) {
        for (int i = 0; i < count; ++i) {
            INFO("step " << i);
            step();
            compare();
        }
        follow();
    }

private:
    static workmem::task_options options() { return {.name = "model", .grace = milliseconds{5}}; }
    std::size_t below(std::size_t most) { return static_cast<std::size_t>(random_() % most); }
    std::size_t any() { return below(model_.tasks.size()); }
    std::int64_t now() { return with_.clock.now().time_since_epoch().count(); }
    task_id id(std::size_t at) { return task_id{model_.tasks[at].id}; }

    template <class Result>
    void same(const Result& done, bool expected) {
        REQUIRE(done.has_value() == expected);
    }

    void step() {
        if (model_.tasks.empty() || (model_.tasks.size() < 24 && below(6) == 0)) return add();
        const auto at = any();
        auto& task = model_.tasks[at];
        const auto is = task.is;
        const bool holds = naive_tasks::is_in_hand(task);
        switch (below(21)) {
            case 0: return below(3) == 0 ? undepend() : depend();
            case 1:
            case 2:
            case 3: return claim(at);
            case 4:
            case 5: {
                const bool may = is == task_status::assigned && model_.is_free(at);
                return moves(at, work_.try_start(claim_of(at)), may, task_status::in_progress);
            }
            case 6:
            case 7:
                return moves(at, work_.try_complete(claim_of(at), {.summary = "s"}),
                             is == task_status::in_progress,
                             task.needs_review ? task_status::review : task_status::completed);
            case 8:
                if (moved(at, work_.try_fail(claim_of(at), "f"), is == task_status::in_progress,
                          task_status::failed))
                    ++task.attempts;
                return;
            case 9:
                return moves(at, work_.try_block(claim_of(at), "b"), is == task_status::in_progress,
                             task_status::blocked);
            case 10:
                return moves(at, work_.try_unblock(claim_of(at)), is == task_status::blocked,
                             task_status::in_progress);
            case 11:
                if (moved(at, work_.try_release(claim_of(at)), holds, task_status::pending)) {
                    ++task.attempts;
                    let_go(task);
                }
                return;
            case 12:
                if (moved(at, work_.try_retry(id(at)), is == task_status::failed,
                          task_status::pending))
                    let_go(task);
                return;
            case 13:
                if (is_terminal(is) || below(6) == 0) {
                    const bool had = !task.agent.empty();
                    if (moved(at, work_.try_reopen(id(at)), is_terminal(is),
                              task_status::pending)) {
                        task.attempts += had ? 1 : 0;
                        let_go(task);
                    }
                    return;
                }
                if (below(3) != 0) return;
                return moves(at, work_.try_cancel_task(id(at)),
                             holds || is == task_status::pending || is == task_status::review,
                             task_status::cancelled);
            case 14:
                if (below(3) != 0) return;
                return moves(at, work_.try_skip(id(at)), is == task_status::pending,
                             task_status::skipped);
            case 15: return review(at);
            case 16: return time_passes();
            case 17: return decide();
            case 18: return renew(at);
            case 19: return model_.tasks.size() < 24 ? add_two() : decide();
            default: return choose();
        }
    }

    void add() {
        workmem::new_task fresh;
        naive_tasks::task plain;
        plain.id = fresh.title = fresh.id = "t" + std::to_string(model_.tasks.size());
        plain.priority = static_cast<int>(below(4));
        fresh.priority = static_cast<workmem::priority>(plain.priority);
        if (below(3) == 0) {
            plain.needs = static_cast<std::uint32_t>(1 + below(3));
            fresh.joins = workmem::join::at_least(plain.needs);
        }
        plain.on_failure = static_cast<workmem::failure_policy>(below(3));
        fresh.on_failure = plain.on_failure;
        plain.needs_review = fresh.needs_review = below(4) == 0;
        for (std::size_t i = model_.tasks.empty() ? 0 : below(4); i > 0; --i) {
            const auto on = any();
            if (std::any_of(plain.on.begin(), plain.on.end(),
                            [&](const auto& each) { return each.first == on; }))
                continue;
            const auto how = below(2) == 0 ? workmem::dependency_condition::success
                                           : static_cast<workmem::dependency_condition>(below(4));
            plain.on.emplace_back(on, how);
            fresh.depends_on.emplace_back(id(on), how);
        }
        work_.add_task(fresh);
        model_.tasks.push_back(plain);
    }
    // Together, and the first waits for the second.
    void add_two() {
        const auto first = model_.tasks.size();
        std::vector<workmem::new_task> fresh;
        for (const auto at : {first, first + 1}) {
            naive_tasks::task plain;
            plain.id = "t" + std::to_string(at);
            fresh.push_back(named(plain.id));
            model_.tasks.push_back(plain);
        }
        fresh[0].depends_on.push_back(fresh[1].id);
        model_.tasks[first].on.emplace_back(first + 1, workmem::dependency_condition::success);
        work_.add_tasks(fresh);
    }
    void depend() {
        const auto at = any(), on = any();
        auto& task = model_.tasks[at];
        const bool known = std::any_of(task.on.begin(), task.on.end(),
                                       [&](const auto& each) { return each.first == on; });
        if (known) return;
        const bool may = (task.is == task_status::pending || task.is == task_status::assigned) &&
                         !model_.would_close_cycle(at, on);
        const auto how = static_cast<workmem::dependency_condition>(below(4));
        const auto done = work_.try_add_dependency(id(at), {id(on), how});
        same(done, may);
        if (may) task.on.emplace_back(on, how);
    }
    void undepend() {
        const auto at = any();
        auto& task = model_.tasks[at];
        const auto on =
            task.on.empty() || below(4) == 0 ? any() : task.on[below(task.on.size())].first;
        const auto known = std::find_if(task.on.begin(), task.on.end(),
                                        [&](const auto& each) { return each.first == on; });
        const bool is_there = known != task.on.end();
        const bool may =
            !is_there || task.is == task_status::pending || task.is == task_status::assigned;
        const auto done = work_.try_remove_dependency(id(at), id(on));
        same(done, may);
        if (!may) return;
        REQUIRE(*done == is_there);
        if (is_there) task.on.erase(known);
    }
    workmem::task_claim claim_of(std::size_t at) {
        const auto& task = model_.tasks[at];
        // Whoever is over with a task has still the claim of then.
        return {id(at), task.agent, task.token, {}, 0};
    }
    void claim(std::size_t at) {
        auto& task = model_.tasks[at];
        const std::string agent(1, static_cast<char>('a' + below(3)));
        const bool may = task.is == task_status::pending && model_.is_free(at);
        workmem::claim_options how;
        if (below(2) == 0) how.lease = milliseconds{10 + below(20)};
        const auto claimed = work_.try_claim(id(at), agent, how);
        same(claimed, may);
        if (!may) return;
        REQUIRE(claimed->token == ++model_.last_token);
        task.is = task_status::assigned;
        task.agent = agent;
        task.token = claimed->token;
        task.expires.reset();
        if (how.lease) task.expires = now() + how.lease->count();
    }
    void renew(std::size_t at) {
        auto& task = model_.tasks[at];
        const milliseconds lease{10 + below(20)};
        const bool may =
            naive_tasks::is_in_hand(task) && (!task.expires || now() < *task.expires + 5);
        same(work_.try_renew(claim_of(at), lease), may);
        if (may) task.expires = now() + lease.count();
    }
    template <class Result>
    void moves(std::size_t at, const Result& done, bool may, task_status to) {
        (void)moved(at, done, may, to);
    }
    // Whether a verb did what it was to; by a claim that has ended it does nothing.
    template <class Result>
    bool moved(std::size_t at, const Result& done, bool may, task_status to) {
        auto& task = model_.tasks[at];
        const bool is_in_hand = naive_tasks::is_in_hand(task);
        const bool by_claim = to != task_status::cancelled && to != task_status::skipped &&
                              !(to == task_status::pending && task.is == task_status::failed);
        if (by_claim && is_in_hand && task.expires && now() >= *task.expires) may = false;
        same(done, may);
        if (!may) return false;
        model_.become(at, to);
        if (to == task_status::completed || to == task_status::failed) task.expires.reset();
        return true;
    }
    static void let_go(naive_tasks::task& task) {
        task.agent.clear();
        task.token = 0;
        task.expires.reset();
    }
    void review(std::size_t at) {
        using enum workmem::review_status;
        auto& task = model_.tasks[at];
        const auto says = static_cast<workmem::review_status>(below(3));
        const auto own = below(4) == 0;
        const auto done =
            work_.try_review_task(id(at), {.status = says, .by = own ? task.agent : "qa"});
        const bool may = task.is == task_status::review && (!own || task.agent.empty());
        same(done, may);
        if (!may) return;
        model_.become(at, says == approved       ? task_status::completed
                          : says == needs_rework ? task_status::in_progress
                                                 : task_status::failed);
        if (says == rejected) ++task.attempts;
        const auto lease = work_.get(id(at)).lease.count();
        task.expires.reset();
        if (says == needs_rework && lease > 0) task.expires = now() + lease;
    }
    void time_passes() {
        with_.clock.advance(milliseconds{below(12)});
        std::set<std::string> late;
        for (auto& each : model_.tasks) {
            if (!naive_tasks::is_in_hand(each) || !each.expires || now() < *each.expires + 5)
                continue;
            late.insert(each.id);
            each.is = task_status::pending;
            ++each.attempts;
            let_go(each);
        }
        const auto back = texts(work_.reclaim());
        REQUIRE(std::set<std::string>{back.begin(), back.end()} == late);
    }
    void decide() {
        if (!decisions_.empty() && below(2) == 0) {
            const auto which = below(decisions_.size());
            const bool granted = below(3) != 0;
            const bool was_granted = granted_.count(which) != 0;
            const auto done = work_.try_approve(decisions_[which], {.granted = granted});
            const bool may_be_taken =
                std::none_of(model_.branches.begin(), model_.branches.end(), [&](const auto& each) {
                    return each.is_open && each.decided == which && was_given_up(each.winners);
                });
            same(done, granted ? may_be_taken : !was_granted);
            if (!granted || !may_be_taken) return;
            granted_.insert(which);
            model_.decisions[which].holds = false;
            for (auto& each : model_.branches)
                if (each.is_open && each.decided == which) resolve(each);
            return;
        }
        naive_tasks::decision plain;
        workmem::new_decision fresh{.question = "q", .choice = "c"};
        for (std::size_t i = below(3); i > 0; --i) {  // none: about all
            const auto at = any();
            if (std::find(plain.affects.begin(), plain.affects.end(), at) != plain.affects.end())
                continue;
            plain.affects.push_back(at);
            fresh.affects_tasks.push_back(id(at));
        }
        plain.holds = fresh.needs_approval = below(2) == 0;
        decisions_.push_back(work_.record_decision(fresh));
        model_.decisions.push_back(plain);
    }
    void choose() {
        // What is decided may still have to be approved.
        const auto open =
            std::find_if(model_.branches.begin(), model_.branches.end(), [&](const auto& each) {
                return each.is_open && !each.decided &&
                       std::any_of(each.options.begin(), each.options.end(), [&](std::size_t at) {
                           return model_.tasks[at].is == task_status::pending;
                       });
            });
        if (open != model_.branches.end()) {
            const auto at = static_cast<std::size_t>(open - model_.branches.begin());
            for (const auto each : open->options)
                if (open->winners.empty() || below(3) == 0) open->winners.push_back(each);
            workmem::new_decision made{.question = "q", .choice = "c", .resolves = branches_[at]};
            made.needs_approval = below(3) == 0;
            for (const auto each : open->winners) made.branch.push_back(id(each));
            const auto done = work_.try_record_decision(nullptr, made);
            same(done, !was_given_up(open->winners));
            if (!done) return open->winners.clear();
            open->decided = decisions_.size();
            decisions_.push_back(*done);
            model_.decisions.push_back({});
            if (!made.needs_approval) resolve(*open);
            return;
        }
        if (model_.tasks.size() < 2) return;
        std::vector<std::size_t> options;
        std::vector<task_id> ids;
        for (std::size_t i = 2 + below(2); i > 0; --i) {
            options.push_back(any());
            ids.push_back(id(options.back()));
        }
        const bool may =
            std::set<std::size_t>(options.begin(), options.end()).size() == options.size() &&
            std::all_of(options.begin(), options.end(), [&](std::size_t each) {
                return model_.tasks[each].is == task_status::pending;
            });
        const auto done = work_.try_open_branch({.question = "q", .options = ids});
        same(done, may);
        if (!may) return;
        branches_.push_back(*done);
        model_.branches.push_back({std::move(options)});
    }
    [[nodiscard]] bool was_given_up(const std::vector<std::size_t>& tasks) const {
        return std::any_of(tasks.begin(), tasks.end(), [&](std::size_t each) {
            const auto is = model_.tasks[each].is;
            return is == task_status::cancelled || is == task_status::skipped;
        });
    }
    void resolve(naive_tasks::branch& made) {
        made.is_open = false;
        std::vector<std::size_t> losers;
        for (const auto each : made.options)
            if (std::find(made.winners.begin(), made.winners.end(), each) == made.winners.end() &&
                model_.tasks[each].is == task_status::pending)
                losers.push_back(each);
        model_.become(losers, task_status::skipped);
    }

    void compare() {
        REQUIRE(texts(work_.ready(100)) == model_.ready());
        REQUIRE(texts(work_.waiting(100)) == model_.waiting());
        std::set<std::string> stranded;
        for (const auto& each : work_.unreachable()) stranded.insert(each.task.str());
        REQUIRE(stranded == model_.unreachable());
        REQUIRE(work_.outcome() == model_.outcome());
        const auto info = work_.info();
        for (const auto each : workmem::task_statuses) REQUIRE(info.count(each) == model_.of(each));
        const auto in_hand = info.count(task_status::assigned) +
                             info.count(task_status::in_progress) +
                             info.count(task_status::blocked) + info.count(task_status::review);
        if (info.ready + in_hand == 0) explained(info.outcome == workmem::task_outcome::open);
    }
    // Nothing can be done: whatever waits says for what, which leads to a task that ended
    // otherwise than was wanted, or to somebody who has to decide.
    void explained(bool is_open) {
        bool asks_somebody = false;
        for (const auto& each : work_.waiting(100)) {
            const auto why = work_.explain(each);
            const bool asks = !why.decisions.empty() || !why.branches.empty();
            asks_somebody = asks_somebody || asks;
            // As there are no cycles, it is enough that each step leads on.
            const bool leads_on =
                std::any_of(why.dependencies.begin(), why.dependencies.end(),
                            [](const auto& on) { return on.status == task_status::pending; });
            REQUIRE((asks || leads_on || why.unreachable_because_of));
        }
        if (is_open && !model_.tasks.empty()) REQUIRE(asks_somebody);
    }
    // From the stream, from a snapshot and from JSON comes the same.
    void follow() {
        for (std::size_t i = 0; i < model_.tasks.size(); ++i) {
            const auto task = work_.get(id(i));
            REQUIRE(task.status == model_.tasks[i].is);
            REQUIRE(task.attempts.size() == model_.tasks[i].attempts);
        }
        auto again = with_.open(options());
        REQUIRE(again == work_);
        work_.snapshot();
        REQUIRE(with_.open(options()) == work_);
        again.load_text(work_.to_json_text());
        REQUIRE(again.to_json_text() == work_.to_json_text());
        work_.catch_up();
        work_.compact();
        REQUIRE(again.compact() == 0);
        REQUIRE(again == work_);
        REQUIRE(texts(again.ready(100)) == texts(work_.ready(100)));
    }

    std::mt19937_64 random_;
    task_setting with_{};
    recorded_tasks work_;
    naive_tasks model_;
    std::vector<std::string> decisions_, branches_;
    std::set<std::size_t> granted_;
};

}  // namespace

TEST_CASE("random operations come to what the naive model says", "[task][model]") {
    const auto seed = fresh_seed();
    const auto rounds = repetitions(150 / slowness, 5'000);
    for (std::uint64_t round = 0; round < rounds; ++round) {
        INFO("WORKMEM_TEST_SEED=" << seed << ", round " << round);
        run{seed + round}.steps(200);
    }
}
