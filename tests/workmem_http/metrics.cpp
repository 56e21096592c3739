// What is counted, as Prometheus reads it.
#include "catch.hpp"

#include <workmem_http/metrics.hpp>

#include <chrono>

using namespace std::chrono_literals;
using workmem_test::contains;

TEST_CASE("requests and calls are counted with how long they took", "[http]") {
    workmem::http::metrics counts;
    counts.note_request(200, 2ms);
    counts.note_request(200, 20s);
    counts.note_request(404, 0ns);
    counts.note_call("add", "done", 4ms);
    counts.note_call("add", "refused", 1us);
    counts.note_call("add", "done", 1us);
    const auto text = counts.to_prometheus({.sessions = 3, .connections = 2});
    for (const auto* const line :
         {"workmem_sessions 3\n", "workmem_connections 2\n",
          "workmem_http_requests_total{status=\"200\"} 2\n",
          "workmem_http_requests_total{status=\"404\"} 1\n",
          "workmem_http_request_seconds_bucket{le=\"0.001\"} 1\n",
          "workmem_http_request_seconds_bucket{le=\"0.0025\"} 2\n",
          "workmem_http_request_seconds_bucket{le=\"10\"} 2\n",
          "workmem_http_request_seconds_bucket{le=\"+Inf\"} 3\n",
          "workmem_http_request_seconds_sum 20.002\n", "workmem_http_request_seconds_count 3\n",
          "workmem_tool_calls_total{tool=\"add\",outcome=\"done\"} 2\n",
          "workmem_tool_calls_total{tool=\"add\",outcome=\"refused\"} 1\n",
          "workmem_tool_seconds_bucket{tool=\"add\",le=\"0.005\"} 3\n",
          "workmem_tool_seconds_sum{tool=\"add\"} 0.004002\n",
          "workmem_tool_seconds_count{tool=\"add\"} 3\n"})
        CHECK_THAT(text, contains(line));
    CHECK_THAT(text, contains("# TYPE workmem_tool_seconds histogram\n"));
}
