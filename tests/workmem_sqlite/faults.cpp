// The SQLite journal on a disk that fails or is full, and on files that are damaged.
#include "catch.hpp"
#include "faulty_vfs.hpp"
#include "journal_calls.hpp"
#include "temporary_folder.hpp"

#include <workmem_sqlite/sqlite.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace workmem::journal;
using namespace workmem_test;
using std::chrono::milliseconds;
using workmem::error_code;
namespace fs = std::filesystem;

namespace {

using call = faulty_vfs::call;

std::string name_of(const temporary_folder& at) { return at.path() + "/j.db"; }

sqlite open_in(const temporary_folder& at, sync_mode sync = sync_mode::never()) {
    auto opened = sqlite::open(name_of(at), {.sync = sync, .busy_wait = milliseconds{20}});
    if (!opened) FAIL(opened.error().message());
    return *opened;
}

// Everything a stream holds.
std::string seen(sqlite& journal) {
    const auto newest = journal.newest_snapshot("s", "entity", ~std::uint64_t{0});
    if (!newest) return newest.error().message();
    const auto info = journal.open_stream("s", "");
    if (!info) return info.error().message();
    return all(journal, "s", info->oldest) + (*newest ? "snapshot " + (*newest)->bytes : "");
}

// What another process would find if this one crashed now.
std::string seen_after_crash(const temporary_folder& at) {
    const temporary_folder copy;
    for (const auto* const end : {"", "-wal"})
        if (fs::exists(name_of(at) + end)) fs::copy_file(name_of(at) + end, name_of(copy) + end);
    auto journal = open_in(copy);
    return seen(journal);
}

const std::string long_text(9'000, 'x');

struct operation {
    const char* name;
    std::optional<workmem::error> (*run)(sqlite&, append_status&);
};

template <class T>
std::optional<workmem::error> problem_of(const workmem::result<T>& done) {
    return done ? std::optional<workmem::error>{} : std::optional{done.error()};
}

constexpr operation operations[]{
    {"append",
     [](sqlite& journal, append_status& status) {
         const std::string_view lines[]{"d", long_text, "f"};
         auto outcome = journal.append("s", 3, lines);
         status = outcome.status;
         return std::move(outcome.problem);
     }},
    {"save_snapshot",
     [](sqlite& journal, append_status&) {
         return problem_of(journal.save_snapshot("s", "entity", 3, "new"));
     }},
    {"truncate",
     [](sqlite& journal, append_status&) { return problem_of(journal.truncate("s", 2)); }},
    {"rewrite",
     [](sqlite& journal, append_status&) {
         return problem_of(journal.rewrite(
             "s", [](const record&) { return std::optional<std::string>{"other"}; }));
     }},
};

}  // namespace

TEST_CASE("a call that fails is recorded or not, and says which", "[sqlite][faults]") {
    const auto kind = GENERATE(call::write, call::sync, call::truncate, call::shared_memory);
    const int code = kind == call::write      ? GENERATE(SQLITE_FULL, SQLITE_IOERR_WRITE)
                     : kind == call::sync     ? SQLITE_IOERR_FSYNC
                     : kind == call::truncate ? SQLITE_IOERR_TRUNCATE
                                              : SQLITE_IOERR_SHMMAP;
    const bool for_good = GENERATE(false, true);
    int unknown = 0, failed = 0;
    for (const auto& each : operations) {
        std::string after;
        for (std::uint64_t nth = 0;; ++nth) {
            INFO(each.name << ", call " << nth << " of kind " << static_cast<int>(kind));
            const temporary_folder at;
            faulty_vfs::fail(call::none, 0, 0, false);
            auto journal = open_in(at, sync_mode::always());
            REQUIRE(append(journal, "s", 0, {"a", "b", long_text}) == append_status::recorded);
            REQUIRE(journal.save_snapshot("s", "entity", 1, "old"));
            const auto before = seen(journal);
            auto status = append_status::recorded;
            faulty_vfs::fail(kind, nth, code, for_good);
            const auto problem = each.run(journal, status);
            const auto found = faulty_vfs::stop();
            const auto now = seen(journal), later = seen_after_crash(at);
            if (nth == 0) {
                REQUIRE_FALSE(problem);
                REQUIRE(now == later);
                after = now;
                if (found.calls == 0) break;
                continue;
            }
            REQUIRE((now == before || now == after));
            REQUIRE((later == before || later == after));
            if (problem) {
                REQUIRE(problem->code() == error_code::storage_error);
                REQUIRE_THAT(problem->message(), starts_with("\"" + name_of(at) + "\": "));
            } else {
                REQUIRE(now == after);
                REQUIRE(later == after);
            }
            if (status == append_status::failed) {
                ++failed;
                REQUIRE(now == before);
                REQUIRE(later == before);
            }
            if (status == append_status::unknown) {
                ++unknown;
                REQUIRE_THAT(problem->message(), contains("read the stream before"));
            }
            // Nothing is wrong with the handle.
            const auto last = journal.open_stream("s", "")->last;
            REQUIRE(append(journal, "s", last, {"next"}) == append_status::recorded);
            REQUIRE(journal.examine()->sound());
            if (!found.failed) break;
        }
    }
    if (kind == call::write) CHECK(failed > 0);
    if (kind == call::sync) CHECK(unknown > 0);
}

TEST_CASE("after a sync of `interval` that failed, a handle can only read", "[sqlite][faults]") {
    const temporary_folder at;
    {
        faulty_vfs::fail(call::none, 0, 0, false);
        auto journal = open_in(at, sync_mode::interval(milliseconds{0}));
        const std::string_view a[]{"a"}, b[]{"b"};
        REQUIRE(journal.append("s", 0, a).status == append_status::recorded);
        faulty_vfs::fail(call::sync, 1, SQLITE_IOERR_FSYNC, false);
        CHECK(journal.commit("s", 1));  // it is recorded
        CHECK(faulty_vfs::stop().calls == 1);
        // No later sync makes up for it.
        const auto refused = journal.append("s", 1, b);
        CHECK(refused.status == append_status::failed);
        REQUIRE(refused.problem);
        CHECK(refused.problem->code() == error_code::storage_error);
        CHECK_THAT(refused.problem->message(), Catch::Contains("open it again; until then"));
        CHECK(code_of(journal.flush("s")) == error_code::storage_error);
        CHECK(code_of(journal.tick()) == error_code::storage_error);
        CHECK(code_of(journal.save_snapshot("s", "entity", 1, "x")) == error_code::storage_error);
        CHECK(code_of(journal.open_stream("new", "")) == error_code::storage_error);
        CHECK(journal.open_stream("s", "")->last == 1);
        CHECK(all(journal, "s") == "1:a ");
    }
    auto journal = open_in(at, sync_mode::interval(milliseconds{0}));
    CHECK(append(journal, "s", 1, {"b"}) == append_status::recorded);
    CHECK(journal.flush("s"));
    CHECK(all(journal, "s") == "1:a 2:b ");
}

TEST_CASE("a database that is damaged reads right or not at all", "[sqlite][faults]") {
    const temporary_folder at;
    constexpr std::uint64_t count = 300;
    const auto text_of_record = [](std::uint64_t sequence) {
        return std::to_string(sequence) + std::string(sequence % 60, '-');
    };
    {
        auto journal = open_in(at);
        for (std::uint64_t i = 1; i <= count; ++i) append(journal, "s", i - 1, {text_of_record(i)});
        REQUIRE(journal.save_snapshot("s", "entity", 200, long_text));
        REQUIRE(journal.open_stream("other", "task"));
    }
    const auto whole = content_of(name_of(at));
    REQUIRE(whole.size() > 30'000);
    REQUIRE_FALSE(fs::exists(name_of(at) + "-wal"));
    std::mt19937 random{11};
    int refused = 0, right = 0, short_of = 0;
    const int times = std::getenv("WORKMEM_LONG_TESTS") != nullptr ? 5'000 : 600;
    for (int i = 0; i < times; ++i) {
        auto bytes = whole;
        const auto kind = random() % 10;
        const auto where = i % 3 != 0 ? random() % bytes.size()
                                      : (random() % (bytes.size() / 4'096)) * 4'096 + random() % 64;
        INFO("damage " << i << " at byte " << where);
        if (kind == 0)
            bytes.resize(where);
        else if (kind < 7)
            bytes[where] = static_cast<char>(bytes[where] ^ (1 << random() % 8));
        else
            for (std::size_t k = where; k < (std::min)(where + 100, bytes.size()); ++k)
                bytes[k] = static_cast<char>(random());
        if (bytes.size() < 2) continue;  // empty, as SQLite sees it: a new journal
        const temporary_folder damaged;
        put_content(name_of(damaged), bytes);
        auto journal =
            sqlite::open(name_of(damaged), {.sync = sync_mode::never(), .busy_wait = {}});
        if (!journal) {
            ++refused;
            REQUIRE(journal.error().code() == error_code::storage_error);
            continue;
        }
        std::uint64_t next = 0;
        const auto read = journal->read("s", 0, [&](const record& each) {
            // Whatever is handed out is what was written.
            REQUIRE(each.sequence == ++next);
            REQUIRE(each.bytes == text_of_record(next));
        });
        const auto newest = journal->newest_snapshot("s", "entity", count);
        if (newest && *newest) REQUIRE((*newest)->bytes == long_text);
        const auto examined = journal->examine();
        if (!read || !newest) {
            ++refused;
            REQUIRE((!examined || !examined->sound()));
        } else if (next == count && *newest) {
            ++right;
        } else {
            // SQLite cannot know of cells that a page no longer mentions, but it can look.
            ++short_of;
            REQUIRE((!examined || !examined->sound()));
        }
        // And nothing crashes.
        const std::string_view lines[]{"more"};
        (void)journal->append("s", next, lines);
        (void)journal->save_snapshot("s", "entity", 250, "x");
        (void)journal->truncate("s", 10);
        (void)journal->rewrite("s",
                               [](const record&) { return std::optional<std::string>{"other"}; });
        (void)journal->erase_stream("s");
    }
    CHECK(refused > times / 4);
    CHECK(right > times / 10);
    WARN(refused << " damaged files were refused, " << right << " read right, " << short_of
                 << " were short of records or the snapshot, which `examine` found");
}

TEST_CASE("examining says what is there and what is wrong", "[sqlite][faults]") {
    const temporary_folder at;
    auto journal = open_in(at);
    append(journal, "s", 0, {"a", "b", "c", "d"});
    append(journal, "other", 0, {"x"});
    REQUIRE(journal.save_snapshot("s", "entity", 2, "state"));
    REQUIRE(journal.truncate("s", 1));
    const auto sound = journal.examine();
    REQUIRE(sound);
    CHECK(sound->sound());
    CHECK(sound->streams == 2);
    CHECK(sound->records == 4);
    CHECK(sound->snapshots == 1);
    const auto [change, problem] = GENERATE(table<std::string, std::string>({
        {"DELETE FROM records WHERE sequence = 3", "record 4 of stream \"s\" follows record 2"},
        {"UPDATE records SET bytes = 'X' WHERE sequence = 3",
         "record 3 of stream \"s\" is not what was written"},
        {"UPDATE snapshots SET bytes = 'X'",
         "the snapshot of \"entity\" at record 2 of stream \"s\" is not what was written"},
        {"UPDATE streams SET purpose = 'X' WHERE name = CAST('other' AS BLOB)",
         "the entry of stream \"other\" is not what was written"},
        {"DELETE FROM streams WHERE name = CAST('other' AS BLOB)",
         "1 records and snapshots of no stream"},
    }));
    INFO(change);
    sqlite3* other = nullptr;
    REQUIRE(sqlite3_open(name_of(at).c_str(), &other) == SQLITE_OK);
    REQUIRE(sqlite3_exec(other, change.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
    sqlite3_close(other);
    const auto found = journal.examine();
    REQUIRE(found);
    CHECK(found->problems == std::vector<std::string>{problem});
}
