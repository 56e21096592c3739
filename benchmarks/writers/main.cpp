// workmem_benchmark_writers [WRITERS [EACH]]: processes that add to one session of a SQLite store,
// beside as many that have sessions of their own. How many additions were refused, how long the
// slowest took, how many came through a second.
#include <workmem/journal/any.hpp>
#include <workmem/session/session_store.hpp>
#include <workmem_sqlite/sqlite.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

namespace {

using clock_type = std::chrono::steady_clock;

using store_type = workmem::basic_session_store<workmem::durable_policies<workmem::journal::any>>;

struct outcome {
    int refused = 0;
    double slowest = 0;  // seconds
};

double seconds_since(clock_type::time_point begin) {
    return std::chrono::duration<double>(clock_type::now() - begin).count();
}

store_type open(const std::string& path) {
    return store_type{{},
                      {.journal = workmem::journal::sqlite::open(
                                      path, {.sync = workmem::journal::sync_mode::always()})
                                      .value()}};
}

outcome write(store_type& store, const std::string& session, int count) {
    outcome out;
    for (int i = 0; i < count; ++i) {
        const auto begin = clock_type::now();
        const auto done = store.try_add(session, {.content = "note " + std::to_string(i)});
        if (!done) ++out.refused;
        out.slowest = std::max(out.slowest, seconds_since(begin));
    }
    return out;
}

// Additions a second.
double run(const char* name, const std::string& path, int writers, int each, bool in_one) {
    std::filesystem::remove(path);
    {
        auto first = open(path);
        first.add("all", {.content = "the first"});
    }
    int start[2], report[2];
    if (::pipe(start) != 0 || ::pipe(report) != 0) std::abort();
    for (int i = 0; i < writers; ++i) {
        if (::fork() != 0) continue;
        ::close(start[1]);
        auto store = open(path);
        char nothing = 0;
        (void)!::read(start[0], &nothing, 1);  // until all are there
        const auto done = write(store, in_one ? "all" : "session " + std::to_string(i), each);
        (void)!::write(report[1], &done, sizeof done);
        ::_exit(0);
    }
    ::close(start[0]);
    ::close(report[1]);
    std::this_thread::sleep_for(std::chrono::seconds{2});
    const auto begin = clock_type::now();
    ::close(start[1]);
    outcome all, one;
    while (::read(report[0], &one, sizeof one) == sizeof one) {
        all.refused += one.refused;
        all.slowest = std::max(all.slowest, one.slowest);
    }
    const auto rate = writers * each / seconds_since(begin);
    while (::wait(nullptr) > 0) {
    }
    ::close(report[0]);
    std::printf("%-20s %6d refused, slowest %.2f s, %.0f additions/s\n", name, all.refused,
                all.slowest, rate);
    return rate;
}

}  // namespace

int main(int count, char** arguments) {
    const int writers = count > 1 ? std::atoi(arguments[1]) : 100;
    const int each = count > 2 ? std::atoi(arguments[2]) : 20;
    const auto folder =
        std::filesystem::temp_directory_path() / ("workmem-writers-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    const auto path = (folder / "store.db").string();
    const auto apart = run("sessions of their own", path, writers, each, false);
    const auto together = run("one session", path, writers, each, true);
    std::printf("ratio %.2f\n", together / apart);
    std::filesystem::remove_all(folder);
}
