#pragma once

#include <workmem/version.hpp>

#include <cstddef>
#include <string>

namespace workmem::mcp {

/// `0.1.0`: the version of the library.
[[nodiscard]] inline std::string library_version() {
    return std::to_string(WORKMEM_VERSION_MAJOR) + '.' + std::to_string(WORKMEM_VERSION_MINOR) +
           '.' + std::to_string(WORKMEM_VERSION_PATCH);
}

/// What a server says of itself, and what it offers.
struct server_options {
    std::string name = "workmem";
    std::string version = library_version();
    std::string instructions{};  ///< for the model: when to use which tool; empty: none
    bool read_only = false;      ///< offer only the tools that change nothing
    bool output_schemas = true;  ///< describe what tools answer, too
    std::size_t page = 100;      ///< resources in one answer
};

}  // namespace workmem::mcp
