#pragma once

#include <workmem/bounded/item_input.hpp>
#include <workmem/config.hpp>
#include <workmem/value/attribute_rules.hpp>

namespace workmem::detail {

WORKMEM_DECL std::optional<error> validate(item& each, bool plain) {
    using limits = item_limits;
    const auto long_name = [](const char* name, std::string& text) -> std::optional<error> {
        if (text.empty()) return std::nullopt;
        make_valid(text);
        if (text.size() <= limits::name_bytes) return std::nullopt;
        return bad_input(name, "at most " + std::to_string(limits::name_bytes) + " bytes",
                         std::to_string(text.size()));
    };
    if (!plain) make_valid(each.text);
    if (each.text.empty() || each.text.size() > limits::text_bytes)
        return bad_input("text", "1 to " + std::to_string(limits::text_bytes) + " bytes long",
                         std::to_string(each.text.size()));
    if (auto problem = long_name("id", each.id)) return problem;
    if (auto problem = long_name("key", each.key)) return problem;
    if (auto problem = long_name("group", each.group)) return problem;
    if (auto problem = long_name("actor", each.from.actor)) return problem;
    if (auto problem = long_name("tool", each.from.tool)) return problem;
    if (each.tags.size() > limits::tags)
        return bad_input("tags", "at most " + std::to_string(limits::tags),
                         std::to_string(each.tags.size()));
    for (auto& tag : each.tags) {
        make_valid(tag);
        if (tag.empty() || tag.size() > limits::tag_bytes)
            return bad_input("a tag", "1 to " + std::to_string(limits::tag_bytes) + " bytes long",
                             std::to_string(tag.size()));
    }
    make_valid(each.metadata);
    if (each.metadata.size() > limits::metadata)
        return bad_input("metadata", "at most " + std::to_string(limits::metadata) + " members",
                         std::to_string(each.metadata.size()));
    if (const auto* const odd = find_no_number(each.metadata))
        return bad_input(
            "metadata", "of finite numbers",
            std::to_string(std::get<double>(odd->value)) + " at " + text::quoted(odd->name));
    if (const auto* const twice = find_repeated_name(each.metadata))
        return bad_input("metadata", "a list of different names", text::quoted(*twice) + " twice");
    if (each.step_ttl && *each.step_ttl < 0)
        return bad_input("step_ttl", "0 or more", std::to_string(*each.step_ttl));
    if (each.wall_ttl && each.wall_ttl->count() <= 0)
        return bad_input("wall_ttl", "above 0", std::to_string(each.wall_ttl->count()) + " ms");
    return std::nullopt;
}

WORKMEM_DECL item to_item(new_item&& from, std::string id) {
    item out{.id = std::move(id),
             .text = std::move(from.text),
             .key = std::move(from.key),
             .group = std::move(from.group),
             .tags = std::move(from.tags),
             .metadata = std::move(from.metadata)};
    out.step_ttl = from.step_ttl;
    out.wall_ttl = from.wall_ttl;
    out.from = std::move(from.from);
    return out;
}

WORKMEM_DECL result<item_change> validate_change(item_change what) {
    item probe;
    probe.text = what.text.value_or("x");
    probe.key = what.key.value_or("");
    probe.group = what.group.value_or("");
    probe.tags = what.tags.value_or(std::vector<std::string>{});
    probe.metadata = what.metadata.value_or(attribute_list{});
    if (auto problem = validate(probe)) return std::move(*problem);
    if (what.text) what.text = probe.text;
    if (what.key) what.key = probe.key;
    if (what.group) what.group = probe.group;
    if (what.tags) what.tags = probe.tags;
    if (what.metadata) what.metadata = probe.metadata;
    if (what.importance) {
        const auto importance = read_importance(*what.importance);
        if (!importance) return importance.error();
    }
    return what;
}

}  // namespace workmem::detail
