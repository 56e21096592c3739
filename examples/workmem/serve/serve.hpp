// `workmem serve`: the memories as tools of a Model Context Protocol server over HTTP.
#pragma once

#include "../served/memories.hpp"
#include "../served/offer.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace workmem_program {

struct serve_options {
    std::string store{};       ///< as for `mcp`; of everybody, where there are no tokens
    std::string project{"."};  ///< likewise
    std::string tenants{};     ///< the folder of the tenants' stores; empty: in the data folder
    std::string tokens{};      ///< the file of the tokens; empty: in the data folder
    tool_offer offered{};
    memories_options kept{};
    std::string address{"127.0.0.1"};
    int port = 8'642;                  ///< 0: one that is free
    std::vector<std::string> hosts{};  ///< names beside those of this machine's own
    double rate = 1'000;               ///< requests of a tenant in a second
    std::size_t max_connections = 2'048;
    std::size_t request_seconds = 20;  ///< to send a request and read its answer
    std::size_t idle_seconds = 60;     ///< between two requests
    std::size_t tenant_seconds = 600;  ///< that a tenant's store stays open when nobody uses it
};

}  // namespace workmem_program
