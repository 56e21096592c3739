#pragma once

#include <workmem/bounded/audit.hpp>
#include <workmem/bounded/item.hpp>
#include <workmem/bounded/options.hpp>
#include <workmem/bounded/removal_reason.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace workmem {

/// How full a store is, and by which rules it makes room.
struct capacity_info {
    std::int64_t items = 0;
    std::int64_t tokens = 0;
    std::int64_t max_items = 0;
    std::int64_t max_tokens = 0;
    std::int64_t available_items = 0;
    std::int64_t available_tokens = 0;
    std::int64_t forgotten_items = 0;  ///< softly; they still take room
    std::int64_t pinned_items = 0;
    std::int64_t pinned_tokens = 0;
    std::int64_t step = 0;  ///< the present turn
    double importance_threshold_low = 0;
    double importance_threshold_high = 0;
    importance_protection guard = importance_protection::soft;
    std::string eviction_policy{};  ///< in words
};

/// Something that was found.
struct remembered {
    item value{};
    std::uint64_t score = 0;  ///< of the ranking, in its parts per million; 0 without a prompt
    /// It does not answer the prompt itself, but was stored near one that does.
    bool is_neighbour = false;
};

/// Where an item comes from, and what would become of it.
struct item_explanation {
    item value{};
    eviction_class standing = eviction_class::ordinary;
    bool expired = false;
    bool recent = false;  ///< of the last steps that count as recent
    std::int64_t age_in_steps = 0;
    milliseconds age{0};
    std::string text{};  ///< all of it as a sentence; stored text in it is quoted
};

namespace detail {

[[nodiscard]] inline std::string in_words(const bounded_options& options, bool by_class) {
    if (!by_class)
        return "the eviction policy picks; pinned items never go; beyond the limits " +
               std::string{"something goes, or the newcomer is refused"};
    return "first softly forgotten items, then those beyond their time to live, then importance "
           "below " +
           to_string(importance_score::from(options.importance_threshold_low)
                         .value_or(importance_score{})) +
           ", then the rest below " +
           to_string(importance_score::from(options.importance_threshold_high)
                         .value_or(importance_score{})) +
           ", then important ones beyond their time; of a class the oldest; then " +
           (options.guard == importance_protection::soft ? "the least important"
                                                         : "the newcomer is refused");
}

/// What speaks for an item, and what comes of it where victims are chosen by class.
[[nodiscard]] inline std::string in_words(const item_explanation& what, bool by_class,
                                          importance_protection guard) {
    std::string out = "item ";
    out += text::quoted(what.value.id);
    out += " of step " + std::to_string(what.value.step) + ", " +
           std::to_string(what.age_in_steps) + " steps old, importance " +
           to_string(what.value.importance);
    if (!what.value.from.actor.empty()) out += ", from " + text::quoted(what.value.from.actor);
    if (!what.value.from.tool.empty()) out += ", by tool " + text::quoted(what.value.from.tool);
    struct words {
        const char *is, *then;
    };
    const auto [is, then] = [&]() -> words {
        switch (what.standing) {
            case eviction_class::forgotten: return {"softly forgotten", "so among the first to go"};
            case eviction_class::expired: return {"beyond its time to live", "so it goes early"};
            case eviction_class::low_importance: return {"of low importance", "so it goes early"};
            case eviction_class::ordinary:
                return what.recent
                           ? words{"of ordinary importance and recent", "so it goes late"}
                           : words{"of ordinary importance", "so it goes when it is the oldest"};
            case eviction_class::expired_important:
                return {"important, but beyond its time to live", "so it goes late"};
            case eviction_class::important:
                return {"important", guard == importance_protection::strict
                                         ? "so it never goes"
                                         : "so it goes only as the last resort"};
            case eviction_class::pinned: break;
        }
        return {what.value.forgotten ? "softly forgotten, but pinned" : "pinned",
                "so it never goes"};
    }();
    out += std::string{": "} + is;
    const bool decided = by_class || what.standing == eviction_class::pinned;
    return out + ", " + (decided ? then : "the eviction policy weighs when it goes");
}

}  // namespace detail

}  // namespace workmem
