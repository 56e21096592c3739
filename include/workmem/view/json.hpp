#pragma once

#include <workmem/view/picture.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <utility>

namespace workmem::view {

/// A picture as JSON, for pages and programs that draw themselves:
/// `{"name", "goal", "status", "outcome", "tasks": [{"id", "title", "state", "agent"?,
/// "depends_on"?: [{"task", "condition"}]}], "more"}`. Titles are whole.
template <class Json = nlohmann::ordered_json>
[[nodiscard]] Json json(const picture& of, const view_options& = {}) {
    Json out = Json::object();
    out["name"] = of.about.name;
    out["goal"] = of.about.goal;
    out["status"] = std::string{to_string(of.about.status)};
    out["outcome"] = std::string{to_string(of.about.outcome)};
    auto& tasks = out["tasks"] = Json::array();
    for (const auto& each : of.tasks) {
        Json task = Json::object();
        task["id"] = each.id;
        task["title"] = each.title;
        task["state"] = each.state;
        if (!each.agent.empty()) task["agent"] = each.agent;
        if (!each.depends_on.empty()) {
            auto& list = task["depends_on"] = Json::array();
            for (const auto& on : each.depends_on) {
                Json edge = Json::object();
                edge["task"] = on.task.str();
                edge["condition"] = std::string{to_string(on.condition)};
                list.push_back(std::move(edge));
            }
        }
        tasks.push_back(std::move(task));
    }
    out["more"] = of.more;
    return out;
}
template <class Json = nlohmann::ordered_json, class Memory>
[[nodiscard]] Json json(const Memory& memory, const view_options& options = {}) {
    return json<Json>(picture_of(memory, options), options);
}

}  // namespace workmem::view
