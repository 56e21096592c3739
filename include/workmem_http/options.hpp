#pragma once

#include <workmem_http/rate_limit.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace workmem::http {

/// What an endpoint allows.
struct endpoint_options {
    std::string path{"/mcp"};
    std::vector<std::string> hosts{};  ///< names it has beside those of this machine's own
    std::size_t max_body_bytes = std::size_t{4} << 20;
    rate each_tenant{};
    std::size_t max_sessions = 10'000;
    std::size_t max_sessions_each = 2'000;  ///< of a tenant
    std::size_t max_waiting_each = 64;  ///< requests of a session that wait: each has a connection
    std::chrono::seconds session_life = std::chrono::hours{24};  ///< after its last request
    std::chrono::seconds spare_life = std::chrono::minutes{10};  ///< of what answers without one
    std::chrono::milliseconds answer_time = std::chrono::minutes{2};  ///< of a client that is asked
    /// How often, while requests come, what is not used any more is let go.
    std::chrono::seconds tidy_every = std::chrono::minutes{1};
    std::function<void()> tidies{};  ///< called then for what else there is; empty: nothing
};

/// How connections are kept.
struct listener_options {
    std::string address{"127.0.0.1"};
    int port = 8'642;  ///< 0: one that is free
    std::size_t max_connections = 2'048;
    std::chrono::milliseconds request_time = std::chrono::seconds{20};  ///< to send one, and read
                                                                        ///< its answer
    std::chrono::milliseconds idle_time = std::chrono::seconds{60};     ///< between two requests
    /// Connections that have not authenticated: half of all at most, and so many of an address, an
    /// IPv6 network of 64 bits being one. One that is older than `newcomer_time` is closed for the
    /// next.
    std::size_t max_newcomers_each = 256;
    std::chrono::milliseconds newcomer_time = std::chrono::seconds{1};
};

}  // namespace workmem::http
