#include "catch.hpp"

#include <workmem_redis/keys.hpp>

#include <set>
#include <string>
#include <string_view>

using namespace workmem::journal;

TEST_CASE("no name of a stream leaves its braces, and no two share a key", "[redis]") {
    std::set<std::string> keys;
    const std::string_view names[]{"",   "s", "}",  "{",  "%7D", "}:log", "s}",    "a b",
                                   "\n", "%", "%%", "\r", "ä",   "é",     "S:log", "s:log"};
    for (const auto name : names) {
        const redis_keys of{"p", name};
        for (const auto& key : {of.meta, of.log, of.snapshots, of.copy}) {
            INFO(key);
            CHECK(keys.insert(key).second);
            CHECK(key.starts_with("{p:"));
            CHECK(key.find('}') == key.rfind('}'));
            CHECK(key.find('{', 1) == std::string::npos);
        }
    }
    CHECK(redis_keys{"p", "a/b c"}.log == "{p:a/b%20c}:log");
    CHECK(redis_keys{"p", {"\0", 1}}.log == "{p:%00}:log");
}

TEST_CASE("a prefix is short and closes no braces", "[redis]") {
    for (const auto* const good : {"a", "workmem", "A-1_b.c:d"}) CHECK(is_redis_prefix(good));
    CHECK(is_redis_prefix(std::string(64, 'a')));
    for (const auto* const bad : {"", " ", "a b", "a{", "a}", "a/b", "a%", "ä", "a\n"}) {
        INFO(bad);
        CHECK_FALSE(is_redis_prefix(bad));
    }
    CHECK_FALSE(is_redis_prefix(std::string(65, 'a')));
    CHECK_FALSE(is_redis_prefix({"a\0", 2}));
    CHECK(redis_registry("a") == "a:streams");
}
