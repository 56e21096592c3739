#include "catch.hpp"
#include "faulty_files.hpp"
#include "temporary_folder.hpp"

#include <workmem/journal/file.hpp>
#include <workmem/time/runner.hpp>

#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <thread>

using namespace workmem::journal;
using namespace workmem_test;
using std::chrono::milliseconds;
using workmem::runner;

namespace {

// Whether it comes true within a long time.
template <class Condition>
bool eventually(Condition&& condition) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds{60};
    while (!condition()) {
        if (std::chrono::steady_clock::now() >= until) return false;
        std::this_thread::sleep_for(milliseconds{1});
    }
    return true;
}

}  // namespace

TEST_CASE("a runner does its work again and again, and once more when it goes",
          "[runner][threads]") {
    std::atomic<int> done{0};
    {
        const runner work{milliseconds{1}, [&] { ++done; }};
        CHECK(eventually([&] { return done >= 5; }));
    }
    const int last = done;
    std::this_thread::sleep_for(milliseconds{20});
    CHECK(done == last);
    {
        const runner work{std::chrono::hours{1'000'000'000}, [&] { ++done; }};
    }
    CHECK(done == last + 1);
    {
        const runner work{milliseconds{-1}, [&] { ++done; }};
    }
    CHECK(done > last + 1);
}

TEST_CASE("work need not be copyable", "[runner][threads]") {
    std::atomic<int> done{0};
    {
        const runner work{std::chrono::hours{1},
                          [by = std::make_unique<int>(2), &done] { done += *by; }};
    }
    CHECK(done == 2);
}

TEST_CASE("work that throws is done again, and counted", "[runner][threads]") {
    std::atomic<int> done{0};
    const runner work{milliseconds{1}, [&] {
                          if (++done < 3) throw std::runtime_error{"not now"};
                      }};
    CHECK(eventually([&] { return done >= 5; }));
    CHECK(work.failures() == 2);
}

TEST_CASE("with a runner an interval ends while the program is idle", "[runner][threads]") {
    const temporary_folder at;
    faulty_files<> files;
    auto journal = basic_file<faulty_files<>>::open(
        at.path(), {.sync = sync_mode::interval(milliseconds{2})}, files);
    REQUIRE(journal);
    const std::string_view lines[]{"a"};
    REQUIRE(journal->append("s", 0, lines).status == append_status::recorded);
    REQUIRE(journal->commit("s", 1));
    std::atomic<bool> synced{false};
    files.plan->on_sync = [&] { synced = true; };
    const runner work{milliseconds{1}, [ticking = *journal]() mutable { return ticking.tick(); }};
    CHECK(eventually([&] { return synced.load(); }));
}
