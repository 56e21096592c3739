// Getting something out of the server's files writes all of them anew: once for all that one call
// erases.
#include "any_bundles.hpp"
#include "catch.hpp"
#include "journal_calls.hpp"
#include "redis_server.hpp"

#include <workmem/journal/erasing_together.hpp>
#include <workmem_redis/redis.hpp>

#include <optional>
#include <string>
#include <string_view>

using namespace workmem::journal;
using namespace workmem_test;

namespace {

struct erasing_setting {
    redis_server at;
    redis journal = open();

    erasing_setting() { at.ask({"CONFIG", "SET", "save", "3600 1"}); }

    redis open() const { return redis::open(at.url(), in_prefix("p")).value(); }
    bool is_stored(std::string_view text) const {
        return at.stored().find(text) != std::string::npos;
    }
    // How often its files were written, of either sort: "2 2".
    std::string written() const {
        const auto told = at.ask({"INFO", "commandstats"});
        const auto calls = [&](const std::string& of) {
            const auto key = "cmdstat_" + of + ":calls=";
            const auto found = told.find(key);
            if (found == std::string::npos) return std::string{"0"};
            const auto begin = found + key.size();
            return told.substr(begin, told.find(',', begin) - begin);
        };
        return calls("bgrewriteaof") + ' ' + calls("bgsave");
    }
};

std::optional<std::string> blank(const record&) { return "-"; }

}  // namespace

TEST_CASE("what one call erases from several streams is erased from the server's files once",
          "[redis]") {
    erasing_setting with;
    append(with.journal, "r", 0, {"quokkas at dusk"});
    append(with.journal, "s", 0, {"quokkas at dawn"});
    append(with.journal, "t", 0, {"quokkas at noon"});
    with.at.ask({"SAVE"});
    auto other = with.open();
    {
        erasing_together all;
        CHECK(*with.journal.erase_stream("r"));
        CHECK(with.journal.rewrite("s", blank));
        {
            erasing_together inside;
            CHECK(*other.erase_stream("t"));
            CHECK(inside.finish());
        }
        CHECK(with.written() == "0 0");
        CHECK(with.is_stored("quokkas"));
        CHECK(all.finish());
        CHECK(with.written() == "1 1");
        CHECK_FALSE(with.is_stored("quokkas"));
        CHECK(all.finish());
        CHECK(with.written() == "1 1");
    }
    CHECK(all(with.journal, "s") == "1:- ");

    // By itself each does it at once.
    append(with.journal, "r", 0, {"wombats"});
    CHECK(with.is_stored("wombats"));
    CHECK(*with.journal.erase_stream("r"));
    CHECK_FALSE(with.is_stored("wombats"));
    CHECK(with.written() == "2 2");
}

TEST_CASE("files that cannot be written anew are told of at the end, and are when it is repeated",
          "[redis]") {
    erasing_setting with;
    append(with.journal, "s", 0, {"quokkas"});
    with.at.ask({"ACL", "SETUSER", "default", "-bgrewriteaof"});
    {
        erasing_together all;
        CHECK(with.journal.rewrite("s", blank));
        const auto done = all.finish();
        REQUIRE_FALSE(done);
        CHECK(done.error().code() == workmem::error_code::storage_error);
        CHECK(done.error().details().back().name == "left_in");
    }
    CHECK(with.is_stored("quokkas"));
    with.at.ask({"ACL", "SETUSER", "default", "+bgrewriteaof"});
    erasing_together all;
    CHECK(with.journal.rewrite("s", blank));
    CHECK(all.finish());
    CHECK_FALSE(with.is_stored("quokkas"));
}

TEST_CASE("what an agent forgets for good is in no file, which takes one writing", "[redis]") {
    erasing_setting with;
    workmem::basic_agent_memory<over_any> agent{{}, {.journal = with.journal}};
    const auto id = agent.memorize("quokkas sleep at noon").id;
    agent.keep(id);
    CHECK(with.is_stored("quokkas"));
    CHECK(agent.forget(id, true) == 2);
    CHECK_FALSE(with.is_stored("quokkas"));
    CHECK(with.written() == "1 1");
}
