#pragma once

#include <workmem/journal/retention.hpp>
#include <workmem/long_term/changes.hpp>

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace workmem {

/// The bytes of a recorded change without a memory and the key of the call that brought it; nothing
/// if it does not hold it, or belongs to another memory. The erasure itself becomes
/// `long_term.erased`, which says no more than when.
[[nodiscard]] inline std::optional<std::string> without_long_term(std::string_view record,
                                                                  std::string_view id) {
    if (journal::owner_of(record) != "long_term") return {};
    auto json = nlohmann::ordered_json::parse(record, nullptr, false);
    if (!json.is_object()) return {};
    if (json["kind"] == long_term_changes::erase::kind) {
        if (json["id"] != id) return {};
        nlohmann::ordered_json fact;
        fact["kind"] = "long_term.erased";
        fact["version"] = 1;
        fact["time"] = json["time"];
        return fact.dump();
    }
    bool found = false;
    const auto memories = json.find("memories");
    if (memories == json.end() || !memories->is_array()) return {};
    for (auto each = memories->begin(); each != memories->end();) {
        const bool named = each->is_object() && each->contains("id") && (*each)["id"] == id;
        found = found || named;
        each = named ? memories->erase(each) : each + 1;
    }
    if (!found) return {};
    json.erase("key");
    return json.dump();
}

}  // namespace workmem
