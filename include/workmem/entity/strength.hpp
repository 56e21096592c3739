#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace workmem {

/// How strongly an entity came to attention, weakest first. From `offered` on it counts as
/// *named*: it outlives what merely came back in a list, and references prefer it.
enum class strength : std::uint8_t {
    returned,   ///< one of a list's results
    read,       ///< looked up by the program
    offered,    ///< named by the assistant
    mentioned,  ///< named by the user, or the single result of a call
    chosen,     ///< what a reference resolved to
    acted_on    ///< the target of a tool call
};

[[nodiscard]] constexpr bool is_named(strength value) noexcept {
    return value >= strength::offered;
}

[[nodiscard]] constexpr std::string_view to_string(strength value) noexcept {
    constexpr std::string_view names[]{"returned",  "read",   "offered",
                                       "mentioned", "chosen", "acted_on"};
    return names[static_cast<std::size_t>(value)];
}

/// Reads what `to_string` writes; false, and nothing changed, for any other text.
[[nodiscard]] constexpr bool parse_name(std::string_view text, strength& out) noexcept {
    for (int i = 0; i <= static_cast<int>(strength::acted_on); ++i) {
        if (to_string(static_cast<strength>(i)) != text) continue;
        out = static_cast<strength>(i);
        return true;
    }
    return false;
}

/// Who said an utterance that a memory hears.
enum class role : std::uint8_t { user, assistant };

}  // namespace workmem
