// `workmem serve`: the memories as tools of a Model Context Protocol server over HTTP.
#pragma once

#include "../served/memories.hpp"
#include "../served/offer.hpp"

#include <cstddef>
#include <ostream>
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

/// Serves until SIGTERM or SIGINT, and answers what has come by then. 0 then; 2 where the store or
/// the port cannot be opened, with a line to `log`.
int run_serve(const serve_options& options, std::ostream& log);

/// Makes a token for `TENANT` or `TENANT:reader` and prints it, once.
int run_add_token(const serve_options& options, const std::string& whose, std::ostream& out);
/// Takes out the token with that id.
int run_remove_token(const serve_options& options, const std::string& id, std::ostream& out);
/// Prints the ids of the tokens, and whose they are.
int run_list_tokens(const serve_options& options, std::ostream& out);

}  // namespace workmem_program
