// SIGTERM and SIGINT as a call of a thread of its own, which may do anything.
#pragma once

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
        for (const int each : {SIGTERM, SIGINT, nobody_asked}) sigaddset(&set_, each);
        pthread_sigmask(SIG_BLOCK, &set_, nullptr);
        waits_ = std::thread{[this, call = std::move(stop)] {
            int which = nobody_asked;
            sigwait(&set_, &which);
            if (which == nobody_asked) return;
            call();
            // Until the object goes.
            sigwait(&set_, &which);
            if (which != nobody_asked) _exit(128 + which);
        }};
    }
    stop_signal(const stop_signal&) = delete;
    stop_signal& operator=(const stop_signal&) = delete;
    ~stop_signal() {
        pthread_kill(waits_.native_handle(), nobody_asked);
        waits_.join();
    }

private:
    static constexpr int nobody_asked = SIGUSR1;

    sigset_t set_{};
    std::thread waits_;
};

}  // namespace workmem_program
