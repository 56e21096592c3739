// The file journal: what it promises while nothing goes wrong.
#include "catch.hpp"
#include "eventually.hpp"
#include "faulty_files.hpp"
#include "journal_calls.hpp"
#include "temporary_folder.hpp"

#include <workmem/journal/file.hpp>

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <sys/resource.h>

using namespace workmem::journal;
using namespace workmem_test;
using std::chrono::milliseconds;
using workmem::error_code;
namespace fs = std::filesystem;

namespace {

file open_in(const temporary_folder& at, sync_mode sync = sync_mode::never(),
             milliseconds lock_wait = milliseconds{20}) {
    auto opened = file::open(at.path() + "/j", {.sync = sync, .lock_wait = lock_wait});
    REQUIRE(opened);
    return *opened;
}

}  // namespace

TEST_CASE("what was recorded is there when the journal is opened again", "[journal][file]") {
    const temporary_folder at;
    const std::string odd{"../..\n\0/\xFF", 9};
    std::string incarnation;
    for (std::uint64_t run = 0; run < 5; ++run) {
        auto journal = open_in(at, run % 2 == 0 ? sync_mode::always() : sync_mode::never());
        const auto info = journal.open_stream(odd, "entity");
        REQUIRE(info);
        CHECK(info->last == run * 2);
        if (run == 0) incarnation = info->incarnation;
        CHECK(info->incarnation == incarnation);
        CHECK(append(journal, odd, run * 2, {"x", "y"}) == append_status::recorded);
        if (run == 2) {
            CHECK(journal.save_snapshot(odd, "entity", 6, "state"));
            CHECK(journal.truncate(odd, 5));
        }
        CHECK(journal.recovered(odd)->cut_bytes == 0);
        CHECK(journal.recovered(odd)->removed.empty());
    }
    auto journal = open_in(at);
    CHECK(all(journal, odd, 5) == "6:y 7:x 8:y 9:x 10:y ");
    CHECK(all(journal, odd, 4) == "compacted 5");
    CHECK((*journal.newest_snapshot(odd, "entity", 99))->bytes == "state");
    CHECK(code_of(journal.open_stream(odd, "task")) == error_code::storage_error);
}

TEST_CASE("reading and asking create nothing", "[journal][file]") {
    const temporary_folder at;
    auto journal = open_in(at);
    CHECK(all(journal, "s").empty());
    CHECK_FALSE(journal.newest_snapshot("s", "entity", 9)->has_value());
    CHECK(journal.commit("s", 0));
    CHECK(code_of(journal.commit("s", 1)) == error_code::storage_error);
    CHECK(journal.flush("s"));
    CHECK(journal.truncate("s", 0));
    CHECK(code_of(journal.truncate("s", 1)) == error_code::validation_error);
    CHECK(journal.rewrite("s", archetype_rewrite{}));
    CHECK_FALSE(journal.wait_for_changes("s", 0, milliseconds{1}));
    journal.close_stream("s");
    CHECK(journal.recovered("s")->cut_bytes == 0);
    CHECK(fs::is_empty(at.path() + "/j"));
}

TEST_CASE("folders are 0700 and files 0600, whatever they are", "[journal][file]") {
    const temporary_folder at;
    auto journal = open_in(at);
    append(journal, "s", 0, {"a"});
    CHECK(journal.save_snapshot("s", "entity", 1, "x"));
    CHECK(journal.truncate("s", 1));
    CHECK(journal.rewrite("s", archetype_rewrite{}, {"entity", 0}));
    int files = 0, folders = 0;
    for (const auto& each : fs::recursive_directory_iterator{at.path()}) {
        INFO(each.path());
        const auto mode = fs::status(each.path()).permissions();
        const auto file_mode = fs::perms::owner_read | fs::perms::owner_write;
        CHECK(mode == (each.is_directory() ? fs::perms::owner_all : file_mode));
        ++(each.is_directory() ? folders : files);
    }
    CHECK(folders == 4);
    CHECK(files == 3);  // log, lock, snapshot
}

TEST_CASE("a stream belongs to one journal at a time; the other hears who has it",
          "[journal][file]") {
    const temporary_folder at;
    auto first = open_in(at);
    auto second = open_in(at);
    append(first, "s", 0, {"a"});
    append(second, "t", 0, {"a"});
    const auto refused = second.open_stream("s", "");
    CHECK(code_of(refused) == error_code::storage_error);
    CHECK_THAT(refused.error().message(), contains("/lock") &&
                                              contains("process " + posix_files{}.process()) &&
                                              contains("close it there"));
    const std::string_view lines[]{"b"};
    CHECK(second.append("s", 1, lines).status == append_status::failed);
    CHECK(code_of(second.read("s", 0, archetype_visitor{})) == error_code::storage_error);
    first.close_stream("s");
    CHECK(all(second, "s") == "1:a ");
    CHECK(append(second, "s", 1, {"b"}) == append_status::recorded);
    second.close_stream("s");
    CHECK(all(first, "s") == "1:a 2:b ");
}

TEST_CASE("who waits long enough gets the stream", "[journal][file][threads]") {
    const temporary_folder at;
    auto first = open_in(at);
    const faulty_files<> files;
    auto second = basic_file<faulty_files<>>::open(
        at.path() + "/j", {.sync = sync_mode::never(), .lock_wait = std::chrono::minutes{1}},
        files);
    REQUIRE(second);
    append(first, "s", 0, {"a"});
    std::atomic<bool> waits{false};
    files.plan->on_sleep = [&] { waits = true; };
    std::thread closing{[&] {
        (void)eventually([&] { return waits.load(); });
        first.close_stream("s");
    }};
    CHECK(all(*second, "s") == "1:a ");
    closing.join();
    CHECK(waits);
}

TEST_CASE("under `always` each acknowledged record of 16 threads is there once, in order",
          "[journal][file][threads]") {
    const temporary_folder at;
    constexpr int threads = 16, each = 60;
    std::vector<std::vector<std::pair<std::uint64_t, std::string>>> acknowledged(threads);
    {
        auto journal = open_in(at, sync_mode::always());
        REQUIRE(journal.open_stream("s", "entity"));
        std::vector<std::thread> writers;
        for (int writer = 0; writer < threads; ++writer)
            writers.emplace_back([copy = journal, writer, &acknowledged]() mutable {
                auto& mine = acknowledged[static_cast<std::size_t>(writer)];
                for (int i = 0; i < each; ++i) {
                    const auto text = std::to_string(writer) + '.' + std::to_string(i);
                    const std::string_view lines[]{text};
                    std::uint64_t last = copy.open_stream("s", "entity")->last;
                    while (copy.append("s", last, lines).status != append_status::recorded)
                        last = copy.open_stream("s", "entity")->last;
                    if (copy.commit("s", last + 1)) mine.emplace_back(last + 1, text);
                }
            });
        std::atomic<bool> done{false};
        std::thread reader{[copy = journal, &done]() mutable {
            while (!done) {
                std::uint64_t next = 0;
                (void)copy.read("s", 0, [&](const record& one) {
                    if (one.sequence == next + 1) next = one.sequence;
                });
                (void)copy.save_snapshot("s", "entity", next, "x");
                if (copy.wait_for_changes("s", next, milliseconds{5}) && next > 200)
                    (void)copy.truncate("s", 0);
            }
        }};
        for (auto& writer : writers) writer.join();
        done = true;
        reader.join();
    }
    auto journal = open_in(at);
    std::vector<std::string> found;
    CHECK(journal.read("s", 0, [&](const record& one) { found.emplace_back(one.bytes); }));
    CHECK(found.size() == threads * each);
    for (const auto& mine : acknowledged) {
        CHECK(mine.size() == each);
        for (std::size_t i = 0; i < mine.size(); ++i) {
            REQUIRE(found[mine[i].first - 1] == mine[i].second);
            REQUIRE((i == 0 || mine[i - 1].first < mine[i].first));
        }
    }
}

TEST_CASE("truncation and rewriting go together with 8 threads that append",
          "[journal][file][threads]") {
    const temporary_folder at;
    auto journal = open_in(at, sync_mode::interval(milliseconds{1}));
    std::vector<std::thread> writers;
    std::atomic<int> acknowledged{0};
    for (int writer = 0; writer < 8; ++writer)
        writers.emplace_back([copy = journal, &acknowledged]() mutable {
            const std::string_view lines[]{"record"};
            for (int i = 0; i < 100; ++i) {
                std::uint64_t last = copy.open_stream("s", "")->last;
                while (copy.append("s", last, lines).status != append_status::recorded)
                    last = copy.open_stream("s", "")->last;
                if (copy.commit("s", last + 1)) ++acknowledged;
            }
        });
    for (int i = 0; i < 20; ++i) {
        CHECK(eventually([&] { return acknowledged >= i * 40; }));
        const auto info = journal.open_stream("s", "");
        CHECK(journal.rewrite("s",
                              [](const record&) { return std::optional<std::string>{"other"}; }));
        CHECK(journal.save_snapshot("s", "entity", info->last, "x"));
        CHECK(journal.truncate("s", info->last / 2));
        CHECK(journal.tick());
    }
    for (auto& writer : writers) writer.join();
    CHECK(acknowledged == 800);
    journal.close_stream("s");
    const auto info = journal.open_stream("s", "");
    REQUIRE(info);
    CHECK(info->last == 800);
    auto next = info->oldest;
    CHECK(journal.read("s", next, [&](const record& one) {
        CHECK(one.sequence == ++next);
        CHECK((one.bytes == "record" || one.bytes == "other"));
    }));
    CHECK(next == 800);
}

TEST_CASE("after rewriting no file holds what was replaced", "[journal][file]") {
    const temporary_folder at;
    const std::string sentinel = "5f3e9a17-sentinel";
    auto journal = open_in(at, sync_mode::always());
    const auto hits = [&] {
        int found = 0;
        for (const auto& each : at.files())
            found += content_of(each).find(sentinel) != std::string::npos ? 1 : 0;
        return found;
    };
    const auto line = "{\"name\":\"" + sentinel + "\"}";
    append(journal, "s", 0, {"a", line, "b"});
    CHECK(journal.save_snapshot("s", "entity", 3, line));
    CHECK(journal.save_snapshot("s", "bounded", 2, line));
    // What a crash would leave.
    const auto folder = fs::path{at.find("log")}.parent_path().string();
    put_content(folder + "/snapshot-entity-2.new", line);
    CHECK(hits() == 4);
    CHECK(journal.rewrite("s", [&](const record& each) {
        return each.bytes.find(sentinel) == std::string_view::npos
                   ? std::optional<std::string>{}
                   : std::optional<std::string>{"{}"};
    }));
    CHECK(hits() == 0);
    put_content(folder + "/log.new", line);
    put_content(folder + "/snapshot-entity-3.new", line);
    journal.close_stream("s");
    CHECK(all(journal, "s") == "1:a 2:{} 3:b ");
    CHECK(hits() == 0);
    CHECK(journal.recovered("s")->removed.size() == 2);
}

TEST_CASE("an append is all or nothing, and at most 64 MiB", "[journal][file]") {
    const temporary_folder at;
    auto journal = open_in(at);
    const std::string much(std::size_t{33} << 20U, 'x');
    const std::string_view two[]{much, much}, one[]{much};
    const auto refused = journal.append("s", 0, two);
    CHECK(refused.status == append_status::failed);
    CHECK(refused.problem->code() == error_code::validation_error);
    CHECK(journal.append("s", 0, one).status == append_status::recorded);
    CHECK(journal.commit("s", 1));
    journal.close_stream("s");
    CHECK(journal.open_stream("s", "")->last == 1);
}

TEST_CASE("a large log is read from where it matters", "[journal][file]") {
    const temporary_folder at;
    auto journal = open_in(at);
    const std::string text(1'000, 'x');
    const std::string_view lines[]{text};
    for (std::uint64_t i = 0; i < 2'000; ++i) {
        REQUIRE(journal.append("s", i, lines).status == append_status::recorded);
        if (i % 3 == 0) REQUIRE(journal.commit("s", i + 1));
    }
    for (int run = 0; run < 2; ++run) {
        for (std::uint64_t from = 0; from <= 2'000; from += 111) {
            auto next = from;
            CHECK(journal.read("s", from, [&](const record& each) {
                if (each.sequence == next + 1 && each.bytes == text) ++next;
            }));
            CHECK(next == 2'000);
        }
        CHECK(journal.flush("s"));
        journal.close_stream("s");
    }
}

TEST_CASE("a handle keeps few streams open and loses nothing by it", "[journal][file]") {
    const temporary_folder at;
    auto journal =
        file::open(at.path() + "/j", {.sync = sync_mode::always(), .most_open = 4}).value();
    for (int round = 0; round < 2; ++round)
        for (int i = 0; i < 20; ++i)
            CHECK(append(journal, std::to_string(i), static_cast<std::uint64_t>(round), {"x"}) ==
                  append_status::recorded);
    // What nobody has committed stays open.
    const std::string_view lines[]{"y"};
    for (int i = 0; i < 20; ++i)
        CHECK(journal.append(std::to_string(i), 2, lines).status == append_status::recorded);
    for (int i = 0; i < 20; ++i) {
        CHECK(journal.commit(std::to_string(i), 3));
        CHECK(all(journal, std::to_string(i)) == "1:x 2:x 3:y ");
    }
    // Others may have what is closed.
    CHECK(append(journal, "another", 0, {"x"}) == append_status::recorded);
    auto other =
        file::open(at.path() + "/j", {.sync = sync_mode::always(), .lock_wait = milliseconds{0}})
            .value();
    CHECK(other.open_stream("0", ""));
}

TEST_CASE("a handle keeps few enough streams open for the files a process may have",
          "[journal][file]") {
    const temporary_folder at;
    rlimit before{};
    REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
    auto few = before;
    few.rlim_cur = 128;
    REQUIRE(::setrlimit(RLIMIT_NOFILE, &few) == 0);
    auto journal = file::open(at.path() + "/j", {.sync = sync_mode::never()}).value();
    int recorded = 0;
    for (int i = 0; i < 500; ++i)
        recorded += append(journal, std::to_string(i), 0, {"x"}) == append_status::recorded ? 1 : 0;
    for (int i = 0; i < 500; ++i)
        recorded += all(journal, std::to_string(i)) == "1:x " ? 1 : 0;
    REQUIRE(::setrlimit(RLIMIT_NOFILE, &before) == 0);
    CHECK(recorded == 1'000);
}

TEST_CASE("a stream whose files were deleted takes no records, or is made anew",
          "[journal][file][deleted]") {
    const temporary_folder at;
    const auto folder = at.path() + "/j";
    const bool recreate = GENERATE(false, true);
    auto journal = file::open(folder, {.sync = sync_mode::never(), .recreate = recreate}).value();
    REQUIRE(append(journal, "s", 0, {"a"}) == append_status::recorded);
    fs::remove_all(folder);
    // It looks once a second.
    std::uint64_t last = 1;
    append_outcome outcome;
    const std::string_view lines[]{"b"};
    REQUIRE(eventually([&] {
        outcome = journal.append("s", last, lines);
        if (outcome.status == append_status::recorded) ++last;
        return outcome.status != append_status::recorded;
    }));
    if (recreate) {
        CHECK(outcome.status == append_status::conflict);
        CHECK(append(journal, "s", 0, {"c"}) == append_status::recorded);
        CHECK(all(journal, "s") == "1:c ");
        CHECK(fs::exists(folder));
        return;
    }
    CHECK(outcome.status == append_status::failed);
    REQUIRE(outcome.problem);
    CHECK(outcome.problem->code() == error_code::storage_error);
    CHECK_THAT(outcome.problem->message(), contains("were deleted or replaced while it was open"));
    CHECK_FALSE(journal.find_stream("s"));
    CHECK_FALSE(fs::exists(folder));
}

TEST_CASE("a folder that holds other things is no store", "[journal][file]") {
    const temporary_folder at;
    put_content(at.path() + "/package.json", "{}");
    const auto refused = file::open(at.path(), {.sync = sync_mode::never()});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code() == error_code::storage_error);
    CHECK(refused.error().message().find("it holds \"package.json\"; choose an empty folder") !=
          std::string::npos);
    CHECK(at.files().size() == 1);
    const temporary_folder hidden;
    put_content(hidden.path() + "/.gitignore", "*");
    CHECK(file::open(hidden.path(), {.sync = sync_mode::never()}));
}
