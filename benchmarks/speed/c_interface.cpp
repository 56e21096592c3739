// What a call costs more over the C interface, beside the same calls of C++ on a memory of the same
// kind: shared by threads, over a journal in memory, which has what was heard when the call is over.
#include "results.hpp"

#include <workmem/agent/agent_memory.hpp>
#include <workmem/journal/any.hpp>
#include <workmem/journal/memory.hpp>
#include <workmem/shared.hpp>
#include <workmem_c/workmem.h>

#include <benchmark/benchmark.h>

#include <string>

namespace {

constexpr auto said = "I have found twelve orders, ord-1003 and ord-1007 among them.";
constexpr auto asked = "cancel the second order, please";

using same_kind = workmem::basic_agent_memory<
    workmem::durable_policies<workmem::journal::any, workmem::shared_policies>>;

struct in_cpp {
    same_kind memory{{}, {.journal = workmem::journal::memory{}}};

    void observe(const std::string& result) {
        benchmark::DoNotOptimize(memory.observe_text("list_orders", result));
    }
    void hear() {
        benchmark::DoNotOptimize(memory.hear(workmem::role::assistant, said));
        memory.entities.flush();
    }
    void resolve() {
        benchmark::DoNotOptimize(memory.resolve(asked));
        memory.entities.flush();
    }
};

struct in_c {
    in_c() = default;
    in_c(const in_c&) = delete;
    in_c& operator=(const in_c&) = delete;
    ~in_c() { wm_close(memory); }
    wm_memory* memory = wm_open(nullptr, nullptr, nullptr);

    void observe(const std::string& result) {
        wm_text_free(wm_observe(memory, "list_orders", nullptr, result.c_str()));
    }
    void hear() { wm_text_free(wm_hear(memory, "assistant", said)); }
    void resolve() { wm_text_free(wm_resolve(memory, asked, nullptr)); }
};

template <class Memory>
void observe(benchmark::State& state) {
    const auto result = bench::five_kilobytes().dump();
    Memory memory;
    for (auto _ : state) memory.observe(result);
}
template <class Memory>
void hear(benchmark::State& state) {
    Memory memory;
    memory.observe(bench::five_kilobytes().dump());
    for (auto _ : state) memory.hear();
}
template <class Memory>
void resolve(benchmark::State& state) {
    Memory memory;
    memory.observe(bench::five_kilobytes().dump());
    for (auto _ : state) memory.resolve();
}

BENCHMARK(observe<in_cpp>)->Name("c_interface/observe/cpp");
BENCHMARK(observe<in_c>)->Name("c_interface/observe/c");
BENCHMARK(hear<in_cpp>)->Name("c_interface/hear/cpp");
BENCHMARK(hear<in_c>)->Name("c_interface/hear/c");
BENCHMARK(resolve<in_cpp>)->Name("c_interface/resolve/cpp");
BENCHMARK(resolve<in_c>)->Name("c_interface/resolve/c");

}  // namespace
