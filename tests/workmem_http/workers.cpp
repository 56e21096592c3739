// The threads that serve connections.
#include "catch.hpp"
#include "eventually.hpp"

#include <workmem_http/workers.hpp>

#include <atomic>
#include <condition_variable>
#include <mutex>

using workmem::http::workers;
using workmem_test::eventually;

TEST_CASE("threads end after a burst, but for a few", "[http][threads]") {
    workers of{64, 4};
    for (int round = 0; round < 3; ++round) {
        std::mutex mutex;
        std::condition_variable opened;
        bool is_open = false;
        std::atomic<int> waiting{0}, done{0}, refused{0};
        for (int i = 0; i < 70; ++i)
            of.enqueue([&] {
                if (workers::has_no_room()) {
                    ++refused;
                    return;
                }
                ++waiting;
                std::unique_lock lock{mutex};
                opened.wait(lock, [&] { return is_open; });
                ++done;
            });
        CHECK(eventually([&] { return waiting.load() == 64; }));
        CHECK(refused.load() == 6);
        CHECK(of.threads() == 64);
        {
            const std::lock_guard lock{mutex};
            is_open = true;
        }
        opened.notify_all();
        CHECK(eventually([&] { return done.load() == 64; }));
        CHECK(eventually([&] { return of.threads() == 4; }));
    }
    of.shutdown();
}
