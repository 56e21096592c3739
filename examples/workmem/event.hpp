// What happens in a recorded conversation, as JSON.
#pragma once

#include "ordered_json.hpp"

#include <string>
#include <string_view>

namespace workmem_program {

inline std::string_view text_of(const ordered_json& object, const char* name) {
    const auto found = object.find(name);
    if (found == object.end() || !found->is_string()) return {};
    return found->get_ref<const std::string&>();
}

/// A member, or null; results may be nested deeply, so nothing here copies them.
inline const ordered_json& member_of(const ordered_json& object, const char* name) {
    static const ordered_json none;
    const auto found = object.find(name);
    return found == object.end() ? none : *found;
}

}  // namespace workmem_program
