#pragma once

#include <workmem/journal/retention.hpp>
#include <workmem/session/changes.hpp>
#include <workmem/session/memory_id.hpp>

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace workmem {

/// The bytes of a recorded change without a memory of the session and the key of the call that
/// brought it; nothing if it does not name it, or belongs to another memory. A change that is about
/// this memory alone becomes `session.erased`, which says no more than when: an id holds the
/// beginning of what the memory said. What other memories say of it, as relations do, stays.
[[nodiscard]] inline std::optional<std::string> without_session_memory(std::string_view record,
                                                                       std::string_view id) {
    using json = nlohmann::ordered_json;
    if (journal::owner_of(record) != "session") return {};
    auto change = json::parse(record, nullptr, false);
    if (!change.is_object()) return {};
    const auto names = [&](const json& text) {
        const auto* const said = text.get_ptr<const std::string*>();
        return said != nullptr && (*said == id || is_promoted_from(*said, id));
    };
    const auto is_about = [&](const json& each) {
        return names(each) || (each.is_object() && each.contains("id") && names(each["id"]));
    };
    if (is_about(change)) {
        json fact;
        fact["kind"] = "session.erased";
        fact["version"] = 1;
        fact["time"] = change["time"];
        return fact.dump();
    }
    bool found = false;
    for (const auto* const list : {"memories", "ids", "promoted", "accesses", "delivered"}) {
        const auto member = change.find(list);
        if (member == change.end() || !member->is_array()) continue;
        for (auto each = member->begin(); each != member->end();) {
            const bool is_named = is_about(*each);
            found = found || is_named;
            each = is_named ? member->erase(each) : each + 1;
        }
    }
    if (!found) return {};
    change.erase("key");
    return change.dump();
}

}  // namespace workmem
