// What the module that speaks HTTP exports: servers, and a client of models.
#pragma once

#include "page_server.hpp"
#include "serve.hpp"

#include "../chat_model.hpp"
#include "../module.hpp"

#include <ostream>
#include <string>

namespace workmem_program {

struct http_module {
    module_head head;
    /// Serves until SIGTERM or SIGINT, and answers what has come by then. 0 then; 2 where the store
    /// or the port cannot be opened, with a line to `log`.
    int (*serve)(const serve_options& options, std::ostream& log);
    /// Makes a token for `TENANT` or `TENANT:reader` and prints it, once.
    int (*add_token)(const serve_options& options, const std::string& whose, std::ostream& out);
    /// Takes out the token with that id.
    int (*remove_token)(const serve_options& options, const std::string& id, std::ostream& out);
    /// Prints the ids of the tokens, and their tenants.
    int (*list_tokens)(const serve_options& options, std::ostream& out);
    decltype(&workmem_program::chat_model) chat_model;
    decltype(&workmem_program::serve_page) serve_page;
};

inline constexpr module_file http_file{"workmem-http.so", "libcpp-httplib", "libcpp-httplib-dev"};

/// Errors: `storage_error`, where it is missing.
[[nodiscard]] inline workmem::result<const http_module*> open_http() {
    return open_module<http_module>(http_file);
}

}  // namespace workmem_program
