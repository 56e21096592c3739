// Tool results and sentences, into a full memory of 20; beside the parsing of the same text.

#include "memories.hpp"
#include "results.hpp"

#include <benchmark/benchmark.h>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>

namespace {

using nlohmann::json;

struct one_page;
struct five_kilobytes;
struct five_kilobytes_of_text;
struct parse;

template <class Result>
void observe(benchmark::State& state);

template <>
void observe<one_page>(benchmark::State& state) {
    auto filled = bench::filled_memory(20);
    const json arguments{{"slug", "page-1"}},
        result{{"id", "p-1"}, {"title", "Page 1"}, {"slug", "page-1"}, {"status", "published"}};
    for (auto _ : state) benchmark::DoNotOptimize(filled.observe("cms_getPage", arguments, result));
}
template <>
void observe<five_kilobytes>(benchmark::State& state) {
    auto filled = bench::filled_memory(20);
    const auto result = bench::five_kilobytes();
    for (auto _ : state) benchmark::DoNotOptimize(filled.observe("list_orders", result));
}
template <>
void observe<five_kilobytes_of_text>(benchmark::State& state) {
    auto filled = bench::filled_memory(20);
    const auto text = bench::five_kilobytes().dump();
    for (auto _ : state) benchmark::DoNotOptimize(filled.observe_text("list_orders", text));
}
template <>
void observe<parse>(benchmark::State& state) {
    const auto text = bench::five_kilobytes().dump();
    for (auto _ : state) benchmark::DoNotOptimize(json::parse(text));
}

// The same sentences over and over: `length` × 200 characters.
void hear(benchmark::State& state) {
    auto filled = bench::filled_memory(static_cast<std::size_t>(state.range(1)));
    filled.observe("list_orders", bench::five_kilobytes());
    std::string text;
    for (auto i = state.range(0); i > 0; i -= 200) text += bench::two_hundred_characters;
    for (auto _ : state) benchmark::DoNotOptimize(filled.hear(workmem::role::assistant, text));
}

BENCHMARK(observe<one_page>);
BENCHMARK(observe<five_kilobytes>);
BENCHMARK(observe<five_kilobytes_of_text>);
BENCHMARK(observe<parse>);
BENCHMARK(hear)->Args({200, 20})->Args({2'000, 20})->Args({20'000, 20})->Args({200, 1'000});

}  // namespace
