#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/identify.hpp>
#include <workmem/extraction/linked_records.hpp>

namespace workmem::extraction {

WORKMEM_DECL text::json_view linked_records::find(const text::json_view& id) const {
    if (!id.is_string() && !id.is_integer()) return {};
    if (!is_read_) {
        is_read_ = true;
        read(root_, most_depth);
    }
    for (const auto& [known, of] : records_)
        if (detail::is_same_id(known, id)) return of;
    return {};
}

WORKMEM_DECL std::string_view linked_records::name_in(const record& fields) {
    static constexpr field_name names[]{"name",  "display_name", "full_name", "title",
                                        "label", "display",      "login",     "username"};
    for (const auto& each : names)
        if (const auto* const field = fields.find(each); field && !field->value.string().empty())
            return field->value.string();
    const auto* const inner = fields.find("attributes"_field);
    return inner && inner->value.is_object() ? name_in(record{inner->value}) : std::string_view{};
}

WORKMEM_DECL void linked_records::read(const text::json_view& from, std::size_t depth) const {
    if (depth == 0 || !from.is_object() || from.is_same(things_)) return;
    std::size_t looked = 0;
    for (const auto& each : from) {
        if (++looked > most_fields || records_.size() >= most) return;
        if (each.is_same(things_)) continue;
        if (each.is_array() && each.front().is_object())
            read_list(each);
        else
            read(each, depth - 1);
    }
    // Objects under their ids.
    for (auto each = from.begin(); each != from.end() && looked-- > 0; ++each) {
        if (!each->is_object() || each->contains("id") || records_.size() >= most) continue;
        if (!name_in(record{*each}).empty())
            records_.emplace_back(text::json_view::of_text(each.key()), *each);
    }
}

WORKMEM_DECL void linked_records::read_list(const text::json_view& list) const {
    for (const auto& each : list) {
        if (records_.size() >= most) return;
        if (!each.is_object() || each.size() > most_fields) continue;
        const record fields{each};
        const auto* const id = fields.find("id"_field);
        if (id != nullptr && !name_in(fields).empty()) records_.emplace_back(id->value, each);
    }
}

}  // namespace workmem::extraction
