// SIGTERM, SIGINT and SIGHUP as a call of a thread of its own, which may do anything.
#pragma once

#include <atomic>
#include <csignal>
#include <functional>
#include <thread>
#include <utility>

#include <pthread.h>
#include <unistd.h>

namespace workmem_program {

/// Calls `stop` once when the program is asked to end; who asks again ends it at once. Made before
/// other threads are started, which then leave these signals alone. Neither copyable nor movable.
class stop_signal {
public:
    explicit stop_signal(std::function<void()> stop) {
        sigemptyset(&set_);
        for (const int each : {SIGTERM, SIGINT, SIGHUP, wakes}) sigaddset(&set_, each);
        pthread_sigmask(SIG_BLOCK, &set_, nullptr);
        waits_ = std::thread{[this, call = std::move(stop)] {
            if (wait() == wakes) return;
            call();
            if (const int again = wait(); again != wakes) _exit(128 + again);
        }};
    }
    stop_signal(const stop_signal&) = delete;
    stop_signal& operator=(const stop_signal&) = delete;
    ~stop_signal() {
        goes_ = true;
        pthread_kill(waits_.native_handle(), wakes);
        waits_.join();
    }

private:
    static constexpr int wakes = SIGUSR1;

    // What was asked for, or `wakes` when the object goes: others may send that signal, too.
    int wait() {
        int which = wakes;
        do sigwait(&set_, &which);
        while (which == wakes && !goes_);
        return which;
    }

    sigset_t set_{};
    std::atomic<bool> goes_{false};
    std::thread waits_;
};

}  // namespace workmem_program
