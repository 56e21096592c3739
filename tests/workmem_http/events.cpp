#include "catch.hpp"

#include <workmem_http/events.hpp>

#include <string>

namespace http = workmem::http;

TEST_CASE("an event is a chunk of the body", "[http]") {
    std::string event, body;
    http::append_event(event, "{}");
    CHECK(event == "event: message\ndata: {}\n\n");
    http::append_chunk(body, event);
    http::append_chunk(body, std::string(4'096, 'x'));
    http::append_chunk(body, {});
    CHECK(body == "19\r\n" + event + "\r\n1000\r\n" + std::string(4'096, 'x') + "\r\n0\r\n\r\n");
}
