#pragma once

#include <workmem/bounded/item.hpp>
#include <workmem/bounded/key_spelling.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace workmem {

/// Which items are meant: those to which everything applies that is said here.
struct item_filter {
    std::vector<std::string> tags{};  ///< all of them
    attribute_list metadata{};        ///< all of them, equal
    std::string actor{};              ///< who it is from, or the metadata's `agent_id`
    std::string tool{};
    std::string key{};
    std::string group{};
    std::optional<double> min_importance{};
    std::optional<std::int64_t> since_step{};  ///< that one and later ones
    std::optional<std::int64_t> until_step{};  ///< that one and earlier ones
    bool with_forgotten = false;               ///< softly forgotten ones too

    [[nodiscard]] bool accepts(const item& each) const {
        if (each.forgotten && !with_forgotten) return false;
        if (!tool.empty() && each.from.tool != tool) return false;
        if (!key.empty() && !detail::same_key(each.key, key)) return false;
        if (!group.empty() && each.group != group) return false;
        if (min_importance && !(each.importance >= *min_importance)) return false;
        if (since_step && each.step < *since_step) return false;
        if (until_step && each.step > *until_step) return false;
        if (!actor.empty() && each.from.actor != actor && !names_agent(each)) return false;
        const auto has_tag = [&](const std::string& tag) {
            return std::find(each.tags.begin(), each.tags.end(), tag) != each.tags.end();
        };
        const auto has_attribute = [&](const attribute& wanted) {
            const auto* const value = find_attribute(each.metadata, wanted.name);
            return value != nullptr && *value == wanted.value;
        };
        return std::all_of(tags.begin(), tags.end(), has_tag) &&
               std::all_of(metadata.begin(), metadata.end(), has_attribute);
    }

private:
    [[nodiscard]] bool names_agent(const item& each) const {
        const auto* const agent = find_attribute(each.metadata, "agent_id");
        const auto* const name = agent == nullptr ? nullptr : std::get_if<std::string>(agent);
        return name != nullptr && *name == actor;
    }
};

}  // namespace workmem
