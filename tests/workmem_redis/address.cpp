#include "catch.hpp"
#include "journal_calls.hpp"

#include <workmem_redis/address.hpp>

#include <string>
#include <string_view>

using workmem::error_code;
using workmem::journal::redis_url;
using workmem_test::code_of;
using workmem_test::contains;

TEST_CASE("an address has a host, a port, a database, and who asks", "[redis]") {
    const auto all = redis_url::read("redis://ann:p%40ss%3a%2F@example.org:7000/3").value();
    CHECK(all.host == "example.org");
    CHECK(all.port == "7000");
    CHECK(all.database == "3");
    CHECK(all.user == "ann");
    CHECK(all.password == "p@ss:/");
    CHECK(all.text() == "redis://example.org:7000/3");
    CHECK(redis_url::read("redis://").value().text() == "redis://localhost:6379/0");
    CHECK(redis_url::read("redis://h").value().text() == "redis://h:6379/0");
    CHECK(redis_url::read("redis://h/").value().text() == "redis://h:6379/0");
    CHECK(redis_url::read("redis://:pw@h").value().password == "pw");
    CHECK(redis_url::read("redis://a:b@c@h").value().host == "h");
    CHECK(redis_url::read("redis://[::1]:7000/1").value().host == "::1");
    CHECK(redis_url::read("redis://[::1]:7000/1").value().text() == "redis://[::1]:7000/1");
}

TEST_CASE("what is no address says so, and shows no password", "[redis]") {
    for (const std::string_view bad :
         {"", "localhost", "http://h", "redis:h", "redis://h:0", "redis://h:65536", "redis://h:x",
          "redis://h:", "redis://h/x", "redis://h/1/2", "redis://h/-1", "redis://h?db=1",
          "redis://secret@h", "redis://a:%zzsecret@h", "redis://a:secret%4@h", "redis://[::1",
          "redis://[::1]x", "redis://[]", "redis://a:secret@h:port"}) {
        INFO(bad);
        const auto read = redis_url::read(bad);
        CHECK(code_of(read) == error_code::validation_error);
        CHECK(read.error().message().find("secret") == std::string::npos);
    }
    const auto with_tls = redis_url::read("rediss://ann:secret@h");
    CHECK(code_of(with_tls) == error_code::validation_error);
    CHECK_THAT(with_tls.error().message(), contains("TLS") && contains("stunnel"));
    CHECK(with_tls.error().message().find("secret") == std::string::npos);
}
