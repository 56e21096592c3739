// A task memory beside what it would be without: a std::unordered_map of the same tasks that makes
// the same ids, an adjacency map by string that checks no cycles, a scan of all tasks for those
// that are ready, the order of Pearce and Kelly as it is published, and counters in compressed
// rows. All times are the processor's.

#include "alternatives/pearce_kelly.hpp"

#include <workmem/ids/random_ids.hpp>
#include <workmem/ids/sequential_ids.hpp>
#include <workmem/task/task_graph.hpp>
#include <workmem/task/task_memory.hpp>
#include <workmem/time/manual_clock.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace {

using link = workmem::detail::task_link;

// Random ids take longer to make than anything else takes; both ways are measured.
template <class Ids>
struct policies : workmem::default_policies {
    using clock = workmem::manual_clock;
    using ids = Ids;
};

double seconds() {
    std::timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

template <class Ids = workmem::sequential_ids>
class memory {
public:
    workmem::task_id add(workmem::new_task what) { return work_.add_task(std::move(what)); }
    std::size_t ready(std::size_t limit) { return work_.ready(limit).size(); }
    auto& work() { return work_; }

private:
    workmem::manual_clock clock_;
    workmem::basic_task_memory<policies<Ids>> work_{{.max_tasks = 10'000'000}, {.clock = clock_}};
};

// A task without what happens to it.
struct lean_task : workmem::planned_task {
    workmem::task_status status = workmem::task_status::pending;
};
template <class Ids = workmem::sequential_ids, class Task = workmem::task>
class map_of_tasks {
public:
    workmem::task_id add(workmem::new_task what) {
        Task fresh;
        fresh.id = ids_.next();
        fresh.title = std::move(what.title);
        fresh.description = std::move(what.description);
        fresh.priority = what.priority;
        fresh.needs_review = what.needs_review;
        fresh.tags = std::move(what.tags);
        fresh.depends_on = std::move(what.depends_on);
        fresh.created = clock_.now();
        workmem::task_id id{fresh.id};
        tasks_.emplace(id.str(), std::move(fresh));
        return id;
    }
    std::size_t ready(std::size_t limit) {
        std::vector<const Task*> found;
        for (const auto& [id, each] : tasks_)
            if (each.status == workmem::task_status::pending && is_free(each))
                found.push_back(&each);
        limit = (std::min)(limit, found.size());
        std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(limit),
                          found.end(), [](const auto* a, const auto* b) {
                              return a->priority != b->priority ? a->priority > b->priority
                                                                : a->created < b->created;
                          });
        return limit;
    }

private:
    bool is_free(const Task& each) const {
        return std::all_of(each.depends_on.begin(), each.depends_on.end(), [&](const auto& on) {
            return tasks_.at(on.task.str()).status == workmem::task_status::completed;
        });
    }

    workmem::manual_clock clock_;
    Ids ids_;
    std::unordered_map<std::string, Task> tasks_;
};

std::vector<workmem::new_task> made(std::size_t from, std::size_t count) {
    std::vector<workmem::new_task> out;
    out.reserve(count);
    for (std::size_t i = from; i < from + count; ++i) {
        auto& each = out.emplace_back();
        each.title = "Write the part number " + std::to_string(i) + " of the service";
        each.description = "What has to be done for it stands in the plan; begin with its tests.";
        each.priority = workmem::priorities[i % 3];
    }
    return out;
}

// One that grows from nothing to so many.
template <class Tasks>
void add_task(benchmark::State& state) {
    const auto count = static_cast<std::size_t>(state.range(0));
    constexpr std::size_t batch = 1'000;
    for (auto _ : state) {
        auto tasks = std::make_unique<Tasks>();
        double spent = 0;
        for (std::size_t i = 0; i < count; i += batch) {
            auto arriving = made(i, batch);
            const auto start = seconds();
            for (auto& each : arriving) benchmark::DoNotOptimize(tasks->add(std::move(each)));
            spent += seconds() - start;
        }
        state.SetIterationTime(spent);
    }
}

template <class Tasks>
void ready(benchmark::State& state) {
    static std::map<std::int64_t, std::unique_ptr<Tasks>> all;
    auto& tasks = all[state.range(0)];
    if (!tasks) {
        tasks = std::make_unique<Tasks>();
        for (auto& each : made(0, static_cast<std::size_t>(state.range(0))))
            (void)tasks->add(std::move(each));
    }
    for (auto _ : state)
        if (tasks->ready(10) != 10) state.SkipWithError("there are more");
}

// Pairs of so many tasks that close no cycle, in an order that says nothing of it.
std::vector<link> random_links(std::size_t tasks, std::size_t count) {
    std::mt19937 random{7};
    std::vector<std::uint32_t> hidden(tasks);
    std::iota(hidden.begin(), hidden.end(), 0U);
    std::shuffle(hidden.begin(), hidden.end(), random);
    std::vector<link> out;
    while (out.size() < count) {
        const auto a = random() % tasks, b = random() % tasks;
        if (a != b) out.push_back({hidden[(std::min)(a, b)], hidden[(std::max)(a, b)]});
    }
    return out;
}
struct with_links {
    explicit with_links(std::size_t count) {
        for (auto& each : made(0, count)) ids.push_back(tasks.add(std::move(each)));
    }
    void add(const link& each) { (void)tasks.work().add_dependency(ids[each.to], ids[each.from]); }
    memory<> tasks;
    std::vector<workmem::task_id> ids;
};
struct adjacency_map {
    explicit adjacency_map(std::size_t count) {
        workmem::sequential_ids source;
        for (std::size_t i = 0; i < count; ++i) ids.emplace_back(source.next());
    }
    void add(const link& each) { depends_on[ids[each.to].str()].push_back(ids[each.from].str()); }
    std::unordered_map<std::string, std::vector<std::string>> depends_on;
    std::vector<workmem::task_id> ids;
};
template <class Graph>
void add_dependency(benchmark::State& state) {
    const auto count = static_cast<std::size_t>(state.range(0));
    const auto links = random_links(count, count);
    for (auto _ : state) {
        auto graph = std::make_unique<Graph>(count);
        const auto start = seconds();
        for (const auto& each : links) graph->add(each);
        state.SetIterationTime(seconds() - start);
    }
}

// A chain that is built from its end.
using bench::pearce_kelly;
struct our_order {
    explicit our_order(std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) (void)graph.emplace('t');
    }
    bool add(std::uint32_t from, std::uint32_t to) {
        graph.precede(graph[from], graph[to]);
        return true;
    }
    workmem::task_graph<char> graph;
};
template <class Order>
void backwards_chain(benchmark::State& state) {
    const auto count = static_cast<std::uint32_t>(state.range(0));
    for (auto _ : state) {
        Order order{count};
        const auto start = seconds();
        for (std::uint32_t i = 0; i + 1 < count; ++i)
            if (!order.add(i + 1, i)) state.SkipWithError("there is no cycle");
        state.SetIterationTime(seconds() - start);
    }
}

// A graph of layers, each task behind two of the layer before, is done layer by layer.
constexpr std::uint32_t layer = 1'000;
std::vector<link> layers(std::uint32_t count) {
    std::mt19937 random{7};
    std::vector<link> out;
    for (auto to = layer; to < count; ++to) {
        const auto below = to / layer * layer - layer;
        const auto one = static_cast<std::uint32_t>(random() % layer);
        const auto two = (one + 1 + static_cast<std::uint32_t>(random() % (layer - 1))) % layer;
        out.push_back({below + one, to});
        out.push_back({below + two, to});
    }
    return out;
}
void complete_by_handle(benchmark::State& state) {
    const auto count = static_cast<std::uint32_t>(state.range(0));
    const auto links = layers(count);
    for (auto _ : state) {
        workmem::task_graph<char> graph;
        for (std::uint32_t i = 0; i < count; ++i) (void)graph.emplace('t');
        graph.add_dependencies(links);
        double spent = 0;
        for (std::uint32_t first = 0; first < count; first += layer) {
            for (auto i = first; i < first + layer; ++i) graph[i].start();
            const auto start = seconds();
            for (auto i = first; i < first + layer; ++i) graph[i].complete();
            spent += seconds() - start;
        }
        if (graph.count(workmem::task_status::completed) != count) state.SkipWithError("some wait");
        state.SetIterationTime(spent);
    }
}
void complete_in_rows(benchmark::State& state) {
    const auto count = static_cast<std::uint32_t>(state.range(0));
    const auto links = layers(count);
    std::vector<std::uint32_t> row(count + 1), to(links.size());
    for (const auto& each : links) ++row[each.from + 1];
    std::partial_sum(row.begin(), row.end(), row.begin());
    auto next = row;
    for (const auto& each : links) to[next[each.from]++] = each.to;
    for (auto _ : state) {
        std::vector<std::uint32_t> open(count), ready;
        for (const auto& each : links) ++open[each.to];
        ready.reserve(count);
        for (std::uint32_t i = 0; i < layer; ++i) ready.push_back(i);
        double spent = 0;
        for (std::uint32_t first = 0; first < count; first += layer) {
            const auto start = seconds();
            for (auto i = first; i < first + layer; ++i)
                for (auto at = row[ready[i]]; at < row[ready[i] + 1]; ++at)
                    if (--open[to[at]] == 0) ready.push_back(to[at]);
            spent += seconds() - start;
        }
        if (ready.size() != count) state.SkipWithError("some wait");
        state.SetIterationTime(spent);
    }
}

// What one of so many needs to know, when ten others and a decision are about it.
void context_for(benchmark::State& state) {
    with_links graph{static_cast<std::size_t>(state.range(0))};
    auto& work = graph.tasks.work();
    for (std::uint32_t i = 0; i < 10; ++i) graph.add({i, 20});
    work.record_decision(
        {.question = "Which library?", .choice = "the old one", .affects_tasks = {graph.ids[20]}});
    for (auto _ : state) benchmark::DoNotOptimize(work.context_for(graph.ids[20]));
}

void sizes(benchmark::internal::Benchmark* each) {
    for (const int tasks : {1'000, 10'000, 100'000, 1'000'000}) each->Arg(tasks);
}
using task_memory = memory<>;
using task_map = map_of_tasks<>;
using lean_map = map_of_tasks<workmem::sequential_ids, lean_task>;
using with_random_ids = memory<workmem::random_ids>;
using map_with_random_ids = map_of_tasks<workmem::random_ids>;
BENCHMARK(add_task<task_memory>)->Apply(sizes)->UseManualTime();
BENCHMARK(add_task<task_map>)->Apply(sizes)->UseManualTime();
BENCHMARK(add_task<lean_map>)->Apply(sizes)->UseManualTime();
BENCHMARK(add_task<with_random_ids>)->Apply(sizes)->UseManualTime();
BENCHMARK(add_task<map_with_random_ids>)->Apply(sizes)->UseManualTime();
BENCHMARK(ready<task_memory>)->Apply(sizes);
BENCHMARK(ready<task_map>)->Apply(sizes);
BENCHMARK(add_dependency<with_links>)->Apply(sizes)->UseManualTime();
BENCHMARK(add_dependency<adjacency_map>)->Apply(sizes)->UseManualTime();
// The alternative would take half an hour for 100,000.
BENCHMARK(backwards_chain<our_order>)->Arg(1'000)->Arg(10'000)->Arg(100'000)->UseManualTime();
BENCHMARK(backwards_chain<pearce_kelly>)->Arg(1'000)->Arg(10'000)->UseManualTime();
BENCHMARK(complete_by_handle)->Arg(10'000)->Arg(100'000)->Arg(1'000'000)->UseManualTime();
BENCHMARK(complete_in_rows)->Arg(10'000)->Arg(100'000)->Arg(1'000'000)->UseManualTime();
BENCHMARK(context_for)->Apply(sizes);

}  // namespace
