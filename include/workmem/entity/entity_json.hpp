#pragma once

#include <workmem/entity/attribute.hpp>
#include <workmem/entity/entity_id.hpp>
#include <workmem/journal/reader.hpp>
#include <workmem/text/utf8.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

// How ids and attributes stand in JSON, read side; entity/entity_fields.hpp writes them.

namespace workmem {

/// A string, or an integer.
template <class Json>
void read_field(journal::reader<Json>& in, const Json& from, entity_id& into) {
    if (const auto* text = from.template get_ptr<const typename Json::string_t*>())
        into = entity_id{std::string_view{*text}};
    else if (from.is_number_unsigned())
        into = entity_id{from.template get<std::uint64_t>()};
    else if (from.is_number_integer())
        into = entity_id{from.template get<std::int64_t>()};
    else
        in.fail("a string or an integer", from);
}

/// An object whose values are strings, numbers and booleans; others are left out.
template <class Json>
void read_field(journal::reader<Json>& in, const Json& from, attribute_list& into) {
    if (!from.is_object()) {
        in.fail("an object", from);
        return;
    }
    for (auto each = from.begin(); each != from.end(); ++each) {
        const auto& value = each.value();
        const auto add = [&](scalar held) { into.push_back({each.key(), std::move(held)}); };
        if (value.is_string())
            add(value.template get_ref<const typename Json::string_t&>());
        else if (value.is_boolean())
            add(value.template get<bool>());
        else if (value.is_number_integer())
            add(value.template get<std::int64_t>());
        else if (value.is_number_float())
            add(value.template get<double>());
    }
}

}  // namespace workmem
