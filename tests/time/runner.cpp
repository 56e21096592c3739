#include "catch.hpp"
#include "eventually.hpp"
#include "faulty_files.hpp"
#include "temporary_folder.hpp"

#include <workmem/journal/file.hpp>
#include <workmem/time/runner.hpp>

#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>

using namespace workmem::journal;
using namespace workmem_test;
using std::chrono::milliseconds;
using workmem::runner;

TEST_CASE("a runner does its work again and again, and once more when it goes",
          "[runner][threads]") {
    std::atomic<int> done{0};
    const auto used = std::make_shared<int>();
    {
        const runner work{milliseconds{1}, [&, used] { ++done; }};
        CHECK(eventually([&] { return done >= 5; }));
    }
    CHECK(used.use_count() == 1);  // nothing is left that could go on
    const int last = done;
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
