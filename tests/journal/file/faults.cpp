// The file journal on an operating system that fails, interrupts and shortens calls.
#include "catch.hpp"
#include "faulty_files.hpp"
#include "journal_calls.hpp"
#include "journal_script.hpp"
#include "repetitions.hpp"
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
using workmem::result;

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
            for (std::uint64_t at = 1;; at = next_place(at, static_cast<std::uint64_t>(kind))) {
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

namespace {

// A stream with one record, and calls that can be made to fail.
struct failing_stream {
    temporary_folder at;
    faulty_files<> files;
    std::vector<std::string> told;
    basic_file<faulty_files<>> journal;

    explicit failing_stream(sync_mode sync = sync_mode::always()) : journal{opened(sync)} {
        REQUIRE(add("a", 0));
    }
    [[nodiscard]] basic_file<faulty_files<>> opened(sync_mode sync) {
        auto options = with(sync);
        options.on_recovery = [this](std::string_view stream, const recovery& found) {
            told.push_back(found.message(stream));
        };
        return basic_file<faulty_files<>>::open(at.path(), options, files).value();
    }
    [[nodiscard]] result<void> add(std::string_view line, std::uint64_t expected) {
        const std::string_view lines[]{line};
        auto done = journal.append("s", expected, lines);
        if (done.status == append_status::failed) return std::move(*done.problem);
        REQUIRE(done.status == append_status::recorded);
        return journal.commit("s", expected + 1);
    }
    // From the next call of a kind on, once or until `works_again`.
    void fails(call kind, int problem, bool for_good = false) {
        files.plan->kind = kind;
        files.plan->problem = problem;
        files.plan->for_good = for_good;
        files.plan->at = files.plan->calls[static_cast<std::size_t>(kind)] + 1;
    }
    void works_again() { files.plan->kind = call::count; }
    [[nodiscard]] std::string content() { return all(journal, "s"); }
};

}  // namespace

TEST_CASE("a disk that was full for a moment leaves a stream that goes on", "[journal][faults]") {
    failing_stream with;
    const auto good = content_of(with.at.find("log"));
    const bool for_good = GENERATE(false, true);
    with.fails(call::write, ENOSPC, for_good);
    for (int times = 0; times < (for_good ? 3 : 1); ++times) {
        const auto lost = with.add("lost", 1);
        REQUIRE_FALSE(lost);
        CHECK_THAT(lost.error().message(), contains("No space left") && contains("try again"));
        CHECK(content_of(with.at.find("log")) == good);
        CHECK(with.content() == "1:a ");
    }
    with.works_again();
    for (std::uint64_t i = 1; i <= 26; ++i) REQUIRE(with.add("b", i));
    CHECK(with.journal.save_snapshot("s", "entity", 27, "x"));
    with.journal.close_stream("s");
    CHECK(with.journal.open_stream("s", "")->last == 27);
    CHECK(with.told.empty());
}

TEST_CASE(
    "after a failed sync a stream goes on with a copy of its log, and says what was uncertain",
    "[journal][faults]") {
    failing_stream with;
    const auto good = content_of(with.at.find("log"));
    with.fails(call::sync, EIO);
    const auto lost = with.add("lost", 1);
    REQUIRE_FALSE(lost);
    CHECK(lost.error().code() == error_code::storage_error);
    CHECK_THAT(lost.error().message(),
               contains(with.at.find("log")) && contains("sync") && contains("try again"));
    CHECK(content_of(with.at.find("log")) == good);
    CHECK(with.content() == "1:a ");
    const auto syncs = [&] { return with.files.plan->calls[static_cast<std::size_t>(call::sync)]; };
    const auto before = syncs();
    CHECK(with.add("b", 1));
    CHECK(syncs() >= before + 3);  // the copy, its folder, the record
    CHECK(with.content() == "1:a 2:b ");
    REQUIRE(with.told.size() == 1);
    CHECK_THAT(with.told[0], contains("stream \"s\" its log was written anew: ") &&
                                 contains("cannot sync it") && !contains("not safe until now"));
    CHECK(with.journal.recovered("s")->copied.size() == 1);
    with.journal.close_stream("s");
    CHECK(with.content() == "1:a 2:b ");
    CHECK(with.journal.recovered("s")->end == log_end::closed);
}

TEST_CASE("a log that can be neither synced nor copied can be read", "[journal][faults]") {
    failing_stream with;
    with.fails(call::sync, EIO, true);
    for (int times = 0; times < 3; ++times) CHECK_FALSE(with.add("lost", 1));
    CHECK_FALSE(with.journal.save_snapshot("s", "entity", 1, "x"));
    CHECK_FALSE(with.journal.truncate("s", 1));
    CHECK_FALSE(with.journal.rewrite("s", archetype_rewrite{}));
    CHECK(with.content() == "1:a ");
    CHECK(with.journal.commit("s", 1));
    CHECK(with.at.find("log.new").empty());
    with.works_again();
    CHECK(with.journal.truncate("s", 1));
    CHECK(with.add("b", 1));
}

TEST_CASE("records that were taken back are no success for who comes late", "[journal][faults]") {
    failing_stream with;
    auto& journal = with.journal;
    const std::string_view lines[]{"late"}, others[]{"other"};
    const auto before = journal.open_stream("s", "").value();
    // Two have appended; one of them finds out.
    CHECK(journal.append("s", 1, lines).status == append_status::recorded);
    CHECK(journal.append("s", 2, lines).status == append_status::recorded);
    with.fails(call::write, ENOSPC);
    CHECK_FALSE(journal.commit("s", stream_point{2, before.rollbacks}));
    // Somebody takes their places.
    CHECK(with.add("other", 1));
    CHECK(with.add("other", 2));
    CHECK_FALSE(journal.commit("s", stream_point{3, before.rollbacks}));
    CHECK(journal.commit("s", stream_point{1, before.rollbacks}));
    CHECK(journal.append("s", 3, others, {before.incarnation, before.rollbacks}).status ==
          append_status::conflict);
    const auto after = journal.open_stream("s", "").value();
    CHECK(after.rollbacks == before.rollbacks + 1);
    CHECK(journal.append("s", 3, others, {after.incarnation, after.rollbacks}).status ==
          append_status::recorded);
    CHECK(journal.commit("s", stream_point{4, after.rollbacks}));
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
    CHECK_FALSE(journal->flush("s"));
    CHECK(journal->open_stream("s", "")->last == 1);
    // It is not safe yet: the next record comes into a copy that is.
    CHECK(journal->append("s", 1, lines).status == append_status::recorded);
    const auto copied = journal->recovered("s")->copied;
    REQUIRE(copied.size() == 1);
    CHECK_THAT(copied[0], contains("records 1 to 1 were not safe until now"));
    CHECK(journal->flush("s"));
    disk.crash(1);
    auto again = simulated::open("/j", with(sync_mode::always()), simulated_files{disk});
    CHECK(all(*again, "s") == "1:a 2:a ");
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
