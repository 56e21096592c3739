// A hook that takes too long ends as one that has nothing to say.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include <sys/time.h>
#include <unistd.h>
#include <csignal>
#include <ctime>

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

/// How long ago this process was started, up to 10 ms too much; 0 where the system does not tell.
/// Loading the program may have taken most of a hook's time. Source: proc(5), `starttime`.
inline std::chrono::microseconds age_of_process() {
    std::ifstream file{"/proc/self/stat"};
    std::string text{std::istreambuf_iterator<char>{file}, {}};
    // The name of the program, which may hold anything, ends with the last parenthesis.
    std::istringstream fields{text.substr(std::min(text.size(), text.rfind(')') + 1))};
    std::string skipped;
    for (int i = 3; i < 22; ++i) fields >> skipped;
    long long ticks = 0;
    timespec now{};
    const auto each_second = ::sysconf(_SC_CLK_TCK);
    if (!(fields >> ticks) || each_second <= 0 || ::clock_gettime(CLOCK_BOOTTIME, &now) != 0)
        return {};
    const auto since_boot =
        std::chrono::seconds{now.tv_sec} +
        std::chrono::floor<std::chrono::microseconds>(std::chrono::nanoseconds{now.tv_nsec});
    const std::chrono::microseconds started{ticks * (1'000'000 / each_second)};
    return std::max(since_boot - started, std::chrono::microseconds{});
}

/// Ends the process with status 0 when its time is over, or when it crashes: writes the client's
/// silence, unless something was said already, and a line to the log. One a process.
class watchdog {
public:
    /// The time counts from now.
    watchdog(std::chrono::microseconds time, std::string_view silence, int log, std::string late,
             std::string crashed) {
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
        const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
        const itimerval after{{0, 0}, {seconds.count(), (time - seconds).count()}};
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
    /// Says this, the only thing that is said.
    void speak(std::string_view answer) noexcept {
        state_.has_spoken = 1;
        say(answer);
    }
    /// Ends the process without tidying up, which nothing needs.
    [[noreturn]] void finish_silently() noexcept {
        speak({state_.silence, state_.size});
        _exit(0);
    }

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
        const bool is_late = signal == SIGALRM;
        // What comes after the answer may be left to the next one.
        if (is_late && state_.has_spoken != 0) _exit(0);
        if (state_.has_spoken == 0) {
            state_.has_spoken = 1;
            say({state_.silence, state_.size});
        }
        const auto& line = is_late ? state_.late : state_.crashed;
        if (state_.log >= 0) (void)!::write(state_.log, line.data(), line.size());
        _exit(0);
    }

    inline static detail::watched state_{};
};

}  // namespace workmem_program
