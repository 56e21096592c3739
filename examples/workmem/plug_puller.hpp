// Who starts the processes of act 2, listens to them, and kills them.
#pragma once

#include "plug.hpp"

#include "plug_audit.hpp"
#include "plug_crew.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <ostream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace workmem_program::plug {

using clock = std::chrono::steady_clock;

inline constexpr milliseconds between_kills{500};

/// Starts the processes, listens to them, and kills them. It never opens the store while they run:
/// who forks must have none open.
class puller {
public:
    puller(std::ostream& out, const plug_options& options, const setting& with, bool on_terminal)
        : out_{out},
          options_{options},
          with_{with},
          on_terminal_{on_terminal},
          random_{with.seed} {}
    puller(const puller&) = delete;
    puller& operator=(const puller&) = delete;
    ~puller() {
        for (auto& each : crew_)
            if (each.process > 0) end(each);
        for (const int each : pipe_) ::close(each);
    }

    plug_outcome run() {
        if (::pipe(pipe_.data()) != 0) return failed("there is no pipe");
        ::fcntl(pipe_[0], F_SETFL, O_NONBLOCK);
        with_.pipe = pipe_[1];
        for (std::uint8_t who = 0; who < crew_.size(); ++who) start(who);
        auto next_kill = start_ + between_kills;
        while (is_anybody_left()) {
            if (clock::now() - start_ > longest()) return failed("it does not come to an end");
            const auto next_look = clock::now() + milliseconds{100};
            listen(outcome_.kills < options_.kills ? std::min(next_kill, next_look) : next_look);
            if (auto problem = reap(); !problem.empty()) return failed(std::move(problem));
            if (clock::now() >= next_kill && outcome_.kills < options_.kills) {
                kill_one();
                next_kill += between_kills;
            }
            wake_if_in_vain();
            draw();
        }
        listen(clock::now());
        flush();
        audit(with_, acknowledged_, outcome_);
        return outcome_;
    }

private:
    struct member {
        ::pid_t process = 0;
        std::uint16_t life = 0;
        std::optional<std::uint32_t> task{};
    };
    // A worker that sleeps longer than its lease, and does not know.
    struct stopped_worker {
        std::uint8_t who;
        std::uint32_t task;
        clock::time_point since;
    };

    void start(std::uint8_t who) {
        out_.flush();
        const auto process = ::fork();
        if (process == 0) {
            ::close(pipe_[0]);
            ::_exit(run_crew_member(with_, who, crew_[who].life));
        }
        crew_[who].process = process;
        crew_[who].task.reset();
    }
    static void end(member& who) {
        ::kill(who.process, SIGKILL);
        ::waitpid(who.process, nullptr, 0);
        who.process = 0;
    }
    [[nodiscard]] bool is_anybody_left() const {
        return std::any_of(crew_.begin(), crew_.end(),
                           [](const member& each) { return each.process > 0; });
    }
    [[nodiscard]] milliseconds longest() const {
        return between_kills * static_cast<int>(options_.kills) + std::chrono::minutes{2};
    }

    // All that was said until then, or until something has to be done.
    void listen(clock::time_point until) {
        for (;;) {
            std::array<char, 64 * sizeof(word)> bytes;
            const auto got = ::read(pipe_[0], bytes.data(), bytes.size());
            if (got > 0) {
                heard_.append(bytes.data(), static_cast<std::size_t>(got));
                std::size_t at = 0;
                for (; at + sizeof(word) <= heard_.size(); at += sizeof(word)) {
                    word said;
                    std::memcpy(&said, heard_.data() + at, sizeof said);
                    hear(said);
                }
                heard_.erase(0, at);
                continue;
            }
            const auto left = std::chrono::ceil<milliseconds>(until - clock::now());
            if (left.count() <= 0) return;
            pollfd waiting{pipe_[0], POLLIN, 0};
            if (::poll(&waiting, 1, static_cast<int>(left.count())) <= 0) return;
        }
    }
    void hear(const word& said) {
        auto& who = crew_[said.who];
        const bool is_of_now = said.life == who.life && who.process > 0;
        if (said.what == event::acknowledged) {
            acknowledged_.push_back(said);
            if (is_of_now && who.task == said.task) ++done_, who.task.reset();
        } else if (said.what == event::began && is_of_now) {
            who.task = said.task;
            if (stops_ > 0 && !stopped_) stop(said.who, said.task);
        } else if (said.what == event::reclaimed && stopped_ && stopped_->task == said.task) {
            ::kill(crew_[stopped_->who].process, SIGCONT);
        } else if (said.what == event::refused) {
            ++outcome_.fenced;
            who.task.reset();
            if (!stopped_ || stopped_->who != said.who) return;
            print(fmt::format("{} slept through its lease of task {} and came back: fenced",
                              name_of(said.who), said.task));
            stopped_.reset();
        }
    }
    void stop(std::uint8_t who, std::uint32_t task) {
        --stops_;
        stopped_ = {who, task, clock::now()};
        ::kill(crew_[who].process, SIGSTOP);
    }

    // A machine that is very slow may have stopped it in the middle of something that others wait
    // for.
    void wake_if_in_vain() {
        if (!stopped_ || clock::now() - stopped_->since < 5 * with_.lease) return;
        ::kill(crew_[stopped_->who].process, SIGCONT);
        stopped_.reset();
        ++stops_;
    }

    // Who has ended by itself must have come to the end of all tasks.
    std::string reap() {
        for (std::uint8_t who = 0; who < crew_.size(); ++who) {
            auto& each = crew_[who];
            int status = 0;
            if (each.process <= 0 || ::waitpid(each.process, &status, WNOHANG) != each.process)
                continue;
            each.process = 0;
            if (status != 0) return fmt::format("{} ended with status {}", name_of(who), status);
        }
        return {};
    }

    // The orchestrator twice, else a worker; not the one that sleeps, which is to be fenced.
    void kill_one() {
        const auto number = outcome_.kills;
        std::uint8_t who = orchestrator;
        if (options_.kills < 3 ||
            (number != options_.kills / 3 && number != options_.kills * 2 / 3))
            do who = static_cast<std::uint8_t>(1 + random_() % workers);
            while (stopped_ && stopped_->who == who);
        auto& killed = crew_[who];
        if (killed.process <= 0) return;
        auto what = name_of(who);
        if (killed.task) what += fmt::format(" ({})", *killed.task);
        end(killed);
        ++outcome_.kills;
        ++killed.life;
        start(who);
        row_ += (row_.empty() ? "killed " : ", ") + what;
        constexpr std::size_t in_a_row = 4;
        if (outcome_.kills % in_a_row == 0 || outcome_.kills == options_.kills) flush();
        // One that sleeps early, one late.
        if (number == 0 || number == options_.kills / 2) ++stops_;
    }

    // What is said.

    [[nodiscard]] std::string place() const {
        return fmt::format("{:>5.1f} s {:>3}/{} ",
                           std::chrono::duration<double>(clock::now() - start_).count(), done_,
                           all_tasks);
    }
    void flush() {
        if (row_.empty()) return;
        print(row_);
        row_.clear();
    }
    void print(const std::string& what) {
        if (on_terminal_) out_ << "\r\x1b[K";
        out_ << place() << what << '\n';
        out_.flush();
    }
    void draw() {
        if (!on_terminal_) return;
        out_ << "\r\x1b[K" << place() << std::string(done_ / 5, '#') << ' ' << row_;
        out_.flush();
    }
    plug_outcome failed(std::string why) {
        outcome_.problem = std::move(why);
        return outcome_;
    }

    std::ostream& out_;
    const plug_options& options_;
    setting with_;
    bool on_terminal_;
    std::mt19937_64 random_;
    std::array<int, 2> pipe_{-1, -1};
    std::array<member, workers + 1> crew_{};
    std::optional<stopped_worker> stopped_;
    std::size_t stops_ = 0, done_ = 0;
    std::string heard_, row_;
    std::vector<word> acknowledged_;
    plug_outcome outcome_;
    clock::time_point start_ = clock::now();
};

}  // namespace workmem_program::plug
