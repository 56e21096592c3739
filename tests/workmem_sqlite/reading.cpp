// Reading a database without touching it.
#include "catch.hpp"
#include "journal_calls.hpp"
#include "temporary_folder.hpp"

#include <workmem/agent/agent_memory.hpp>
#include <workmem/journal/any.hpp>
#include <workmem_sqlite/sqlite.hpp>

#include <sqlite3.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

using namespace workmem::journal;
using namespace workmem_test;
using workmem::error_code;
namespace fs = std::filesystem;

namespace {

workmem::result<sqlite> open_at(const std::string& path, bool read_only) {
    return sqlite::open(path, {.sync = sync_mode::always(), .read_only = read_only});
}

std::map<std::string, std::pair<std::string, fs::file_time_type>> files_in(
    const temporary_folder& at) {
    std::map<std::string, std::pair<std::string, fs::file_time_type>> all;
    for (const auto& each : at.files()) all[each] = {content_of(each), fs::last_write_time(each)};
    return all;
}

}  // namespace

TEST_CASE("reading only leaves a database as it is", "[sqlite]") {
    const temporary_folder at;
    const auto path = at.path() + "/j.db";
    {
        auto journal = open_at(path, false).value();
        CHECK(append(journal, "s", 0, {"one", "two"}) == append_status::recorded);
        CHECK(journal.save_snapshot("s", "entity", 1, "one"));
    }
    fs::remove(path + "-turn");
    const auto before = files_in(at);
    {
        auto journal = open_at(path, true).value();
        CHECK(all(journal, "s") == "1:one 2:two ");
        CHECK((*journal.newest_snapshot("s", "entity", 9))->bytes == "one");
        CHECK(journal.open_stream("s", "")->last == 2);
        CHECK_FALSE(journal.find_stream("t")->has_value());
        CHECK(journal.examine()->sound());
        CHECK(journal.flush("s"));
        const std::string_view lines[]{"x"};
        const auto refused = journal.append("s", 2, lines);
        CHECK(refused.status == append_status::failed);
        CHECK_THAT(refused.problem->message(), contains(path) && contains("for reading only"));
        CHECK(journal.open_stream("t", "")->last == 0);
        CHECK(code_of(journal.save_snapshot("s", "entity", 2, "")) == error_code::storage_error);
        CHECK(code_of(journal.truncate("s", 1)) == error_code::storage_error);
        CHECK(code_of(journal.rewrite("s", archetype_rewrite{})) == error_code::storage_error);
        CHECK(code_of(journal.erase_stream("s")) == error_code::storage_error);
    }
    CHECK(files_in(at) == before);
}

TEST_CASE("reading only leaves what a crash left in the log of a database", "[sqlite]") {
    const temporary_folder at, crashed;
    const auto path = crashed.path() + "/j.db";
    {
        auto journal = open_at(at.path() + "/j.db", false).value();
        CHECK(append(journal, "s", 0, {"one"}) == append_status::recorded);
        CHECK(append(journal, "s", 1, {"two"}) == append_status::recorded);
        for (const auto* const part : {"", "-wal"})
            fs::copy_file(at.path() + "/j.db" + part, path + part);
    }
    auto log = content_of(path + "-wal");
    SECTION("whole") {}
    SECTION("with damage in the last record") { log[log.size() - 9] ^= 1; }
    put_content(path + "-wal", log);
    const auto database = content_of(path);
    REQUIRE_FALSE(log.empty());
    {
        auto journal = open_at(path, true).value();
        CHECK_THAT(all(journal, "s"), starts_with("1:one "));
    }
    CHECK(content_of(path) == database);
    CHECK(content_of(path + "-wal") == log);
}

TEST_CASE("reading only makes no journal of what is none", "[sqlite]") {
    const temporary_folder at;
    const auto path = at.path() + "/j.db";
    const auto missing = open_at(path, true);
    CHECK(code_of(missing) == error_code::storage_error);
    CHECK_THAT(missing.error().message(), contains("there is no such file"));
    put_content(path, "");
    const auto empty = open_at(path, true);
    CHECK(code_of(empty) == error_code::storage_error);
    CHECK_THAT(empty.error().message(), contains("empty, no journal of workmem"));
    put_content(path, std::string(4'096, 'x'));
    CHECK(code_of(open_at(path, true)) == error_code::storage_error);
    CHECK(at.files().size() == 1);
    CHECK(content_of(path) == std::string(4'096, 'x'));
}

TEST_CASE("a damaged snapshot is passed over, and can be followed by a new one", "[sqlite]") {
    const temporary_folder at;
    const auto path = at.path() + "/j.db";
    std::vector<std::string> told;
    const auto open = [&] {
        return sqlite::open(path, {.sync = sync_mode::always(),
                                   .on_recovery =
                                       [&](std::string_view stream, const recovery& found) {
                                           told.push_back(found.message(stream));
                                       }})
            .value();
    };
    {
        auto journal = open();
        CHECK(append(journal, "s", 0, {"one", "two", "three"}) == append_status::recorded);
        for (const auto each : {1U, 3U})
            REQUIRE(journal.save_snapshot("s", "entity", each, std::to_string(each)));
    }
    {
        sqlite3* in = nullptr;
        REQUIRE(sqlite3_open(path.c_str(), &in) == SQLITE_OK);
        CHECK(sqlite3_exec(in, "UPDATE snapshots SET bytes = 'x' WHERE sequence = 3", nullptr,
                           nullptr, nullptr) == SQLITE_OK);
        sqlite3_close(in);
    }
    auto journal = open();
    CHECK((*journal.newest_snapshot("s", "entity", 9))->bytes == "1");
    REQUIRE(told.size() == 1);
    CHECK_THAT(told[0],
               contains("stream \"s\" a snapshot was passed over: ") && contains("record 3"));
    CHECK(code_of(journal.save_snapshot("s", "entity", 2, "2")) == error_code::conflict);
    CHECK(journal.save_snapshot("s", "entity", 3, "new"));
    CHECK((*journal.newest_snapshot("s", "entity", 9))->bytes == "new");
    CHECK(told.size() == 1);
}

TEST_CASE("who only reads finds an agent of which one member has recorded something", "[sqlite]") {
    const temporary_folder at;
    const auto path = at.path() + "/j.db";
    {
        auto journal = open_at(path, false).value();
        REQUIRE(journal.open_stream("a", agent_purpose));
        using things = workmem::durable_entity_memory<any>;
        things seen{{}, {.journal = journal, .stream = "a"}};
        seen.add({.type = "page", .id = "p-1", .name = "Home"});
    }
    workmem::durable_agent_memory<any>::parts with{.journal = open_at(path, true).value()};
    CHECK(with.journal.is_read_only());
    with.stream = "a";
    workmem::durable_agent_memory<any> agent{{}, std::move(with)};
    CHECK(agent.entities.contains("page", "p-1"));
    CHECK(agent.plan.ready().empty());
    CHECK(code_of(agent.try_memorize({.text = "Tea"})) == error_code::storage_error);
    CHECK(agent.items.empty());
}
