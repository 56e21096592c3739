#pragma once

#include <workmem/bounded/changes.hpp>
#include <workmem/journal/retention.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem {

/// Takes an item, by its id, or all that ever had a key, out of the records of a stream, which it
/// sees in their order. The erasure itself becomes `bounded.erased`, which says no more than when.
class without_item {
public:
    explicit without_item(std::string_view subject) : subject_{subject} {
        ids_.emplace_back(subject);
    }

    /// The bytes of a recorded change without it; nothing if it does not name it, or belongs to
    /// another memory.
    [[nodiscard]] std::optional<std::string> operator()(std::string_view record) {
        if (journal::owner_of(record) != "bounded") return {};
        auto json = nlohmann::ordered_json::parse(record, nullptr, false);
        if (!json.is_object()) return {};
        if (json["kind"] == bounded_changes::erase::kind) {
            if (json["subject"] != subject_) return {};
            nlohmann::ordered_json fact;
            fact["kind"] = "bounded.erased";
            fact["version"] = 1;
            fact["time"] = json["time"];
            return fact.dump();
        }
        bool found = false;
        for (const auto* const list : {"items", "history", "removed", "touches", "ids"}) {
            const auto items = json.find(list);
            if (items == json.end() || !items->is_array()) continue;
            for (auto each = items->begin(); each != items->end();) {
                const bool named = names(*each);
                found = found || named;
                each = named ? items->erase(each) : each + 1;
            }
        }
        if (!found) return {};
        // An idempotency key often says what the call was about.
        json.erase("key");
        return json.dump();
    }

private:
    [[nodiscard]] bool names(const nlohmann::ordered_json& each) {
        const auto text = [&](const char* member) -> std::string {
            if (!each.is_object()) return {};
            const auto at = each.find(member);
            return at != each.end() && at->is_string() ? at->get<std::string>() : std::string{};
        };
        const auto id = each.is_string() ? each.get<std::string>() : text("id");
        if (std::find(ids_.begin(), ids_.end(), id) != ids_.end()) return true;
        if (text("key") != subject_) return false;
        ids_.push_back(id);
        return true;
    }

    std::string subject_;
    std::vector<std::string> ids_;
};

}  // namespace workmem
