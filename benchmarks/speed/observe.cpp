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

// What a coding agent's tools return: 200 KB of a file, a difference of 5,000 lines, 10,000 paths.
struct file {
    static constexpr auto tool = "Read";
    static json arguments() { return {{"file_path", "/home/ann/shop/cart.cpp"}}; }
    static std::string text() {
        std::string out;
        while (out.size() < 200'000)
            out += "for (const auto& each : items) total += each.price;  // {\"id\": 1}\n";
        return out;
    }
};
struct difference {
    static constexpr auto tool = "Bash";
    static json arguments() { return {{"command", "git diff"}}; }
    static std::string text() {
        std::string out;
        for (int i = 0; i < 5'000; ++i)
            if (const auto path = "src/file_" + std::to_string(i) + ".cpp"; i % 100 == 0)
                out += "diff --git a/" + path + " b/" + path + "\n--- a/" + path + "\n";
            else
                out += i % 3 == 0 ? "+    total += each.price;\n" : "     total += each.price;\n";
        return out;
    }
};
struct listing {
    static constexpr auto tool = "Bash";
    static json arguments() { return {{"command", "find . -type f"}}; }
    static std::string text() {
        std::string out;
        for (int i = 0; i < 10'000; ++i) out += "./src/file_" + std::to_string(i) + ".cpp\n";
        return out;
    }
};
template <class Printed>
void observe_printed(benchmark::State& state) {
    auto filled = bench::filled_memory(20);
    const auto arguments = Printed::arguments();
    const json result = Printed::text();
    for (auto _ : state) benchmark::DoNotOptimize(filled.observe(Printed::tool, arguments, result));
}
// The same bytes as one string of JSON.
template <class Printed>
void parse_printed(benchmark::State& state) {
    const auto text = json(Printed::text()).dump();
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
BENCHMARK(observe_printed<file>);
BENCHMARK(parse_printed<file>);
BENCHMARK(observe_printed<difference>);
BENCHMARK(parse_printed<difference>);
BENCHMARK(observe_printed<listing>);
BENCHMARK(parse_printed<listing>);
BENCHMARK(hear)->Args({200, 20})->Args({2'000, 20})->Args({20'000, 20})->Args({200, 1'000});

}  // namespace
