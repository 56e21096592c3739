#pragma once

#include <workmem/text/utf8.hpp>
#include <workmem/value/attribute.hpp>

#include <string>
#include <variant>
#include <vector>

namespace workmem::detail {

// Text becomes valid UTF-8 on the way in, so that what is recorded is what is held.

inline void make_valid(std::string& text) {
    if (!text::is_valid(text)) text = text::to_valid(text);
}
inline void make_valid(std::vector<std::string>& texts) {
    for (auto& each : texts) make_valid(each);
}
inline void make_valid(attribute_list& attributes) {
    for (auto& each : attributes) {
        make_valid(each.name);
        if (auto* const held = std::get_if<std::string>(&each.value)) make_valid(*held);
    }
}

// The text as memories hold it, in `copy` where it has to be made valid.
[[nodiscard]] inline std::string_view valid(std::string_view text, std::string& copy) {
    if (text::is_valid(text)) return text;
    copy = text::to_valid(text);
    return copy;
}

}  // namespace workmem::detail
