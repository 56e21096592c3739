#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace workmem::mcp {

/// What a client wants to be completed: a value that a user is typing.
struct completed_argument {
    enum class owner : std::uint8_t { prompt, resource };

    owner of = owner::prompt;
    std::string_view name{};      ///< of the prompt, or the template of the resource's URI
    std::string_view argument{};  ///< of the prompt, or a variable of the template
    std::string_view value{};     ///< so far
};

}  // namespace workmem::mcp
