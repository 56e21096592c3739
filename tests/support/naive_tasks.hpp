// A plan of tasks in the plainest words: every question is answered by looking at everything anew.
#pragma once

#include <workmem/task/dependency.hpp>
#include <workmem/task/options.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace workmem_test {

class naive_tasks {
public:
    using status = workmem::task_status;
    using condition = workmem::dependency_condition;
    using policy = workmem::failure_policy;
    struct task {
        std::string id;
        int priority = 1;
        std::uint32_t needs = 0xFFFFFFFF;  // so many of its dependencies
        policy on_failure = policy::block;
        bool needs_review = false;
        std::vector<std::pair<std::size_t, condition>> on{};
        status is = status::pending;
        std::string agent{};
        std::uint64_t token = 0;
        std::optional<std::int64_t> expires{};
        std::size_t attempts = 0;
    };
    struct decision {
        std::vector<std::size_t> affects;
        bool holds = false;
    };
    struct branch {
        std::vector<std::size_t> options;
        bool is_open = true;
        std::vector<std::size_t> winners{};
        std::optional<std::size_t> decided{};  // by which decision
    };
    [[nodiscard]] static bool is_in_hand(const task& each) {
        return each.is == status::assigned || each.is == status::in_progress ||
               each.is == status::blocked;
    }

    std::vector<task> tasks;
    std::vector<decision> decisions;
    std::vector<branch> branches;
    std::uint64_t last_token = 0;
    bool is_cancelled = false;

    enum class edge { open, met, broken };
    [[nodiscard]] edge edge_of(const std::pair<std::size_t, condition>& on) const {
        const auto& from = tasks[on.first];
        const bool over = from.is == status::completed || from.is == status::failed ||
                          from.is == status::cancelled || from.is == status::skipped;
        if (!over) return edge::open;
        const bool as_if_done = from.on_failure == policy::proceed &&
                                (from.is == status::failed || from.is == status::cancelled);
        bool good = false;
        switch (on.second) {
            case condition::success: good = from.is == status::completed || as_if_done; break;
            case condition::failure: good = from.is == status::failed; break;
            case condition::any:
                good = from.is == status::completed || from.is == status::failed || as_if_done;
                break;
            case condition::always: good = true; break;
        }
        return good ? edge::met : edge::broken;
    }
    [[nodiscard]] std::size_t count(std::size_t at, edge what) const {
        return static_cast<std::size_t>(
            std::count_if(tasks[at].on.begin(), tasks[at].on.end(),
                          [&](const auto& on) { return edge_of(on) == what; }));
    }
    [[nodiscard]] std::size_t need(std::size_t at) const {
        return (std::min)(std::size_t{tasks[at].needs}, tasks[at].on.size());
    }
    [[nodiscard]] bool is_held_back(std::size_t at) const {
        const auto has = [at](const std::vector<std::size_t>& list) {
            return std::find(list.begin(), list.end(), at) != list.end();
        };
        return std::any_of(decisions.begin(), decisions.end(),
                           [&](const auto& each) { return each.holds && (each.affects.empty() || has(each.affects)); }) ||
               std::any_of(branches.begin(), branches.end(),
                           [&](const auto& each) { return each.is_open && has(each.options); });
    }
    [[nodiscard]] bool is_free(std::size_t at) const {
        return !is_held_back(at) && count(at, edge::met) >= need(at);
    }
    [[nodiscard]] std::vector<std::string> ready() const {
        std::vector<std::string> out;
        for (int priority = 3; priority >= 0; --priority)
            for (std::size_t i = 0; i < tasks.size(); ++i)
                if (tasks[i].priority == priority && tasks[i].is == status::pending && is_free(i))
                    out.push_back(tasks[i].id);
        return out;
    }
    [[nodiscard]] std::vector<std::string> waiting() const {
        std::vector<std::string> out;
        for (std::size_t i = 0; i < tasks.size(); ++i)
            if (tasks[i].is == status::pending && !is_free(i)) out.push_back(tasks[i].id);
        return out;
    }
    // Pending tasks that cannot become ready whatever the others do that can still do something.
    [[nodiscard]] std::set<std::string> unreachable() const {
        std::set<std::size_t> lost;
        for (bool again = true; again;) {
            again = false;
            for (std::size_t i = 0; i < tasks.size(); ++i) {
                if (tasks[i].is != status::pending || lost.count(i) != 0) continue;
                std::size_t hopeless = 0;
                for (const auto& on : tasks[i].on)
                    hopeless += edge_of(on) == edge::broken || lost.count(on.first) != 0;
                if (tasks[i].on.size() - hopeless < need(i)) {
                    lost.insert(i);
                    again = true;
                }
            }
        }
        std::set<std::string> out;
        for (const auto each : lost) out.insert(tasks[each].id);
        return out;
    }
    // A task comes to a status; what that dooms is skipped.
    void become(std::size_t at, status to) { become(std::vector<std::size_t>{at}, to); }
    void become(const std::vector<std::size_t>& which, status to) {
        std::set<std::pair<std::size_t, std::size_t>> broken_before;
        const auto broken = [&] {
            std::set<std::pair<std::size_t, std::size_t>> out;
            for (std::size_t i = 0; i < tasks.size(); ++i)
                for (std::size_t k = 0; k < tasks[i].on.size(); ++k)
                    if (edge_of(tasks[i].on[k]) == edge::broken) out.emplace(i, k);
            return out;
        };
        std::vector<std::size_t> changed = which;
        broken_before = broken();
        for (const auto at : which) tasks[at].is = to;
        while (!changed.empty()) {
            std::set<std::size_t> doomed;
            for (const auto& [i, k] : broken()) {
                if (broken_before.count({i, k}) != 0) continue;
                const auto from = tasks[i].on[k].first;
                const auto is = tasks[from].is;
                const bool dooms = is == status::completed || is == status::skipped ||
                                   tasks[from].on_failure == policy::skip_dependents;
                if (dooms && tasks[i].is == status::pending &&
                    tasks[i].on.size() - count(i, edge::broken) < need(i))
                    doomed.insert(i);
            }
            broken_before = broken();
            changed.assign(doomed.begin(), doomed.end());
            for (const auto each : changed) tasks[each].is = status::skipped;
        }
    }
    [[nodiscard]] bool would_close_cycle(std::size_t of, std::size_t on) const {
        std::set<std::size_t> seen{on};
        std::vector<std::size_t> open{on};
        while (!open.empty()) {
            const auto at = open.back();
            open.pop_back();
            if (at == of) return true;
            for (const auto& each : tasks[at].on)
                if (seen.insert(each.first).second) open.push_back(each.first);
        }
        return false;
    }
    [[nodiscard]] std::size_t of(status what) const {
        return static_cast<std::size_t>(std::count_if(
            tasks.begin(), tasks.end(), [&](const auto& each) { return each.is == what; }));
    }
    [[nodiscard]] workmem::task_outcome outcome() const {
        using workmem::task_outcome;
        const bool some = of(status::completed) > 0;
        if (tasks.empty()) return task_outcome::open;
        if (of(status::assigned) + of(status::in_progress) + of(status::blocked) +
                of(status::review) + ready().size() >
            0)
            return task_outcome::open;
        if (waiting().size() > unreachable().size()) return task_outcome::open;
        if (waiting().empty() && of(status::failed) + of(status::cancelled) == 0)
            return task_outcome::completed;
        return some                     ? task_outcome::partial
               : of(status::failed) > 0 ? task_outcome::failed
                                        : task_outcome::cancelled;
    }
};

}  // namespace workmem_test
