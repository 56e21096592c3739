// A store of sessions beside a nested std::unordered_map of the same memories that makes the same
// ids, computes the same importance and checks the same promotion rules, as it is usually written;
// and, where hiredis and a Redis server are installed, beside a hash a memory in Redis that keeps
// nothing on the disk.

#include "texts.hpp"

#include <workmem/ids/sequential_ids.hpp>
#include <workmem/session/session_store.hpp>
#include <workmem/time/manual_clock.hpp>

#include <benchmark/benchmark.h>

#if defined(WORKMEM_REDIS_SERVER)
#include "redis_server.hpp"

#include <hiredis/hiredis.h>
#endif

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace {

constexpr std::size_t per_session = 1'000;  // what is recommended

struct policies : workmem::default_policies {
    using clock = workmem::manual_clock;
};

// Rules that are asked, and never say yes: nothing is promoted while it is measured.
workmem::session_options options() {
    workmem::session_options out;
    out.promotion.access_counts = {1 << 30, 1 << 30, 1 << 30, 1 << 30};
    out.promotion.importance = workmem::importance_score::from_ppm(1'000'000);
    out.promotion.sustained_access_count = 1 << 30;
    return out;
}

const bench::made_up_texts& texts() {
    static const bench::made_up_texts made{10'000};
    return made;
}
workmem::new_session_memory made(std::size_t i) {
    return {.content = texts().all()[i % texts().all().size()],
            .priority = workmem::priorities[i % 3],
            .tags = {"meeting"},
            .metadata = {{"duration", std::string{"15min"}}}};
}

class sessions {
public:
    std::string add(const std::string& session, workmem::new_session_memory what) {
        return store_.add(session, std::move(what)).id;
    }
    std::uint64_t get(const std::string& session, const std::string& id) {
        return store_.get(session, id).access_count;
    }
    std::size_t search(const std::string& session, const std::string& query) {
        return store_.search(session, query).size();
    }
    std::size_t sweep() { return store_.sweep(); }
    void erase(const std::string& session, const std::vector<std::string>& ids) {
        for (const auto& id : ids) (void)store_.expire(session, id);
        (void)store_.session(session)->sweep();
    }
    void advance(workmem::milliseconds time) { clock_.advance(time); }

private:
    workmem::manual_clock clock_;
    workmem::basic_session_store<policies> store_{options(), {.clock = clock_}};
};

class nested_map {
    struct memory {
        std::string id, session, content;
        workmem::priority priority{};
        std::vector<std::string> tags;
        workmem::attribute_list metadata;
        std::int64_t created = 0, expires = 0;
        std::uint64_t access_count = 1;
        double importance = 0;
        bool promoted = false;
    };

public:
    std::string add(const std::string& session, workmem::new_session_memory what) {
        auto& in = sessions_[session];
        memory fresh;
        fresh.session = session;
        fresh.content = std::move(what.content);
        fresh.priority = what.priority;
        fresh.tags = std::move(what.tags);
        fresh.metadata = std::move(what.metadata);
        fresh.created = now_;
        fresh.expires = now_ + ttl(fresh.priority);
        auto id = make_id(session, fresh.content);
        for (int i = 2; in.count(id) != 0; ++i)
            id = make_id(session, fresh.content) + '-' + std::to_string(i);
        fresh.id = id;
        fresh.importance = importance(fresh, 0);
        return copy(in.emplace(std::move(id), std::move(fresh)).first->second).id;
    }
    std::uint64_t get(const std::string& session, const std::string& id) {
        const auto in = sessions_.find(session);
        if (in == sessions_.end()) return 0;
        const auto found = in->second.find(id);
        if (found == in->second.end() || found->second.expires <= now_) return 0;
        auto& each = found->second;
        ++each.access_count;
        each.importance = importance(each, each.access_count);
        if (!each.promoted && is_due(each)) each.promoted = true;
        return copy(each).access_count;
    }
    std::size_t search(const std::string& session, const std::string& query) {
        const auto wanted = lower(query);
        std::vector<std::pair<double, const memory*>> hits;
        for (auto& [id, each] : sessions_[session]) {
            if (each.expires <= now_) continue;
            const auto content = lower(each.content);
            const auto at = content.find(wanted);
            if (at == std::string::npos) continue;
            const auto position =
                1.0 - static_cast<double>(at) / static_cast<double>(content.size());
            const auto accesses = (std::min)(static_cast<double>(each.access_count) / 10.0, 1.0);
            hits.emplace_back(0.6 + 0.15 * position + 0.125 * accesses +
                                  0.125 * importance(each, each.access_count),
                              &each);
        }
        std::sort(hits.begin(), hits.end(), [](const auto& a, const auto& b) {
            return a.first != b.first ? a.first > b.first : a.second->id < b.second->id;
        });
        if (hits.size() > 10) hits.resize(10);
        std::vector<memory> out;
        for (const auto& hit : hits) out.push_back(*hit.second);
        return out.size();
    }
    void erase(const std::string& session, const std::vector<std::string>& ids) {
        for (const auto& id : ids) sessions_[session].erase(id);
    }
    void advance(workmem::milliseconds time) { now_ += time.count(); }

private:
    static memory copy(const memory& from) {
        memory out = from;
        benchmark::DoNotOptimize(out);
        return out;
    }
    static std::int64_t ttl(workmem::priority level) {
        return workmem::priority_ttl{}.of(level).count();
    }
    std::string make_id(const std::string& session, const std::string& content) const {
        const auto seconds = static_cast<std::time_t>(now_ / 1'000);
        std::tm date{};
        ::gmtime_r(&seconds, &date);
        char time[32];
        const auto size = std::strftime(time, sizeof time, "%Y%m%d-%H%M%S", &date);
        return "working_memory_" + session + '-' + content.substr(0, 20) + '_' +
               std::string(time, size);
    }
    double importance(const memory& of, std::uint64_t accesses) const {
        constexpr double weights[]{0.25, 0.5, 0.75, 1.0};
        const auto used = (std::min)(static_cast<double>(accesses) / 10.0, 1.0);
        const auto left = 1.0 - static_cast<double>(now_ - of.created) /
                                    static_cast<double>(of.expires - of.created);
        const auto length = (std::min)(static_cast<double>(of.content.size()) / 1000.0, 1.0);
        return 0.4 * used + 0.3 * std::clamp(left, 0.0, 1.0) +
               0.2 * weights[static_cast<std::size_t>(of.priority)] + 0.1 * length;
    }
    bool is_due(const memory& each) const {
        return each.access_count >= 1U << 30U || each.importance >= 1.0 ||
               (each.priority == workmem::priority::critical && each.access_count >= 1) ||
               (now_ - each.created > 6 * 3'600'000 && each.access_count >= 1U << 30U);
    }
    static std::string lower(const std::string& text) {
        auto out = text;
        std::transform(out.begin(), out.end(), out.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        return out;
    }

    std::int64_t now_ = 1'704'067'200'000;
    std::unordered_map<std::string, std::unordered_map<std::string, memory>> sessions_;
};

#if defined(WORKMEM_REDIS_SERVER)
// A hash for each memory, which expires by itself.
class redis {
public:
    static constexpr bool is_a_server = true;

    std::string add(const std::string& session, workmem::new_session_memory what) {
        auto id = "working_memory_" + session + '-' + what.content.substr(0, 20) + '_' +
                  std::to_string(++last_);
        call("HSET %s:%s content %s priority %d tags %s metadata %s access_count 1",
             session.c_str(), id.c_str(), what.content.c_str(), static_cast<int>(what.priority),
             "[\"meeting\"]", "{\"duration\":\"15min\"}");
        return id;
    }
    std::uint64_t get(const std::string& session, const std::string& id) {
        call("HINCRBY %s:%s access_count 1", session.c_str(), id.c_str());
        call("HGETALL %s:%s", session.c_str(), id.c_str());
        return 1;
    }
    void erase(const std::string& session, const std::vector<std::string>& ids) {
        for (const auto& id : ids) call("DEL %s:%s", session.c_str(), id.c_str());
    }
    void advance(workmem::milliseconds) {}

private:
    template <class... Arguments>
    void call(const char* format, Arguments... arguments) {
        auto* const reply = ::redisCommand(to_.get(), format, arguments...);
        if (reply == nullptr) std::abort();
        ::freeReplyObject(reply);
    }
    struct closed {
        void operator()(::redisContext* which) const { ::redisFree(which); }
    };
    workmem_test::redis_server server_{{"--appendonly", "no"}};
    std::unique_ptr<::redisContext, closed> to_{::redisConnect("127.0.0.1", server_.port())};
    std::uint64_t last_ = 0;
};
#endif

// A store of so many memories, in sessions of a thousand.
template <class Store>
struct filled {
    explicit filled(std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            if (i % per_session == 0) names.push_back("user-session-" + std::to_string(i));
            ids.push_back(store.add(names.back(), made(i)));
            if (i % 10 == 9) store.advance(workmem::milliseconds{1});
        }
        std::mt19937 random{7};
        for (std::size_t i = 0; i < 4'096; ++i) asked.push_back(random() % count);
    }
    const std::string& session_of(std::size_t i) const { return names[i / per_session]; }

    Store store;
    std::vector<std::string> names, ids;
    std::vector<std::size_t> asked;
};
template <class Store>
filled<Store>& of_size(benchmark::State& state) {
    static std::map<std::int64_t, std::unique_ptr<filled<Store>>> all;
    // One at a time: the largest take a gigabyte.
    auto& known = all[state.range(0)];
    if (!known) {
        for (auto& each : all) each.second.reset();
        known = std::make_unique<filled<Store>>(static_cast<std::size_t>(state.range(0)));
    }
    return *known;
}

// Of the processor, but for a server's: that has one of its own.
template <class Store>
double seconds() {
    constexpr auto clock = requires { Store::is_a_server; } ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID;
    std::timespec now{};
    ::clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

template <class Store>
void add(benchmark::State& state) {
    auto& in = of_size<Store>(state);
    constexpr std::size_t batch = 500;
    std::size_t i = 0, at = 0;
    std::vector<std::string> fresh;
    std::vector<workmem::new_session_memory> arriving;
    for (auto _ : state) {
        const auto& session = in.names[at++ % in.names.size()];
        fresh.clear();
        arriving.clear();
        for (std::size_t n = 0; n < batch; ++n) arriving.push_back(made(5'000 + i++));
        const auto start = seconds<Store>();
        for (auto& each : arriving) fresh.push_back(in.store.add(session, std::move(each)));
        state.SetIterationTime((seconds<Store>() - start) / batch);
        in.store.erase(session, fresh);
    }
}
template <class Store>
void get(benchmark::State& state) {
    auto& in = of_size<Store>(state);
    constexpr std::size_t batch = 1'000;
    std::size_t i = 0;
    for (auto _ : state) {
        const auto start = seconds<Store>();
        for (std::size_t n = 0; n < batch; ++n) {
            const auto which = in.asked[i++ % in.asked.size()];
            if (in.store.get(in.session_of(which), in.ids[which]) == 0)
                state.SkipWithError("it is not there");
        }
        state.SetIterationTime((seconds<Store>() - start) / batch);
    }
}
template <class Store>
void search(benchmark::State& state) {
    auto& in = of_size<Store>(state);
    using made_up = bench::made_up_texts;
    const auto query = made_up::word(static_cast<std::size_t>(state.range(1)));
    (void)in.store.search(in.names[0], query);
    for (auto _ : state) benchmark::DoNotOptimize(in.store.search(in.names[0], query));
}
void sweep(benchmark::State& state) {
    auto& in = of_size<sessions>(state);
    (void)in.store.sweep();
    for (auto _ : state) benchmark::DoNotOptimize(in.store.sweep());
}

void sizes(benchmark::internal::Benchmark* each) {
    for (const int memories : {1'000, 10'000, 100'000, 1'000'000}) each->Arg(memories);
}
void words(benchmark::internal::Benchmark* each) {
    for (const int rank : {3, 30, 300, 2'000}) each->Args({1'000, rank});
}
BENCHMARK(add<sessions>)->Apply(sizes)->UseManualTime()->Iterations(100);
BENCHMARK(add<nested_map>)->Apply(sizes)->UseManualTime()->Iterations(100);
BENCHMARK(get<sessions>)->Apply(sizes)->UseManualTime()->Iterations(100);
BENCHMARK(get<nested_map>)->Apply(sizes)->UseManualTime()->Iterations(100);
#if defined(WORKMEM_REDIS_SERVER)
BENCHMARK(add<redis>)->Arg(1'000)->Arg(100'000)->UseManualTime()->Iterations(5);
BENCHMARK(get<redis>)->Arg(1'000)->Arg(100'000)->UseManualTime()->Iterations(5);
#endif
BENCHMARK(search<sessions>)->Apply(words);
BENCHMARK(search<nested_map>)->Apply(words);
BENCHMARK(sweep)->Apply(sizes);

}  // namespace
