#pragma once

#include <workmem/detail/cxx20.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

/// The Model Context Protocol, spoken by a server: JSON-RPC 2.0 between an agent's program and its
/// tools. Facts from https://modelcontextprotocol.io/specification, revisions 2024-11-05 to
/// 2025-11-25 (with a handshake) and 2026-07-28 (stateless).
namespace workmem::mcp {

/// Revisions that begin with `initialize`, oldest first.
inline constexpr std::array<std::string_view, 4> legacy_versions{"2024-11-05", "2025-03-26",
                                                                 "2025-06-18", "2025-11-25"};
/// Revisions in which several messages may come as one, a JSON-RPC batch.
inline constexpr std::array<std::string_view, 2> batch_versions{"2024-11-05", "2025-03-26"};
/// Revisions in which every request says who asks.
inline constexpr std::array<std::string_view, 1> stateless_versions{"2026-07-28"};

template <auto& Versions>
[[nodiscard]] constexpr bool is_one_of(std::string_view version) noexcept {
    return std::find(Versions.begin(), Versions.end(), version) != Versions.end();
}

/// The most messages of a batch.
inline constexpr std::size_t max_batch = 256;

namespace meta {
inline constexpr std::string_view protocol_version = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view client_capabilities =
    "io.modelcontextprotocol/clientCapabilities";
inline constexpr std::string_view log_level = "io.modelcontextprotocol/logLevel";
inline constexpr std::string_view server_info = "io.modelcontextprotocol/serverInfo";
}  // namespace meta

/// What a JSON-RPC error is about.
enum class rpc_code : int {
    parse_error = -32700,
    invalid_request = -32600,
    method_not_found = -32601,
    invalid_params = -32602,
    internal_error = -32603,   ///< a bug, or no memory
    header_mismatch = -32020,  ///< what stands before a message says something else
    missing_client_capability = -32021,
    unsupported_protocol_version = -32022,
};

}  // namespace workmem::mcp
