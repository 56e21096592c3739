#include "catch.hpp"

#include <workmem_http/media_type.hpp>

namespace http = workmem::http;

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
