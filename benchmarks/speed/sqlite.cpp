// The SQLite journal beside a bare loop over a prepared INSERT with the same settings.
#include <workmem_sqlite/sqlite.hpp>

#include <benchmark/benchmark.h>
#include <sqlite3.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace workmem::journal;

constexpr std::size_t record_size = 200;  // a change of an entity

// Where the disk is; WORKMEM_BENCHMARK_DIR names another.
struct database_file {
    database_file() { std::filesystem::create_directories(folder); }
    database_file(const database_file&) = delete;
    database_file& operator=(const database_file&) = delete;
    ~database_file() { std::filesystem::remove_all(folder); }

    const std::string folder = [] {
        const char* const given = std::getenv("WORKMEM_BENCHMARK_DIR");
        const auto in = given != nullptr ? std::filesystem::path{given}
                                         : std::filesystem::temp_directory_path();
        return (in / ("workmem-sqlite-" + std::to_string(::getpid()))).string();
    }();
    const std::string path = folder + "/journal.db";
};

void append(benchmark::State& state, sync_mode sync) {
    const database_file file;
    auto journal = sqlite::open(file.path, {.sync = sync});
    if (!journal || !journal->open_stream("s", "entity")) return state.SkipWithError("no journal");
    const std::string text(record_size, 'x');
    const std::string_view lines[]{text};
    std::uint64_t last = 0;
    for (auto _ : state) {
        if (journal->append("s", last, lines).status != append_status::recorded)
            return state.SkipWithError("not recorded");
        if (!journal->commit("s", ++last)) return state.SkipWithError("not durable");
    }
    state.SetItemsProcessed(state.iterations());
}

// No expectation, no checksum, no transaction of several statements.
void bare(benchmark::State& state, sync_mode sync) {
    const database_file file;
    { auto journal = sqlite::open(file.path, {.sync = sync}); }  // the same tables
    sqlite3* at = nullptr;
    sqlite3_stmt* insert = nullptr;
    sqlite3_open_v2(file.path.c_str(), &at, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
    const std::string settings = std::string{"PRAGMA secure_delete=ON; PRAGMA synchronous="} +
                                 (sync.is_always() ? "FULL" : "OFF");
    sqlite3_exec(at, settings.c_str(), nullptr, nullptr, nullptr);
    sqlite3_prepare_v3(at, "INSERT INTO records VALUES(1, ?1, 0, ?2)", -1,
                       SQLITE_PREPARE_PERSISTENT, &insert, nullptr);
    const std::string text(record_size, 'x');
    sqlite3_int64 sequence = 0;
    for (auto _ : state) {
        sqlite3_bind_int64(insert, 1, ++sequence);
        sqlite3_bind_blob(insert, 2, text.data(), static_cast<int>(text.size()), nullptr);
        if (sqlite3_step(insert) != SQLITE_DONE) state.SkipWithError("not inserted");
        sqlite3_reset(insert);
    }
    state.SetItemsProcessed(state.iterations());
    sqlite3_finalize(insert);
    sqlite3_close(at);
}

void sqlite_bare_always(benchmark::State& state) { bare(state, sync_mode::always()); }
void sqlite_always(benchmark::State& state) { append(state, sync_mode::always()); }
void sqlite_bare_never(benchmark::State& state) { bare(state, sync_mode::never()); }
void sqlite_never(benchmark::State& state) { append(state, sync_mode::never()); }
void sqlite_interval(benchmark::State& state) {
    append(state, sync_mode::interval(std::chrono::milliseconds{1'000}));
}
BENCHMARK(sqlite_bare_always)->UseRealTime();
BENCHMARK(sqlite_always)->UseRealTime();
BENCHMARK(sqlite_bare_never)->UseRealTime();
BENCHMARK(sqlite_never)->UseRealTime();
BENCHMARK(sqlite_interval)->UseRealTime();

// Opening a database and visiting all records of its one stream.
void sqlite_open_and_read(benchmark::State& state) {
    const database_file file;
    const auto records = static_cast<std::uint64_t>(state.range(0));
    {
        auto journal = sqlite::open(file.path, {.sync = sync_mode::never()});
        const std::string text(record_size, 'x');
        const std::vector<std::string_view> lines(records, text);
        if (journal->append("s", 0, lines).status != append_status::recorded)
            return state.SkipWithError("not recorded");
    }
    for (auto _ : state) {
        auto journal = sqlite::open(file.path, {.sync = sync_mode::never()});
        std::uint64_t visited = 0;
        const auto read = journal->read("s", 0, [&](const record& each) {
            if (each.bytes.size() == record_size) ++visited;
        });
        if (!read || visited != records) state.SkipWithError("not read");
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(sqlite_open_and_read)->Arg(1'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

// One look of somebody who waits for records of other processes.
void sqlite_look_for_changes(benchmark::State& state) {
    const database_file file;
    auto journal = sqlite::open(file.path, {.sync = sync_mode::never()});
    if (!journal->open_stream("s", "entity")) return state.SkipWithError("no stream");
    for (auto _ : state)
        benchmark::DoNotOptimize(journal->wait_for_changes("s", 0, std::chrono::milliseconds{0}));
}
BENCHMARK(sqlite_look_for_changes);

}  // namespace
