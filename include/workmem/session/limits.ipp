#pragma once

#include <workmem/config.hpp>
#include <workmem/session/limits.hpp>
#include <workmem/value/attribute_rules.hpp>

namespace workmem {

WORKMEM_DECL std::size_t metadata_bytes(const attribute& each) noexcept {
    const auto* const held = std::get_if<std::string>(&each.value);
    const auto value = held != nullptr                                      ? held->size()
                       : std::holds_alternative<std::nullptr_t>(each.value) ? std::size_t{0}
                       : std::holds_alternative<bool>(each.value)           ? std::size_t{1}
                                                                            : std::size_t{8};
    return each.name.size() + value;
}

WORKMEM_DECL std::optional<error> problem_of_tags(std::span<const std::string> tags) {
    if (tags.size() > session_limits::tags)
        return detail::bad_field("tags", "at most " + std::to_string(session_limits::tags),
                                 std::to_string(tags.size()));
    const auto bad = std::find_if(tags.begin(), tags.end(), [](const std::string& each) {
        return each.empty() || each.size() > session_limits::tag_bytes;
    });
    if (bad == tags.end()) return std::nullopt;
    return detail::problem_of_length("tags[" + std::to_string(bad - tags.begin()) + ']',
                                     bad->size(), session_limits::tag_bytes);
}

WORKMEM_DECL std::optional<error> problem_of_relations(std::span<const relation> relations) {
    if (relations.size() > session_limits::relations)
        return detail::bad_field("metadata.relations",
                                 "at most " + std::to_string(session_limits::relations),
                                 std::to_string(relations.size()));
    std::size_t bytes = 0;
    for (const auto& each : relations) {
        bytes += each.type.size() + each.target.size();
        for (const auto& member : each.metadata) bytes += metadata_bytes(member);
    }
    if (bytes <= session_limits::metadata_bytes) return std::nullopt;
    return detail::bad_field(
        "metadata.relations",
        "at most " + std::to_string(session_limits::metadata_bytes) + " bytes together",
        std::to_string(bytes));
}

WORKMEM_DECL std::optional<error> problem_of_metadata(const attribute_list& metadata) {
    std::size_t bytes = 0;
    for (const auto& each : metadata) bytes += metadata_bytes(each);
    if (bytes > session_limits::metadata_bytes)
        return detail::bad_field(
            "metadata", "at most " + std::to_string(session_limits::metadata_bytes) + " bytes",
            std::to_string(bytes));
    for (const auto& each : metadata) {
        if (is_reserved_metadata(each.name))
            return detail::bad_field("metadata", "without the reserved names",
                                     detail::shown_name(each.name));
    }
    if (const auto* const odd = find_no_number(metadata))
        return detail::bad_field(
            "metadata", "of finite numbers",
            std::to_string(std::get<double>(odd->value)) + " at " + detail::shown_name(odd->name));
    const auto* const twice = find_repeated_name(metadata);
    if (twice == nullptr) return std::nullopt;
    return detail::bad_field("metadata", "of different names",
                             detail::shown_name(*twice) + " twice");
}

}  // namespace workmem
