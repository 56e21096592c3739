#pragma once

#include <workmem/detail/cxx20.hpp>

#include <string>
#include <vector>

namespace workmem::mcp {

/// Something a client can read, by its URI.
struct resource {
    std::string uri;
    std::string name;
    std::string description{};
    std::string mime_type{"text/plain"};
};

/// What it holds.
struct resource_content {
    std::string text;
    std::string mime_type{"text/plain"};
    bool is_base64 = false;  ///< the text stands for bytes
};

/// Some of them, by name.
struct resource_page {
    std::vector<resource> resources{};
    std::string next{};  ///< goes on after this one; empty: this is the end
};

}  // namespace workmem::mcp
