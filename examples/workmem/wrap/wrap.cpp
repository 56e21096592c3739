#include "wrap.hpp"

#include "child.hpp"
#include "observer.hpp"
#include "queue.hpp"

#include "../project/places.hpp"
#include "../project/spool.hpp"
#include "../store.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>

#include <poll.h>
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

// Also until it is closed at its other end.
void wait_until_ready(int descriptor, short event) {
    pollfd asked{descriptor, event, 0};
    while (::poll(&asked, 1, -1) < 0 && errno == EINTR) {
    }
}

bool can_be_read(int descriptor) {
    pollfd asked{descriptor, POLLIN, 0};
    return ::poll(&asked, 1, 0) > 0 && (asked.revents & POLLIN) != 0;
}

bool write_all(int to, const char* bytes, std::size_t size) {
    while (size > 0) {
        const auto written = ::write(to, bytes, size);
        if (written < 0 && errno == EINTR) continue;
        // Whoever made the pipe may have made it one that does not block.
        if (written < 0 && errno == EAGAIN) {
            wait_until_ready(to, POLLOUT);
            continue;
        }
        if (written <= 0) return false;
        bytes += written;
        size -= static_cast<std::size_t>(written);
    }
    return true;
}

/// What a thread that forwards tells others.
struct forwarding {
    std::atomic<std::uint64_t> passed{0};
    /// From before bytes are taken until they are passed on; and from its end on.
    std::atomic<bool> holds_bytes{false};
};

// Until one of both ends is closed; then both are.
void forward(int from, int to, direction way, bounded_queue& seen, forwarding& state) {
    char buffer[1 << 16];
    for (;;) {
        state.holds_bytes = false;
        wait_until_ready(from, POLLIN);
        state.holds_bytes = true;
        const auto size = ::read(from, buffer, sizeof buffer);
        if (size < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (size <= 0) break;
        const auto taken = static_cast<std::size_t>(size);
        // A call must stand in the queue before its answer can, which another thread puts there.
        if (way == direction::to_server) seen.put(way, buffer, taken);
        if (!write_all(to, buffer, taken)) break;
        state.passed += taken;
        if (way == direction::to_client) seen.put(way, buffer, taken);
    }
    ::close(from);
    ::close(to);
}

// In this order: bytes that have left the pipe are held, or have been passed on.
bool waits_for_bytes(int from, const forwarding& state) {
    return !can_be_read(from) && !state.holds_bytes;
}

// After the end of the child: what it has said is passed on, however slowly the client reads. What
// the child has started may hold its output open: that is not waited for. Whoever sends a signal
// may wait for the end without reading: that is waited for only a second.
void pass_on_the_rest(int output, const forwarding& back, moment& forwarded) {
    constexpr int rounds_when_told = 5;
    auto before = back.passed.load();
    for (int unmoved = 0; !forwarded.wait_for(std::chrono::milliseconds{200});) {
        const bool waits = waits_for_bytes(output, back);
        const auto now = back.passed.load();
        unmoved = now == before ? unmoved + 1 : 0;
        before = now;
        if (unmoved > 0 && waits) break;
        if (unmoved >= rounds_when_told && child_process::is_told_to_end()) break;
    }
}

void observe(const wrap_options& options, bounded_queue& seen, const quiet_log& log) {
    try {
        const auto here = project_of(std::filesystem::current_path());
        if (!ignored_things{here}.all()) {
            const auto where = options.store.empty() ? default_store().value() : options.store;
            check_store_name(where).value();
            auto store = open_any_store(
                where, {.sync_mode = workmem::journal::sync_mode::interval(std::chrono::hours{1}),
                        .recreate = true});
            // A server of the same store need not offer the model to note results itself.
            std::error_code problem;
            if (const auto folder = spool_folder(where);
                !folder.empty() && std::filesystem::create_directories(folder, problem))
                std::filesystem::permissions(folder, std::filesystem::perms::owner_all, problem);
            wrap_observer observer{
                here, where, store.value().journal, options.name, options.deny_tool, log};
            for (auto some = seen.take(); !some.empty(); some = seen.take())
                for (const auto& each : some) observer.see(each);
            if (const auto lost = seen.dropped(); lost > 0)
                log.note("pieces were not looked at, too many at once: " + std::to_string(lost));
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
    static forwarding there, back;
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
    pass_on_the_rest(child.output(), back, forwarded);
    seen.close();
    (void)observed.wait_for(std::chrono::milliseconds{1'000});
    child_process::end_like(status);
}

}  // namespace workmem_program
