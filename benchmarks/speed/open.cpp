// Opening a memory whose log holds many changes, beside parsing the same records.
#include <workmem/journal/file.hpp>
#include <workmem/workmem.hpp>
#include <workmem/journal/open.hpp>
#include <workmem/journal/memory.hpp>

#include <benchmark/benchmark.h>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include <unistd.h>

namespace {

using workmem::journal::file;
using memory_type = workmem::durable_entity_memory<file>;

// A folder with a stream of so many changes, no snapshot among them.
class stored_changes {
public:
    explicit stored_changes(std::size_t count) {
        auto journal = open();
        workmem::journal::memory source;
        workmem::basic_entity_memory<workmem::entity,
                                     workmem::durable_policies<workmem::journal::memory>>
            memory{{}, {.journal = source, .stream = "s", .keep = {.changes = count}}};
        // What a session's changes look like: lists, single results, removals.
        for (std::size_t i = 0; memory.sequence() < 1'000; ++i) {
            const auto id = std::to_string(i);
            if (i % 10 == 0) {
                memory.remove("page", std::to_string(i - 1));
                continue;
            }
            memory.observe("get_page", nlohmann::json{{"id", id},
                                                      {"title", "The page number " + id},
                                                      {"status", "draft"},
                                                      {"price", i % 100},
                                                      {"updated_at", "2024-05-06T07:08:09Z"}});
        }
        std::vector<std::string> records;
        (void)source.read("s", 0, [&](const workmem::journal::record& each) {
            records.emplace_back(each.bytes);
        });
        std::vector<std::string_view> lines{records.begin(), records.end()};
        for (std::size_t done = 0; done < count; done += lines.size()) {
            if (journal.append("s", done, lines).status !=
                workmem::journal::append_status::recorded)
                std::abort();
            if (!journal.commit("s", done + lines.size())) std::abort();
        }
    }
    stored_changes(const stored_changes&) = delete;
    stored_changes& operator=(const stored_changes&) = delete;
    ~stored_changes() { std::filesystem::remove_all(folder_); }

    [[nodiscard]] file open() const {
        return file::open(folder_, {.sync = workmem::journal::sync_mode::never()}).value();
    }

private:
    std::string folder_ =
        (std::filesystem::temp_directory_path() / ("workmem-open-" + std::to_string(::getpid())))
            .string();
};

void open_changes(benchmark::State& state) {
    const stored_changes stored{static_cast<std::size_t>(state.range(0))};
    for (auto _ : state) {
        const auto memory = workmem::open<memory_type>(stored.open(), "s");
        benchmark::DoNotOptimize(memory.size());
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

void parse_changes(benchmark::State& state) {
    const stored_changes stored{static_cast<std::size_t>(state.range(0))};
    for (auto _ : state) {
        auto journal = stored.open();
        (void)journal.read("s", 0, [](const workmem::journal::record& each) {
            benchmark::DoNotOptimize(nlohmann::json::parse(each.bytes));
        });
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

BENCHMARK(open_changes)->Arg(10'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(parse_changes)->Arg(10'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

}  // namespace
