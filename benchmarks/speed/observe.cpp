// Tool results, already parsed, into a full memory of 20.

#include "memories.hpp"

#include <benchmark/benchmark.h>

#include <nlohmann/json.hpp>

#include <string>

namespace {

using nlohmann::json;

json page(int number) {
    return {{"id", "p-" + std::to_string(number)},
            {"title", "Page " + std::to_string(number)},
            {"slug", "page-" + std::to_string(number)},
            {"status", "published"}};
}

struct one_page;
struct list_of_10;

template <class Result>
void observe(benchmark::State& state);

template <>
void observe<one_page>(benchmark::State& state) {
    auto filled = bench::filled_memory(20);
    const json arguments{{"slug", "page-1"}}, result = page(1);
    for (auto _ : state) benchmark::DoNotOptimize(filled.observe("cms_getPage", arguments, result));
}

template <>
void observe<list_of_10>(benchmark::State& state) {
    auto filled = bench::filled_memory(20);
    json arguments = json::object(), result = json::array();
    for (int i = 0; i < 10; ++i) result.push_back(page(i));
    for (auto _ : state)
        benchmark::DoNotOptimize(filled.observe("cms_listPages", arguments, result));
}

BENCHMARK(observe<one_page>);
BENCHMARK(observe<list_of_10>);

}  // namespace
