#pragma once

#include <workmem/secrets/redaction.hpp>
#include <workmem/text/json.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

// What an agent's tools are given is stored without what looks like a secret.

namespace workmem::tools::agent_rows {

/// What an agent's memory takes for a secret.
template <class Agent>
[[nodiscard]] auto secrets_of(const Agent&) {
    return typename Agent::policies::session::secrets{};
}

/// Puts marks where texts of a JSON value hold secrets, and where the name of a member says that
/// its value is one. True if there were any. Linear in the value.
template <secrets::policy Detector, class Json>
bool redact(const Detector& detector, Json& value) {
    bool is_changed = false;
    const auto redact_text = [&](std::string& text) {
        if (!detector.find(text, 0)) return;
        secrets::redact_in(detector, text);
        is_changed = true;
    };
    const auto redact_member = [&](const std::string& name, Json& member) {
        if (member.is_structured() || member.is_null() || member.is_boolean()) return;
        const auto text = member.is_string() ? member.template get<std::string>() : member.dump();
        if (const auto found = detector.find_in_field(name, text)) {
            member = secrets::mark_of(found->kind);
            is_changed = true;
        }
    };
    // Not by recursion: strangers say how deep it is.
    std::vector<Json*> open{&value};
    while (!open.empty()) {
        auto& each = *open.back();
        open.pop_back();
        if (each.is_string()) redact_text(each.template get_ref<std::string&>());
        if (each.is_array())
            for (auto& one : each) open.push_back(&one);
        if (!each.is_object()) continue;
        std::vector<std::string> names;
        for (auto member = each.begin(); member != each.end(); ++member) {
            redact_member(member.key(), member.value());
            if (detector.find(member.key(), 0)) names.push_back(member.key());
        }
        for (auto& name : names) {
            auto moved = std::move(each[name]);
            each.erase(name);
            redact_text(name);
            each[name] = std::move(moved);
        }
        for (auto& one : each) open.push_back(&one);
    }
    return is_changed;
}

/// The same in a text that is JSON, or any other; one without secrets stays as it is. JSON that is
/// nested deeper than the library reads it is any other text: writing it could exhaust the stack.
template <class Json, secrets::policy Detector>
[[nodiscard]] std::string redacted(const Detector& detector, std::string_view text) {
    auto value = text::parse_json<Json>(text);
    std::string out{text};
    if (value.is_discarded())
        secrets::redact_in(detector, out);
    else if (redact(detector, value))
        out = value.dump();
    return out;
}

}  // namespace workmem::tools::agent_rows
