// References, beside 001's: filter by type, sort by time, take the first.

#include "memories.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::string_view with_a_type = "Update the title of this page, please";
constexpr std::string_view without_a_type = "Update the title of this one, please";

// 001's resolveReference statement by statement, with references for its objects. The entities
// stand in an order that has nothing to do with when they were touched.
std::optional<workmem::entity> naive_resolve(const std::vector<workmem::entity>& entities,
                                             std::string_view reference) {
    std::string text{reference};
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    std::string_view type;
    for (const auto each : bench::types)
        if (text.find(each) != std::string::npos) {
            type = each;
            break;
        }
    std::vector<const workmem::entity*> all;
    for (const auto& each : entities) all.push_back(&each);
    std::vector<const workmem::entity*> candidates;
    std::copy_if(all.begin(), all.end(), std::back_inserter(candidates),
                 [&](const auto* each) { return type.empty() || each->type == type; });
    std::sort(candidates.begin(), candidates.end(),
              [](const auto* a, const auto* b) { return a->time > b->time; });
    if (candidates.empty()) return std::nullopt;
    if (text.find("this") != std::string::npos) return *candidates[0];
    if (text.find("that") != std::string::npos && candidates.size() >= 2) return *candidates[1];
    return *candidates[0];
}

void naive(benchmark::State& state, std::string_view text) {
    const auto filled =
        bench::filled_memory<bench::recency_memory>(static_cast<std::size_t>(state.range(0)));
    auto entities = filled.all();
    std::sort(entities.begin(), entities.end(),
              [](const auto& a, const auto& b) { return a.id < b.id; });
    for (auto _ : state) benchmark::DoNotOptimize(naive_resolve(entities, text));
}

template <class Memory>
void memory(benchmark::State& state, std::string_view text) {
    auto filled = bench::filled_memory<Memory>(static_cast<std::size_t>(state.range(0)));
    for (auto _ : state) benchmark::DoNotOptimize(filled.resolve(text));
}

struct by_type;
struct any_type;
struct naive_by_type;
struct naive_any_type;
struct salience_by_type;

template <class Subject>
void resolve(benchmark::State& state);

template <>
void resolve<by_type>(benchmark::State& state) {
    memory<bench::recency_memory>(state, with_a_type);
}
template <>
void resolve<any_type>(benchmark::State& state) {
    memory<bench::recency_memory>(state, without_a_type);
}
template <>
void resolve<naive_by_type>(benchmark::State& state) {
    naive(state, with_a_type);
}
template <>
void resolve<naive_any_type>(benchmark::State& state) {
    naive(state, without_a_type);
}
template <>
void resolve<salience_by_type>(benchmark::State& state) {
    memory<bench::memory>(state, with_a_type);
}

BENCHMARK(resolve<by_type>)->Arg(20)->Arg(1'000);
BENCHMARK(resolve<any_type>)->Arg(20)->Arg(1'000);
BENCHMARK(resolve<naive_by_type>)->Arg(20)->Arg(1'000);
BENCHMARK(resolve<naive_any_type>)->Arg(20)->Arg(1'000);
BENCHMARK(resolve<salience_by_type>)->Arg(20)->Arg(1'000);

}  // namespace
