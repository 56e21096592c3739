#pragma once

#include <workmem/entity/changes.hpp>
#include <workmem/entity/entity_key.hpp>
#include <workmem/journal/record_edit.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace workmem {

namespace detail {

template <class Identity>
[[nodiscard]] bool names_entity(const text::json_view& item, key_view key) {
    const auto is = [&](const char* member, std::string_view wanted) {
        const auto found = item.find(member);
        if (!found) return wanted.empty();
        return found.is_string() ? found == wanted : text::to_json_text(found) == wanted;
    };
    return item.is_object() && is("id", key.id) && (!Identity::uses_type || is("type", key.type));
}

}  // namespace detail

/// The bytes of a recorded change without an entity and its idempotency key; nothing if it does not
/// name it, or belongs to another memory. The erasure itself becomes `entity.erased`, which says no
/// more than when.
template <class Identity>
[[nodiscard]] std::optional<std::string> without_entity(std::string_view record, key_view key) {
    const auto names = [&](const text::json_view& each) {
        return detail::names_entity<Identity>(each, key);
    };
    journal::record_edit edit{"entity", record};
    if (edit.is_kind(entity_changes::erase::kind)) {
        if (names(edit.record())) return edit.erased();
        return {};
    }
    if (!edit.leave_out_of({"entities", "touched", "removed", "touches"}, names)) return {};
    return edit.written();
}

}  // namespace workmem
