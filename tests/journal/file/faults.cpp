// The file journal on an operating system that fails, interrupts and shortens calls.
#include "catch.hpp"
#include "faulty_files.hpp"
#include "journal_script.hpp"
#include "simulated_disk.hpp"
#include "temporary_folder.hpp"

#include <workmem/journal/file.hpp>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

using namespace workmem::journal;
using namespace workmem_test;
using std::chrono::milliseconds;
using workmem::error_code;

namespace {

using simulated_files = faulty_files<simulated_disk>;
using simulated = basic_file<simulated_files>;

constexpr int operations = 200;

file_options with(sync_mode sync) { return {.sync = sync, .lock_wait = milliseconds{0}}; }

struct faulty_run {
    std::uint64_t calls = 0;  // of the kind
    bool failed = false;
};

// A script in which one call fails; everything that is promised then.
faulty_run run(call kind, std::uint64_t at, int problem, bool for_good, sync_mode sync) {
    simulated_disk disk;
    simulated_files files{disk};
    files.plan->kind = kind;
    files.plan->at = at;
    files.plan->problem = problem;
    files.plan->for_good = for_good;
    journal_script script{17};
    faulty_run out;
    {
        auto journal = simulated::open("/j", with(sync), files);
        std::optional<workmem::error> failure;
        if (!journal) failure.emplace(journal.error());
        for (int i = 0; journal && !failure && i < operations; ++i) failure = script.step(*journal);
        out.calls = files.plan->calls[static_cast<std::size_t>(kind)];
        out.failed = failure.has_value();
        if (failure) {
            REQUIRE(failure->code() == error_code::storage_error);
            REQUIRE(failure->message().find("\"/") == 0);  // a path
        }
        files.plan->kind = call::count;
        // What was acknowledged can still be read through the same journal.
        if (journal) REQUIRE(script.judge(*journal, false) == "");
    }
    if (sync.is_always()) disk.crash(at);
    auto again = simulated::open("/j", with(sync), simulated_files{disk});
    REQUIRE(again);
    REQUIRE(script.judge(*again, true) == "");
    for (int i = 0; i < 20; ++i) REQUIRE_FALSE(script.step(*again));
    REQUIRE(script.judge(*again, false) == "");
    return out;
}

}  // namespace

TEST_CASE("when the N-th call fails it is a storage_error, and the next open is right",
          "[journal][faults]") {
    for (const auto kind :
         {call::write, call::sync, call::rename, call::open, call::read, call::truncate,
          call::unlink, call::mkdir, call::list, call::lock, call::size}) {
        std::uint64_t failed = 0, runs = 0;
        for (const int problem : {ENOSPC, EIO}) {
            const bool for_good = problem == ENOSPC;  // a full disk stays full
            for (std::uint64_t at = 1;; ++at) {
                INFO("call " << static_cast<int>(kind) << " number " << at << " errno " << problem
                             << (for_good ? " for good" : ""));
                const auto done = run(kind, at, problem, for_good, sync_mode::always());
                ++runs;
                if (done.failed) ++failed;
                if (done.calls < at) break;
            }
        }
        INFO("call " << static_cast<int>(kind));
        CHECK(runs > 4);
        // Some failures matter to nobody: of removing what is not there, of writing who holds
        // the lock, of looking at a file's holder.
        if (kind != call::truncate && kind != call::unlink) CHECK(failed * 4 > runs * 3);
    }
}

TEST_CASE("it is the same when nothing is synced", "[journal][faults]") {
    for (const auto kind : {call::write, call::rename, call::open})
        for (std::uint64_t at = 1;; at += 3) {
            INFO("call " << static_cast<int>(kind) << " number " << at);
            if (run(kind, at, ENOSPC, true, sync_mode::never()).calls < at) break;
        }
}

TEST_CASE("interrupted and short calls are continued: everything succeeds", "[journal][faults]") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        simulated_disk disk;
        simulated_files files{disk};
        files.plan->interrupts = files.plan->shortens = true;
        journal_script script{seed};
        auto journal = simulated::open("/a/b/c", with(sync_mode::always()), files);
        REQUIRE(journal);
        for (int i = 0; i < operations; ++i) {
            const auto problem = script.step(*journal);
            INFO((problem ? problem->message() : ""));
            REQUIRE_FALSE(problem);
        }
        CHECK(script.judge(*journal, false) == "");
        disk.crash(seed);
        auto again = simulated::open("/a/b/c", with(sync_mode::always()), simulated_files{disk});
        CHECK(script.judge(*again, true) == "");
    }
}

TEST_CASE("after a failed sync a stream can only be read, and says so, until it is opened again",
          "[journal][faults]") {
    const temporary_folder at;
    faulty_files<> files;
    auto opened = basic_file<faulty_files<>>::open(at.path(), with(sync_mode::always()), files);
    REQUIRE(opened);
    auto journal = *opened;
    const std::string_view lines[]{"a"};
    REQUIRE(journal.append("s", 0, lines).status == append_status::recorded);
    REQUIRE(journal.commit("s", 1));
    const auto good = content_of(at.find("log"));
    files.plan->kind = call::sync;
    files.plan->at = files.plan->calls[static_cast<std::size_t>(call::sync)] + 1;
    REQUIRE(journal.append("s", 1, lines).status == append_status::recorded);
    REQUIRE(journal.append("s", 2, lines).status == append_status::recorded);
    const auto lost = journal.commit("s", 2);
    REQUIRE_FALSE(lost);
    CHECK(lost.error().code() == error_code::storage_error);
    CHECK_THAT(lost.error().message(), contains(at.find("log")) && contains("sync") &&
                                           contains("open the stream again") &&
                                           contains("only be read"));
    // The log ends with what is durable.
    CHECK(content_of(at.find("log")) == good);
    CHECK(journal.open_stream("s", "")->last == 1);
    std::uint64_t last = 0;
    CHECK(journal.read("s", 0, [&](const record& each) { last = each.sequence; }));
    CHECK(last == 1);
    CHECK(journal.commit("s", 1));
    const auto refused = journal.append("s", 1, lines);
    CHECK(refused.status == append_status::failed);
    CHECK(refused.problem->message() == lost.error().message());
    CHECK_FALSE(journal.commit("s", 3));
    CHECK_FALSE(journal.save_snapshot("s", "entity", 1, "x"));
    CHECK_FALSE(journal.truncate("s", 1));
    CHECK_FALSE(journal.rewrite("s", archetype_rewrite{}));
    journal.close_stream("s");
    CHECK(journal.append("s", 1, lines).status == append_status::recorded);
    CHECK(journal.commit("s", 2));
}

TEST_CASE("a sync of `interval` that fails is no failure of a record that is written already",
          "[journal][faults]") {
    simulated_disk disk;
    simulated_files files{disk};
    auto journal = simulated::open("/j", with(sync_mode::interval(milliseconds{10})), files);
    REQUIRE(journal);
    const std::string_view lines[]{"a"};
    REQUIRE(journal->append("s", 0, lines).status == append_status::recorded);
    REQUIRE(journal->commit("s", 1));
    disk.advance(milliseconds{20});
    files.plan->kind = call::sync;
    files.plan->at = files.plan->calls[static_cast<std::size_t>(call::sync)] + 1;
    CHECK(journal->commit("s", 1));
    CHECK(files.plan->calls[static_cast<std::size_t>(call::sync)] == files.plan->at);
    CHECK(journal->append("s", 1, lines).status == append_status::failed);
    CHECK_FALSE(journal->flush("s"));
    CHECK(journal->open_stream("s", "")->last == 1);
}

TEST_CASE("a truncation that fails before it takes effect leaves the stream as it was",
          "[journal][faults]") {
    const temporary_folder at;
    faulty_files<> files;
    auto opened = basic_file<faulty_files<>>::open(at.path(), with(sync_mode::always()), files);
    REQUIRE(opened);
    auto journal = *opened;
    const std::string_view lines[]{"a", "b"};
    REQUIRE(journal.append("s", 0, lines).status == append_status::recorded);
    REQUIRE(journal.commit("s", 2));
    files.plan->kind = call::write;
    files.plan->problem = ENOSPC;
    files.plan->at = files.plan->calls[static_cast<std::size_t>(call::write)] + 1;
    const auto full = journal.truncate("s", 1);
    REQUIRE_FALSE(full);
    CHECK_THAT(full.error().message(), contains("No space left") && contains("free some space"));
    CHECK(at.find("log.new").empty());
    CHECK(journal.open_stream("s", "")->oldest == 0);
    CHECK(journal.append("s", 2, lines).status == append_status::recorded);
    CHECK(journal.commit("s", 4));
    CHECK(journal.truncate("s", 1));
}

TEST_CASE("when a shared sync fails, everybody who waited for it hears of it",
          "[journal][faults][threads]") {
    const temporary_folder at;
    faulty_files<> files;
    auto opened = basic_file<faulty_files<>>::open(at.path(), with(sync_mode::always()), files);
    REQUIRE(opened);
    REQUIRE(opened->open_stream("s", ""));
    files.plan->kind = call::sync;
    files.plan->at = files.plan->calls[static_cast<std::size_t>(call::sync)] + 20;
    files.plan->for_good = true;
    std::vector<std::uint64_t> acknowledged(8);
    std::vector<std::thread> writers;
    for (std::size_t writer = 0; writer < 8; ++writer)
        writers.emplace_back([journal = *opened, writer, &acknowledged]() mutable {
            const std::string_view lines[]{"record"};
            for (;;) {
                const auto last = journal.open_stream("s", "")->last;
                const auto done = journal.append("s", last, lines);
                if (done.status == append_status::failed) return;
                if (done.status == append_status::conflict) continue;
                if (!journal.commit("s", last + 1)) return;
                acknowledged[writer] = last + 1;
            }
        });
    for (auto& writer : writers) writer.join();
    std::uint64_t most = 0;
    for (const auto each : acknowledged) most = (std::max)(most, each);
    CHECK(most >= 19);
    CHECK(opened->open_stream("s", "")->last == most);
    files.plan->kind = call::count;
    opened->close_stream("s");
    CHECK(opened->open_stream("s", "")->last == most);
}
