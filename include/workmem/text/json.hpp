#pragma once

#include <workmem/text/json_document.hpp>

#include <cstdint>
#include <string_view>
#include <utility>

namespace workmem::text {

/// A value of type `Json` that is what the view shows; discarded for nothing. Must not be nested so
/// deeply that this exhausts the stack. Linear.
template <json_value Json>
[[nodiscard]] Json to_json_value(const json_view& from) {
    using string = typename Json::string_t;
    const auto text = [](std::string_view bytes) { return string(bytes.data(), bytes.size()); };
    if (!from) return Json(Json::value_t::discarded);
    switch (from.type()) {
        case json_type::null: return nullptr;
        case json_type::boolean: return from.boolean();
        case json_type::integer: return from.integer();
        case json_type::unsigned_integer: return from.unsigned_integer();
        case json_type::number: return from.number();
        case json_type::string: return text(from.string());
        case json_type::array: {
            Json out = Json::array();
            auto& elements = out.template get_ref<typename Json::array_t&>();
            elements.reserve(from.size());
            for (const auto& each : from) elements.push_back(to_json_value<Json>(each));
            return out;
        }
        case json_type::object: {
            Json out = Json::object();
            auto& members = out.template get_ref<typename Json::object_t&>();
            for (auto each = from.begin(); each != from.end(); ++each) {
                // Names differ, so a row of members need not be searched for each.
                if constexpr (requires { members.emplace_back(string{}, Json{}); })
                    members.emplace_back(text(each.key()), to_json_value<Json>(each.value()));
                else
                    members.emplace(text(each.key()), to_json_value<Json>(each.value()));
            }
            return out;
        }
        default: return Json(Json::value_t::discarded);
    }
}

/// The value of a text from outside; discarded (`is_discarded()`) when it is no JSON or nests too
/// deeply. Throws nothing for data. Linear.
template <json_value Json>
[[nodiscard]] Json parse_json(std::string_view text, std::size_t most_depth = max_json_depth) {
    return to_json_value<Json>(json_document{text, most_depth}.root());
}

}  // namespace workmem::text
