// `workmem inspect --serve`: the page over HTTP, to this machine alone.
#pragma once

#include "../inspect/served_page.hpp"

#include <ostream>
#include <string_view>

namespace workmem_program {

struct page_server_options {
    int port = 0;  ///< 0: one that is free
    bool allow_changes = false;
};

/// Serves a page on 127.0.0.1 until SIGTERM or SIGINT, to clients that know its address: a random
/// token is in its path, and `log` is told it once. `GET` of the path is the page, `events` below it is what
/// comes after, as server-sent events, and what is sent to `changes` with `POST` by the page itself
/// is a change where that is allowed. 0 then; 2 where the port cannot be opened.
int serve_page(served_page& page, const page_server_options& options, std::ostream& log);

}  // namespace workmem_program
