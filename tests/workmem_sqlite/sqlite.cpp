// The SQLite journal: what it promises beyond every engine, and whose files it refuses.
#include "catch.hpp"
#include "journal_calls.hpp"
#include "processes.hpp"
#include "temporary_folder.hpp"

#include <workmem_sqlite/sqlite.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

using namespace workmem::journal;
using namespace workmem_test;
using std::chrono::milliseconds;
using workmem::error_code;
namespace fs = std::filesystem;

namespace {

sqlite open_in(const temporary_folder& at, sync_mode sync = sync_mode::never(),
               milliseconds busy_wait = milliseconds{5'000}) {
    auto opened = sqlite::open(at.path() + "/j.db", {.sync = sync, .busy_wait = busy_wait});
    if (!opened) FAIL(opened.error().message());
    return *opened;
}

// Another program's hands on the file.
class raw_database {
public:
    explicit raw_database(const std::string& path) {
        REQUIRE(sqlite3_open(path.c_str(), &at_) == SQLITE_OK);
    }
    raw_database(const raw_database&) = delete;
    raw_database& operator=(const raw_database&) = delete;
    ~raw_database() { sqlite3_close(at_); }
    void run(const std::string& text) {
        INFO(text);
        REQUIRE(sqlite3_exec(at_, text.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
    }

private:
    sqlite3* at_ = nullptr;
};

// The message of a refusal, which is a `storage_error` naming the file.
std::string refusal(const std::string& path) {
    const auto opened = sqlite::open(path, {.sync = sync_mode::never(), .busy_wait = {}});
    if (opened) return "it was opened";
    CHECK(opened.error().code() == error_code::storage_error);
    CHECK_THAT(opened.error().message(), starts_with("\"" + path + "\": "));
    REQUIRE_FALSE(opened.error().details().empty());
    CHECK(opened.error().details()[0].value == path);
    return opened.error().message();
}

// Runs something as a user without rights; whether it says yes.
bool as_nobody(const std::function<bool()>& task) {
    child_process child{[&] {
        const bool right = ::geteuid() != 0 || ::setuid(65'534) == 0;
        return right && task() ? 0 : 1;
    }};
    return child.wait() == 0;
}

}  // namespace

TEST_CASE("the log beside a database is written back where it has as many pages as are allowed",
          "[sqlite]") {
    // Pages of the log after 200 appends, each of which writes one or more.
    const auto pages_of_log = [](std::uint16_t allowed) {
        const temporary_folder at;
        const auto path = at.path() + "/j.db";
        auto journal =
            sqlite::open(path, {.sync = sync_mode::never(), .log_pages = allowed}).value();
        for (std::uint64_t last = 0; last < 200; ++last)
            REQUIRE(append(journal, "s", last, {"a change"}) == append_status::recorded);
        return fs::file_size(path + "-wal") / 4'096;
    };
    CHECK(pages_of_log(8) < 30);
    CHECK(pages_of_log(0) >= 200);
}

TEST_CASE("a last record that is gone is missed", "[sqlite]") {
    const temporary_folder at;
    for (const std::size_t count : {3U, 2U}) {
        auto journal = open_in(at);
        const auto last = journal.open_stream("s", {})->last;
        for (auto sequence = last; sequence < last + count; ++sequence)
            REQUIRE(append(journal, "s", sequence, {"a"}) == append_status::recorded);
    }
    CHECK(open_in(at).examine()->sound());
    const auto which =
        GENERATE(as<std::string>{}, " WHERE sequence = 5", " WHERE sequence > 3", "");
    raw_database{at.path() + "/j.db"}.run("DELETE FROM records" + which);
    const auto says = contains("stream \"s\" was closed with record 5, and ends with record");
    auto journal = open_in(at);
    for (int i = 0; i < 2; ++i) {
        const auto found = journal.examine();
        REQUIRE(found->problems.size() == 1);
        CHECK_THAT(found->problems[0], says);
        // Nothing goes on from there as if it were the end.
        const auto opened = journal.open_stream("s", {});
        REQUIRE_FALSE(opened);
        CHECK_THAT(opened.error().message(), says);
        CHECK(append(journal, "s", 4, {"b"}) == append_status::failed);
    }
}

TEST_CASE("a database is there when it is opened again", "[sqlite]") {
    const temporary_folder at;
    const std::string odd{"../..\n\0/\xFF", 9};
    std::string incarnation;
    for (std::uint64_t run = 0; run < 5; ++run) {
        const auto modes = {sync_mode::always(), sync_mode::interval(milliseconds{0}),
                            sync_mode::never()};
        auto journal = open_in(at, modes.begin()[run % 3]);
        const auto info = journal.open_stream(odd, "entity");
        REQUIRE(info);
        CHECK(info->last == run * 2);
        if (run == 0) incarnation = info->incarnation;
        CHECK(info->incarnation == incarnation);
        CHECK(append(journal, odd, run * 2, {"x", "y"}) == append_status::recorded);
        if (run != 2) continue;
        CHECK(journal.save_snapshot(odd, "entity", 6, "state"));
        CHECK(journal.truncate(odd, 5));
    }
    auto journal = open_in(at);
    CHECK(all(journal, odd, 5) == "6:y 7:x 8:y 9:x 10:y ");
    CHECK(all(journal, odd, 4) == "compacted 5");
    CHECK((*journal.newest_snapshot(odd, "entity", 99))->bytes == "state");
    CHECK(code_of(journal.open_stream(odd, "task")) == error_code::storage_error);
}

TEST_CASE("any bytes are kept as they are", "[sqlite]") {
    const temporary_folder at;
    auto journal = open_in(at);
    const std::string bytes{"'; DROP TABLE records; --\0\xFF\n", 29};
    CHECK(append(journal, bytes, 0, {bytes, "", bytes}) == append_status::recorded);
    CHECK(all(journal, bytes) == "1:" + bytes + " 2: 3:" + bytes + ' ');
    CHECK(*journal.streams() == std::vector<std::string>{bytes});
    CHECK(append(journal, "", 0, {"the stream without a name"}) == append_status::recorded);
    CHECK(all(journal, "") == "1:the stream without a name ");
}

TEST_CASE("asking creates no stream", "[sqlite]") {
    const temporary_folder at;
    auto journal = open_in(at);
    CHECK(all(journal, "s").empty());
    CHECK_FALSE(journal.newest_snapshot("s", "entity", 9)->has_value());
    CHECK(journal.commit("s", 0));
    CHECK(journal.flush("s"));
    CHECK(journal.truncate("s", 0));
    CHECK(code_of(journal.truncate("s", 1)) == error_code::validation_error);
    CHECK(code_of(journal.save_snapshot("s", "entity", 1, "")) == error_code::validation_error);
    CHECK(append(journal, "s", 1, {"x"}) == append_status::conflict);
    CHECK(journal.rewrite("s", archetype_rewrite{}));
    CHECK_FALSE(*journal.erase_stream("s"));
    CHECK_FALSE(journal.wait_for_changes("s", 0, milliseconds{1}));
    CHECK(journal.streams()->empty());
    CHECK(journal.examine()->sound());
}

TEST_CASE("all files are 0600, whatever the umask", "[sqlite]") {
    const temporary_folder at;
    const auto before = ::umask(GENERATE(as<mode_t>{}, 0, 0777));
    auto journal = open_in(at);
    append(journal, "s", 0, {"a"});
    ::umask(before);
    CHECK(at.files().size() == 4);
    for (const auto& each : at.files()) {
        INFO(each);
        CHECK(fs::status(each).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
    }
}

TEST_CASE("two handles share a stream", "[sqlite]") {
    const temporary_folder at;
    auto first = open_in(at);
    auto second = open_in(at, sync_mode::always());
    append(first, "s", 0, {"a"});
    CHECK(all(second, "s") == "1:a ");
    CHECK(append(second, "s", 1, {"b"}) == append_status::recorded);
    CHECK(append(first, "s", 1, {"late"}) == append_status::conflict);
    CHECK(append(first, "s", 2, {"c"}) == append_status::recorded);
    CHECK(all(second, "s") == "1:a 2:b 3:c ");
    CHECK(first.truncate("s", 2));
    CHECK(all(second, "s") == "compacted 2");
    CHECK(append(second, "s", 3, {"d"}) == append_status::recorded);
    CHECK(*first.erase_stream("s"));
    CHECK(all(second, "s").empty());
    CHECK(append(second, "s", 4, {"e"}) == append_status::conflict);
    CHECK(append(second, "s", 0, {"e"}) == append_status::recorded);
    CHECK(append(first, "s", 1, {"f"}) == append_status::recorded);
    CHECK(all(second, "s") == "1:e 2:f ");
    CHECK(first.open_stream("s", "")->incarnation == second.open_stream("s", "")->incarnation);
}

TEST_CASE("who holds the lock too long is named as the reason", "[sqlite]") {
    const temporary_folder at;
    auto journal = open_in(at, sync_mode::never(), milliseconds{20});
    append(journal, "s", 0, {"a"});
    {
        raw_database other{at.path() + "/j.db"};
        other.run("BEGIN IMMEDIATE");
        const std::string_view lines[]{"b"};
        const auto outcome = journal.append("s", 1, lines);
        CHECK(outcome.status == append_status::failed);
        REQUIRE(outcome.problem);
        CHECK(outcome.problem->code() == error_code::storage_error);
        CHECK_THAT(outcome.problem->message(), contains("/j.db\"") && contains("busy_wait"));
        CHECK(code_of(journal.save_snapshot("s", "entity", 1, "x")) == error_code::storage_error);
        CHECK(code_of(journal.truncate("s", 1)) == error_code::storage_error);
        CHECK(code_of(journal.erase_stream("s")) == error_code::storage_error);
        CHECK(all(journal, "s") == "1:a ");  // readers do not wait
    }
    CHECK(append(journal, "s", 1, {"b"}) == append_status::recorded);
}

TEST_CASE("after rewriting or erasing no file holds what was replaced", "[sqlite]") {
    const temporary_folder at;
    const std::string sentinel = "5f3e9a17-sentinel";
    auto journal = open_in(at, GENERATE(sync_mode::always(), sync_mode::never()), milliseconds{20});
    auto other = open_in(at);
    const auto hits = [&] {
        int found = 0;
        for (const auto& each : at.files())
            found += content_of(each).find(sentinel) != std::string::npos ? 1 : 0;
        return found;
    };
    const auto line = "{\"name\":\"" + sentinel + "\"}";
    std::uint64_t last = 0;
    // Enough for pages to be split and moved, which leaves copies behind.
    for (int i = 0; i < 500; ++i, ++last) {
        const std::string text(static_cast<std::size_t>(i % 90), 'x');
        append(i % 2 == 0 ? journal : other, "s", last, {i % 3 == 0 ? text + line : text});
    }
    append(journal, "s", last++, {std::string(20'000, '-') + line});
    CHECK(journal.save_snapshot("s", "entity", last, line));
    CHECK(other.save_snapshot("s", "bounded", last, std::string(9'000, '-') + line));
    CHECK(journal.truncate("s", 100));
    CHECK(hits() > 0);
    const auto erase = [&](const record& each) {
        return each.bytes.find(sentinel) == std::string_view::npos
                   ? std::optional<std::string>{}
                   : std::optional<std::string>{"{}"};
    };
    SECTION("rewritten") {
        CHECK(journal.rewrite("s", erase));
        CHECK(hits() == 0);
        CHECK_FALSE(journal.newest_snapshot("s", "entity", last)->has_value());
        CHECK(other.open_stream("s", "")->last == last);
        CHECK(append(other, "s", last, {"next"}) == append_status::recorded);
    }
    SECTION("erased") {
        CHECK(*journal.erase_stream("s"));
        CHECK(hits() == 0);
    }
    SECTION("rewritten beside a reader, and again without him") {
        {
            raw_database reader{at.path() + "/j.db"};
            reader.run("BEGIN; SELECT count(*) FROM records");
            const auto done = journal.rewrite("s", erase);
            CHECK(code_of(done) == error_code::storage_error);
            CHECK_THAT(done.error().message(),
                       contains("/j.db-wal\"") && contains("call `rewrite` again"));
            REQUIRE(done.error().details().size() == 2);
            CHECK(done.error().details()[1].name == "left_in");
            CHECK(hits() > 0);
            // For everybody it is gone.
            int visible = 0;
            CHECK(other.read("s", 100, [&](const record& each) {
                visible += each.bytes.find(sentinel) != std::string_view::npos ? 1 : 0;
            }));
            CHECK(visible == 0);
        }
        CHECK(other.rewrite("s", archetype_rewrite{}));
        CHECK(hits() == 0);
    }
    CHECK(journal.examine()->sound());
}

TEST_CASE("under `interval` it is synced when it is due", "[sqlite]") {
    const temporary_folder at;
    auto journal = open_in(at, sync_mode::interval(milliseconds{0}));
    CHECK(append(journal, "s", 0, {"a"}) == append_status::recorded);
    CHECK(journal.tick());
    CHECK(journal.flush("s"));
    auto later = open_in(at, sync_mode::interval(std::chrono::hours{1}));
    CHECK(append(later, "s", 1, {"b"}) == append_status::recorded);
    CHECK(later.tick());
    CHECK(later.flush("s"));
}

TEST_CASE("what is no journal is refused and left as it is", "[sqlite]") {
    const temporary_folder at;
    const auto path = at.path() + "/j.db";
    const auto unchanged = [&](const std::string& what) {
        const auto before = content_of(path);
        CHECK_THAT(refusal(path), contains(what));
        CHECK(content_of(path) == before);
        CHECK(at.files().size() == 1);
    };
    SECTION("no database") {
        put_content(path, std::string(5'000, 'x'));
        unchanged("no SQLite database; choose another file");
        put_content(path, "short");
        unchanged("no SQLite database");
    }
    SECTION("another program's") {
        raw_database{path}.run("CREATE TABLE t(a); INSERT INTO t VALUES('precious')");
        unchanged("a database, but not a journal of workmem; choose another file");
    }
    SECTION("another program's, marked") {
        raw_database{path}.run("PRAGMA application_id=7; PRAGMA user_version=1");
        unchanged("not a journal of workmem");
    }
    SECTION("a newer format") {
        { auto journal = open_in(at); }
        raw_database{path}.run("PRAGMA user_version=2");
        unchanged("in format 2; this one reads 1; update this program");
    }
    SECTION("other tables") {
        { auto journal = open_in(at); }
        raw_database{path}.run("CREATE TRIGGER t AFTER INSERT ON records BEGIN SELECT 1; END");
        unchanged("damaged: its tables are not those of a journal; restore it from a backup");
    }
    SECTION("a folder") {
        fs::create_directory(path);
        CHECK_THAT(refusal(path), contains("no file, but a folder or device; name a file"));
    }
    SECTION("in no folder") {
        CHECK_THAT(refusal(at.path() + "/none/j.db"), contains("its folder is not there; make it"));
    }
    SECTION("no name") { CHECK_THAT(refusal(""), contains("no file for the journal; name one")); }
}

TEST_CASE("an empty file becomes a journal; names are only names", "[sqlite]") {
    const temporary_folder at;
    put_content(at.path() + "/j.db", "");
    auto journal = open_in(at);
    CHECK(append(journal, "s", 0, {"a"}) == append_status::recorded);
    const auto before = fs::current_path();
    fs::current_path(at.path());
    for (const auto* const name : {":memory:", "x?mode=memory", "plain.db"}) {
        INFO(name);
        CHECK(sqlite::open(name, {.sync = sync_mode::never()}));
        CHECK(fs::exists(name));
    }
    fs::current_path(before);
}

TEST_CASE("who has no right to write hears it", "[sqlite]") {
    const temporary_folder at;
    const auto path = at.path() + "/j.db";
    { auto journal = open_in(at); }
    const auto before = content_of(path);
    const auto refused = [&](const std::string& file, const std::string& what) {
        return as_nobody([&] {
            const auto opened = sqlite::open(file, {.sync = sync_mode::never(), .busy_wait = {}});
            return !opened && opened.error().code() == error_code::storage_error &&
                   opened.error().message().find('"' + file + "\": ") == 0 &&
                   opened.error().message().find(what) != std::string::npos;
        });
    };
    fs::permissions(at.path(), fs::perms{0555});
    SECTION("in the folder") {
        CHECK(refused(at.path() + "/new.db", "give this user the right"));
        fs::permissions(path, fs::perms{0666});
        CHECK(refused(path, "give this user the right"));
    }
    SECTION("on the file") {
        fs::permissions(path, fs::perms{0444});
        CHECK(refused(path, "it can only be read; give this user the right to write it"));
        fs::permissions(path, fs::perms{0000});
        CHECK(refused(path, "give this user the right"));
    }
    fs::permissions(at.path(), fs::perms{0755});
    CHECK(content_of(path) == before);
    CHECK(at.files().size() == 1);
}

TEST_CASE("a database whose file has lost its name takes no records, or is made anew",
          "[sqlite][deleted]") {
    const temporary_folder at;
    const auto path = at.path() + "/j.db";
    const auto remove_files = [&] {
        for (const auto* const each : {"", "-wal", "-shm", "-turn"}) fs::remove(path + each);
    };
    SECTION("and says so") {
        auto journal = open_in(at);
        REQUIRE(append(journal, "s", 0, {"a"}) == append_status::recorded);
        const bool is_replaced = GENERATE(false, true);
        remove_files();
        if (is_replaced) {
            auto other = open_in(at);
            REQUIRE(append(other, "s", 0, {"other"}) == append_status::recorded);
        }
        const std::string_view lines[] = {"b"};
        const auto refused = journal.append("s", 1, lines);
        CHECK(refused.status == append_status::failed);
        REQUIRE(refused.problem);
        CHECK(refused.problem->code() == error_code::storage_error);
        CHECK_THAT(refused.problem->message(),
                   contains("it was deleted or replaced while it was open; open it again"));
        CHECK_FALSE(journal.truncate("s", 1));
        CHECK(fs::exists(path) == is_replaced);
    }
    SECTION("where that is wanted") {
        auto journal = sqlite::open(path, {.sync = sync_mode::never(), .recreate = true}).value();
        REQUIRE(append(journal, "s", 0, {"a"}) == append_status::recorded);
        remove_files();
        CHECK(append(journal, "s", 1, {"b"}) == append_status::conflict);
        CHECK(append(journal, "s", 0, {"c"}) == append_status::recorded);
        CHECK(all(journal, "s") == "1:c ");
    }
    SECTION("and closing the old one leaves the new one's log alone") {
        auto old = std::optional{open_in(at)};
        REQUIRE(append(*old, "s", 0, {"a"}) == append_status::recorded);
        remove_files();
        auto journal = open_in(at);
        REQUIRE(append(journal, "s", 0, {"b"}) == append_status::recorded);
        old.reset();
        CHECK(fs::exists(path + "-wal"));
        CHECK(all(journal, "s") == "1:b ");
    }
}

TEST_CASE("a database that was closed is read where nothing can be written", "[sqlite][reading]") {
    const temporary_folder at;
    const auto folder = at.path() + "/a %?# folder";
    fs::create_directory(folder);
    const auto path = folder + "/j.db";
    {
        auto journal = sqlite::open(path, {.sync = sync_mode::never()}).value();
        REQUIRE(append(journal, "s", 0, {"a", "b"}) == append_status::recorded);
    }
    fs::remove(path + "-turn");
    fs::permissions(at.path(), fs::perms{0755});
    fs::permissions(path, fs::perms{0444});
    fs::permissions(folder, fs::perms{0555});
    CHECK(as_nobody([&] {
        auto opened = sqlite::open(path, {.sync = sync_mode::never(), .read_only = true});
        return opened && all(*opened, "s") == "1:a 2:b " && opened->streams().value().size() == 1;
    }));
    CHECK(std::distance(fs::directory_iterator{folder}, fs::directory_iterator{}) == 1);
    fs::permissions(folder, fs::perms{0755});
}

TEST_CASE("a database is there whole, or not at all", "[sqlite]") {
    const temporary_folder at;
    const auto path = at.path() + "/j.db";
    // What one that was killed has left; its number is nobody's any more.
    child_process child{[] { return 0; }};
    const auto dead = child.id();
    CHECK(child.wait() == 0);
    for (const auto* const each : {"", "-wal", "-shm", "-journal"})
        put_content(path + "-new-" + std::to_string(dead) + "-1" + each, "half");
    put_content(path + "-new-1-1", "of another one that lives");
    put_content(path + "-news", "of the user");
    { auto journal = open_in(at); }
    std::vector<std::string> names;
    for (const auto& each : fs::directory_iterator{at.path()})
        names.push_back(each.path().filename().string());
    std::sort(names.begin(), names.end());
    CHECK(names == std::vector<std::string>{"j.db", "j.db-new-1-1", "j.db-news"});
}
