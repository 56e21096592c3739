#pragma once

#include <workmem/detail/cxx20.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace workmem {

/// A byte-pair vocabulary together with how it cuts a text before pairs merge.
enum class token_encoding : std::uint8_t {
    o200k,  ///< o200k_base: GPT-4o and later
    cl100k  ///< cl100k_base: GPT-3.5 and GPT-4
};

[[nodiscard]] constexpr std::string_view to_string(token_encoding encoding) noexcept {
    return encoding == token_encoding::o200k ? "o200k" : "cl100k";
}

/// The encoding a name or the path of a rank file stands for (`o200k_base.tiktoken`), if any:
/// only what follows the last slash counts.
[[nodiscard]] constexpr std::optional<token_encoding> encoding_named(
    std::string_view name) noexcept {
    const auto slash = name.find_last_of("/\\");
    if (slash != std::string_view::npos) name.remove_prefix(slash + 1);
    for (const auto each : {token_encoding::o200k, token_encoding::cl100k})
        if (name.substr(0, to_string(each).size()) == to_string(each)) return each;
    return std::nullopt;
}

}  // namespace workmem
