// Who works in act 2: each of them a process that may be killed at any moment.
#pragma once

#include <workmem/journal/any.hpp>
#include <workmem/task/task_memory.hpp>
#include <workmem_sqlite/sqlite.hpp>

#include <chrono>
#include <cstdint>
#include <exception>
#include <fstream>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <unistd.h>

namespace workmem_program::plug {

using std::chrono::milliseconds;

using team_memory = workmem::durable_task_memory<workmem::journal::any>;

inline constexpr std::uint32_t all_tasks = 60;
inline constexpr std::uint8_t workers = 3;
inline constexpr std::uint8_t orchestrator = 0;  ///< the workers come after it

/// What all of them know.
struct setting {
    std::string folder{};
    std::uint64_t seed = 0;
    milliseconds work_time{500};  ///< that a task takes
    milliseconds lease{1'000};    ///< of a claim
    milliseconds grace{200};
    int pipe = -1;  ///< to the demo
};

inline team_memory open_team(const setting& with, std::string stream = "task/plan") {
    auto store = workmem::journal::sqlite::open(with.folder + "/team.db",
                                                {.sync = workmem::journal::sync_mode::always()});
    return team_memory{{.name = "Pull the plug", .goal = "All done once", .grace = with.grace},
                       {.journal = store.value(), .stream = std::move(stream)}};
}
inline std::string id_of(std::uint32_t task) { return "task-" + std::to_string(task); }
inline std::uint32_t number_of(const workmem::task_id& task) {
    return static_cast<std::uint32_t>(std::stoul(task.str().substr(5)));
}
inline std::string name_of(std::uint8_t who) {
    return who == orchestrator ? "orchestrator" : "worker-" + std::to_string(who);
}

/// What a process tells the demo.
enum class event : std::uint8_t {
    acknowledged,  ///< a call has answered: what it changed is kept
    began,         ///< a worker has a task in hand and does nothing else for a while
    reclaimed,     ///< a task was taken from who does not renew it
    refused        ///< a worker came too late: its claim had passed on
};
struct word {
    event what{};
    std::uint8_t who = 0;
    std::uint16_t life = 0;    ///< how often that one was started before
    std::uint32_t number = 0;  ///< of the call in that life
    std::uint32_t task = 0;
};
/// Of the change that a call made.
inline std::string key_of(const word& said) {
    return name_of(said.who) + '.' + std::to_string(said.life) + '#' + std::to_string(said.number);
}

/// One of them, once.
class crew_member {
public:
    crew_member(const setting& with, std::uint8_t who, std::uint16_t life)
        : with_{with}, who_{who}, life_{life}, work_{open_team(with)} {}

    /// Until everything is done.
    void run() { who_ == orchestrator ? orchestrate() : work(); }

private:
    using handle = team_memory::handle;

    void tell(event what, std::uint32_t task) const {
        const word said{what, who_, life_, number_, task};
        // So few bytes arrive at once. If nobody listens any more, SIGPIPE ends this process.
        if (::write(with_.pipe, &said, sizeof said) != sizeof said) ::_exit(3);
    }
    /// Makes a call whose change can be found again by its key. The demo hears of it after the
    /// answer; `changed(answer)` says whether there was anything to change.
    template <class Call, class Changed>
    auto told(std::uint32_t task, Call&& call, Changed&& changed) {
        ++number_;
        const auto key = key_of({event::acknowledged, who_, life_, number_, 0});
        auto answer = call(workmem::call_options{.idempotency_key = key});
        if (answer && changed(answer)) tell(event::acknowledged, task);
        return answer;
    }
    template <class Call>
    auto told(std::uint32_t task, Call&& call) {
        return told(task, std::forward<Call>(call), [](const auto&) { return true; });
    }
    [[nodiscard]] bool is_all_done() {
        (void)work_.try_catch_up();
        return work_.info().count(workmem::task_status::completed) == all_tasks;
    }
    void wait_for_others() { (void)work_.wait_for_changes(work_.position(), milliseconds{50}); }

    // A worker: takes what is ready, and does it.

    void work() {
        auto me = work_.as({.id = name_of(who_), .role = workmem::agent_role::worker});
        while (!is_all_done()) {
            const auto next = told(
                0,
                [&](const auto& call) { return me.try_claim_next({.lease = with_.lease}, call); },
                [](const auto& answer) { return answer->has_value(); });
            if (!next || !*next)
                wait_for_others();
            else
                do_task(me, **next);
        }
    }
    void do_task(handle& me, const workmem::task_claim& claim) {
        const auto task = number_of(claim.task);
        const auto begun = told(task, [&](const auto& call) { return me.try_start(claim, call); });
        if (!begun) return give_up(begun.error(), task);
        tell(event::began, task);
        std::this_thread::sleep_for(with_.work_time);
        const auto done = told(task, [&](const auto& call) {
            return me.try_complete(claim, {.summary = "by " + name_of(who_)}, call);
        });
        if (!done) give_up(done.error(), task);
    }
    void give_up(const workmem::error& problem, std::uint32_t task) {
        if (problem.code() == workmem::error_code::fenced) tell(event::refused, task);
    }

    // The orchestrator: leads, plans ahead, and takes tasks from who is gone.

    void orchestrate() {
        const auto name = "orchestrator-" + std::to_string(life_);
        auto me = work_.as({.id = name, .role = workmem::agent_role::orchestrator});
        const workmem::lead_options lease{.lease = with_.lease};
        const auto take = [&](const auto& call) {
            return life_ == 0 ? me.try_lead(name, lease, call)
                              : me.try_take_over(name, lease, call);
        };
        while (!told(0, take)) wait_for_others();  // whoever led before may be alive
        auto renewed = std::chrono::steady_clock::now();
        if (life_ > 0) (void)work_.try_snapshot();
        while (!is_all_done()) {
            const auto now = std::chrono::steady_clock::now();
            if (now - renewed >= with_.lease / 4 &&
                told(0, [&](const auto& call) { return me.try_lead(name, lease, call); }))
                renewed = now;
            const auto gone = told(
                0, [&](const auto& call) { return me.try_reclaim(call); },
                [](const auto& answer) { return !answer->empty(); });
            if (gone)
                for (const auto& each : *gone) tell(event::reclaimed, number_of(each));
            plan_ahead(me);
            std::this_thread::sleep_for(with_.lease / 16);
        }
        std::ofstream{with_.folder + "/state.json"} << work_.to_json_text();
    }
    void plan_ahead(handle& me) {
        const auto planned = static_cast<std::uint32_t>(work_.size());
        const auto open = planned - work_.info().count(workmem::task_status::completed);
        constexpr std::uint32_t ahead = 12;
        if (planned == all_tasks || open >= ahead) return;
        std::vector<workmem::new_task> more;
        for (auto i = planned; i < all_tasks && more.size() < ahead - open; ++i) {
            auto& fresh = more.emplace_back();
            fresh.id = id_of(i);
            fresh.title = "Step " + std::to_string(i);
            // The same plan, whoever leads.
            const auto back = workers + 1 + static_cast<std::uint32_t>((with_.seed + i * 7) % 5);
            if (i >= back) fresh.depends_on.emplace_back(id_of(i - back));
        }
        (void)told(planned, [&](const auto& call) { return me.try_add_tasks(more, call); });
    }

    const setting& with_;
    std::uint8_t who_;
    std::uint16_t life_;
    std::uint32_t number_ = 0;
    team_memory work_;
};

/// What the process does; its exit status.
inline int run_crew_member(const setting& with, std::uint8_t who, std::uint16_t life) noexcept {
    try {
        crew_member{with, who, life}.run();
        return 0;
    } catch (const std::exception&) {
        return 2;
    }
}

}  // namespace workmem_program::plug
