#pragma once

#include <workmem/resolution/reference.hpp>
#include <workmem/tools/session/json.hpp>
#include <workmem/value/entity.hpp>

#include <string>

// Things and references as the tools of an agent show them.

namespace workmem::tools {

/// `{"type","id","name"}`, without a name where the service gave none.
template <class Json>
[[nodiscard]] Json to_key_json(const entity& of) {
    Json out = Json::object();
    out["type"] = of.type;
    out["id"] = std::string{of.id.text()};
    if (!of.unnamed) out["name"] = of.name;
    return out;
}

/// How a text led to a thing, for people; of a policy that does not tell, which rule it was.
[[nodiscard]] inline std::string reason_of(const resolved_reference<entity>::candidate& of) {
    return of.derivation.empty() ? std::string{of.reason} : of.derivation;
}

/// `{"type","id","name","confidence","reason","words"}`, without words where none spoke for it.
template <class Json>
[[nodiscard]] Json to_json(const resolved_reference<entity>::candidate& of) {
    auto out = to_key_json<Json>(of.value);
    out["confidence"] = of.confidence;
    out["reason"] = reason_of(of);
    if (!of.evidence.empty()) out["words"] = of.evidence;
    return out;
}

/// What a reference means: `status`, and by it `type`, `id` and `name` of the one and `with` the
/// others in the sentence, `references` of a set, or `candidates`; `reason` of what is meant, one
/// or a set, and of each candidate; `message` where no single thing is meant.
template <class Json>
[[nodiscard]] Json to_json(const resolved_reference<entity>& found) {
    Json out = Json::object();
    if (found) {
        out = to_key_json<Json>(*found);
        out["reason"] = reason_of(found.candidates.front());
        out["confidence"] = found.candidates.front().confidence;
        if (const auto others = found.others(); !others.empty()) {
            auto& list = out["with"] = Json::array();
            for (const auto& each : others)
                if (each.value) list.push_back(to_key_json<Json>(*each.value));
        }
    } else if (found.is_set()) {
        auto& list = out["references"] = Json::array();
        for (const auto& each : found.references) list.push_back(to_key_json<Json>(*each.value));
        if (!found.candidates.empty()) {
            out["reason"] = reason_of(found.candidates.front());
            out["confidence"] = found.candidates.front().confidence;
        }
        out["message"] = found.message;
    } else {
        if (found.status == resolution_status::ambiguous) {
            auto& list = out["candidates"] = Json::array();
            for (const auto& each : found.candidates) list.push_back(to_json<Json>(each));
        }
        out["message"] = found.message;
    }
    out["status"] = found.is_set() ? std::string{"set"} : std::string{to_string(found.status)};
    return out;
}

}  // namespace workmem::tools
