#pragma once

#include <workmem/long_term/long_term_memory.hpp>
#include <workmem/result.hpp>
#include <workmem/session/reports.hpp>
#include <workmem/time/timestamp.hpp>
#include <workmem/tools/schema.hpp>
#include <workmem/value/value_json.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

// Memories of sessions as the tools show and take them.

namespace workmem::tools {

/// Parts per million as a number from 0 to 1.
[[nodiscard]] constexpr double to_share(std::uint64_t ppm) noexcept {
    return static_cast<double>(ppm) / 1e6;
}

template <class Json>
[[nodiscard]] Json to_json(const attribute_list& metadata) {
    Json out = Json::object();
    for (const auto& each : metadata)
        std::visit([&](const auto& value) { out[each.name] = value; }, each.value);
    return out;
}

/// Metadata, and under `relations` what the memory is related to.
template <class Json>
[[nodiscard]] Json to_json(const attribute_list& metadata, const std::vector<relation>& relations) {
    Json out = to_json<Json>(metadata);
    if (relations.empty()) return out;
    auto& list = out["relations"] = Json::array();
    for (const auto& each : relations) {
        Json shown = Json::object();
        shown["relation_type"] = each.type;
        shown["target_element_id"] = each.target;
        if (!each.metadata.empty()) shown["metadata"] = to_json<Json>(each.metadata);
        list.push_back(std::move(shown));
    }
    return out;
}

template <class Json>
[[nodiscard]] Json to_json(const std::string& session, const session_memory& memory) {
    Json out = Json::object();
    out["id"] = memory.id;
    out["session_id"] = session;
    out["content"] = memory.content;
    out["priority"] = std::string{to_string(memory.priority)};
    out["created_at"] = to_iso8601(memory.created);
    out["expires_at"] = to_iso8601(memory.expires);
    out["access_count"] = memory.access_count;
    out["importance_score"] = to_share(memory.importance.ppm());
    out["tags"] = memory.tags;
    out["metadata"] = to_json<Json>(memory.metadata, memory.relations);
    if (memory.promoted) {
        out["promoted_to_id"] = memory.promoted->id;
        out["promoted_at"] = to_iso8601(memory.promoted->time);
    }
    return out;
}

template <class Json>
[[nodiscard]] Json to_json(const long_term_memory& memory) {
    Json out = Json::object();
    out["id"] = memory.id;
    out["content"] = memory.content;
    out["tags"] = memory.tags;
    out["metadata"] = to_json<Json>(memory.metadata, memory.relations);
    out["created_at"] = to_iso8601(memory.created);
    return out;
}

template <class Json>
[[nodiscard]] Json to_json(const std::string& session, const session_stats& stats) {
    Json out = Json::object();
    out["session_id"] = session;
    out["total_count"] = stats.total;
    out["active_count"] = stats.active;
    out["expired_count"] = stats.expired;
    out["promoted_count"] = stats.promoted;
    out["pending_promotion"] = stats.pending_promotion;
    out["avg_access_count"] = stats.avg_access_count();
    out["avg_importance"] = stats.avg_importance();
    auto& counts = out["by_priority"] = Json::object();
    for (const auto level : priorities)
        counts[std::string{to_string(level)}] = stats.by_priority[static_cast<std::size_t>(level)];
    return out;
}

/// An object of scalars, as given. Errors: `validation_error`, which names the member.
template <class Json>
[[nodiscard]] result<attribute_list> metadata_of(const Json* object) {
    attribute_list out;
    if (object == nullptr) return out;
    for (auto each = object->begin(); each != object->end(); ++each) {
        // Held as a double, it would come back as another number.
        if (each.value().is_number_unsigned() && !each.value().is_number_float() &&
            each.value().template get<std::uint64_t>() > (std::uint64_t{1} << 63U) - 1)
            return detail::bad_value("metadata." + text::escaped(text::prefix(each.key(), 64)),
                                     "at most 9223372036854775807", each.value().dump());
        auto held = to_scalar(each.value());
        if (!held)
            return detail::bad_value("metadata." + text::escaped(text::prefix(each.key(), 64)),
                                     "a string, a number, a boolean or null",
                                     detail::shown(each.value()));
        out.push_back({each.key(), std::move(*held)});
    }
    return out;
}

}  // namespace workmem::tools
