#pragma once

#include <workmem/entity/changes.hpp>
#include <workmem/entity/entity_key.hpp>
#include <workmem/journal/retention.hpp>

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace workmem {

namespace detail {

template <class Identity>
[[nodiscard]] bool names_entity(const nlohmann::ordered_json& item, key_view key) {
    const auto text = [&](const char* member) -> std::string {
        const auto found = item.find(member);
        if (found == item.end()) return {};
        return found->is_string() ? found->template get<std::string>() : found->dump();
    };
    return item.is_object() && text("id") == key.id &&
           (!Identity::uses_type || text("type") == key.type);
}

}  // namespace detail

/// The bytes of a recorded change without an entity and its idempotency key; nothing if it does not
/// name it, or belongs to another memory. The erasure itself becomes `entity.erased`, which says no
/// more than when.
template <class Identity>
[[nodiscard]] std::optional<std::string> without_entity(std::string_view record, key_view key) {
    if (journal::owner_of(record) != "entity") return {};
    auto json = nlohmann::ordered_json::parse(record, nullptr, false);
    if (!json.is_object()) return {};
    if (json["kind"] == entity_changes::erase::kind) {
        if (!detail::names_entity<Identity>(json, key)) return {};
        nlohmann::ordered_json fact;
        fact["kind"] = "entity.erased";
        fact["version"] = 1;
        fact["time"] = json["time"];
        return fact.dump();
    }
    bool found = false;
    for (const auto* const list : {"entities", "touched", "removed", "touches"}) {
        const auto items = json.find(list);
        if (items == json.end() || !items->is_array()) continue;
        for (auto each = items->begin(); each != items->end();) {
            const bool named = detail::names_entity<Identity>(*each, key);
            found = found || named;
            each = named ? items->erase(each) : each + 1;
        }
    }
    if (!found) return {};
    // Such a key often says what the call was about.
    json.erase("key");
    return json.dump();
}

}  // namespace workmem
