// Makes each call that instructions.txt has a row for, often enough that a rare one counts, in memories as they are
// shipped but for time, ids and hash keys, which are the same in every run. Run by callgrind with collecting off,
// for instructions.sh: each row is a dump, named `<row> <calls>`.

#include "../speed/memories.hpp"
#include "../speed/results.hpp"
#include "../speed/texts.hpp"

#include <workmem/agent/agent_memory.hpp>
#include <workmem/time/manual_clock.hpp>

#include <nlohmann/json.hpp>
#include <valgrind/callgrind.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <utility>
#include <vector>

/// The standard library's, which this replaces, asks the processor: keys of hashes are drawn by it.
unsigned std::random_device::_M_getval() {
    static std::minstd_rand words{42};
    return static_cast<unsigned>(words());
}

namespace {

using policies = bench::policies<workmem::manual_clock>;
using agent = workmem::basic_agent_memory<policies>;

/// Counts `call(i)` that many times, behind some that make room for what all of them need. Each says whether it did
/// what is counted.
template <class Call>
void count(const char* row, std::size_t times, Call call) {
    std::size_t done = 0, i = 0;
    for (; i < times / 10; ++i) done += call(i);
    CALLGRIND_TOGGLE_COLLECT;
    for (; i < times / 10 + times; ++i) done += call(i);
    CALLGRIND_TOGGLE_COLLECT;
    if (done != i) {
        std::fprintf(stderr, "%s: %zu calls of %zu did what is counted\n", row, done, i);
        std::exit(1);
    }
    const auto name = std::string{row} + ' ' + std::to_string(times);
    CALLGRIND_DUMP_STATS_AT(name.c_str());
}

void count_window() {
    auto memory = bench::filled_memory(20);
    const bench::key_sequence keys{0, 1'000, bench::key_sequence::order::as_numbered};
    bench::typical_entities entities;
    std::vector<workmem::entity> values;
    for (const auto& each : keys) values.push_back(entities.with(each));
    const auto held = [&](std::size_t i) { return keys[i * 7 % 20]; };
    const auto unknown = [](std::size_t i) { return 20 + i % 900; };

    count("hit", 1'000, [&](std::size_t i) { return memory.get(held(i).type, held(i).id) != nullptr; });
    count("miss", 1'000, [&](std::size_t i) {
        return memory.get(keys[unknown(i)].type, keys[unknown(i)].id) == nullptr;
    });
    count("context", 200, [&](std::size_t i) {
        return memory.mention(held(i).type, held(i).id) && !memory.context().empty();
    });
    count("add", 1'000, [&](std::size_t i) { return memory.add(values[unknown(i)]); });
}

void count_observing() {
    const auto result = bench::five_kilobytes();
    const auto text = result.dump();
    auto memory = bench::filled_memory(20);
    count("observe", 50, [&](std::size_t) { return bool{memory.observe("list_orders", result)}; });
    count("observe_text", 50, [&](std::size_t) { return bool{memory.observe_text("list_orders", text)}; });
    count("hear", 50, [&](std::size_t) {
        return !memory.hear(workmem::role::assistant, bench::two_hundred_characters).empty();
    });
    count("resolve_second", 50, [&](std::size_t) {
        return memory.resolve("cancel the second order, please")->id.text() == "ord-1001";
    });
}

void count_resolving(const char* row, std::size_t size) {
    auto memory = bench::filled_memory(size);
    count(row, 20, [&](std::size_t) { return bool{memory.resolve("Update the title of this page, please")}; });
}

void count_agent() {
    agent memory;
    memory.plan.update_plan({.goal = "Look after the orders of this month"});
    memory.observe("list_orders", bench::five_kilobytes());
    const bench::made_up_texts texts{500};
    const auto& notes = texts.all();

    for (std::size_t i = 0; i < 200; ++i) memory.memorize(notes[i]);
    count("memorize", 100, [&](std::size_t i) {
        workmem::new_item what;
        what.text = notes[200 + i];
        return !memory.items.memorize(std::move(what)).evicted.empty();
    });
    count("remember", 100, [&](std::size_t i) {
        return !memory.remember_for_session({.content = notes[i], .tags = {"note"}}).id.empty();
    });
    count("prompt", 20, [&](std::size_t) {
        memory.hear(workmem::role::user, "What about ord-1003?");
        return memory.prompt({.tokens = 1'000}).tokens > 500;
    });
}

}  // namespace

int main() {
    count_window();
    count_observing();
    count_resolving("resolve_20", 20);
    count_resolving("resolve_1000", 1'000);
    count_agent();
}
