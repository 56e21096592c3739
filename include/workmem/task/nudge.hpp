#pragma once

#include <workmem/detail/enum_names.hpp>
#include <workmem/journal/fields.hpp>
#include <workmem/time/timestamp.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace workmem {

enum class nudge_priority : std::uint8_t { low, normal, high, urgent };

namespace detail {
inline constexpr std::string_view nudge_names[]{"low", "normal", "high", "urgent"};
}
[[nodiscard]] constexpr std::string_view to_string(nudge_priority value) noexcept {
    return detail::name_of(value, detail::nudge_names);
}
[[nodiscard]] constexpr bool parse_name(std::string_view name, nudge_priority& into) noexcept {
    return detail::parse_name_of(name, detail::nudge_names, into);
}

/// A message to an agent, which waits in its inbox until it is acknowledged.
struct nudge {
    std::string id{};
    timestamp sent_at{};
    std::string from{};
    std::string target{};  ///< an agent, or `orchestrator`: whoever leads
    std::string message{};
    nudge_priority priority = nudge_priority::normal;
    std::optional<timestamp> acknowledged_at{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("id", self.id);
        archive("sent_at", self.sent_at);
        archive.maybe("from", self.from);
        archive("target", self.target);
        archive("message", self.message, journal::erasable);
        archive("priority", self.priority);
        archive.maybe("acknowledged_at", self.acknowledged_at);
    }
    friend bool operator==(const nudge&, const nudge&) = default;
};
struct new_nudge {
    std::string target{};  ///< an agent, `orchestrator`, or `all`: a copy to each known agent
    std::string message{};
    nudge_priority priority = nudge_priority::normal;
};

}  // namespace workmem
