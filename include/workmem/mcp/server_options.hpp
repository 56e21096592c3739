#pragma once

#include <workmem/version.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

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
    bool notifies = true;        ///< the client can be told something unasked
    std::size_t page = 100;      ///< resources in one answer
    /// From then on a call tells how far it has come, to clients that ask for that, and is logged
    /// as a warning when it ends.
    std::chrono::milliseconds slow_after{1'000};
    /// Hears of each call of a tool when it is answered: the tool, whether it succeeded, and how
    /// long it took.
    std::function<void(std::string_view tool, bool succeeded, std::chrono::nanoseconds)> on_call{};
};

}  // namespace workmem::mcp
