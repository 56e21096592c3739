#pragma once

#include <workmem/bounded/item.hpp>
#include <workmem/journal/call.hpp>
#include <workmem/journal/writer.hpp>
#include <workmem/session/reports.hpp>
#include <workmem/task/task.hpp>
#include <workmem/value/value_fields.hpp>

#include <string>

namespace workmem::detail {

inline void write_asked(journal::writer& out, const new_item& what) {
    out("text", what.text);
    out("key", what.key);
    out("group", what.group);
    out("tags", what.tags);
    out("metadata", what.metadata);
    out("importance", what.importance);
    out("step", what.step);
    out("step_ttl", what.step_ttl);
    out("wall_ttl", what.wall_ttl);
    out("pinned", what.pinned);
    out("from", what.from);
}

inline void write_asked(journal::writer& out, const new_session_memory& what) {
    out("content", what.content);
    out("priority", what.priority);
    out("tags", what.tags);
    out("metadata", what.metadata);
}

inline void write_asked(journal::writer& out, const new_task& what) {
    out("title", what.title);
    out("description", what.description);
    out("depends_on", what.depends_on);
    out("needs_review", what.needs_review);
    out("priority", what.priority);
    out("joins", what.joins);
    out("on_failure", what.on_failure);
    out("tags", what.tags);
    out("parent", what.parent);
    out("id", what.id);
}

/// What an idempotency key stands for: what the caller gave. Links and origin are added to it, and
/// may be others when the call is made again.
class asked {
public:
    template <class What>
    asked(const What& what, const call_options& call) : call_{call} {
        if (call.idempotency_key.empty() || !call.request.empty()) return;
        journal::writer out{request_};
        out.begin_object();
        write_asked(out, what);
        out.end_object();
        call_.request = request_;
    }
    asked(const asked&) = delete;
    asked& operator=(const asked&) = delete;

    [[nodiscard]] const call_options& call() const noexcept { return call_; }

private:
    std::string request_;
    call_options call_;
};

}  // namespace workmem::detail
