#pragma once

#include <workmem/journal/writer.hpp>
#include <workmem/value/attribute.hpp>
#include <workmem/value/entity_id.hpp>

#include <charconv>
#include <string_view>

// How ids and attributes stand in JSON, write side.

namespace workmem {

/// As the service gave it: a number stays a number.
inline void write_field(journal::writer& out, const entity_id& id) {
    if (id.is_number())
        out.raw(id.text());
    else
        out.write(id.text());
}

/// An object, one member an attribute.
inline void write_field(journal::writer& out, const attribute_list& attributes) {
    out.begin_object();
    for (const auto& each : attributes) {
        out.quoted_key(each.name);
        out.write(each.value);
    }
    out.end_object();
}

}  // namespace workmem
