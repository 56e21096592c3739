// The file journal beside the bare system calls for the same bytes.
//
// Threads share one stream, as the threads of one memory do; the bare loop has one thread.
#include <workmem/journal/file.hpp>

#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace {

using workmem::journal::append_status;
using workmem::journal::sync_mode;

constexpr std::size_t record_size = 200;  // a change of an entity

// Where the disk is; WORKMEM_BENCHMARK_DIR names another.
std::string folder() {
    const char* const given = std::getenv("WORKMEM_BENCHMARK_DIR");
    const auto in =
        given != nullptr ? std::filesystem::path{given} : std::filesystem::temp_directory_path();
    return (in / ("workmem-benchmark-" + std::to_string(::getpid()))).string();
}

// What the threads of a benchmark share.
struct shared_journal {
    std::optional<workmem::journal::file> journal;
    std::mutex mutex;  // the memory's own: a sequence is decided and appended under it
    std::uint64_t last = 0;
};
shared_journal shared;

void append(benchmark::State& state, sync_mode sync) {
    if (state.thread_index() == 0) {
        auto opened = workmem::journal::file::open(folder(), {.sync = sync});
        if (!opened || !opened->open_stream("s", "entity"))
            return state.SkipWithError("no journal");
        shared.journal.emplace(*opened);
        shared.last = 0;
    }
    const std::string text(record_size, 'x');
    const std::string_view lines[]{text};
    for (auto _ : state) {
        std::uint64_t mine = 0;
        {
            const std::lock_guard lock{shared.mutex};
            if (shared.journal->append("s", shared.last, lines).status != append_status::recorded)
                state.SkipWithError("not recorded");
            mine = ++shared.last;
        }
        if (!shared.journal->commit("s", mine)) state.SkipWithError("not durable");
    }
    state.SetItemsProcessed(state.iterations());
    if (state.thread_index() == 0) {
        shared.journal.reset();
        std::filesystem::remove_all(folder());
    }
}

// A file that is appended to, with the frame's bytes.
struct bare_file {
    bare_file() {
        std::filesystem::create_directories(folder());
        descriptor = ::open((folder() + "/bare").c_str(), O_RDWR | O_CREAT | O_TRUNC, 0600);
    }
    bare_file(const bare_file&) = delete;
    bare_file& operator=(const bare_file&) = delete;
    ~bare_file() {
        ::close(descriptor);
        std::filesystem::remove_all(folder());
    }
    int descriptor;
};

void bare(benchmark::State& state, bool syncs) {
    const bare_file file;
    const std::string text(record_size + workmem::journal::frame_head_size + 4, 'x');
    for (auto _ : state) {
        if (::write(file.descriptor, text.data(), text.size()) < 0)
            state.SkipWithError("not written");
        if (syncs && ::fdatasync(file.descriptor) != 0) state.SkipWithError("not synced");
    }
    state.SetItemsProcessed(state.iterations());
}

void journal_always(benchmark::State& state) { append(state, sync_mode::always()); }
void journal_interval(benchmark::State& state) {
    append(state, sync_mode::interval(std::chrono::milliseconds{1'000}));
}
void journal_never(benchmark::State& state) { append(state, sync_mode::never()); }
void journal_bare_fdatasync(benchmark::State& state) { bare(state, true); }
void journal_bare_write(benchmark::State& state) { bare(state, false); }

BENCHMARK(journal_bare_fdatasync)->UseRealTime();
BENCHMARK(journal_always)->Threads(1)->Threads(16)->Threads(64)->UseRealTime();
BENCHMARK(journal_bare_write)->UseRealTime();
BENCHMARK(journal_never)->UseRealTime();
BENCHMARK(journal_interval)->UseRealTime();

// Opening a stream of so many records: reading and checking all of them, then visiting them.
void journal_open(benchmark::State& state) {
    const auto records = static_cast<std::uint64_t>(state.range(0));
    const std::string text(record_size, 'x');
    const std::string_view lines[]{text};
    const workmem::journal::file_options options{.sync = sync_mode::never()};
    {
        auto journal = workmem::journal::file::open(folder(), options);
        for (std::uint64_t i = 0; i < records; ++i)
            if (journal->append("s", i, lines).status != append_status::recorded)
                return state.SkipWithError("not recorded");
        if (!journal->commit("s", records)) return state.SkipWithError("not written");
    }
    for (auto _ : state) {
        auto journal = workmem::journal::file::open(folder(), options);
        std::uint64_t visited = 0;
        const auto read = journal->read("s", 0, [&](const workmem::journal::record& each) {
            if (each.bytes.size() == record_size) ++visited;
        });
        if (!read || visited != records) state.SkipWithError("not read");
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
    std::filesystem::remove_all(folder());
}
BENCHMARK(journal_open)->Arg(1'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

}  // namespace
