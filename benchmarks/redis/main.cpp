// workmem_benchmark_redis [SECONDS]: durable appends (appendfsync always) to a private Redis
// server: one writer beside a bare hiredis client that does the same XADD, batches of 100, and 1 to
// 8 processes on streams of their own and on one. SECONDS is how long each of them runs.
#include "processes.hpp"
#include "redis_server.hpp"

#include <workmem/bounded/bounded_store.hpp>
#include <workmem/journal/any.hpp>
#include <workmem_redis/redis.hpp>

#include <hiredis/hiredis.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using namespace workmem_test;
using workmem::journal::append_status;
using workmem::journal::redis;
using workmem::journal::sync_mode;
using clock_type = std::chrono::steady_clock;

using store_type = workmem::durable_bounded_store<workmem::journal::any>;

// As large as a change mostly is.
const std::string change(300, 'x');
double seconds = 2;
int runs = 0;  // each has streams of its own

redis open(const redis_server& at) {
    return redis::open(at.url(), in_prefix("bench", sync_mode::always())).value();
}

// How many a second `once()` answers.
template <class Once>
double rate(Once&& once) {
    const auto begin = clock_type::now();
    const auto until = begin + std::chrono::duration_cast<clock_type::duration>(
                                   std::chrono::duration<double>{seconds});
    double count = 0;
    while (clock_type::now() < until) count += once();
    return count / std::chrono::duration<double>(clock_type::now() - begin).count();
}

double bare(const redis_server& at) {
    auto* const with = redisConnect("127.0.0.1", at.port());
    const char* words[]{"XADD",   "bare",        "*", "append", "1234567890123456789",
                        "record", change.c_str()};
    const std::size_t sizes[]{4, 4, 1, 6, 19, 6, change.size()};
    const auto out = rate([&] {
        auto* const reply = redisCommandArgv(with, 7, words, sizes);
        if (reply == nullptr) std::abort();
        freeReplyObject(reply);
        return 1;
    });
    redisFree(with);
    return out;
}

double appends(redis journal, const std::string& stream, std::size_t batch) {
    auto last = journal.open_stream(stream, "").value().last;
    const std::vector<std::string_view> lines(batch, change);
    return rate([&] {
        if (journal.append(stream, last, lines).status != append_status::recorded) std::abort();
        last += batch;
        return static_cast<double>(batch);
    });
}

// Wherever the stream ends by then.
double contended_appends(redis journal, const std::string& stream) {
    auto last = journal.open_stream(stream, "").value().last;
    const std::string_view lines[]{change};
    return rate([&] {
        if (journal.append(stream, last, lines).status == append_status::recorded) {
            ++last;
            return 1;
        }
        last = journal.open_stream(stream, "").value().last;
        return 0;
    });
}

double memorizes(const redis& journal, const std::string& stream) {
    store_type store{{.max_items = 100}, {.journal = journal, .stream = stream}};
    return rate([&] { return store.try_memorize({.text = change}) ? 1 : 0; });
}

struct report {
    std::atomic<int> ready{0};
    std::atomic<std::uint64_t> sum{0}, lost{0};
};

// All that so many processes do in a second.
template <class Work>
void processes(const redis_server& at, const char* name, int count, bool in_one, Work&& work) {
    ++runs;
    const shared_by_processes<report> all;
    std::vector<child_process> children;
    for (int i = 0; i < count; ++i)
        children.emplace_back([&, i] {
            const auto journal = open(at);
            const auto stream = std::to_string(runs) + (in_one ? " all" : ' ' + std::to_string(i));
            ++all->ready;
            while (all->ready < count) std::this_thread::yield();
            all->sum += static_cast<std::uint64_t>(work(journal, stream));
            all->lost += journal.counts().conflicts;
            return 0;
        });
    for (auto& each : children)
        if (each.wait() != 0) std::abort();
    std::printf("%-34s %d processes %10llu/s   conflicts %llu\n", name, count,
                static_cast<unsigned long long>(all->sum.load()),
                static_cast<unsigned long long>(all->lost.load()));
}

}  // namespace

int main(int count, char** arguments) {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    if (count > 1) seconds = std::atof(arguments[1]);
    const redis_server at;
    std::printf("changes of %zu bytes, appendfsync always\n", change.size());
    for (int round = 0; round < 3; ++round) {
        const auto other = bare(at);
        const auto ours = appends(open(at), "one", 1);
        const auto batches = appends(open(at), "batches", 100);
        std::printf("bare XADD %8.0f/s   append %8.0f/s (%.2f)   batches of 100 %9.0f/s (%.1f)\n",
                    other, ours, ours / other, batches, batches / ours);
    }
    const auto used = std::atof(at.ask({"MEMORY", "USAGE", "{bench:one}:log"}).c_str()) /
                      std::atof(at.ask({"XLEN", "{bench:one}:log"}).c_str());
    std::printf("bytes of memory a change of %zu bytes takes: %.0f\n", change.size(), used);
    const auto raw = [](const redis& journal, const std::string& stream) {
        return contended_appends(journal, stream);
    };
    for (const bool in_one : {false, true})
        for (const int each : {1, 2, 4, 8})
            processes(at, in_one ? "appends, one stream" : "appends, streams of their own", each,
                      in_one, raw);
    for (const bool in_one : {false, true})
        for (const int each : {1, 2, 4, 8})
            processes(at, in_one ? "memories, one stream" : "memories, streams of their own", each,
                      in_one, memorizes);
}
