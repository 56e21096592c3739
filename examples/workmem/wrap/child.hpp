// The server that is wrapped: a process whose input and output pass through this one.
#pragma once

#include <atomic>
#include <cerrno>
#include <string>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

extern char** environ;

namespace workmem_program {

/// One a process: signals to this one go to it while it runs.
class child_process {
public:
    /// 0, or the error number of why it could not be started.
    int start(const std::vector<std::string>& command) {
        int in[2], out[2];
        if (!make_pipe(in)) return errno;
        if (!make_pipe(out)) return errno;
        posix_spawn_file_actions_t files;
        posix_spawn_file_actions_init(&files);
        posix_spawn_file_actions_adddup2(&files, in[0], STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&files, out[1], STDOUT_FILENO);
        posix_spawnattr_t how;
        posix_spawnattr_init(&how);
        // It finds the signals as whoever starts a program finds them.
        sigset_t usual;
        sigemptyset(&usual);
        posix_spawnattr_setsigmask(&how, &usual);
        for (const int each : {SIGPIPE, SIGXFSZ}) sigaddset(&usual, each);
        posix_spawnattr_setsigdefault(&how, &usual);
        posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
        std::vector<char*> arguments;
        auto copies = command;
        for (auto& each : copies) arguments.push_back(each.data());
        arguments.push_back(nullptr);
        pid_t made = 0;
        const int problem =
            posix_spawnp(&made, arguments.front(), &files, &how, arguments.data(), environ);
        posix_spawnattr_destroy(&how);
        posix_spawn_file_actions_destroy(&files);
        ::close(in[0]);
        ::close(out[1]);
        if (problem != 0) return problem;
        input_ = in[1];
        output_ = out[0];
        pid_ = made;
        struct sigaction passing {};
        passing.sa_handler = pass_signal;
        passing.sa_flags = SA_RESTART;
        for (const int each : {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2})
            sigaction(each, &passing, nullptr);
        return 0;
    }
    [[nodiscard]] int input() const noexcept { return input_; }
    [[nodiscard]] int output() const noexcept { return output_; }
    /// Waits for its end: the status as `waitpid` says.
    [[nodiscard]] static int wait() noexcept {
        int status = 0;
        while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
        }
        pid_ = 0;
        return status;
    }
    /// Whether a signal came that asks for its end, or any when it did not run any more.
    [[nodiscard]] static bool is_told_to_end() noexcept { return told_to_end_; }
    /// Ends this process as that one has ended.
    [[noreturn]] static void end_like(int status) noexcept {
        if (WIFSIGNALED(status)) {
            std::signal(WTERMSIG(status), SIG_DFL);
            sigset_t all;
            sigfillset(&all);
            sigprocmask(SIG_UNBLOCK, &all, nullptr);
            ::kill(::getpid(), WTERMSIG(status));
            _exit(128 + WTERMSIG(status));
        }
        _exit(WEXITSTATUS(status));
    }

private:
    static void pass_signal(int signal) noexcept {
        const int kept = errno;
        const auto to = pid_.load();
        const bool passed = to > 0 && ::kill(to, signal) == 0;
        const bool asks_for_end = signal == SIGTERM || signal == SIGINT || signal == SIGQUIT;
        if (!passed || asks_for_end) told_to_end_ = true;
        errno = kept;
    }
    static bool make_pipe(int (&ends)[2]) {
        if (::pipe(ends) != 0) return false;
        for (const int each : ends) ::fcntl(each, F_SETFD, FD_CLOEXEC);
        return true;
    }

    inline static std::atomic<pid_t> pid_{0};
    inline static std::atomic<bool> told_to_end_{false};
    int input_ = -1, output_ = -1;
};

}  // namespace workmem_program
