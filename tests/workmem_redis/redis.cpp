// What only the Redis journal promises.
#include "catch.hpp"
#include "eventually.hpp"
#include "journal_calls.hpp"
#include "redis_server.hpp"
#include "repetitions.hpp"

#include <workmem_redis/redis.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

using namespace workmem::journal;
using namespace workmem_test;
using std::chrono::milliseconds;
using workmem::error_code;

namespace {

struct setting {
    std::string prefix = fresh_prefix();
    redis_server& at = shared_redis();
    redis journal = open();
    redis open() const { return redis::open(at.url(), in_prefix(prefix)).value(); }
    std::string key(std::string_view what) const {
        return '{' + prefix + ":s}:" + std::string{what};
    }
};

append_outcome append_one(redis& journal, std::uint64_t expected = 0) {
    const std::string_view lines[]{"a"};
    return journal.append("s", expected, lines);
}

// A failure that says these words and none of the secrets.
template <class Result>
void check_problem(const Result& answer, std::initializer_list<const char*> words) {
    CHECK(code_of(answer) == error_code::storage_error);
    const auto message = answer.error().message();
    INFO(message);
    for (const auto* const word : words) CHECK_THAT(message, contains(word));
    CHECK(message.find("s3cret") == std::string::npos);
    for (const auto& each : answer.error().details()) {
        INFO(each.name);
        CHECK(each.value.find("s3cret") == std::string::npos);
    }
}
void check_problem(const append_outcome& outcome, std::initializer_list<const char*> words) {
    CHECK(outcome.status == append_status::failed);
    REQUIRE(outcome.problem);
    check_problem(workmem::result<void>{*outcome.problem}, words);
}

}  // namespace

TEST_CASE("names of any bytes are names like others", "[redis]") {
    setting with;
    std::mt19937 random{7};
    std::vector<std::string> names{"",
                                   "}",
                                   "{}",
                                   "a}:log",
                                   "%7D",
                                   "*",
                                   "?[a-z]",
                                   "a b\r\nDEL x\r\n",
                                   std::string{"\0", 1},
                                   "'] redis.call('FLUSHALL') --",
                                   "ä\xFF",
                                   "../../etc"};
    for (int i = 0; i < 20; ++i) {
        std::string name(1 + random() % 1'024, ' ');
        for (auto& c : name) c = static_cast<char>(random());
        names.push_back(name);
    }
    for (const auto& name : names) append(with.journal, name, 0, {name, "second"});
    for (const auto& name : names) {
        std::vector<std::string> found;
        CHECK(with.journal.read(name, 0,
                                [&](const record& each) { found.emplace_back(each.bytes); }));
        CHECK(found == std::vector<std::string>{name, "second"});
    }
    std::sort(names.begin(), names.end());
    CHECK(*with.journal.streams() == names);
    for (const auto& name : names) CHECK(*with.journal.erase_stream(name));
    CHECK(with.journal.streams()->empty());
}

TEST_CASE("records and snapshots of any bytes come back", "[redis]") {
    setting with;
    std::string every;
    for (int c = 0; c < 256; ++c) every += static_cast<char>(c);
    const std::string large(2'000'000, 'x');
    append(with.journal, "s", 0, {every, "", large, "123", "-1", "00"});
    CHECK(all(with.journal, "s") == "1:" + every + " 2: 3:" + large + " 4:123 5:-1 6:00 ");
    CHECK(with.journal.save_snapshot("s", "entity", 1, every));
    CHECK((*with.journal.newest_snapshot("s", "entity", 9))->bytes == every);
    CHECK(with.journal.rewrite("s", [](const record&) { return std::optional<std::string>{}; }));
    CHECK(all(with.journal, "s", 3) == "4:123 5:-1 6:00 ");
}

TEST_CASE("long streams are read and rewritten in parts", "[redis]") {
    setting with;
    std::vector<std::string> owned;
    for (int i = 1; i <= 3'333; ++i) owned.push_back(std::to_string(i));
    REQUIRE(with.journal.append("s", 0, std::vector<std::string_view>{owned.begin(), owned.end()})
                .status == append_status::recorded);
    CHECK(with.journal.truncate("s", 10));
    CHECK(with.journal.rewrite("s", [](const record& each) {
        return each.sequence % 3 == 0 ? std::optional{"#" + std::string{each.bytes}}
                                      : std::optional<std::string>{};
    }));
    std::uint64_t next = 10;
    int wrong = 0;
    CHECK(with.journal.read("s", 10, [&](const record& each) {
        const auto text = std::to_string(++next);
        wrong += each.sequence == next && each.bytes == (next % 3 == 0 ? '#' + text : text) ? 0 : 1;
    }));
    CHECK(next == 3'333);
    CHECK(wrong == 0);
    CHECK(with.at.ask({"EXISTS", with.key("copy")}) == "0");
    CHECK(append_one(with.journal, 3'333).status == append_status::recorded);
}

TEST_CASE("a rewrite that was left in the middle leaves nothing that counts", "[redis]") {
    setting with;
    append(with.journal, "s", 0, {"a", "b"});
    with.at.ask({"XADD", with.key("copy"), "1-0", "append", "1", "record", "old"});
    with.at.ask({"HSET", with.key("meta"), "copied_by", "somebody"});
    CHECK(all(with.journal, "s") == "1:a 2:b ");
    CHECK(with.journal.rewrite("s", [](const record&) { return std::optional<std::string>{"c"}; }));
    CHECK(all(with.journal, "s") == "1:c 2:c ");
    CHECK(with.at.ask({"EXISTS", with.key("copy")}) == "0");
    with.at.ask({"XADD", with.key("copy"), "1-0", "append", "1", "record", "old"});
    CHECK(*with.journal.erase_stream("s"));
    CHECK(with.at.ask({"EXISTS", with.key("copy")}) == "0");
}

TEST_CASE("a stream whose name is lost is registered when it is opened", "[redis]") {
    setting with;
    append(with.journal, "s", 0, {"a"});
    with.at.ask({"DEL", with.prefix + ":streams"});
    CHECK(with.journal.streams()->empty());
    CHECK(with.open().open_stream("s", ""));
    CHECK(*with.journal.streams() == std::vector<std::string>{"s"});
    // A name without a stream is forgotten.
    with.at.ask({"HSET", with.prefix + ":streams", "gone", "1"});
    CHECK(*with.journal.streams() == std::vector<std::string>{"s"});
    CHECK(with.at.ask({"HLEN", with.prefix + ":streams"}) == "1");
}

TEST_CASE("idle streams go as a whole, those that are written to stay", "[redis]") {
    setting with;
    constexpr std::array keys{"meta", "log", "snapshots"};
    const auto open = [&](milliseconds idle_ttl) {
        auto options = in_prefix(with.prefix);
        options.idle_ttl = idle_ttl;
        return redis::open(with.at.url(), options).value();
    };
    SECTION("those that are written to") {
        auto passing = open(std::chrono::hours{2});
        CHECK(passing.open_stream("s", "task"));
        CHECK(append_one(passing).status == append_status::recorded);
        CHECK(passing.save_snapshot("s", "entity", 1, "x"));
        // Whoever writes.
        for (std::uint64_t i = 1; i < 6; ++i) {
            for (const auto* const each : keys) {
                // As after nearly two hours.
                CHECK(with.at.ask({"PEXPIRE", with.key(each), "600000"}) == "1");
            }
            CHECK(append_one(with.journal, i).status == append_status::recorded);
            if (i == 3)
                CHECK(with.journal.rewrite(
                    "s", [](const record&) { return std::optional<std::string>{"b"}; },
                    {"none", 0}));
            for (const auto* const each : keys) {
                const auto left = std::stoll(with.at.ask({"PTTL", with.key(each)}));
                CHECK(left > 3'600'000);
                CHECK(left <= 7'200'000);
            }
        }
        CHECK((*passing.newest_snapshot("s", "entity", 9))->bytes == "x");
    }
    SECTION("the others") {
        auto passing = open(milliseconds{200});
        // Until nothing of it has gone before all of it was there.
        std::string before;
        REQUIRE(eventually([&] {
            const auto opened = passing.open_stream("s", "task");
            before = opened ? opened->incarnation : std::string{};
            return append_one(passing, opened ? opened->last : 0).status ==
                       append_status::recorded &&
                   passing.save_snapshot("s", "entity", 1, "x");
        }));
        REQUIRE(eventually([&] { return !passing.find_stream("s")->has_value(); }));
        CHECK(passing.streams()->empty());
        for (const auto* const each : keys) CHECK(with.at.ask({"EXISTS", with.key(each)}) == "0");
        const std::string_view lines[]{"a"};
        CHECK(passing.append("s", 1, lines, before).status == append_status::conflict);
        CHECK(passing.open_stream("s", "task")->incarnation != before);
    }
}

TEST_CASE("who only reads changes nothing", "[redis]") {
    setting with;
    append(with.journal, "s", 0, {"a"});
    const auto keys = with.at.ask({"DBSIZE"});
    auto options = in_prefix(with.prefix);
    options.read_only = true;
    auto reader = redis::open(with.at.url(), options).value();
    CHECK(reader.is_read_only());
    CHECK(all(reader, "s") == "1:a ");
    CHECK(reader.open_stream("other", "task")->incarnation.empty());
    check_problem(append_one(reader, 1), {"for reading only"});
    check_problem(reader.save_snapshot("s", "entity", 1, "x"), {"for reading only"});
    check_problem(reader.truncate("s", 1), {"for reading only"});
    check_problem(reader.rewrite("s", [](const record&) { return std::optional<std::string>{}; }),
                  {"for reading only"});
    check_problem(reader.erase_stream("s"), {"for reading only"});
    CHECK(with.at.ask({"DBSIZE"}) == keys);
}

TEST_CASE("keys of somebody else are left as they are", "[redis]") {
    setting with;
    SECTION("of another type") {
        with.at.ask({"SET", with.key("meta"), "mine"});
        check_problem(append_one(with.journal), {"holds something else", "another prefix"});
        CHECK(with.at.ask({"GET", with.key("meta")}) == "mine");
        with.at.ask({"DEL", with.key("meta")});
        with.at.ask({"SET", with.prefix + ":streams", "mine"});
        check_problem(append_one(with.journal), {"holds something else", "another prefix"});
        check_problem(with.journal.streams(), {"holds something else"});
    }
    SECTION("that look like those of a journal") {
        with.at.ask({"HSET", with.key("meta"), "name", "mine"});
        for (int i = 0; i < 2; ++i) {
            check_problem(append_one(with.journal), {"no journal of workmem", "another prefix"});
            check_problem(with.journal.open_stream("s", ""), {"no journal of workmem"});
            check_problem(with.journal.erase_stream("s"), {"no journal of workmem"});
            check_problem(with.journal.truncate("s", 0), {"no journal of workmem"});
            check_problem(with.journal.save_snapshot("s", "entity", 0, "x"),
                          {"no journal of workmem"});
            with.at.ask({"DEL", with.key("meta")});
            with.at.ask({"XADD", with.key("log"), "*", "mine", "1"});
        }
        CHECK(with.at.ask({"XLEN", with.key("log")}) == "2");
    }
    SECTION("of a newer version") {
        append(with.journal, "s", 0, {"a"});
        with.at.ask({"HSET", with.key("meta"), "format", "2"});
        check_problem(append_one(with.journal, 1), {"newer version", "update this program"});
    }
}

TEST_CASE("records that went without us are missed", "[redis]") {
    setting with;
    append(with.journal, "s", 0, {"a", "b", "c"});
    SECTION("all") {
        with.at.ask({"DEL", with.key("log")});
        check_problem(append_one(with.journal, 3), {"damaged", "evicted", "noeviction"});
    }
    SECTION("one in the middle") {
        with.at.ask({"XDEL", with.key("log"), "2-0"});
        check_problem(append_one(with.journal, 3), {"damaged", "backup"});
        CHECK_FALSE(with.journal.examine()->sound());
    }
    SECTION("one that was replaced") {
        with.at.ask({"XDEL", with.key("log"), "3-0"});
        with.at.ask({"XADD", with.key("log"), "4-0", "append", "1", "record", "x"});
        check_problem(append_one(with.journal, 3), {"damaged", "backup"});
    }
    SECTION("the first ones") {
        with.at.ask({"XTRIM", with.key("log"), "MAXLEN", "1"});
        check_problem(with.journal.read("s", 0, [](const record&) {}), {"damaged", "backup"});
    }
    SECTION("the meta") {
        with.at.ask({"DEL", with.key("meta")});
        check_problem(append_one(with.journal, 3), {"no journal of workmem"});
    }
}

TEST_CASE("who may not come in is told so, without a word of the secret", "[redis]") {
    redis_server at{{"--appendfsync", "always", "--requirepass", "s3cret-right"}};
    const auto url = [&](const std::string& who) {
        return "redis://" + who + "127.0.0.1:" + std::to_string(at.port());
    };
    CHECK(redis::open(url(":s3cret-right@"), in_prefix("p")));
    CHECK(redis::open(url("default:s3cret%2Dright@"), in_prefix("p")));
    check_problem(redis::open(url(":s3cret-wrong@"), in_prefix("p")), {"password is wrong"});
    check_problem(redis::open(url("s3cret-user:s3cret-right@"), in_prefix("p")),
                  {"password is wrong"});
    check_problem(redis::open(url(""), in_prefix("p")), {"asks for a password", "environment"});
    auto options = in_prefix("p");
    options.password = "s3cret-right";
    auto opened = redis::open(url(""), options).value();
    CHECK(opened.where() == url("") + "/0");
    CHECK(append_one(opened).status == append_status::recorded);
    check_problem(redis::open(shared_redis().url(), options), {"knows no password"});
    redis_connection with;
    const auto until = std::chrono::steady_clock::now() + std::chrono::minutes{1};
    redis_commands commands;
    commands.add({"AUTH", "s3cret-right"});
    commands.add({"ACL", "SETUSER", "ann", "on", ">s3cret-ann", "~*", "+@all", "-xadd"});
    // What the message about missing rights names.
    commands.add({"ACL", "SETUSER", "bob", "on", ">s3cret-bob", "~p:*", "~{p:*", "+@stream",
                  "+@hash", "+@keyspace", "+@scripting", "+time", "+info", "+config|get",
                  "+bgrewriteaof", "+bgsave"});
    commands.add({"ACL", "SETUSER", "eve", "on", ">s3cret-eve", "~other:*", "+@all"});
    REQUIRE(with.connect({.host = "127.0.0.1", .port = std::to_string(at.port())}, until));
    REQUIRE(with.send(commands.bytes(), until));
    for (std::size_t i = 0; i < commands.count(); ++i) REQUIRE(with.receive(until).text() == "OK");

    auto ann = redis::open(url("ann:s3cret-ann@"), in_prefix("p")).value();
    CHECK(all(ann, "s") == "1:a ");
    check_problem(append_one(ann, 1), {"this user may not"});
    CHECK(all(opened, "s") == "1:a ");
    auto eve = redis::open(url("eve:s3cret-eve@"), in_prefix("p")).value();
    check_problem(append_one(eve, 1), {"this user may not", "+@stream", "~PREFIX:*"});

    auto bob = redis::open(url("bob:s3cret-bob@"), in_prefix("p", sync_mode::always())).value();
    CHECK(append_one(bob, 1).status == append_status::recorded);
    CHECK(bob.save_snapshot("s", "entity", 1, "x"));
    CHECK(bob.truncate("s", 1));
    CHECK(bob.rewrite("s", [](const record&) { return std::optional<std::string>{"b"}; }));
    CHECK(bob.wait_for_changes("s", 1, milliseconds{0}));
    CHECK_FALSE(bob.wait_for_changes("s", 2, milliseconds{5}));
    CHECK(bob.open_stream("t", "task"));
    CHECK(bob.streams()->size() == 2);
    CHECK(*bob.erase_stream("s"));
}

TEST_CASE("a server that keeps less than the sync mode asks for is refused", "[redis]") {
    const auto open = [](const redis_server& at, sync_mode sync) {
        return redis::open(at.url(), {.sync = sync});
    };
    const redis_server memory{{"--appendonly", "no"}};
    check_problem(open(memory, sync_mode::always()), {"appendonly yes"});
    check_problem(open(memory, sync_mode::interval(milliseconds{100})), {"appendonly yes"});
    CHECK(open(memory, sync_mode::never()));
    const redis_server each_second{{"--appendfsync", "everysec"}};
    check_problem(open(each_second, sync_mode::always()), {"everysec", "appendfsync always"});
    redis_server now_and_then{{"--appendfsync", "always", "--no-appendfsync-on-rewrite", "yes"}};
    check_problem(open(now_and_then, sync_mode::always()), {"no-appendfsync-on-rewrite no"});
    CHECK(open(each_second, sync_mode::interval(milliseconds{100})));
    CHECK(open(redis_server{}, sync_mode::always()));
}

TEST_CASE("a server that does not say how it keeps its data is refused", "[redis][threads]") {
    const int listens = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof at;
    REQUIRE(::bind(listens, reinterpret_cast<sockaddr*>(&at), size) == 0);
    REQUIRE(::listen(listens, 1) == 0);
    REQUIRE(::getsockname(listens, reinterpret_cast<sockaddr*>(&at), &size) == 0);
    std::thread server{[listens] {
        const int client = ::accept(listens, nullptr, nullptr);
        char asked[4'096];
        (void)!::recv(client, asked, sizeof asked, 0);
        // To INFO and CONFIG GET.
        constexpr std::string_view answers = "$9\r\nrole:none\r\n*0\r\n";
        (void)!::send(client, answers.data(), answers.size(), MSG_NOSIGNAL);
        while (::recv(client, asked, sizeof asked, 0) > 0) {
        }
        ::close(client);
    }};
    check_problem(redis::open(redis_server::url(ntohs(at.sin_port)), {.sync = sync_mode::always()}),
                  {"does not say how it keeps its data", "sync_mode::never"});
    server.join();
    ::close(listens);
}

TEST_CASE("a server that takes no writes says why, and nothing is recorded", "[redis]") {
    redis_server at;
    auto options = in_prefix("p");
    auto journal = redis::open(at.url(), options).value();
    append(journal, "s", 0, {"a"});
    SECTION("its memory is full") {
        at.ask({"CONFIG", "SET", "maxmemory", "1"});
        check_problem(append_one(journal, 1), {"memory is full", "maxmemory"});
        CHECK(all(journal, "s") == "1:a ");
        at.ask({"CONFIG", "SET", "maxmemory", "0"});
    }
    SECTION("it cannot save to its disk") {
        at.ask({"CONFIG", "SET", "save", "3600 1"});
        // A folder stands where the file should be.
        std::filesystem::create_directory(at.folder().path() + "/dump.rdb");
        at.ask({"BGSAVE"});
        REQUIRE(eventually([&] {
            return at.ask({"INFO", "persistence"}).find("rdb_last_bgsave_status:err") !=
                   std::string::npos;
        }));
        check_problem(append_one(journal, 1), {"cannot save to its disk", "look after the space"});
        CHECK(all(journal, "s") == "1:a ");
        at.ask({"CONFIG", "SET", "save", ""});
    }
    SECTION("it is a replica") {
        at.ask({"REPLICAOF", "127.0.0.1", std::to_string(free_port())});
        check_problem(append_one(journal, 1), {"replica", "name the server it follows"});
        CHECK(all(journal, "s") == "1:a ");
        at.ask({"REPLICAOF", "NO", "ONE"});
    }
    SECTION("it may be, but only for a moment: it has forgotten its scripts") {
        at.ask({"SCRIPT", "FLUSH"});
    }
    CHECK(append_one(journal, 1).status == append_status::recorded);
    CHECK(all(journal, "s") == "1:a 2:a ");
}

TEST_CASE("what is erased is in no file of the server, unless its owner sees to that", "[redis]") {
    for (const bool erases : {true, false}) {
        redis_server at;
        at.ask({"CONFIG", "SET", "save", "3600 1"});
        auto options = in_prefix("p");
        options.erase_files = erases;
        auto journal = redis::open(at.url(), options).value();
        const auto is_stored = [&](std::string_view text) {
            return at.stored().find(text) != std::string::npos;
        };
        append(journal, "s", 0, {"quokkas at dusk", "b"});
        append(journal, "t", 0, {"wombats at dawn"});
        at.ask({"SAVE"});
        CHECK(is_stored("quokkas"));
        CHECK(journal.rewrite("s", [](const record& each) {
            return each.sequence == 1 ? std::optional<std::string>{"-"}
                                      : std::optional<std::string>{};
        }));
        CHECK(is_stored("quokkas") != erases);
        CHECK(*journal.erase_stream("t"));
        CHECK(is_stored("wombats") != erases);
        CHECK(all(journal, "s") == "1:- 2:b ");
    }
}

TEST_CASE("who erase at once all find it gone from the files", "[redis][threads]") {
    redis_server at;
    at.ask({"CONFIG", "SET", "save", "3600 1"});
    {
        auto journal = redis::open(at.url(), in_prefix("p")).value();
        for (int i = 0; i < 4; ++i)
            append(journal, std::to_string(i), 0, {"quokkas of " + std::to_string(i)});
        at.ask({"SAVE"});
    }
    std::atomic<int> erased{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&, i] {
            auto journal = redis::open(at.url(), in_prefix("p")).value();
            const auto done = journal.erase_stream(std::to_string(i));
            const bool is_gone =
                at.stored().find("quokkas of " + std::to_string(i)) == std::string::npos;
            erased += done && *done && is_gone ? 1 : 0;
        });
    for (auto& each : threads) each.join();
    CHECK(erased == 4);
}

TEST_CASE("what the engine cannot take is refused before it is sent", "[redis]") {
    setting with;
    {
        const std::vector<std::string_view> many(1'000'001, "x");
        const auto refused = with.journal.append("s", 0, many);
        REQUIRE(refused.problem);
        CHECK(refused.problem->code() == error_code::validation_error);
        CHECK_FALSE(with.journal.wait_for_changes("s", 0, (std::chrono::milliseconds::min)()));
    }
    const std::string part(100'000'000, 'x');
    const std::vector<std::string_view> lines(6, part);
    const auto outcome = with.journal.append("s", 0, lines);
    CHECK(outcome.status == append_status::failed);
    REQUIRE(outcome.problem);
    CHECK(outcome.problem->code() == error_code::validation_error);
    for (const auto* const prefix : {"", "a b", "{a}", "a*"}) {
        INFO(prefix);
        CHECK(code_of(redis::open(with.at.url(), in_prefix(prefix))) ==
              error_code::validation_error);
    }
    CHECK(code_of(redis::open("rediss://h", in_prefix("p"))) == error_code::validation_error);
}

TEST_CASE("databases of one server are apart", "[redis]") {
    setting with;
    auto other = redis::open(with.at.url() + "/1", in_prefix(with.prefix)).value();
    append(with.journal, "s", 0, {"a"});
    CHECK(other.streams()->empty());
    CHECK(append_one(other).status == append_status::recorded);
    check_problem(redis::open(with.at.url() + "/9999", in_prefix("p")), {"no database"});
}
