#pragma once

#include <workmem/journal/record_edit.hpp>
#include <workmem/session/memory_id.hpp>
#include <workmem/text/json_view.hpp>

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
    const auto names = [id](const text::json_view& said) {
        return said == id || (said.is_string() && is_promoted_from(said.string(), id));
    };
    return journal::without("session", record, [&](const text::json_view& each, std::string_view) {
        return names(each) || names(each.find("id"));
    });
}

}  // namespace workmem
