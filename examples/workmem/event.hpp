// What happens in a recorded conversation, as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace workmem_program {

using json = nlohmann::ordered_json;

inline std::string_view text_of(const json& object, const char* name) {
    const auto found = object.find(name);
    if (found == object.end() || !found->is_string()) return {};
    return found->get_ref<const std::string&>();
}

/// A member, or null; results may be nested deeply, so nothing here copies them.
inline const json& member_of(const json& object, const char* name) {
    static const json none;
    const auto found = object.find(name);
    return found == object.end() ? none : *found;
}

}  // namespace workmem_program
