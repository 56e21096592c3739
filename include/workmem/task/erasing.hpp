#pragma once

#include <workmem/journal/record_edit.hpp>
#include <workmem/task/changes.hpp>

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
inline bool erase_summary_in(journal::record_edit& edit, const text::json_view& digest,
                             std::string_view subject) {
    const auto texts = digest.find("summaries");
    if (!texts) return false;
    const auto whose = digest.find("summary_tasks");
    const bool is_paired = texts.is_array() && whose.is_array() && whose.size() == texts.size();
    bool found = !is_paired;
    std::size_t left = 0;
    if (is_paired) {
        auto task = whose.begin();
        for (auto each = texts.begin(); each != texts.end(); ++each, ++task) {
            if (*task == subject) {
                edit.leave_out(*each);
                edit.leave_out(*task);
                found = true;
            } else {
                ++left;
            }
        }
    }
    if (left == 0) {
        edit.leave_out(texts);
        edit.leave_out(whose);
    }
    return found;
}
/// The same in a record; true if it held something.
inline bool erase_text_in(journal::record_edit& edit, const text::json_view& value,
                          std::string_view subject, bool is_root = true) {
    bool found = false;
    if (value.is_object()) {
        const bool is_meant = value.find("id") == subject || value.find("task") == subject ||
                              (is_root && value.find("decision") == subject);
        if (is_meant) {
            for (const auto* const key :
                 {"description", "note", "result", "rationale", "alternatives", "review_comments",
                  "tags", "checksum", "media_type", "size"})
                edit.leave_out(value.find(key));
            for (const auto* const key : {"title", "question", "choice", "message"})
                edit.replace(value.find(key), std::string{erased_text});
            const auto path = value.find("path");
            const auto content = value.find("content");
            if (path) {
                edit.replace(path, std::string{erased_text} + ':' + std::string{subject});
                edit.leave_out(content);
            } else if (content.is_string()) {
                edit.replace(content, std::string{erased_text});
            }
            edit.leave_out(value.find("approval").find("comments"));
            for (const auto& each : value.find("attempts")) edit.leave_out(each.find("note"));
        }
        found = erase_summary_in(edit, value, subject) || is_meant;
    }
    for (const auto& each : value) found = erase_text_in(edit, each, subject, false) || found;
    return found;
}

}  // namespace detail

/// The bytes of a recorded change without the text of a subject; nothing if it does not name it, or
/// belongs to another memory. The erasure itself becomes `task.erased`.
[[nodiscard]] inline std::optional<std::string> without_task_text(std::string_view record,
                                                                  std::string_view subject) {
    journal::record_edit edit{"task", record};
    if (edit.is_kind(task_changes::erase::kind)) {
        if (edit.record().find("id") == subject) return edit.erased();
        return {};
    }
    if (!detail::erase_text_in(edit, edit.record(), subject)) return {};
    return edit.written();
}

}  // namespace workmem
