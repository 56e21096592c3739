// The prompt of an agent that knows 10,000 records, beside counting, sorting and joining all of
// them, as one would by hand.

#include "texts.hpp"

#include <workmem/agent/agent_memory.hpp>
#include <workmem/text/quote.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr std::size_t records = 10'000;
constexpr std::size_t limit = 2'000;

workmem::agent_memory full_memory() {
    const bench::made_up_texts texts{records};
    workmem::agent_options options;
    options.items.max_items = records;
    options.items.max_tokens = 10'000'000;
    workmem::agent_memory memory{options};
    for (std::size_t i = 0; i < records; ++i) {
        workmem::new_item what;
        what.text = texts.all()[i];
        what.importance = static_cast<double>(i * 7 % 10) / 10;
        memory.items.memorize(std::move(what));
    }
    return memory;
}

void prompt_after_a_change(benchmark::State& state) {
    auto memory = full_memory();
    for (auto _ : state) {
        memory.entities.add({.type = "page", .id = "p-1", .name = "Home"});
        benchmark::DoNotOptimize(memory.prompt({.tokens = limit}));
    }
}

void prompt_unchanged(benchmark::State& state) {
    const auto memory = full_memory();
    benchmark::DoNotOptimize(memory.prompt({.tokens = limit}));
    for (auto _ : state) benchmark::DoNotOptimize(memory.prompt({.tokens = limit}));
}

void prompt_by_hand(benchmark::State& state) {
    const auto memory = full_memory();
    const workmem::bounding_counter tokens;
    for (auto _ : state) {
        struct line {
            double worth;
            std::size_t tokens;
            std::string text;
        };
        std::vector<line> all;
        memory.items.for_each([&](const workmem::item& each) {
            auto text = "- " + workmem::text::quoted(each.text) + '\n';
            const auto cost = tokens(text);
            all.push_back({each.importance / static_cast<double>(cost), cost, std::move(text)});
        });
        std::stable_sort(all.begin(), all.end(),
                         [](const line& a, const line& b) { return a.worth > b.worth; });
        std::string out;
        std::size_t used = 0;
        for (const auto& each : all) {
            if (used + each.tokens > limit) continue;
            used += each.tokens;
            out += each.text;
        }
        benchmark::DoNotOptimize(out);
    }
}

BENCHMARK(prompt_after_a_change)->Unit(benchmark::kMicrosecond);
BENCHMARK(prompt_unchanged)->Unit(benchmark::kMicrosecond);
BENCHMARK(prompt_by_hand)->Unit(benchmark::kMicrosecond);

}  // namespace
