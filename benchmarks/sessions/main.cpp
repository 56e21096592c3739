// workmem_benchmark_sessions [SESSIONS [OPEN]]: a SQLite store of many sessions of ten memories, in
// a process that keeps all of them open and in one that keeps OPEN. How long making them takes, the
// first sweep of a process that was started since, one in an hour in which nothing is due, and one
// in which a session in a hundred is; and how much memory the process had at most.
#include <workmem/session/session_store.hpp>
#include <workmem/session/session_store.ipp>
#include <workmem/time/manual_clock.hpp>
#include <workmem_sqlite/sqlite.hpp>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

namespace {

using clock_type = std::chrono::steady_clock;
using std::chrono::hours;

struct policies : workmem::default_policies {
    using clock = workmem::manual_clock;
    using journal = workmem::journal::sqlite;
};
using store_type = workmem::basic_session_store<policies>;

store_type open(const std::string& path, std::optional<std::size_t> most,
                const workmem::manual_clock& clock) {
    workmem::session_options options;
    options.max_open = most;
    options.ttl = {
        .low = hours{10}, .medium = hours{1'000}, .high = hours{1'000}, .critical = hours{1'000}};
    return store_type{options,
                      {.clock = clock,
                       .journal = workmem::journal::sqlite::open(
                                      path, {.sync = workmem::journal::sync_mode::never()})
                                      .value()}};
}

// In a process of its own: whose memory is its own, and who opens the store anew.
template <class Work>
void measure(const char* what, Work&& work) {
    std::fflush(stdout);
    const auto child = ::fork();
    if (child != 0) {
        int status = 0;
        ::waitpid(child, &status, 0);
        if (status != 0) std::exit(1);
        return;
    }
    const auto begin = clock_type::now();
    work();
    const std::chrono::duration<double> took = clock_type::now() - begin;
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    std::printf("  %-40s %8.2f s  %6ld MB\n", what, took.count(), used.ru_maxrss / 1'024);
    std::fflush(stdout);
    ::_exit(0);
}

void run(int sessions, std::optional<std::size_t> most) {
    const auto folder =
        std::filesystem::temp_directory_path() / ("workmem-sessions-" + std::to_string(::getpid()));
    std::filesystem::create_directory(folder);
    const auto path = (folder / "memory.db").string();
    workmem::manual_clock clock;
    measure("made", [&] {
        auto store = open(path, most, clock);
        store.sweep();
        for (int i = 0; i < sessions; ++i)
            for (int k = 0; k < 10; ++k)
                store.add("session-" + std::to_string(i),
                          {.content = "note " + std::to_string(k),
                           .priority =
                               i % 100 == 0 ? workmem::priority::low : workmem::priority::medium});
    });
    clock.advance(hours{3});
    measure("the first sweep, of a new process", [&] { open(path, most, clock).sweep(); });
    clock.advance(hours{1});
    measure("a sweep in which nothing is due", [&] { open(path, most, clock).sweep(); });
    clock.advance(hours{10});
    measure("a sweep in which one in a hundred is due", [&] { open(path, most, clock).sweep(); });
    std::filesystem::remove_all(folder);
}

}  // namespace

int main(int argc, char** argv) {
    const int sessions = argc > 1 ? std::atoi(argv[1]) : 10'000;
    const int most = argc > 2 ? std::atoi(argv[2]) : 1'000;
    if (sessions < 1 || most < 1) {
        std::fprintf(stderr, "usage: workmem_benchmark_sessions [SESSIONS [OPEN]]\n");
        return 2;
    }
    std::printf("%d sessions, all open\n", sessions);
    run(sessions, std::nullopt);
    std::printf("%d sessions, %d open\n", sessions, most);
    run(sessions, static_cast<std::size_t>(most));
}
