// Processes that a test starts, and memory that they share with it. A child says nothing, leaves by
// `_exit`, ends by itself when it takes too long, and never outlives its `child_process`.
#pragma once

#include <sys/mman.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>

namespace workmem_test {

// A `T` of lock-free atomics, the same one in all processes that are started afterwards.
template <class T>
class shared_by_processes {
    static_assert(std::is_trivially_destructible_v<T>);

public:
    shared_by_processes() {
        void* const at =
            ::mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (at == MAP_FAILED) throw std::bad_alloc{};
        at_ = new (at) T{};
    }
    shared_by_processes(const shared_by_processes&) = delete;
    shared_by_processes& operator=(const shared_by_processes&) = delete;
    ~shared_by_processes() { ::munmap(at_, sizeof(T)); }
    [[nodiscard]] T& operator*() const noexcept { return *at_; }
    [[nodiscard]] T* operator->() const noexcept { return at_; }

private:
    T* at_ = nullptr;
};

class child_process {
public:
    // What a child exits with whose body threw, and what no body should answer.
    static constexpr int threw = 99;

    // `body()` runs in a process of its own and answers the exit code.
    template <class Body>
    requires std::is_invocable_r_v<int, Body&>
    explicit child_process(Body&& body, unsigned most_seconds = 240) {
        id_ = ::fork();
        if (id_ != 0) return;
        // What a test framework does on signals is for the parent.
        for (const int each : {SIGABRT, SIGALRM, SIGFPE, SIGILL, SIGINT, SIGSEGV, SIGTERM})
            ::signal(each, SIG_DFL);
        ::alarm(most_seconds);
        int code = threw;
        try {
            code = body();
        } catch (...) {
        }
        ::_exit(code);
    }
    child_process(child_process&& other) noexcept
        : id_{std::exchange(other.id_, -1)}, status_{other.status_} {}
    child_process& operator=(child_process&& other) noexcept {
        std::swap(id_, other.id_);
        std::swap(status_, other.status_);
        return *this;
    }
    ~child_process() { kill(); }

    [[nodiscard]] ::pid_t id() const noexcept { return id_; }
    [[nodiscard]] bool is_running() noexcept { return id_ > 0 && !ask(WNOHANG); }
    // Waits for the end. What it exited with; -1 if it was killed or never ran.
    int wait() noexcept {
        while (id_ > 0 && !ask(0)) {
        }
        return WIFEXITED(status_) ? WEXITSTATUS(status_) : -1;
    }
    // True if it was running until then.
    bool kill() noexcept {
        if (id_ <= 0) return false;
        ::kill(id_, SIGKILL);
        wait();
        return WIFSIGNALED(status_) && WTERMSIG(status_) == SIGKILL;
    }

private:
    // Whether it has ended.
    bool ask(int how) noexcept {
        const auto done = ::waitpid(id_, &status_, how);
        if (done == 0 || (done < 0 && errno == EINTR)) return false;
        id_ = -1;
        return true;
    }

    ::pid_t id_ = -1;
    int status_ = SIGKILL;
};

}  // namespace workmem_test
