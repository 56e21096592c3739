#pragma once

#include <workmem/journal/record_edit.hpp>
#include <workmem/long_term/changes.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace workmem {

/// The bytes of a recorded change without a memory and the key of the call that brought it; nothing
/// if it does not hold it, or belongs to another memory. The erasure itself becomes
/// `long_term.erased`, which says no more than when.
[[nodiscard]] inline std::optional<std::string> without_long_term(std::string_view record,
                                                                  std::string_view id) {
    const auto names = [&](const text::json_view& each) { return each.find("id") == id; };
    journal::record_edit edit{"long_term", record};
    if (edit.is_kind(long_term_changes::erase::kind)) {
        if (names(edit.record())) return edit.erased();
        return {};
    }
    if (!edit.leave_out_of({"memories"}, names)) return {};
    return edit.written();
}

}  // namespace workmem
