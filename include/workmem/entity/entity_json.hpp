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

/// An object whose values are strings, numbers, booleans and null; others are left out. A whole
/// number above 2^63 - 1 is held as the nearest double.
template <class Json>
void read_field(journal::reader<Json>& in, const Json& from, attribute_list& into) {
    if (!from.is_object()) {
        in.fail("an object", from);
        return;
    }
    const auto is_above_int64 = [](const Json& value) {
        return value.is_number_unsigned() &&
               value.template get<std::uint64_t>() > (std::uint64_t{1} << 63U) - 1;
    };
    for (auto each = from.begin(); each != from.end(); ++each) {
        const auto& value = each.value();
        const auto add = [&](scalar held) { into.push_back({each.key(), std::move(held)}); };
        if (value.is_string())
            add(value.template get_ref<const typename Json::string_t&>());
        else if (value.is_boolean())
            add(value.template get<bool>());
        else if (value.is_number_integer() && !is_above_int64(value))
            add(value.template get<std::int64_t>());
        else if (value.is_number())
            add(value.template get<double>());
        else if (value.is_null())
            add(nullptr);
    }
}

}  // namespace workmem
