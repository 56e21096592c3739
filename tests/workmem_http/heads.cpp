// What a request says before its body: media types, hosts, headers that say the message again.
#include "catch.hpp"

#include <workmem_http/events.hpp>
#include <workmem_http/host.hpp>
#include <workmem_http/media_type.hpp>
#include <workmem_http/message.hpp>
#include <workmem_http/mirrored.hpp>

#include <string>

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

TEST_CASE("a body is JSON in UTF-8", "[http]") {
    for (const auto* const good :
         {"application/json", "Application/JSON", "application/json ",
          "application/json; charset=utf-8", "application/json;CHARSET=\"UTF-8\";x=y"})
        CHECK(http::is_json(good));
    for (const auto* const bad :
         {"", "json", "text/json", "application/jsonx", "application/json+x",
          "application/json; charset=utf-16", "text/plain, application/json"})
        CHECK_FALSE(http::is_json(bad));
}

TEST_CASE("JSON is accepted by its name or by a range that it is in", "[http]") {
    for (const auto* const good : {"application/json", "text/html, application/json;q=0.1", "*/*",
                                   "application/*", "text/event-stream,application/json"})
        CHECK(http::accepts_json(good));
    for (const auto* const bad : {"", "text/event-stream", "application/json;q=0",
                                  "application/json; Q=0.000", "*/json", "text/*"})
        CHECK_FALSE(http::accepts_json(bad));
}

TEST_CASE("a stream of events is accepted by its name alone", "[http]") {
    for (const auto* const good : {"text/event-stream", "application/json, Text/Event-Stream;q=0.1",
                                   "text/event-stream;charset=utf-8,*/*"})
        CHECK(http::accepts_events(good));
    for (const auto* const bad :
         {"", "*/*", "text/*", "text/event-stream;q=0", "text/event-streams", "event-stream"})
        CHECK_FALSE(http::accepts_events(bad));
}

TEST_CASE("an event is a chunk of the body", "[http]") {
    std::string event, body;
    http::append_event(event, "{}");
    CHECK(event == "event: message\ndata: {}\n\n");
    http::append_chunk(body, event);
    http::append_chunk(body, std::string(4'096, 'x'));
    http::append_chunk(body, {});
    CHECK(body == "19\r\n" + event + "\r\n1000\r\n" + std::string(4'096, 'x') + "\r\n0\r\n\r\n");
}

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

TEST_CASE("a header may hold any text as Base64", "[http]") {
    CHECK(http::decoded_header("tools") == "tools");
    CHECK(http::decoded_header("=?base64?SGVsbG8=?=") == "Hello");
    CHECK(http::decoded_header("=?base64?SGVsbG8h?=") == "Hello!");
    CHECK(http::decoded_header("=?base64?SA==?=") == "H");
    CHECK(http::decoded_header("=?base64?"
                               "?=") == "");
    // Not of this form: as it is.
    CHECK(http::decoded_header("=?base64?SGVsbG8=") == "=?base64?SGVsbG8=");
    CHECK(http::decoded_header("SGVsbG8=") == "SGVsbG8=");
    for (const auto* const bad : {"=?base64?SGVsbG8?=", "=?base64?SGVs!!!bG8=?=", "=?base64?====?=",
                                  "=?base64?SG=s?=", "=?base64?A?="})
        CHECK_FALSE(http::decoded_header(bad));
}
