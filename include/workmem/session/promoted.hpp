#pragma once

#include <workmem/session/session_memory.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace workmem {

/// What promotion adds to metadata; reserved for it.
inline constexpr std::array<std::string_view, 6> promotion_keys{
    "promoted_from_working", "working_memory_id",         "working_memory_session",
    "promotion_reason",      "access_count_at_promotion", "importance_at_promotion"};

/// Whether metadata of a caller may not have this name.
[[nodiscard]] constexpr bool is_reserved_key(std::string_view name) noexcept {
    return name == "relations" ||
           std::find(promotion_keys.begin(), promotion_keys.end(), name) != promotion_keys.end();
}

/// The metadata of a memory in long-term memory: its own, then where it comes from, as texts.
[[nodiscard]] inline attribute_list promoted_metadata(const std::string& session,
                                                      const session_memory& memory,
                                                      promotion_reason reason,
                                                      importance_score importance) {
    attribute_list out = memory.metadata;
    const std::array<std::string, 6> values{"true",
                                            memory.id,
                                            session,
                                            is_automatic(reason) ? "auto" : "manual",
                                            std::to_string(memory.access_count),
                                            to_string(importance)};
    for (std::size_t i = 0; i < values.size(); ++i)
        out.push_back({std::string{promotion_keys[i]}, values[i]});
    return out;
}

}  // namespace workmem
