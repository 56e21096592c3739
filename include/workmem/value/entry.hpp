#pragma once

#include <workmem/time/timestamp.hpp>
#include <workmem/value/attribute.hpp>

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

/// One entity as a memory holds it, seen from outside: what resolvers and prompt formats read.
/// A view; the next change of the memory invalidates it. Whatever the entity's C++ type is, this
/// is what the library knows of it.
struct entry {
    std::string_view type{};
    std::string_view id{};
    std::string_view name{};
    std::string_view slug{};                     ///< its name in addresses, or its page's address
    const attribute_list* attributes = nullptr;  ///< null where the entity type has none
    bool unnamed = false;

    timestamp time{};               ///< last change or touch
    std::uint64_t order = 0;        ///< grows with every touch: greater is more recent
    std::uint64_t observation = 0;  ///< the `observe` call that last returned it; 0: none did
    std::uint32_t rank = 0;         ///< 1-based place in that result; 0 for a single result
    std::uint32_t access_count = 0;
    strength level = strength::returned;  ///< the strongest touch so far
    std::uint32_t number = 0;             ///< in the order in which they came in, from 1
    std::uint32_t slot = 0;               ///< where it stands; stable while it is held
};

}  // namespace workmem
