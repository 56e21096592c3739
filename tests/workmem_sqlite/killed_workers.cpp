// Worker processes that are killed, started again and sometimes out for longer than their lease
// finish a graph of tasks through one database. What was accepted is judged by the log alone.
#include "eventually.hpp"
#include "fresh_seed.hpp"
#include "processes.hpp"
#include "repetitions.hpp"
#include "task_bundles.hpp"
#include "temporary_folder.hpp"

#include <workmem/task/task_memory.ipp>
#include <workmem_sqlite/sqlite.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace workmem_test;
using workmem::error_code;
using workmem::milliseconds;
using workmem::timestamp;
using workmem::journal::sqlite;

namespace {

constexpr std::size_t workers = 8, most_tasks = 100'000;
constexpr milliseconds lease{200}, grace{50};

// One time for all processes, which passes with what they do, however busy the machine is; it
// stands still for whoever is out, as on a machine that sleeps.
class worker_clock {
public:
    worker_clock() = default;
    explicit worker_clock(std::atomic<std::int64_t>& time) : time_{&time} {}
    [[nodiscard]] timestamp now() const noexcept {
        return timestamp{milliseconds{*stopped_ != 0 ? stopped_->load() : elapsed()}};
    }
    [[nodiscard]] timestamp wall() const noexcept { return now(); }
    void stop() { *stopped_ = elapsed(); }
    void go_on() { *stopped_ = 0; }
    void pass() { ++*time_; }

private:
    [[nodiscard]] std::int64_t elapsed() const noexcept {
        return 1 + (time_ == nullptr ? 0 : time_->load());
    }
    std::atomic<std::int64_t>* time_ = nullptr;
    std::shared_ptr<std::atomic<std::int64_t>> stopped_ =
        std::make_shared<std::atomic<std::int64_t>>(0);
};

struct policies : task_policies<sqlite> {
    using clock = worker_clock;
    using ids = workmem::random_ids;
};
using memory = workmem::basic_task_memory<policies>;

memory open_in(const temporary_folder& at, const worker_clock& clock = {}) {
    auto journal = sqlite::open(at.path() + "/j.db", {.sync = workmem::journal::sync_mode::never(),
                                                      .busy_wait = milliseconds{60'000}});
    return memory{
        {.name = "graph", .lease = lease, .grace = grace},
        {.clock = clock, .journal = std::move(journal).value(), .keep = {.changes = 10'000'000}}};
}

// What workers tell the test.
struct ledger {
    std::atomic<std::int64_t> time{0};
    std::array<std::atomic<std::uint64_t>, most_tasks> holder{};  // the newest claim's token
    std::array<std::atomic<int>, most_tasks> done{};              // acknowledged completions
    std::atomic<std::uint64_t> completed{0}, fenced{0}, expired{0}, lost_races{0}, outages{0};
};

enum exit_code : int { finished = 0, odd_error = 3 };

class worker {
public:
    worker(const temporary_folder& at, std::string name, std::uint64_t seed, ledger& tells)
        : clock_{tells.time},
          work_{open_in(at, clock_)},
          name_{std::move(name)},
          random_{seed},
          ledger_{tells} {}

    int run() {
        for (;;) {
            clock_.pass();
            const auto claimed = next();
            count_races();
            if (!claimed) return odd_error;
            if (*claimed) {
                if (finish(**claimed)) return odd_error;
                continue;
            }
            work_.catch_up();
            if (work_.status() == workmem::task_memory_status::completed) return finished;
            (void)work_.wait_for_changes(work_.position(), milliseconds{1});
        }
    }

private:
    std::size_t below(std::size_t most) { return static_cast<std::size_t>(random_() % most); }
    void count_races() {
        const auto now = work_.metrics().lost_races;
        ledger_.lost_races += now - std::exchange(races_, now);
    }

    workmem::result<std::optional<workmem::task_claim>> next() {
        if (auto reclaimed = work_.try_reclaim(); !reclaimed) return reclaimed.error();
        return work_.try_claim_next(name_);
    }
    // What is written says by which claim, for who reads the log.
    std::optional<workmem::error> finish(const workmem::task_claim& claim) {
        const auto number = static_cast<std::size_t>(std::stoull(claim.task.str().substr(1)));
        ledger_.holder[number] = claim.token;
        const auto mark = name_ + '#' + std::to_string(claim.token);
        const auto out = below(60);
        if (out == 0) be_out(number, claim.token);
        const auto started = work_.try_start(claim, {.actor = mark});
        if (!started) return judged(started.error());
        clock_.pass();
        if (out == 1) be_out(number, claim.token);
        const auto ended = work_.try_complete(claim, {.summary = mark});
        clock_.go_on();
        if (!ended) return judged(ended.error());
        ++ledger_.done[number];
        ++ledger_.completed;
        if (below(200) != 0) return std::nullopt;
        const auto saved = work_.try_snapshot();
        return saved ? std::nullopt : std::optional{saved.error()};
    }
    // A claim that has passed is what fencing is for; anything else is wrong.
    std::optional<workmem::error> judged(const workmem::error& problem) {
        clock_.go_on();
        if (problem.code() == error_code::fenced)
            ++ledger_.fenced;
        else if (problem.code() == error_code::expired)
            ++ledger_.expired;
        else
            return problem;
        return std::nullopt;
    }
    // Until somebody else has the task, if somebody takes it: all of them may be out.
    void be_out(std::size_t number, std::uint64_t token) {
        clock_.stop();
        ++ledger_.outages;
        int looks = 0;
        (void)eventually([&] {
            clock_.pass();
            return ledger_.holder[number] != token || ++looks == 1'000;
        });
    }

    worker_clock clock_;
    memory work_;
    std::string name_;
    std::mt19937_64 random_;
    ledger& ledger_;
    std::uint64_t races_ = 0;
};

// Reads a log in the plainest words: who had which task by which claim, and what they wrote.
class auditor {
public:
    void read(std::string_view record) {
        const auto json = nlohmann::json::parse(record);
        const auto kind = json.at("kind").get<std::string>();
        if (kind == "task.add")
            for (const auto& each : json.at("tasks")) add(each);
        if (kind == "task.move")
            for (const auto& each : json.at("steps")) move(json, each);
    }
    std::string wrong{};  // the first thing that is
    std::uint64_t claims = 0, reclaims = 0;
    std::map<std::string, int> done{};

private:
    struct claim {
        std::string mark;
        timestamp expires;
    };
    void complain(const std::string& what, const nlohmann::json& json) {
        if (wrong.empty()) wrong = what + ": " + json.dump();
    }
    void add(const nlohmann::json& task) {
        auto& on = needs_[task.at("id").get<std::string>()];
        if (!task.contains("depends_on")) return;
        for (const auto& each : task.at("depends_on"))
            on.push_back(each.is_string() ? each.get<std::string>()
                                          : each.at("task").get<std::string>());
    }
    void move(const nlohmann::json& json, const nlohmann::json& step) {
        const auto verb = json.at("verb").get<std::string>();
        const auto task = step.at("task").get<std::string>();
        const auto time = workmem::parse_iso8601(json.at("time").get<std::string>());
        const auto held = held_.find(task);
        if (verb == "claim") {
            const auto token = step.at("token").get<std::uint64_t>();
            if (held != held_.end() || done.count(task) != 0) complain("taken twice", json);
            if (token <= last_token_) complain("an old token", json);
            for (const auto& each : needs_[task])
                if (done.count(each) == 0) complain("taken before " + each, json);
            last_token_ = token;
            ++claims;
            held_[task] = {step.at("agent").get<std::string>() + '#' + std::to_string(token),
                           *workmem::parse_iso8601(step.at("expires_at").get<std::string>())};
            return;
        }
        if (held == held_.end()) return complain("nobody has it", json);
        if (verb == "reclaim") {
            if (*time < held->second.expires + grace) complain("reclaimed too early", json);
            ++reclaims;
            held_.erase(held);
        } else if (verb == "start") {
            if (json.at("actor") != held->second.mark) complain("a stale start", json);
        } else if (verb == "complete") {
            if (step.at("result").at("summary") != held->second.mark)
                complain("a stale completion", json);
            ++done[task];
            held_.erase(held);
        } else {
            complain("another verb", json);
        }
    }

    std::map<std::string, std::vector<std::string>> needs_;
    std::map<std::string, claim> held_;
    std::uint64_t last_token_ = 0;
};

void plan(memory work, std::size_t count, std::mt19937_64& random) {
    std::vector<workmem::new_task> tasks;
    for (std::size_t i = 0; i < count; ++i) {
        tasks.push_back(named("t" + std::to_string(i)));
        for (auto k = i == 0 ? 0 : random() % 4; k > 0; --k)
            tasks.back().depends_on.push_back("t" + std::to_string(random() % i));
    }
    work.add_tasks(tasks);
}

}  // namespace

TEST_CASE("workers that are killed at any moment finish a graph, and every task is done once",
          "[sqlite][processes][task]") {
    const auto seed = fresh_seed();
    INFO("WORKMEM_TEST_SEED=" << seed);
    std::mt19937_64 random{seed};
    const auto size = static_cast<std::size_t>(repetitions(slowness > 1 ? 500 : 2'000, 50'000));
    const auto limit = std::chrono::seconds{repetitions(240, 3'600)};
    const temporary_folder at;
    plan(open_in(at), size, random);

    const shared_by_processes<ledger> shared;
    std::uint64_t kills = 0, names = 0, broken = 0;
    const auto start = [&] {
        const auto name = "w" + std::to_string(++names);
        const auto dice = random();
        return child_process{[&] {
                                 return worker{at, name, dice, *shared}.run();
                             },
                             static_cast<unsigned>(limit.count())};
    };
    std::vector<child_process> all;
    for (std::size_t i = 0; i < workers; ++i) all.push_back(start());
    // Whoever is killed, some work gets done in between.
    const auto wait_for_work = [&] {
        const auto enough = shared->completed + 10 + random() % 50;
        return eventually([&] {
            return shared->completed >= enough ||
                   std::none_of(all.begin(), all.end(),
                                [](auto& each) { return each.is_running(); });
        });
    };
    for (bool goes_on = true; goes_on;) {
        REQUIRE(wait_for_work());
        if (auto& each = all[static_cast<std::size_t>(random() % workers)]; each.kill()) {
            ++kills;
            each = start();
        }
        goes_on = false;
        for (auto& each : all) {
            if (each.is_running())
                goes_on = true;
            else if (each.wait() != finished)
                ++broken;
        }
        REQUIRE(broken == 0);
    }

    auditor log;
    auto journal = open_in(at);
    auto raw = sqlite::open(at.path() + "/j.db", {.sync = workmem::journal::sync_mode::never()});
    REQUIRE(
        raw->read("task", 0, [&](const workmem::journal::record& each) { log.read(each.bytes); }));
    REQUIRE(log.wrong == "");
    CHECK(log.done.size() == size);
    for (const auto& [id, times] : log.done) REQUIRE(times == 1);
    // Who was killed could not say what was acknowledged.
    std::size_t untold = 0;
    for (std::size_t i = 0; i < size; ++i) {
        REQUIRE(shared->done[i] <= 1);
        untold += shared->done[i] == 0;
    }
    CHECK(untold <= kills);
    CHECK(journal.info().count(workmem::task_status::completed) == size);
    CHECK(raw->examine()->sound());
    CHECK(kills > 0);
    CHECK(log.reclaims > 0);
    CHECK(shared->lost_races > 0);
    CHECK(shared->fenced > 0);
    WARN(size << " tasks, " << kills << " workers killed, " << log.claims << " claims, "
              << log.reclaims << " reclaimed, " << shared->lost_races << " races lost, "
              << shared->outages << " outages, " << shared->fenced << " writes fenced, "
              << shared->expired << " expired");
}
