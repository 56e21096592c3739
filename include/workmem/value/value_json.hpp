#pragma once

#include <workmem/journal/reader.hpp>
#include <workmem/text/json_view.hpp>
#include <workmem/text/utf8.hpp>
#include <workmem/value/attribute.hpp>
#include <workmem/value/entity_id.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

// How ids and attributes stand in JSON, read side; value/value_fields.hpp writes them.

namespace workmem {

/// A string, or an integer.
inline void read_field(journal::reader& in, const text::json_view& from, entity_id& into) {
    if (from.is_string())
        into = entity_id{from.string()};
    else if (from.is_unsigned())
        into = entity_id{from.unsigned_integer()};
    else if (from.is_integer())
        into = entity_id{from.integer()};
    else
        in.fail("a string or an integer", from);
}

/// A string, a number, a boolean or null; nothing for what nests. A whole number above 2^63 - 1 is
/// held as the nearest double.
[[nodiscard]] inline std::optional<scalar> to_scalar(const text::json_view& value) {
    constexpr auto most = (std::uint64_t{1} << 63U) - 1;
    if (value.is_string()) return std::string{value.string()};
    if (value.is_boolean()) return value.boolean();
    if (value.is_null()) return nullptr;
    if (value.is_unsigned() && value.unsigned_integer() > most) return value.number();
    if (value.is_integer()) return value.integer();
    if (value.is_number()) return value.number();
    return std::nullopt;
}

/// An object whose values are scalars; others are left out.
inline void read_field(journal::reader& in, const text::json_view& from, attribute_list& into) {
    if (!from.is_object()) {
        in.fail("an object", from);
        return;
    }
    for (auto each = from.begin(); each != from.end(); ++each)
        if (auto held = to_scalar(each.value()))
            into.push_back({std::string{each.key()}, std::move(*held)});
}

}  // namespace workmem
