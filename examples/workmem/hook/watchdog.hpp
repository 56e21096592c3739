// A hook that takes too long ends as one that has nothing to say.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <sys/time.h>
#include <unistd.h>
#include <csignal>

namespace workmem_program {

namespace detail {

// What a signal handler needs.
struct watched {
    int log = -1;
    char silence[64] = {};
    std::size_t size = 0;
    std::string late{}, crashed{};
    volatile std::sig_atomic_t has_spoken = 0;
};

}  // namespace detail

/// Ends the process with status 0 when its time is over, or when it crashes: writes the client's
/// silence, unless something was said already, and a line to the log. One a process.
class watchdog {
public:
    /// Together with starting and ending a process less than 100 ms, which nobody notices.
    static constexpr int milliseconds = 75;

    watchdog(std::string_view silence, int log, std::string late, std::string crashed) {
        state_.log = log;
        state_.late = std::move(late);
        state_.crashed = std::move(crashed);
        set_silence(silence);
        struct sigaction on {};
        on.sa_handler = [](int signal) { end(signal); };
        sigfillset(&on.sa_mask);
        sigset_t ends;
        sigemptyset(&ends);
        for (const int each : {SIGALRM, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) {
            sigaction(each, &on, nullptr);
            sigaddset(&ends, each);
        }
        // Who started the hook may have blocked them, and may listen no more.
        sigprocmask(SIG_UNBLOCK, &ends, nullptr);
        std::signal(SIGPIPE, SIG_IGN);
        const itimerval after{{0, 0}, {0, milliseconds * 1'000}};
        setitimer(ITIMER_REAL, &after, nullptr);
    }
    watchdog(const watchdog&) = delete;
    watchdog& operator=(const watchdog&) = delete;

    /// What is said instead of nothing at all; at most 63 bytes.
    void set_silence(std::string_view text) noexcept {
        const auto size = text.size() < sizeof state_.silence ? text.size() : 0;
        state_.size = 0;
        std::copy_n(text.begin(), size, state_.silence);
        state_.size = size;
    }
    /// Says this and ends the process: nobody waits for what is tidied up, as nothing needs it.
    [[noreturn]] void finish(std::string_view answer) noexcept {
        state_.has_spoken = 1;
        say(answer);
        _exit(0);
    }
    [[noreturn]] void finish_silently() noexcept { finish({state_.silence, state_.size}); }

private:
    static void say(std::string_view text) noexcept {
        while (!text.empty()) {
            const auto written = ::write(STDOUT_FILENO, text.data(), text.size());
            if (written <= 0) return;
            text.remove_prefix(static_cast<std::size_t>(written));
        }
    }
    // Calls nothing that a signal handler may not.
    static void end(int signal) noexcept {
        if (state_.has_spoken == 0) {
            state_.has_spoken = 1;
            say({state_.silence, state_.size});
        }
        const auto& line = signal == SIGALRM ? state_.late : state_.crashed;
        if (state_.log >= 0) (void)!::write(state_.log, line.data(), line.size());
        _exit(0);
    }

    inline static detail::watched state_{};
};

}  // namespace workmem_program
