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

}  // namespace workmem::detail
