// A window's three operations, beside those of the alternatives, at five sizes.

#include "alternatives/flat_map_and_list.hpp"
#include "alternatives/intrusive.hpp"
#include "alternatives/list_and_map.hpp"
#include "alternatives/multi_index.hpp"
#include "payload.hpp"
#include "policies.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>

#include <workmem/time/manual_clock.hpp>
#include <workmem/time/coarse_clock.hpp>

namespace {

using bench::key_sequence;

// Each subject is built once per size and serves all repetitions: they run interleaved.
template <class Window>
struct subject {
    explicit subject(std::size_t size)
        : window{bench::make_window<Window>(size)},
          present{0, size, key_sequence::order::random},
          absent{size, size, key_sequence::order::random} {
        bench::typical_entities entities;
        for (const auto& each : key_sequence{0, size, key_sequence::order::as_numbered})
            window.add(entities.with(each));
        // After this nobody's order is the order of its memory any more.
        for (const auto& each : present) window.get(each.type, each.id);
    }
    Window window;
    key_sequence present, absent;
};

template <class Window, class Tag>
subject<Window>& subject_of(std::size_t size) {
    static std::map<std::size_t, std::unique_ptr<subject<Window>>> all;
    auto& each = all[size];
    if (!each) each = std::make_unique<subject<Window>>(size);
    return *each;
}

template <class Window>
void hit(benchmark::State& state) {
    auto& use = subject_of<Window, struct lookups>(static_cast<std::size_t>(state.range(0)));
    std::size_t i = 0;
    for (auto _ : state) {
        const auto& wanted = use.present[i];
        auto* found = use.window.get(wanted.type, wanted.id);
        benchmark::DoNotOptimize(found);
        if (++i == use.present.size()) i = 0;
    }
}

template <class Window>
void miss(benchmark::State& state) {
    auto& use = subject_of<Window, struct lookups>(static_cast<std::size_t>(state.range(0)));
    std::size_t i = 0;
    for (auto _ : state) {
        const auto& wanted = use.absent[i];
        auto* found = use.window.get(wanted.type, wanted.id);
        benchmark::DoNotOptimize(found);
        if (++i == use.absent.size()) i = 0;
    }
}

// Keys come round only after as many others as the window has never seen: each is new to it.
template <class Window>
void insert(benchmark::State& state) {
    const auto size = static_cast<std::size_t>(state.range(0));
    auto& use = subject_of<Window, struct insertions>(size);
    static std::map<std::size_t, key_sequence> sequences;
    const auto& sequence = sequences
                               .try_emplace(size, size, std::max<std::size_t>(2 * size, 1'024),
                                            key_sequence::order::random)
                               .first->second;
    static std::map<std::size_t, std::size_t> position;
    auto i = position[size];
    bench::typical_entities entities;
    for (auto _ : state) {
        use.window.add(entities.with(sequence[i]));
        if (++i == sequence.size()) i = 0;
    }
    position[size] = i;
}

void all_sizes(benchmark::internal::Benchmark* each) {
    for (const auto size : {10, 20, 64, 1'000, 1'000'000}) each->Arg(size);
}
void two_sizes(benchmark::internal::Benchmark* each) { each->Arg(20)->Arg(1'000); }

using workmem_window = bench::window<workmem::manual_clock>;
using workmem_system_clock = bench::window<workmem::system_clock>;
using workmem_coarse_clock = bench::window<workmem::coarse_clock>;
using bench::flat_map_and_list;
using bench::intrusive;
using bench::list_and_map;
using bench::multi_index;

#define WORKMEM_COMPARE(operation)                                \
    BENCHMARK(operation<workmem_window>)->Apply(all_sizes);       \
    BENCHMARK(operation<intrusive>)->Apply(all_sizes);            \
    BENCHMARK(operation<flat_map_and_list>)->Apply(all_sizes);    \
    BENCHMARK(operation<multi_index>)->Apply(all_sizes);          \
    BENCHMARK(operation<list_and_map>)->Apply(all_sizes);         \
    BENCHMARK(operation<workmem_system_clock>)->Apply(two_sizes); \
    BENCHMARK(operation<workmem_coarse_clock>)->Apply(two_sizes)

WORKMEM_COMPARE(hit);
WORKMEM_COMPARE(miss);
WORKMEM_COMPARE(insert);

}  // namespace
