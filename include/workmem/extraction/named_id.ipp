#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/code.hpp>
#include <workmem/extraction/identify.hpp>
#include <workmem/extraction/named_id.hpp>
#include <workmem/extraction/read_text.hpp>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace workmem::extraction {

namespace detail {

// `customer` of `customer_name`, `courseTitle`; empty where nothing stands before.
[[nodiscard]] WORKMEM_DECL std::string_view named_owner(std::string_view field) {
    if (field.size() < 6 || (field.back() != 'e' && field.back() != 'E')) return {};
    static constexpr std::string_view names[]{"full_name",   "fullName", "display_name",
                                              "displayName", "name",     "title"};
    // `display_id` is the thing's own, `from` a place.
    static constexpr std::string_view others[]{
        "display", "full", "legal",   "external", "internal", "original", "short",  "common",
        "from",    "to",   "version", "model",    "type",     "status",   "parent", "root"};
    for (const auto name : names) {
        if (!ends_with_word(field, name)) continue;
        auto owner = field.substr(0, field.size() - name.size());
        if (separates(owner.back())) owner.remove_suffix(1);
        const auto is_owner = [&](std::string_view other) { return same_field(owner, other); };
        return std::any_of(std::begin(others), std::end(others), is_owner) ? std::string_view{}
                                                                           : owner;
    }
    return {};
}

// Its id: `customer_id`, or a code under `customer` itself.
[[nodiscard]] WORKMEM_DECL const record::field* id_of_owner(const record& fields,
                                                            std::string_view owner) {
    auto hash = field_hash(owner);
    const auto* const code = fields.find(hash);
    for (const char c : std::string_view{"id"}) hash = add_to_hash(hash, field_byte(c));
    if (const auto* const id = fields.find(hash))
        return id->value.is_integer() && id->value.integer() == 0 ? nullptr : id;
    return code && is_code(code->value.string()) ? code : nullptr;
}

}  // namespace detail

WORKMEM_DECL std::vector<entity> named_ids(const record& fields, const noun_forms& own,
                                           std::size_t max_id_bytes, std::size_t max_name_bytes) {
    constexpr std::size_t most_fields = 64, most = 8;
    std::vector<entity> out;
    for (std::size_t i = 0; i < fields.size() && i < most_fields && out.size() < most; ++i) {
        const auto owner = detail::named_owner(fields[i].name);
        const auto* const id = owner.empty() ? nullptr : detail::id_of_owner(fields, owner);
        entity made;
        if (!id || !fields[i].value.is_string() ||
            own.match(field_hash(owner)) != noun_forms::none ||
            !identify::usable(id->value, max_id_bytes) ||
            !read_text(fields[i].value, max_name_bytes, made.name))
            continue;
        made.type = long_noun(canonical_noun(owner));
        made.id = to_id(id->value);
        const auto is_known = [&](const entity& each) {
            return each.id == made.id && each.type == made.type;
        };
        if (made.type.empty() || std::any_of(out.begin(), out.end(), is_known)) continue;
        out.push_back(std::move(made));
    }
    return out;
}

}  // namespace workmem::extraction
