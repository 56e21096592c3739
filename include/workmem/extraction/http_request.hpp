#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/tool_name.hpp>
#include <workmem/text/json_view.hpp>

#include <string>

namespace workmem::extraction {

/// A request as a call of a tool of its own.
struct requested_call {
    std::string tool{};       ///< `list_routes`; empty: the call sends no request
    std::string arguments{};  ///< JSON: what was sent, and the id that the path ends in
};

/// Reads the call of a tool that sends whatever request it is given: `http_get({"path":
/// "/depots/leeds/routes"})` lists routes, `request({"method": "POST", "path": "/orders", "body":
/// {…}})` creates an order, `POST /orders/5/cancel` cancels order 5. Looks at no more than the
/// method, 16 segments of the path and 64 members of what was sent.
[[nodiscard]] requested_call read_request(const tool_name& tool, const text::json_view& arguments);

}  // namespace workmem::extraction

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/http_request.ipp>
#endif
