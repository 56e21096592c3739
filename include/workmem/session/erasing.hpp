#pragma once

#include <workmem/journal/record_edit.hpp>
#include <workmem/session/changes.hpp>
#include <workmem/session/memory_id.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace workmem {

/// The bytes of a recorded change without a memory of the session and the key of the call that
/// brought it; nothing if it does not name it, or belongs to another memory. A change that is about
/// this memory alone becomes `session.erased`, which says no more than when: an id holds the
/// beginning of what the memory said. What other memories say of it, as relations do, stays.
[[nodiscard]] inline std::optional<std::string> without_session_memory(std::string_view record,
                                                                       std::string_view id) {
    const auto names = [&](const text::json_view& said) {
        return said == id || (said.is_string() && is_promoted_from(said.string(), id));
    };
    const auto is_about = [&](const text::json_view& each) {
        return names(each) || names(each.find("id"));
    };
    journal::record_edit edit{"session", record};
    if (is_about(edit.record())) return edit.erased();
    if (!edit.leave_out_of({"memories", "ids", "promoted", "accesses", "delivered"}, is_about))
        return {};
    return edit.written();
}

}  // namespace workmem
