// The file journal after crashes and damage, and what it refuses to open.
#include "catch.hpp"
#include "faulty_files.hpp"
#include "journal_script.hpp"
#include "repetitions.hpp"
#include "simulated_disk.hpp"
#include "temporary_folder.hpp"

#include <workmem/journal/file.hpp>

#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <vector>

using namespace workmem::journal;
using namespace workmem_test;
using std::chrono::milliseconds;
using workmem::error_code;
using workmem::result;
namespace fs = std::filesystem;

namespace {

using simulated_files = faulty_files<simulated_disk>;
using simulated = basic_file<simulated_files>;

// Work, crashes in the middle of it, and what is found then; the first thing that is wrong. Half of
// the crashes are the program's only, but then the machine's follows.
std::string crashes(std::uint64_t seed, sync_mode sync, disk_promises promises = {}) {
    std::mt19937_64 random{seed};
    simulated_disk disk{promises};
    journal_script script{seed};
    const auto judge = [&]() -> std::string {
        auto journal = simulated::open("/a/journal", {.sync = sync}, simulated_files{disk});
        return journal ? script.judge(*journal, true) : journal.error().message();
    };
    for (int life = 0; life < 4; ++life) {
        {
            simulated_files files{disk};
            files.plan->power_off = 1 + random() % 250;
            auto opened = simulated::open("/a/journal", {.sync = sync}, files);
            for (int step = 0; opened && step < 60; ++step)
                if (script.step(*opened)) break;
        }
        if (random() % 2 == 0) disk.crash(random());
        if (auto wrong = judge(); !wrong.empty()) return wrong;
        // What was found is durable.
        disk.crash(random());
        if (auto wrong = judge(); !wrong.empty()) return "later " + wrong;
    }
    return {};
}

int failures(disk_promises promises) {
    int found = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed)
        if (!crashes(seed, sync_mode::always(), promises).empty()) ++found;
    return found;
}

file_options quick() { return {.sync = sync_mode::never(), .lock_wait = milliseconds{0}}; }

// A stream with a log of about 4 KB, closed.
struct closed_stream {
    using journal_type = basic_file<simulated_disk>;
    simulated_disk disk;
    const std::string path = stream_path{"/j", "s"}.log();
    std::string log;
    std::size_t header = 0;  // its bytes
    std::vector<std::string> records;

    closed_stream() {
        std::mt19937 random{3};
        REQUIRE(open()->open_stream("s", "entity"));
        // As `always` writes it: each frame says that those before it are durable.
        log = disk.content(path);
        header = decode_frame(log, header_magic).size;
        log.resize(header);
        while (log.size() < 4'096) {
            const std::string text(random() % 150, static_cast<char>('a' + random() % 26));
            const std::string_view lines[]{text};
            append_frame(log, batch_magic, records.size() + 1, records.size(), lines);
            records.push_back(text);
        }
    }
    result<journal_type> open() { return journal_type::open("/j", quick(), disk); }

    // What opening says of these bytes as the log; how many records are read, if the right ones.
    std::optional<workmem::error> open(const std::string& bytes, std::size_t& found,
                                       recovery& report) {
        disk.put_content(path, bytes);
        auto journal = open();
        const auto opened = journal->open_stream("s", "entity");
        if (!opened) return opened.error();
        found = 0;
        bool right = true;
        const auto read = journal->read("s", 0, [&](const record& each) {
            right = right && found < records.size() && each.bytes == records[found];
            ++found;
        });
        REQUIRE(read);
        REQUIRE(right);
        report = *journal->recovered("s");
        return {};
    }
};

std::string refusal(const std::string& folder, const std::string& path) {
    auto journal = file::open(folder, quick());
    if (!journal) {
        CHECK(journal.error().code() == error_code::storage_error);
        CHECK_THAT(journal.error().message(), contains(path));
        return journal.error().message();
    }
    const std::string_view lines[]{"x"};
    const auto appended = journal->append("s", 0, lines);
    if (appended.status == append_status::failed)
        CHECK(appended.problem->code() == error_code::storage_error);
    const auto opened = journal->open_stream("s", "entity");
    if (opened) return "it opens";
    CHECK(opened.error().code() == error_code::storage_error);
    CHECK_THAT(opened.error().message(), contains(path));
    return opened.error().message();
}

}  // namespace

TEST_CASE("after crashes everything acknowledged is there, and nothing is there in part",
          "[journal][recovery]") {
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        INFO("seed " << seed);
        REQUIRE(crashes(seed, sync_mode::always()) == "");
    }
}

TEST_CASE("the tests notice a disk that breaks its promises", "[journal][recovery]") {
    const int without_files = failures({.syncs_files = false});
    const int without_folders = failures({.syncs_folders = false});
    CHECK(without_files > 50);
    CHECK(without_folders > 50);
    CHECK(failures({}) == 0);
}

TEST_CASE("under `interval` a crash loses no more than what came since the last sync",
          "[journal][recovery]") {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        INFO("seed " << seed);
        std::mt19937_64 random{seed};
        simulated_disk disk;
        std::uint64_t durable = 0, last = 0;
        const file_options options{.sync = sync_mode::interval(milliseconds{100})};
        {
            auto journal = simulated::open("/j", options, simulated_files{disk});
            REQUIRE(journal);
            REQUIRE(journal->open_stream("s", "entity"));
            std::uint64_t unsynced_since = 0, now = 0;
            for (int i = 0; i < 30; ++i) {
                const auto text = std::to_string(last + 1);
                const std::string_view lines[]{text};
                REQUIRE(journal->append("s", last, lines).status == append_status::recorded);
                REQUIRE(journal->commit("s", ++last));
                if (durable + 1 == last) unsynced_since = now;
                if (now - unsynced_since >= 100) durable = last;
                const auto by = random() % 40;
                now += by;
                disk.advance(milliseconds{by});
                if (random() % 10 == 0) {
                    REQUIRE(journal->tick());
                    if (durable < last && now - unsynced_since >= 100) durable = last;
                }
                if (random() % 20 == 0) {
                    REQUIRE(journal->flush("s"));
                    durable = last;
                }
            }
            disk.crash(seed);
        }
        auto journal = simulated::open("/j", options, simulated_files{disk});
        std::uint64_t next = 0;
        REQUIRE(journal->read(
            "s", 0, [&](const record& each) { REQUIRE(each.bytes == std::to_string(++next)); }));
        CHECK(next >= durable);
        CHECK(next <= last);
    }
}

TEST_CASE("a stream that was made without syncs is durable once it is opened with them",
          "[journal][recovery]") {
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        simulated_disk disk;
        const std::string_view lines[]{"a"};
        for (const auto sync : {sync_mode::never(), sync_mode::always()}) {
            auto journal = simulated::open("/j", {.sync = sync}, simulated_files{disk});
            const auto last = journal->open_stream("s", "")->last;
            REQUIRE(journal->append("s", last, lines).status == append_status::recorded);
            REQUIRE(journal->commit("s", last + 1));
        }
        disk.crash(seed);
        auto journal = simulated::open("/j", {.sync = sync_mode::always()}, simulated_files{disk});
        REQUIRE(journal->open_stream("s", "")->last == 2);
    }
}

TEST_CASE("closing syncs what `interval` has left", "[journal][recovery]") {
    simulated_disk disk;
    const file_options options{.sync = sync_mode::interval(milliseconds{1'000'000})};
    {
        auto journal = simulated::open("/j", options, simulated_files{disk});
        const std::string_view lines[]{"a"};
        REQUIRE(journal->append("s", 0, lines).status == append_status::recorded);
        REQUIRE(journal->commit("s", 1));
    }
    disk.crash(1);
    CHECK(simulated::open("/j", options, simulated_files{disk})->open_stream("s", "")->last == 1);
}

TEST_CASE("a log cut at any byte gives a correct prefix, and says how much was cut off",
          "[journal][recovery]") {
    closed_stream stream;
    std::size_t found = 0;
    recovery report;
    for (std::size_t left = 0; left < stream.log.size() + stride; left += stride) {
        const auto size = std::min(left, stream.log.size());
        const auto problem = stream.open(stream.log.substr(0, size), found, report);
        if (problem) {
            REQUIRE(size < stream.header);
            REQUIRE(problem->code() == error_code::storage_error);
            REQUIRE(stream.disk.content(stream.path).size() == size);
            continue;
        }
        REQUIRE(size >= stream.header);
        // It was closed again.
        REQUIRE(stream.disk.content(stream.path).size() + report.cut_bytes ==
                size + frame_head_size);
        if (report.cut_bytes == 0) continue;
        // It is mended now, and goes on.
        auto journal = stream.open();
        const std::string_view lines[]{"new"};
        REQUIRE(journal->append("s", found, lines).status == append_status::recorded);
        REQUIRE(journal->commit("s", found + 1));
        REQUIRE(journal->recovered("s")->cut_bytes == 0);
    }
    CHECK(found == stream.records.size());
}

TEST_CASE("a log with any bit flipped gives a correct prefix or a typed error",
          "[journal][recovery]") {
    closed_stream stream;
    std::size_t found = 0, refused = 0, cut = 0, tried = 0;
    recovery report;
    for (std::size_t bit = 0; bit < stream.log.size() * 8; bit += stride) {
        ++tried;
        auto bytes = stream.log;
        bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
        if (const auto problem = stream.open(bytes, found, report)) {
            const bool names = problem->message().find(stream.path) != std::string::npos &&
                               problem->message().find("; ") != std::string::npos;
            // Nothing was repaired.
            if (problem->code() == error_code::storage_error && names &&
                stream.disk.content(stream.path) == bytes)
                ++refused;
        } else if (found < stream.records.size() && report.cut_bytes > 0) {
            ++cut;
        }
    }
    CHECK(refused + cut == tried);
    // Only in the last frame it cannot be told from a write that was interrupted.
    CHECK(cut <= (frame_head_size + 4 + stream.records.back().size()) * 8);
}

TEST_CASE(
    "damage shows in what was durable before the last sync, also when it was appended during "
    "another",
    "[journal][recovery]") {
    simulated_disk disk;
    simulated_files files{disk};
    const auto path = stream_path{"/j", "s"}.log();
    std::size_t header = 0;
    {
        auto journal = simulated::open("/j", {.sync = sync_mode::always()}, files);
        REQUIRE(journal->open_stream("s", ""));
        header = disk.content(path).size();
        const std::string_view lines[]{"a"};
        REQUIRE(journal->append("s", 0, lines).status == append_status::recorded);
        files.plan->on_sync = [&] {
            REQUIRE(journal->append("s", 1, lines).status == append_status::recorded);
        };
        REQUIRE(journal->commit("s", 1));
        REQUIRE(journal->commit("s", 2));
    }
    auto bytes = disk.content(path);
    bytes[header + frame_head_size] ^= 1;  // of the first record
    disk.put_content(path, bytes);
    auto journal = simulated::open("/j", {.sync = sync_mode::always()}, files);
    const auto opened = journal->open_stream("s", "");
    REQUIRE_FALSE(opened);
    CHECK_THAT(opened.error().message(),
               contains("damaged at byte " + std::to_string(header)) && contains("record 1"));
    CHECK(disk.content(path) == bytes);
}

TEST_CASE("a snapshot that is cut anywhere, or with any bit flipped, is passed over and named",
          "[journal][recovery]") {
    simulated_disk disk;
    const auto open = [&] { return basic_file<simulated_disk>::open("/j", quick(), disk); };
    const std::string state(1'000, 's');
    {
        auto journal = open();
        const std::string_view lines[]{"a"};
        REQUIRE(journal->append("s", 0, lines).status == append_status::recorded);
        REQUIRE(journal->save_snapshot("s", "entity", 1, state));
    }
    const auto path = stream_path{"/j", "s"}.own + "/snapshot-entity-1";
    const auto bytes = disk.content(path);
    const auto is_passed_over = [&](const std::string& broken) {
        disk.put_content(path, broken);
        auto journal = open();
        const auto loaded = journal->newest_snapshot("s", "entity", 9);
        const auto said = journal->recovered("s")->passed_over;
        return loaded && !*loaded && said.size() == 1 && said[0].find(path) != std::string::npos &&
               disk.content(path) == broken;
    };
    CHECK((*open()->newest_snapshot("s", "entity", 9))->bytes == state);
    for (std::size_t size = 0; size < bytes.size(); ++size)
        if (!is_passed_over(bytes.substr(0, size)))
            FAIL("cut to " << size << " bytes it is accepted");
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
        auto broken = bytes;
        broken[bit / 8] = static_cast<char>(broken[bit / 8] ^ (1 << (bit % 8)));
        if (!is_passed_over(broken)) FAIL("with bit " << bit << " flipped it is accepted");
    }
    CHECK(is_passed_over(bytes + "x"));
}

TEST_CASE("what cannot be opened is refused with its path and a remedy, and left as it is",
          "[journal][recovery]") {
    const temporary_folder at;
    const auto root = at.path() + "/j";
    const stream_path path{root, "s"};
    SECTION("a file where the journal's folder should be") {
        put_content(root, "precious");
        CHECK_THAT(refusal(root, root), contains("a file stands where a folder should be"));
        CHECK(content_of(root) == "precious");
    }
    SECTION("a file where a stream's folder should be") {
        fs::create_directories(root);
        put_content(path.first, "precious");
        CHECK_THAT(refusal(root, path.first), contains("a file stands where a folder should be"));
        CHECK(content_of(path.first) == "precious");
    }
    SECTION("a folder where the log should be") {
        fs::create_directories(path.log());
        CHECK_THAT(refusal(root, path.log()), contains("; "));
    }
    SECTION("another program's file") {
        fs::create_directories(path.own);
        put_content(path.log(), "2026-01-01 12:00:00 INFO server started\n");
        CHECK_THAT(refusal(root, path.log()), contains("not a file of workmem"));
        CHECK(content_of(path.log()).substr(0, 4) == "2026");
    }
    SECTION("an empty log") {
        fs::create_directories(path.own);
        put_content(path.log(), "");
        CHECK_THAT(refusal(root, path.log()), contains("not a file of workmem"));
    }
    SECTION("a newer format") {
        fs::create_directories(path.own);
        std::string bytes;
        append_frame(bytes, header_magic, 1, 0,
                     std::vector<std::string_view>{"workmem log", "2", "s", "entity", "?"});
        put_content(path.log(), bytes);
        CHECK_THAT(refusal(root, path.log()), contains("newer") && contains("version of workmem"));
        CHECK(content_of(path.log()) == bytes);
    }
    SECTION("another kind of file of ours") {
        fs::create_directories(path.own);
        std::string bytes;
        append_file_header(bytes, "workmem snapshot", 1, {"s", "", "", "0", "0", "0"});
        put_content(path.log(), bytes);
        CHECK_THAT(refusal(root, path.log()), contains("not a workmem log"));
    }
    SECTION("a header that makes no sense") {
        fs::create_directories(path.own);
        std::string bytes;
        append_file_header(bytes, "workmem log", 1, {"s", "", "", "-1", "", "0", "0"});
        put_content(path.log(), bytes);
        CHECK_THAT(refusal(root, path.log()), contains("makes no sense"));
    }
    SECTION("the log of a stream with the same hash") {
        fs::create_directories(path.own);
        log_header header;
        header.stream = "another";
        std::string bytes;
        append_log_header(bytes, header);
        put_content(path.log(), bytes);
        CHECK_THAT(refusal(root, path.log()), contains("\"another\"") && contains("another name"));
    }
    SECTION("snapshots without a log, and one that is newer than the log") {
        {
            auto journal = file::open(root, quick());
            const std::string_view lines[]{"a"};
            REQUIRE(journal->append("s", 0, lines).status == append_status::recorded);
            REQUIRE(journal->save_snapshot("s", "entity", 1, "x"));
        }
        const auto log = content_of(path.log());
        const auto broken = log.size() - frame_head_size - 1;
        put_content(path.log(), log.substr(0, broken));
        CHECK_THAT(refusal(root, "snapshot-entity-1"), contains("newer than the log"));
        CHECK(content_of(path.log()).size() == broken);
        fs::remove(path.log());
        CHECK_THAT(refusal(root, path.log()), contains("missing"));
        CHECK_FALSE(fs::exists(path.log()));
    }
    SECTION("a symbolic link in the place of the log") {
        fs::create_directories(path.own);
        put_content(at.path() + "/target", "precious");
        fs::create_symlink(at.path() + "/target", path.log());
        CHECK_THAT(refusal(root, path.log()), contains("symbolic link"));
        CHECK(content_of(at.path() + "/target") == "precious");
    }
    SECTION("no folder, and no path") {
        CHECK(file::open("", quick()).error().code() == error_code::storage_error);
        CHECK(file::open(std::string("a\0b", 3), quick()).error().code() ==
              error_code::storage_error);
    }
}

TEST_CASE("a folder that cannot be written is refused", "[journal][recovery]") {
    for (const int problem : {EACCES, EROFS, ENOSPC}) {
        for (const auto kind : {call::mkdir, call::write, call::open}) {
            simulated_files files;
            files.plan->kind = kind;
            files.plan->problem = problem;
            files.plan->at = 1;
            files.plan->for_good = true;
            const auto opened = simulated::open("/j", quick(), files);
            if (!opened) {
                CHECK(opened.error().code() == error_code::storage_error);
                CHECK_THAT(opened.error().message(), contains("\"/j\": cannot"));
                continue;
            }
            auto journal = *opened;
            const auto stream = journal.open_stream("s", "entity");
            REQUIRE_FALSE(stream);
            CHECK(stream.error().code() == error_code::storage_error);
            CHECK_THAT(stream.error().message(), contains("\"/j/"));
        }
    }
}
