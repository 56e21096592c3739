#pragma once

#include <workmem/journal/retention.hpp>
#include <workmem/task/changes.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What somebody asks to be forgotten loses its text, in the state and in every record alike; that
// it was there stays, because others depend on it.

namespace workmem {

namespace detail {

inline constexpr std::string_view erased_text = "erased";

inline void erase_text(task& what) {
    what.title = erased_text;
    for (auto* const text : {&what.description, &what.note, &what.review_comments}) text->clear();
    what.tags.clear();
    what.result.reset();
    for (auto& each : what.attempts) each.note.clear();
}
inline void erase_text(decision& what) {
    what.question = what.choice = erased_text;
    what.rationale.clear();
    what.alternatives.clear();
    if (what.approved) what.approved->comments.clear();
}
inline void erase_text(discovery& what) { what.content = erased_text; }
inline void erase_text(artifact& what) {
    what.path = std::string{erased_text} + ':' + what.id;
    for (auto* const text : {&what.description, &what.checksum, &what.media_type}) text->clear();
    what.content.reset();
    what.size = 0;
}
inline void erase_text(nudge& what) { what.message = erased_text; }
inline void erase_text(task_branch& what) { what.question = erased_text; }
// A digest that does not say whose its summaries are loses all of them. True if it held some.
inline bool erase_text(task_digest& what, std::string_view subject) {
    const auto before = what.summaries.size();
    if (what.summary_tasks.size() != before) {
        what.summaries.clear();
        what.summary_tasks.clear();
    }
    for (auto i = what.summaries.size(); i-- > 0;) {
        if (what.summary_tasks[i] != subject) continue;
        const auto at = static_cast<std::ptrdiff_t>(i);
        what.summaries.erase(what.summaries.begin() + at);
        what.summary_tasks.erase(what.summary_tasks.begin() + at);
    }
    return what.summaries.size() < before;
}

// The same in a record.
template <class Json>
bool erase_summary_in(Json& digest, std::string_view subject) {
    const auto texts = digest.find("summaries");
    if (texts == digest.end()) return false;
    const auto whose = digest.find("summary_tasks");
    bool found = false;
    if (whose == digest.end() || !texts->is_array() || !whose->is_array() ||
        whose->size() != texts->size()) {
        found = true;
        *texts = Json::array();
    } else {
        for (auto i = texts->size(); i-- > 0;) {
            if ((*whose)[i] != subject) continue;
            texts->erase(i);
            whose->erase(i);
            found = true;
        }
    }
    if (texts->empty()) {
        digest.erase("summaries");
        digest.erase("summary_tasks");
    }
    return found;
}
/// The same in a record; true if it held something.
template <class Json>
bool erase_text_in(Json& value, std::string_view subject, bool is_root = true) {
    if (value.is_array()) {
        bool found = false;
        for (auto& each : value)
            found =
                ((each.is_object() || each.is_array()) && erase_text_in(each, subject, false)) ||
                found;
        return found;
    }
    if (!value.is_object()) return false;
    const auto names = [&](const char* key) {
        const auto member = value.find(key);
        return member != value.end() && member->is_string() && *member == subject;
    };
    const bool is_meant = names("id") || names("task") || (is_root && names("decision"));
    if (is_meant) {
        for (const auto* const key : {"description", "note", "result", "rationale", "alternatives",
                                      "review_comments", "tags", "checksum", "media_type", "size"})
            value.erase(key);
        for (const auto* const key : {"title", "question", "choice", "message"})
            if (value.contains(key)) value[key] = erased_text;
        if (value.contains("path")) {
            value["path"] = std::string{erased_text} + ':' + std::string{subject};
            value.erase("content");
        } else if (const auto content = value.find("content");
                   content != value.end() && content->is_string()) {
            *content = erased_text;
        }
        if (value.contains("approval")) value["approval"].erase("comments");
        if (value.contains("attempts"))
            for (auto& each : value["attempts"]) each.erase("note");
    }
    bool found = erase_summary_in(value, subject) || is_meant;
    for (auto& each : value)
        if (each.is_object() || each.is_array())
            found = erase_text_in(each, subject, false) || found;
    return found;
}

}  // namespace detail

/// The bytes of a recorded change without the text of a subject; nothing if it does not name it, or
/// belongs to another memory. The erasure itself becomes `task.erased`.
[[nodiscard]] inline std::optional<std::string> without_task_text(std::string_view record,
                                                                  std::string_view subject) {
    if (journal::owner_of(record) != "task") return {};
    auto json = nlohmann::ordered_json::parse(record, nullptr, false);
    if (!json.is_object()) return {};
    if (json["kind"] == task_changes::erase::kind) {
        if (json["id"] != subject) return {};
        nlohmann::ordered_json fact;
        fact["kind"] = "task.erased";
        fact["version"] = 1;
        fact["time"] = json["time"];
        return fact.dump();
    }
    if (!detail::erase_text_in(json, subject)) return {};
    json.erase("key");
    return json.dump();
}

}  // namespace workmem
