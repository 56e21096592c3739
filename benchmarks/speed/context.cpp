// The text for the prompt, beside one built as 000's toContextString does.

#include "memories.hpp"

#include <benchmark/benchmark.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace {

using bench::memory;

// Groups, lines, join: 000's function statement by statement, with references for its objects.
std::string naive_context(const std::vector<workmem::entity>& entities) {
    if (entities.empty()) return "";
    std::vector<std::pair<std::string, std::vector<const workmem::entity*>>> groups;
    std::map<std::string, std::size_t> index;
    for (const auto& each : entities) {
        const auto [at, is_new] = index.try_emplace(each.type, groups.size());
        if (is_new) groups.emplace_back(each.type, std::vector<const workmem::entity*>{});
        groups[at->second].second.push_back(&each);
    }
    std::vector<std::string> lines{"[WORKING MEMORY]"};
    for (const auto& [type, items] : groups) {
        lines.push_back((type.ends_with('s') ? type : type + 's') + ':');
        for (std::size_t i = 0; i < items.size() && i < 3; ++i)
            lines.push_back("  - \"" + items[i]->name + "\" (" + items[i]->id.text() + ")");
    }
    std::string out = lines.front();
    for (std::size_t i = 1; i < lines.size(); ++i) out.append("\n").append(lines[i]);
    return out;
}

struct naive {};
struct after_a_change {};
struct unchanged {};

template <class Subject>
void context(benchmark::State& state);

template <>
void context<naive>(benchmark::State& state) {
    auto filled = bench::filled_memory(10);
    const auto entities = filled.all();
    for (auto _ : state) benchmark::DoNotOptimize(naive_context(entities));
}

// What changes it is a touch, whose time counts too.
template <>
void context<after_a_change>(benchmark::State& state) {
    auto filled = bench::filled_memory(10);
    const auto oldest = filled.all().back();
    for (auto _ : state) {
        filled.mention(oldest.type, oldest.id);
        benchmark::DoNotOptimize(filled.context());
    }
}

template <>
void context<unchanged>(benchmark::State& state) {
    auto filled = bench::filled_memory(10);
    for (auto _ : state) benchmark::DoNotOptimize(filled.context_view());
}

BENCHMARK(context<naive>)->Arg(10);
BENCHMARK(context<after_a_change>)->Arg(10);
BENCHMARK(context<unchanged>)->Arg(10);

}  // namespace
