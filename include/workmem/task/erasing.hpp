#pragma once

#include <workmem/journal/erase_fields.hpp>
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

// A digest that does not say whose its summaries are loses all of them.
inline void erase_summary(task_digest& what, std::string_view subject) {
    if (what.summary_tasks.size() != what.summaries.size()) {
        what.summaries.clear();
        what.summary_tasks.clear();
    }
    for (auto i = what.summaries.size(); i-- > 0;) {
        if (what.summary_tasks[i] != subject) continue;
        const auto at = static_cast<std::ptrdiff_t>(i);
        what.summaries.erase(what.summaries.begin() + at);
        what.summary_tasks.erase(what.summary_tasks.begin() + at);
    }
}

// The same in a record; true if it held some.
inline bool erase_summary(journal::record_edit& edit, const text::json_view& digest,
                          std::string_view subject) {
    const auto texts = digest.find("summaries");
    if (!texts) return false;
    const auto whose = digest.find("summary_tasks");
    const bool is_paired = texts.is_array() && whose.is_array() && whose.size() == texts.size();
    std::size_t left = 0;
    if (is_paired) {
        for (auto text = texts.begin(), task = whose.begin(); task != whose.end(); ++text, ++task) {
            if (*task == subject) {
                edit.leave_out(*text);
                edit.leave_out(*task);
            } else {
                ++left;
            }
        }
    }
    if (left == 0) {
        edit.leave_out(texts);
        edit.leave_out(whose);
    }
    return !is_paired || left < texts.size();
}

// The text of who is meant, and of what stands in it, leaves a record. True if somebody is meant.
inline bool erase_text(journal::record_edit& edit, const text::json_view& value,
                       std::string_view subject, bool is_meant) {
    is_meant = is_meant || value.find("id") == subject || value.find("task") == subject;
    // What an artifact may hold, its content, a discovery has to.
    if (is_meant && value.contains("path"))
        journal::erase_fields<artifact>(edit, value, subject);
    else if (is_meant)
        journal::erase_fields<task, task_attempt, task_changes::step, decision, approval, discovery,
                              task_branch, nudge>(edit, value, subject);
    bool found = erase_summary(edit, value, subject) || is_meant;
    for (const auto& each : value) found = erase_text(edit, each, subject, is_meant) || found;
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
    const bool is_about_decision = edit.record().find("decision") == subject;
    if (!detail::erase_text(edit, edit.record(), subject, is_about_decision)) return {};
    return edit.written();
}

}  // namespace workmem
