#include "catch.hpp"

#include <workmem_http/message.hpp>

#include <string>
#include <vector>

namespace http = workmem::http;

TEST_CASE("a header is found by its name in whatever case, without spaces around it", "[http]") {
    const http::request head{"GET", "/", {{"Accept", " a "}, {"ACCEPT", "b"}, {"X", ""}}};
    CHECK(head.find("accept") == "a");
    CHECK(head.count("Accept") == 2);
    CHECK(head.find("x") == "");
    CHECK_FALSE(head.find("acceptance"));
}

TEST_CASE("headers are read as they were sent", "[http]") {
    const auto read = http::parse_headers("GET / HTTP/1.1\r\nA:  b%20c \r\nEmpty:\r\n\r\nD: e\r\n");
    REQUIRE(read);
    CHECK(*read == std::vector<http::header>{{"A", "b%20c"}, {"Empty", ""}});
    for (const auto* const bad :
         {"", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nA: b\r\n", "GET /\r\nA\r\n\r\n",
          "GET /\r\n: b\r\n\r\n", "GET /\r\nA : b\r\n\r\n", "GET /\r\nA: b\r\n c\r\n\r\n",
          "GET /\r\nA: b\nC: d\r\n\r\n"})
        CHECK_FALSE(http::parse_headers(bad));
}
