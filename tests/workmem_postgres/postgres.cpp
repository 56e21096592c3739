// The PostgreSQL journal: what it promises beyond every engine, and what it says when it cannot.
#include "catch.hpp"
#include "eventually.hpp"
#include "in_postgres.hpp"
#include "journal_calls.hpp"
#include "processes.hpp"

#include <workmem/journal/any.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <future>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

using namespace workmem::journal;
using namespace workmem_test;
using std::chrono::milliseconds;
using workmem::error_code;

namespace {

postgres_server& server() { return postgres_server::shared(); }

std::string quoted(const std::string& name) {
    std::string out = "\"";
    for (const char each : name) out += each == '"' ? std::string{"\"\""} : std::string{each};
    return out + '"';
}

// The message of a refusal, which is a `storage_error` and says nothing secret.
std::string refusal(const std::string& url, postgres_options options = {}) {
    const auto opened = postgres::open(url, std::move(options));
    if (opened) return "it was opened";
    CHECK(opened.error().code() == error_code::storage_error);
    CHECK_THAT(opened.error().message(), !contains(postgres_server::password));
    for (const auto& each : opened.error().details())
        CHECK_THAT(each.value, !contains(postgres_server::password));
    return opened.error().message();
}

workmem::error failure_of(const append_outcome& outcome) {
    CHECK(outcome.status == append_status::failed);
    REQUIRE(outcome.problem);
    CHECK(outcome.problem->code() == error_code::storage_error);
    return *outcome.problem;
}

append_outcome append_one(postgres& journal, std::uint64_t expected) {
    const std::string_view lines[]{"a"};
    return journal.append("s", expected, lines);
}

// Makes each INSERT of a record fail with a SQLSTATE of our choice, the first `times` times.
void fail_inserts(const std::string& schema, const std::string& state, int times = 1'000'000) {
    server().run("CREATE SEQUENCE " + schema + ".failures; CREATE FUNCTION " + schema +
                 ".fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF nextval('" + schema +
                 ".failures') <= " + std::to_string(times) +
                 " THEN RAISE EXCEPTION 'it says \"no\"' USING ERRCODE = '" + state +
                 "'; END IF; RETURN NEW; END $$; CREATE TRIGGER fail BEFORE INSERT ON " + schema +
                 ".records FOR EACH ROW EXECUTE FUNCTION " + schema + ".fail()");
}

bool holds(const std::filesystem::path& file, const std::string& text) {
    std::string bytes(std::filesystem::file_size(file), '\0');
    std::ifstream{file, std::ios::binary}.read(bytes.data(),
                                               static_cast<std::streamsize>(bytes.size()));
    return bytes.find(text) != std::string::npos;
}

// Another program in a transaction that it does not end.
class raw_session {
public:
    raw_session() : to_{PQconnectdb(server().url().c_str())} {}
    raw_session(const raw_session&) = delete;
    raw_session& operator=(const raw_session&) = delete;
    ~raw_session() { PQfinish(to_); }
    bool run(const std::string& text) {
        auto* const answer = PQexec(to_, text.c_str());
        const auto status = PQresultStatus(answer);
        PQclear(answer);
        return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
    }

private:
    PGconn* to_;
};

}  // namespace

TEST_CASE("any bytes are kept as they are in PostgreSQL", "[postgres]") {
    const in_postgres at;
    auto journal = at.open();
    const std::string bytes{"'; DROP TABLE records; --\0\xFF\n\\x00 $1", 35};
    CHECK(append(journal, bytes, 0, {bytes, "", bytes}) == append_status::recorded);
    CHECK(all(journal, bytes) == "1:" + bytes + " 2: 3:" + bytes + ' ');
    CHECK(journal.save_snapshot(bytes, "entity", 2, bytes));
    CHECK((*journal.newest_snapshot(bytes, "entity", 9))->bytes == bytes);
    CHECK(*journal.streams() == std::vector<std::string>{bytes});
    CHECK(append(journal, "", 0, {"the stream without a name"}) == append_status::recorded);
    CHECK(all(journal, "") == "1:the stream without a name ");
    CHECK(journal.open_stream("p", bytes)->purpose == bytes);
    std::string every;
    for (int i = 0; i < 1'024; ++i) every += static_cast<char>(i * 7 % 256);
    CHECK(append(journal, every, 0, {every}) == append_status::recorded);
    CHECK(all(journal, every) == "1:" + every + ' ');
    CHECK(journal.wait_for_changes(every, 0, milliseconds{0}));
    CHECK(*journal.erase_stream(every));
}

TEST_CASE("a schema may have any name", "[postgres]") {
    const std::string name =
        GENERATE(as<std::string>{}, "a\"b; DROP SCHEMA public; --", "Ärger, 'x'", "public\\");
    auto journal = open_postgres(server().url(), {.schema = name});
    CHECK(append(journal, "s", 0, {"a"}) == append_status::recorded);
    CHECK(server().run("SELECT count(*) FROM " + quoted(name) + ".records") == "1\n");
    server().run("DROP SCHEMA " + quoted(name) + " CASCADE");
    for (const auto& bad :
         {std::string{}, std::string(64, 'x'), std::string{"a\0b", 3}, std::string{"pg_catalog"}}) {
        const auto refused = postgres::open(server().url(), {.schema = bad});
        CHECK(code_of(refused) == error_code::validation_error);
    }
}

TEST_CASE("a PostgreSQL journal is there when it is opened again", "[postgres]") {
    const in_postgres at;
    std::string incarnation;
    for (std::uint64_t run = 0; run < 5; ++run) {
        auto journal = at.open();
        const auto info = journal.open_stream("s", "entity");
        REQUIRE(info);
        CHECK(info->last == run * 2);
        if (run == 0) incarnation = info->incarnation;
        CHECK(info->incarnation == incarnation);
        CHECK(append(journal, "s", run * 2, {"x", "y"}) == append_status::recorded);
        if (run != 2) continue;
        CHECK(journal.save_snapshot("s", "entity", 6, "state"));
        CHECK(journal.truncate("s", 5));
    }
    auto journal = at.open({.read_only = true});
    CHECK(all(journal, "s", 5) == "6:y 7:x 8:y 9:x 10:y ");
    CHECK(all(journal, "s", 4) == "compacted 5");
    CHECK((*journal.newest_snapshot("s", "entity", 99))->bytes == "state");
    CHECK(code_of(journal.open_stream("s", "task")) == error_code::storage_error);
    // Who only reads writes nothing.
    CHECK(journal.is_read_only());
    CHECK(any{journal}.is_read_only());
    CHECK(journal.open_stream("new", "task")->last == 0);
    CHECK_THAT(failure_of(append_one(journal, 10)).message(), contains("read_only"));
    CHECK(code_of(journal.truncate("s", 6)) == error_code::storage_error);
    CHECK(code_of(journal.erase_stream("s")) == error_code::storage_error);
    CHECK(*journal.streams() == std::vector<std::string>{"s"});
}

TEST_CASE("asking creates no stream in PostgreSQL", "[postgres]") {
    const in_postgres at;
    auto journal = at.open();
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
}

TEST_CASE("two handles share a stream in PostgreSQL", "[postgres]") {
    const in_postgres at;
    auto first = at.open(), second = at.open();
    append(first, "s", 0, {"a"});
    CHECK(all(second, "s") == "1:a ");
    CHECK(append(second, "s", 1, {"b"}) == append_status::recorded);
    CHECK(append(first, "s", 1, {"late"}) == append_status::conflict);
    CHECK(append(first, "s", 2, {"c"}) == append_status::recorded);
    CHECK(first.truncate("s", 2));
    CHECK(all(second, "s") == "compacted 2");
    CHECK(append(second, "s", 3, {"d"}) == append_status::recorded);
    CHECK(*first.erase_stream("s"));
    CHECK(append(second, "s", 4, {"e"}) == append_status::conflict);
    CHECK(append(second, "s", 0, {"e"}) == append_status::recorded);
    CHECK(append(first, "s", 1, {"f"}) == append_status::recorded);
    CHECK(all(second, "s") == "1:e 2:f ");
    CHECK(first.counts().conflicts == 1);
}

TEST_CASE("many records are read page by page", "[postgres]") {
    const in_postgres at;
    auto journal = at.open();
    std::vector<std::string> texts;
    for (int i = 0; i < 10'000; ++i) texts.push_back(std::to_string(i));
    const std::vector<std::string_view> lines{texts.begin(), texts.end()};
    CHECK(append(journal, "s", 0, lines) == append_status::recorded);
    std::size_t seen = 0;
    CHECK(journal.read("s", 0, [&](const record& each) {
        seen += each.bytes == texts[each.sequence - 1] ? 1U : 0U;
    }));
    CHECK(seen == texts.size());
    CHECK(journal.rewrite("s", [](const record& each) {
        return each.sequence % 2 == 0 ? std::optional{std::string{"even"}} : std::nullopt;
    }));
    CHECK(all(journal, "s", 9'997) == "9998:even 9999:9998 10000:even ");
}

TEST_CASE("a record that somebody removed is missed", "[postgres]") {
    const in_postgres at;
    auto journal = at.open();
    append(journal, "s", 0, {"a", "b", "c"});
    const auto which = GENERATE(as<std::string>{}, "= 2", "= 3", "> 0");
    server().run("DELETE FROM " + at.schema.name + ".records WHERE sequence " + which);
    CHECK_THAT(all(journal, "s"), contains("damaged: record "));
    CHECK(code_of(journal.rewrite("s", archetype_rewrite{})) == error_code::storage_error);
}

TEST_CASE("a record that stands where none can be is no conflict", "[postgres]") {
    const in_postgres at;
    auto journal = at.open();
    append(journal, "s", 0, {"a"});
    server().run("INSERT INTO " + at.schema.name + ".records SELECT stream_id, 2, 0, 'x' FROM " +
                 at.schema.name + ".records");
    CHECK_THAT(failure_of(append_one(journal, 1)).message(), contains("from a backup"));
}

TEST_CASE("opening a PostgreSQL journal is refused with what to do", "[postgres]") {
    const auto port = std::to_string(server().port());
    const auto at_host = "@127.0.0.1:" + port + "/memories";
    SECTION("the wrong password") {
        const auto says = refusal("postgresql://workmem:wrong-one" + at_host);
        CHECK_THAT(says, contains("password authentication failed") && contains("PGPASSWORD") &&
                             !contains("wrong-one"));
    }
    SECTION("no such database") {
        const auto url = server().url();
        CHECK_THAT(refusal(url + "x"), contains("does not exist") && contains("createdb"));
    }
    SECTION("no server") {
        constexpr std::chrono::minutes long_time{10};
        const deadline most;
        CHECK_THAT(refusal("postgresql://workmem:secret-x@127.0.0.1:1/memories",
                           {.connect_timeout = long_time,
                            .statement_timeout = long_time,
                            .patience = long_time}),
                   contains("see that the server runs") && !contains("secret-x"));
        CHECK_FALSE(most.has_passed());
    }
    SECTION("an address that means something else than it seems") {
        for (const auto* const each :
             {"postgresql://u:se/cret@127.0.0.1/d", "postgresql://u:se@cret@127.0.0.1/d",
              "postgresql://u:se?cret@127.0.0.1/d", "postgresql://u:%zzsecret@127.0.0.1/d",
              "password=se cret host=127.0.0.1", "secret", "postgresql://u:cret/d",
              "postgresql://u:cret@[::1/d"}) {
            INFO(each);
            const auto opened = postgres::open(each);
            REQUIRE_FALSE(opened);
            CHECK(opened.error().code() == error_code::validation_error);
            CHECK_THAT(opened.error().message(), !contains("cret") && contains("percent-encoded"));
        }
    }
    SECTION("a newer format") {
        const in_postgres at;
        const auto& name = at.schema.name;
        (void)at.open();
        server().run("INSERT INTO " + name + ".migrations VALUES(99, 'workmem', now())");
        server().run("ALTER TABLE " + name + ".records ADD COLUMN more text");
        CHECK_THAT(refusal(server().url(), {.schema = name}),
                   contains("format 99") && contains("update this program"));
    }
    SECTION("tables of somebody else") {
        const postgres_schema_of_its_own schema;
        const auto table = GENERATE(as<std::string>{}, "streams(a int)", "migrations(format int)",
                                    "migrations(format integer, program text, "
                                    "made_at timestamp with time zone)");
        server().run("CREATE SCHEMA " + schema.name + "; CREATE TABLE " + schema.name + "." +
                     table);
        const bool reads = GENERATE(false, true);
        CHECK_THAT(refusal(server().url(), {.schema = schema.name, .read_only = reads}),
                   contains("another program") && contains("name another schema"));
        CHECK(server().run("SELECT count(*) FROM pg_tables WHERE schemaname = '" + schema.name +
                           "'") == "1\n");
    }
    SECTION("tables that were changed") {
        const in_postgres at;
        (void)at.open();
        server().run("ALTER TABLE " + at.schema.name + ".records DROP COLUMN bytes");
        CHECK_THAT(refusal(server().url(), {.schema = at.schema.name}),
                   contains("not those of a journal"));
    }
    SECTION("no journal to read") {
        CHECK_THAT(refusal(server().url(), {.schema = "nobody_s", .read_only = true}),
                   contains("holds no journal") && contains("open it once for writing"));
    }
    SECTION("no right to make or use tables") {
        const in_postgres at;
        (void)at.open();
        server().run(
            "DO $$ BEGIN CREATE ROLE guest LOGIN PASSWORD 'guests'; "
            "EXCEPTION WHEN duplicate_object THEN NULL; END $$");
        const auto url = "postgresql://guest:guests" + at_host;
        const auto schema = GENERATE(false, true) ? std::string{"theirs"} : at.schema.name;
        CHECK_THAT(refusal(url, {.schema = schema}), contains("GRANT USAGE"));
    }
}

TEST_CASE("a table in a schema next to ours is left alone", "[postgres]") {
    const postgres_schema_of_its_own schema;
    server().run("CREATE SCHEMA " + schema.name + "; CREATE TABLE " + schema.name +
                 ".orders(a int)");
    auto journal = open_postgres(server().url(), {.schema = schema.name});
    CHECK(append(journal, "s", 0, {"a"}) == append_status::recorded);
}

TEST_CASE("processes that find no tables and make them all get one PostgreSQL journal",
          "[postgres][processes]") {
    for (int round = 0; round < 3; ++round) {
        const in_postgres at;
        std::vector<child_process> children;
        for (int opener = 0; opener < 8; ++opener)
            children.emplace_back([&] {
                auto journal = at.open();
                return journal.open_stream("s", "entity") ? 0 : 1;
            });
        for (auto& each : children) CHECK(each.wait() == 0);
        CHECK(at.open().streams().value() == std::vector<std::string>{"s"});
    }
}

TEST_CASE("what the server says about an append is passed on, with what to do", "[postgres]") {
    const in_postgres at;
    auto journal = at.open({.patience = milliseconds{100}});
    append(journal, "s", 0, {"a"});
    const auto [state, remedy] =
        GENERATE(table<std::string, std::string>({{"53100", "free some space"},
                                                  {"25006", "name the primary"},
                                                  {"57014", "pg_stat_activity"},
                                                  {"53200", "give the server more"},
                                                  {"XX001", "from a backup"},
                                                  {"40001", "patience"},
                                                  {"P0001", "server's log"}}));
    fail_inserts(at.schema.name, state);
    const auto problem = failure_of(append_one(journal, 1));
    CHECK_THAT(problem.message(), contains("it says 'no'") && contains(remedy) &&
                                      contains("cannot append to the stream"));
    REQUIRE(problem.details().size() == 2);
    CHECK(problem.details()[1].value == state);
    CHECK(all(journal, "s") == "1:a ");
    server().run("DROP TRIGGER fail ON " + at.schema.name + ".records");
    CHECK(append(journal, "s", 1, {"b"}) == append_status::recorded);
}

TEST_CASE("a transaction that made way is tried again", "[postgres]") {
    const in_postgres at;
    auto journal = at.open();
    append(journal, "s", 0, {"a"});
    SECTION("as the server asks for") {
        fail_inserts(at.schema.name, GENERATE(as<std::string>{}, "40001", "40P01"), 3);
        CHECK(append(journal, "s", 1, {"b"}) == append_status::recorded);
        CHECK(journal.counts().retries == 3);
    }
    SECTION("in a deadlock") {
        CHECK(journal.save_snapshot("s", "entity", 1, "x"));
        raw_session other;
        REQUIRE(other.run("SET deadlock_timeout = '20s'; BEGIN; LOCK " + at.schema.name +
                          ".records IN ROW EXCLUSIVE MODE; LOCK " + at.schema.name +
                          ".snapshots IN SHARE MODE"));
        std::thread stranger{[&] {
            (void)server().comes_to_say("1\n", "SELECT count(*) FROM pg_locks WHERE NOT granted");
            other.run("UPDATE " + at.schema.name + ".streams SET purpose = purpose");
            other.run("COMMIT");
        }};
        CHECK(*journal.erase_stream("s"));
        stranger.join();
        CHECK(journal.counts().retries > 0);
    }
    CHECK(journal.counts().lost == 0);
    WARN("transactions tried again: " << journal.counts().retries);
}

TEST_CASE("a database that asks for serializable transactions is no obstacle", "[postgres]") {
    server().run("CREATE DATABASE strict");
    server().run("ALTER DATABASE strict SET default_transaction_isolation = 'serializable'");
    server().run("ALTER DATABASE strict SET synchronous_commit = 'off'");
    const auto url = server().url();
    auto journal = open_postgres(url.substr(0, url.rfind('/')) + "/strict", {});
    CHECK(append(journal, "s", 0, {"a"}) == append_status::recorded);
    CHECK(append(journal, "s", 1, {"b"}) == append_status::recorded);
    CHECK(all(journal, "s") == "1:a 2:b ");
}

TEST_CASE("who holds a lock too long is waited for no longer than the options say", "[postgres]") {
    const in_postgres at;
    auto journal = at.open({.statement_timeout = milliseconds{500}});
    auto patient = at.open({.statement_timeout = std::chrono::minutes{10}});
    append(journal, "s", 0, {"a"});
    append(journal, "t", 0, {"a"});
    std::future<append_status> waiting;
    {
        raw_session other;
        other.run("BEGIN; UPDATE " + at.schema.name + ".streams SET oldest = oldest");
        waiting = std::async(std::launch::async, [copy = patient]() mutable {
            const std::string_view lines[]{"b"};
            return copy.append("t", 1, lines).status;
        });
        const deadline most;
        const auto problem = failure_of(append_one(journal, 1));
        CHECK_THAT(problem.message(),
                   contains("statement_timeout") && contains("pg_stat_activity"));
        CHECK(code_of(journal.save_snapshot("s", "entity", 1, "x")) == error_code::storage_error);
        CHECK(code_of(journal.truncate("s", 1)) == error_code::storage_error);
        CHECK(code_of(journal.rewrite("s", archetype_rewrite{})) == error_code::storage_error);
        CHECK(code_of(journal.erase_stream("s")) == error_code::storage_error);
        CHECK_FALSE(most.has_passed());
        CHECK(waiting.wait_for(milliseconds{0}) == std::future_status::timeout);
        CHECK(all(journal, "s") == "1:a ");  // readers do not wait
    }
    CHECK(waiting.get() == append_status::recorded);
    CHECK(append(journal, "s", 1, {"b"}) == append_status::recorded);
    CHECK(journal.counts().lost == 0);
}

TEST_CASE("a rewrite whose visitor throws changes nothing", "[postgres]") {
    const in_postgres at;
    auto journal = at.open();
    append(journal, "s", 0, {"a", "b"});
    CHECK_THROWS_AS(journal.rewrite("s",
                                    [](const record& each) -> std::optional<std::string> {
                                        if (each.sequence == 2) throw 7;
                                        return "x";
                                    }),
                    int);
    CHECK(append(journal, "s", 2, {"c"}) == append_status::recorded);
    CHECK(all(journal, "s") == "1:a 2:b 3:c ");
}

TEST_CASE("nothing is notified where nobody waits", "[postgres][threads]") {
    const in_postgres at;
    auto journal = at.open();
    append(journal, "s", 0, {"a"});
    const std::string who_waits = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'";
    CHECK(server().run(who_waits) == "0\n");
    std::vector<std::thread> waiting;
    for (int i = 0; i < 3; ++i)
        waiting.emplace_back([copy = journal]() mutable {
            if (!copy.wait_for_changes("s", 1, std::chrono::minutes{10})) std::abort();
        });
    CHECK(server().comes_to_say("3\n", who_waits));
    const deadline most;
    append(journal, "s", 1, {"b"});
    for (auto& each : waiting) each.join();
    CHECK_FALSE(most.has_passed());
    CHECK(server().run(who_waits) == "0\n");
}

TEST_CASE("after rewriting or erasing no file of a table holds what was replaced, if asked for",
          "[postgres]") {
    const in_postgres at;
    const std::string sentinel = "5f3e9a17-sentinel";
    auto journal = at.open({.erasure = postgres_erasure::files});
    const auto hits = [&] {
        server().run("CHECKPOINT");
        int found = 0;
        for (const auto& each :
             std::filesystem::recursive_directory_iterator{server().folder() + "/base"})
            if (each.is_regular_file()) found += holds(each.path(), sentinel);
        return found;
    };
    const auto is_sentinel = [&](const record& each) {
        return each.bytes == sentinel ? std::optional<std::string>{"-"} : std::nullopt;
    };
    append(journal, "s", 0, {"a", sentinel});
    CHECK(journal.save_snapshot("s", "entity", 2, sentinel));
    REQUIRE(hits() > 0);
    SECTION("rewriting") {
        CHECK(journal.rewrite("s", is_sentinel));
        CHECK(all(journal, "s") == "1:a 2:- ");
    }
    SECTION("erasing") { CHECK(*journal.erase_stream("s")); }
    CHECK(hits() == 0);
}

TEST_CASE("a standby is read, and says that it takes no writes", "[postgres]") {
    postgres_server own{{"fsync=off"}};
    {
        auto journal = open_postgres(own.url(), {});
        append(journal, "s", 0, {"a"});
        own.restart_as_standby();
        // The handle finds it changed.
        CHECK_THAT(failure_of(append_one(journal, 1)).message(), contains("name the primary"));
    }
    CHECK_THAT(refusal(own.url()), contains("standby") && contains("read_only"));
    auto reader = open_postgres(own.url(), {.read_only = true});
    CHECK(all(reader, "s") == "1:a ");
    // Nobody can listen there, and what is there is found all the same.
    CHECK(reader.wait_for_changes("s", 0, std::chrono::seconds{20}));
    CHECK_FALSE(reader.wait_for_changes("s", 1, std::chrono::milliseconds{300}));
    CHECK_FALSE(reader.wait_for_changes("s", 1, (std::chrono::milliseconds::min)()));
}
