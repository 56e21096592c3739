#pragma once

#include <workmem/detail/cxx20.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace workmem {

/// Why an entity, or the older value of one, is gone.
enum class removal_cause : std::uint8_t {
    removed,      ///< by a call, or because a delete tool acted on it
    replaced,     ///< a newer value of the same entity came in
    expired,      ///< untouched for its time to live
    capacity,     ///< others needed the place
    token_budget  ///< others needed the tokens
};

[[nodiscard]] constexpr std::string_view to_string(removal_cause cause) noexcept {
    constexpr std::string_view names[]{"removed", "replaced", "expired", "capacity",
                                       "token_budget"};
    return names[static_cast<std::size_t>(cause)];
}

/// Reads what `to_string` writes; false, and nothing changed, for any other text.
[[nodiscard]] constexpr bool parse_name(std::string_view text, removal_cause& out) noexcept {
    for (int i = 0; i <= static_cast<int>(removal_cause::token_budget); ++i) {
        if (to_string(static_cast<removal_cause>(i)) != text) continue;
        out = static_cast<removal_cause>(i);
        return true;
    }
    return false;
}

}  // namespace workmem
