#pragma once

#include <workmem/detail/cxx20.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace workmem {

/// How easily an item goes when there is no room, first to last.
enum class eviction_class : std::uint8_t {
    forgotten,          ///< softly forgotten
    expired,            ///< beyond its time to live, and not important
    low_importance,     ///< below the low threshold
    ordinary,           ///< the rest below the high threshold
    expired_important,  ///< beyond its time to live, at or above the high threshold
    important,          ///< only when nothing else is left, and only under a soft guard
    pinned              ///< never
};

[[nodiscard]] constexpr std::string_view to_string(eviction_class value) noexcept {
    constexpr std::string_view names[]{"forgotten", "expired",           "low_importance",
                                       "ordinary",  "expired_important", "important",
                                       "pinned"};
    return names[static_cast<std::size_t>(value)];
}

/// Why an item left a bounded store.
enum class removal_reason : std::uint8_t {
    soft_forgotten,     ///< evicted: it was softly forgotten
    expired,            ///< evicted or swept: beyond its time to live
    low_importance,     ///< evicted: below the low threshold
    oldest,             ///< evicted: the oldest of ordinary importance
    expired_important,  ///< evicted: important, but beyond its time to live
    guard_overridden,   ///< evicted: important, but nothing else was there, or too much of it
    least_worth,        ///< evicted: picked by a policy that does not go by importance
    group,              ///< evicted because its group was
    superseded,         ///< a newer item has its key
    instructed,         ///< forgotten by an instruction
    cleared,
    replaced,  ///< other content was loaded
    erased
};

[[nodiscard]] constexpr std::string_view to_string(removal_reason value) noexcept {
    constexpr std::string_view names[]{
        "soft_forgotten",   "expired",     "low_importance", "oldest",     "expired_important",
        "guard_overridden", "least_worth", "group",          "superseded", "instructed",
        "cleared",          "replaced",    "erased"};
    return names[static_cast<std::size_t>(value)];
}

/// Reads what `to_string` writes; false, and nothing changed, for any other text.
[[nodiscard]] constexpr bool parse_name(std::string_view text, removal_reason& out) noexcept {
    for (int i = 0; i <= static_cast<int>(removal_reason::erased); ++i) {
        if (to_string(static_cast<removal_reason>(i)) != text) continue;
        out = static_cast<removal_reason>(i);
        return true;
    }
    return false;
}

/// Whether its time to live was over.
[[nodiscard]] constexpr bool is_expiration(removal_reason value) noexcept {
    return value == removal_reason::expired || value == removal_reason::expired_important;
}

/// Whether it left for want of room.
[[nodiscard]] constexpr bool is_eviction(removal_reason value) noexcept {
    return value <= removal_reason::group;
}

}  // namespace workmem
