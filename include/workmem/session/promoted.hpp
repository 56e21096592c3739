#pragma once

#include <workmem/session/limits.hpp>
#include <workmem/session/session_memory.hpp>
#include <workmem/value/attribute.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

namespace workmem {

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
    // The first reserved name is that of relations.
    static_assert(reserved_metadata.size() == 7);
    for (std::size_t i = 0; i < values.size(); ++i)
        out.push_back({std::string{reserved_metadata[i + 1]}, values[i]});
    return out;
}

/// Whether the metadata of a long-term memory say that it came from that memory of that session.
[[nodiscard]] inline bool is_promoted_from(const attribute_list& metadata, std::string_view session,
                                           std::string_view id) {
    const auto says = [&](std::string_view name, std::string_view text) {
        const auto* const value = find_attribute(metadata, name);
        const auto* const said = value == nullptr ? nullptr : std::get_if<std::string>(value);
        return said != nullptr && *said == text;
    };
    return says("working_memory_id", id) && says("working_memory_session", session);
}

}  // namespace workmem
