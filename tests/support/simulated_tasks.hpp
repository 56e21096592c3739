// Task memories as the subject of a simulation: what is acknowledged of tasks, claims and leases
// stays, and a claim that has passed writes nothing.
#pragma once

#include "task_bundles.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workmem/ids/sequential_ids.hpp>
#include <workmem/observer/observer.hpp>
#include <workmem/task/task_memory.ipp>
#include <workmem/time/clock.hpp>
#include <workmem/time/manual_clock.hpp>

namespace workmem_test {

// Where a task stands; or, by its title alone, what the memory is for.
struct simulated_task {
    std::string title{};  // empty: there is none
    workmem::task_status status = workmem::task_status::pending;
    std::string agent{};
    std::int64_t expires = 0;  // 0: never
    friend auto operator<=>(const simulated_task&, const simulated_task&) = default;
};

template <class Journal>
class simulated_tasks {
    using status = workmem::task_status;
    static constexpr workmem::milliseconds grace{100};

public:
    using memory_type = task_memory_of<Journal, workmem::access::open, workmem::null_mutex,
                                       workmem::observer::callbacks>;
    using notice_type = workmem::task_notice;
    using observer_type = workmem::observer::callbacks;
    using value_type = simulated_task;
    static constexpr std::string_view owner = "task";
    static constexpr auto stream = "tasks";
    static constexpr std::uint64_t effort = 4;  // of a run, compared with others
    static constexpr std::string_view trace = R"("kind":"task.)";

    explicit simulated_tasks(auto&) {}
    static bool forgets() { return false; }
    void begin_again() {
        claims_.clear();
        passed_.clear();
        last_token_ = 0;
    }
    workmem::result<memory_type> open(workmem::manual_clock clock, observer_type observer,
                                      Journal journal, workmem::retention keep,
                                      workmem::clock_gap) {
        return memory_type::try_make(
            {.grace = grace}, {.clock = std::move(clock),
                               .ids = workmem::sequential_ids{"w" + std::to_string(++opened_)},
                               .observer = std::move(observer),
                               .journal = std::move(journal),
                               .stream = stream,
                               .keep = keep});
    }

    static std::map<std::string, value_type> content(const memory_type& memory) {
        std::map<std::string, value_type> out;
        if (const auto goal = memory.info().goal; !goal.empty()) out["goal"] = named(goal);
        for (const auto& each : memory.tasks()) {
            if (each.title == "erased") continue;
            const bool is_secret = each.id.starts_with("s-");
            out[is_secret ? each.title : each.id] = {
                each.title, each.status, each.assigned_to,
                each.expires ? each.expires->time_since_epoch().count() : 0};
        }
        return out;
    }
    static std::string text(const value_type& task) {
        return task.title + ' ' + std::string{to_string(task.status)} + ' ' + task.agent + ' ' +
               std::to_string(task.expires);
    }
    static value_type named(const std::string& title) { return {.title = title}; }

    bool step(auto& run, memory_type& memory) {
        switch (run.below(12)) {
            case 0:
            case 1: reclaim(run, memory); break;
            case 2:
            case 3: return write_too_late(run, memory);
            case 4: add_two(run, memory); break;
            case 5:
                if (run.one_in(8)) {
                    discard(run, memory);
                    break;
                }
                [[fallthrough]];
            default: go_on(run, memory, run.some_id()); break;
        }
        return true;
    }
    workmem::result<bool> add_once(auto&, memory_type& memory, const std::string& key,
                                   const workmem::call_options& call) {
        const auto added = memory.try_add_task({.title = key, .id = key}, call);
        if (!added) return added.error();
        return !added->str().empty();
    }
    void add_secret(auto& run, memory_type& memory, const std::string& secret) {
        const auto added =
            memory.try_add_task({.title = secret, .description = secret, .id = id_of(secret)});
        run.settle(secret, run.succeeds(added), named(secret));
    }
    auto erase(auto& run, memory_type& memory, const std::string& secret) {
        run.may_scrub(id_of(secret));
        return memory.try_erase(id_of(secret));
    }
    void probe(auto& run, memory_type& memory) {
        const auto goal = run.some_name();
        run.settle("goal", run.succeeds(memory.try_update_plan({.goal = goal})), named(goal));
    }

private:
    static std::string id_of(const std::string& secret) {
        return "s-" + secret.substr(6, secret.size() - 12);
    }
    static std::int64_t end_of(auto& run, workmem::milliseconds lease) {
        return (run.now() + lease).time_since_epoch().count();
    }

    // A task takes its next step.
    void go_on(auto& run, memory_type& memory, const std::string& id) {
        auto task = run.value_of(id);
        if (task == value_type{}) {
            task.title = run.some_name();
            const auto added = memory.try_add_task({.title = task.title, .id = id});
            return run.settle(id, run.succeeds(added), task);
        }
        if (task.status == status::failed) {
            const bool done = run.succeeds(memory.try_retry(id));
            passes(id, done);
            return run.settle(id, done, named(task.title));
        }
        if (task.status == status::completed && run.one_in(2)) {
            const bool done = run.succeeds(memory.try_reopen(id));
            passes(id, done);
            return run.settle(id, done, named(task.title));
        }
        if (task.status == status::pending && !run.one_in(4)) return claim(run, memory, id, false);
        if (is_held(task.status)) {
            // Whoever does not know the token claims again.
            if (claims_.count(id) == 0 || run.one_in(8)) return claim(run, memory, id, true);
            return work(run, memory, id);
        }
        task.title = run.some_name();
        const auto updated = memory.try_update_task(id, {.title = task.title});
        run.settle(id, run.succeeds(updated), task);
    }
    void claim(auto& run, memory_type& memory, const std::string& id, bool resumes) {
        auto task = run.value_of(id);
        if (!resumes) {
            task.status = status::assigned;
            task.agent.assign(1, static_cast<char>('a' + run.below(3)));
        }
        workmem::claim_options how{.resume = resumes};
        if (resumes || run.one_in(2)) {
            how.lease = workmem::milliseconds{static_cast<std::int64_t>(1 + run.below(400))};
            task.expires = end_of(run, *how.lease);
        }
        const auto claimed = memory.try_claim(id, task.agent, how);
        const bool done = run.succeeds(claimed);
        passes(id, done);
        if (done) {
            if (claimed->token <= last_token_) run.complain("a token is not the highest");
            last_token_ = claimed->token;
            claims_[id] = *claimed;
        }
        run.settle(id, done, task);
    }
    // By claim.
    void work(auto& run, memory_type& memory, const std::string& id) {
        auto task = run.value_of(id);
        const auto with = claims_.at(id);
        const auto left =
            task.expires == 0 ? 1 : task.expires - run.now().time_since_epoch().count();
        const auto moves = [&](const auto& done, status to, bool lets_go = false) {
            if (left <= 0) return run.is_refused(done, workmem::error_code::expired);
            task.status = to;
            if (is_over(to) || lets_go) task.expires = 0;
            if (lets_go) task.agent.clear();
            const bool is_done = run.succeeds(done);
            if (lets_go) passes(id, is_done);
            run.settle(id, is_done, task);
        };
        const auto dice = run.below(8);
        if (dice == 0) return moves(memory.try_release(with), status::pending, true);
        if (dice == 1) {
            const workmem::milliseconds lease{300};
            const auto renewed = memory.try_renew(with, lease);
            if (left + grace.count() <= 0)
                return run.is_refused(renewed, workmem::error_code::expired);
            task.expires = end_of(run, lease);
            return run.settle(id, run.succeeds(renewed), task);
        }
        if (task.status == status::assigned)
            return moves(memory.try_start(with), status::in_progress);
        if (task.status == status::blocked)
            return moves(memory.try_unblock(with), status::in_progress);
        if (dice == 2) return moves(memory.try_block(with, "b"), status::blocked);
        if (dice == 3) return moves(memory.try_fail(with, "f"), status::failed);
        moves(memory.try_complete(with, {.summary = "s"}), status::completed);
    }
    void reclaim(auto& run, memory_type& memory) {
        const auto reclaimed = memory.try_reclaim();
        const bool done = run.succeeds(reclaimed);
        std::size_t late = 0;
        for (const auto& id : run.known()) {
            const auto task = run.value_of(id);
            if (!is_held(task.status) || task.expires == 0 ||
                run.now().time_since_epoch().count() < task.expires + grace.count())
                continue;
            ++late;
            passes(id, done);
            run.settle(id, done, named(task.title));
        }
        if (done && reclaimed->size() != late)
            run.complain("reclaimed " + std::to_string(reclaimed->size()) + " of " +
                         std::to_string(late) + " tasks");
    }
    bool write_too_late(auto& run, memory_type& memory) {
        if (passed_.empty()) return false;
        const auto& with = passed_[run.below(passed_.size())];
        const auto code = run.value_of(with.task.str()) == value_type{}
                              ? workmem::error_code::not_found
                              : workmem::error_code::fenced;
        run.is_refused(memory.try_complete(with), code);
        return true;
    }
    void add_two(auto& run, memory_type& memory) {
        const auto id = "d-" + run.some_name();
        std::vector<workmem::new_task> two{workmem_test::named(id),
                                           workmem_test::named(id + "b", {id})};
        const bool done = run.succeeds(memory.try_add_tasks(two));
        run.settle(id, done, named(id));
        run.settle(id + "b", done, named(id + "b"));
    }
    void discard(auto& run, memory_type& memory) {
        run.may_scrub_all();
        const bool done = run.succeeds(memory.try_discard());
        for (const auto& each : run.known()) {
            passes(each, done);
            run.settle(each, done, {});
        }
        if (done) run.all_is_erased();
    }
    // A claim is over; unless that is done, nobody knows.
    void passes(const std::string& id, bool done) {
        const auto held = claims_.find(id);
        if (held == claims_.end()) return;
        if (done) passed_.push_back(std::move(held->second));
        claims_.erase(held);
    }

    std::uint64_t opened_ = 0, last_token_ = 0;
    std::map<std::string, workmem::task_claim> claims_;  // that hold, with their tokens
    std::vector<workmem::task_claim> passed_;
};

}  // namespace workmem_test
