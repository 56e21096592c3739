#include "catch.hpp"

#include <workmem_http/host.hpp>

#include <utility>

namespace http = workmem::http;

TEST_CASE("a host stands before its port", "[http]") {
    CHECK(http::host_of("localhost") == "localhost");
    CHECK(http::host_of("localhost:80") == "localhost");
    CHECK(http::host_of("[::1]") == "[::1]");
    CHECK(http::host_of("[::1]:8080") == "[::1]");
    for (const auto* const bad :
         {"", ":80", "a:", "a:b", "a:123456", "[::1", "[::1]x", "a b", "a/b", "a@b", "a,b", "::1"})
        CHECK_FALSE(http::host_of(bad));
}

TEST_CASE("a server answers to its names, from pages of its names", "[http]") {
    const http::host_names own{{"memory.example"}};
    for (const auto* const good :
         {"localhost", "LOCALHOST:1", "127.0.0.1:80", "127.9.9.9", "[::1]", "Memory.Example:443"})
        CHECK(own.allows_host(good));
    for (const auto* const bad :
         {"evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "10.0.0.1",
          "memory.example.evil", "x.memory.example", "0.0.0.0", "[::2]"})
        CHECK_FALSE(own.allows_host(bad));
    CHECK(own.allows_origin("https://memory.example"));
    CHECK(own.allows_origin("HTTP://localhost:3000"));
    for (const auto* const bad : {"", "null", "memory.example", "https://", "https://evil.example",
                                  "https://memory.example/x", "file://localhost"})
        CHECK_FALSE(own.allows_origin(bad));
}

TEST_CASE("a proxy asks for a path with the server's name before it", "[http]") {
    for (const auto& [target, path] : {std::pair{"/mcp", "/mcp"},
                                       {"http://localhost:1/mcp", "/mcp"},
                                       {"HTTP://a/b/c", "/b/c"},
                                       {"http://localhost", "/"},
                                       {"https://a/b", "https://a/b"},
                                       {"", ""}})
        CHECK(http::path_of(target) == path);
}

TEST_CASE("no other machine reaches a loopback address", "[http]") {
    for (const auto* const own : {"localhost", "LocalHost", "127.0.0.1", "127.1", "::1", "[::1]"})
        CHECK(http::is_loopback(own));
    for (const auto* const other :
         {"", "0.0.0.0", "128.0.0.1", "127.0.0.1.example", "::", "localhost."})
        CHECK_FALSE(http::is_loopback(other));
}
