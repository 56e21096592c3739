#include "wrap.hpp"

#include "child.hpp"
#include "observer.hpp"
#include "queue.hpp"

#include "../project/places.hpp"
#include "../store.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <exception>
#include <mutex>
#include <string>
#include <thread>

#include <unistd.h>
#include <cerrno>
#include <csignal>

namespace workmem_program {
namespace {

/// Something that another thread does, and until when somebody waits for it.
class moment {
public:
    void come() {
        {
            const std::lock_guard lock{mutex_};
            here_ = true;
        }
        changed_.notify_all();
    }
    bool wait_for(std::chrono::milliseconds patience) {
        std::unique_lock lock{mutex_};
        return changed_.wait_for(lock, patience, [&] { return here_; });
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool here_ = false;
};

bool write_all(int to, const char* bytes, std::size_t size) {
    while (size > 0) {
        const auto written = ::write(to, bytes, size);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        bytes += written;
        size -= static_cast<std::size_t>(written);
    }
    return true;
}

// Until one of both ends is closed; then both are.
void forward(int from, int to, direction way, bounded_queue& seen,
             std::atomic<std::uint64_t>& sum) {
    char buffer[1 << 16];
    for (;;) {
        const auto size = ::read(from, buffer, sizeof buffer);
        if (size < 0 && errno == EINTR) continue;
        if (size <= 0 || !write_all(to, buffer, static_cast<std::size_t>(size))) break;
        sum += static_cast<std::uint64_t>(size);
        seen.put(way, buffer, static_cast<std::size_t>(size));
    }
    ::close(from);
    ::close(to);
}

void observe(const wrap_options& options, bounded_queue& seen, const quiet_log& log) {
    try {
        const auto here = project_of(std::filesystem::current_path());
        if (!ignored_things{here.root}.all()) {
            const auto where = options.store.empty() ? default_store().value() : options.store;
            auto store = open_any_store(
                where, {.sync_mode = workmem::journal::sync_mode::interval(std::chrono::hours{1})});
            wrap_observer observer{here, store.value().journal, options.name, options.deny_tool,
                                   log};
            for (auto some = seen.take(); !some.empty(); some = seen.take())
                for (const auto& each : some) observer.see(each);
            if (const auto lost = seen.dropped(); lost > 0)
                log.note(std::to_string(lost) + " pieces were not looked at: too many at once");
        }
    } catch (const std::exception& problem) {
        log.note(problem.what());
    } catch (...) {
        log.note("an unknown problem");
    }
    seen.close();
}

}  // namespace

void run_wrap(const wrap_options& options) {
    std::signal(SIGPIPE, SIG_IGN);
    child_process child;
    if (const int problem = child.start(options.command); problem != 0) {
        std::fprintf(stderr, "workmem wrap: cannot run %s: %s\n",
                     workmem::text::escaped(options.command.front()).c_str(),
                     std::strerror(problem));
        _exit(problem == ENOENT ? 127 : 126);
    }
    // They outlive this call, as the threads do that are not waited for.
    static bounded_queue seen;
    static moment observed, forwarded;
    static std::atomic<std::uint64_t> there{0}, back{0};
    if (is_switched_off()) {
        seen.close();
        observed.come();
    } else {
        std::thread{[&options] {
            observe(options, seen, quiet_log{"wrap " + options.command.front()});
            observed.come();
        }}.detach();
    }
    std::thread{[in = child.input()] {
        forward(STDIN_FILENO, in, direction::to_server, seen, there);
    }}.detach();
    std::thread{[out = child.output()] {
        forward(out, STDOUT_FILENO, direction::to_client, seen, back);
        forwarded.come();
    }}.detach();

    const int status = child_process::wait();
    // What it has said is passed on; what it has started may hold its output open.
    for (auto before = back.load(); !forwarded.wait_for(std::chrono::milliseconds{200});) {
        const auto now = back.load();
        if (now == before) break;
        before = now;
    }
    seen.close();
    (void)observed.wait_for(std::chrono::milliseconds{1'000});
    child_process::end_like(status);
}

}  // namespace workmem_program
