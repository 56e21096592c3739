#pragma once

#include <workmem_http/rate_limit.hpp>

#include <chrono>
#include <cstddef>
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
    std::chrono::seconds session_life = std::chrono::hours{24};       ///< after its last request
    std::chrono::milliseconds answer_time = std::chrono::minutes{2};  ///< of a client that is asked
};

/// How connections are kept.
struct listener_options {
    std::string address{"127.0.0.1"};
    int port = 8'642;  ///< 0: one that is free
    std::size_t max_connections = 2'048;
    std::chrono::milliseconds request_time = std::chrono::seconds{20};  ///< to send one, and read
                                                                        ///< its answer
    std::chrono::milliseconds idle_time = std::chrono::seconds{60};     ///< between two requests
};

}  // namespace workmem::http
