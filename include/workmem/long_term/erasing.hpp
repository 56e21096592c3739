#pragma once

#include <workmem/journal/record_edit.hpp>
#include <workmem/text/json_view.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace workmem {

/// The bytes of a recorded change without a memory and the key of the call that brought it; nothing
/// if it does not hold it, or belongs to another memory. The erasure itself becomes
/// `long_term.erased`, which says no more than when.
[[nodiscard]] inline std::optional<std::string> without_long_term(std::string_view record,
                                                                  std::string_view id) {
    return journal::without("long_term", record,
                            [id](const text::json_view& each, std::string_view list) {
                                return list == "erases" ? each == id : each.find("id") == id;
                            });
}

}  // namespace workmem
