#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/children.hpp>
#include <workmem/extraction/code.hpp>
#include <workmem/extraction/name.hpp>
#include <workmem/extraction/named_id.hpp>
#include <workmem/extraction/parts.hpp>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace workmem::extraction {

namespace detail {

// `accountId`, `staff_no`: an id of somebody, whatever that person is there.
[[nodiscard]] WORKMEM_DECL bool is_id_of_somebody(std::string_view field) {
    static constexpr std::string_view others[]{"staff",  "worker",  "client",
                                               "driver", "manager", "teacher"};
    if (!ends_with_word(field, "id") && !ends_with_word(field, "no")) return false;
    const auto owner = canonical_noun(owner_of_id(field));
    const auto hash = field_hash(owner);
    return is_one_of(owner, others) ||
           std::any_of(std::begin(person_nouns), std::end(person_nouns),
                       [&](const field_name& each) { return each.hash == hash; });
}

}  // namespace detail

WORKMEM_DECL void add_part(entity made, extracted& out) {
    const auto is_known = [&](const entity& each) {
        return each.id == made.id && each.type == made.type;
    };
    if (std::any_of(out.entities.begin(), out.entities.end(), is_known) ||
        std::any_of(out.parts.begin(), out.parts.end(), is_known))
        return;
    made.rank = 0;
    out.parts.push_back(std::move(made));
}

WORKMEM_DECL found_id id_of_part(const record& fields, const identify& ids, const noun_forms& nouns,
                                 part_place place, std::size_t max_bytes) {
    constexpr std::size_t most_fields = 6, pair = 2;
    static constexpr field_name codes[]{"code", "key", "ref", "reference", "badge"};
    const auto id = ids(fields, nouns, max_bytes);
    // `uid`, not `order_id`
    const bool own =
        id.form != noun_forms::none || id.field == "_id" || !detail::ends_with_word(id.field, "id");
    if (id.level == certainty::fair && (own || fields.size() > pair)) return id;
    if (id.level == certainty::strong && own) return id;
    if (fields.size() > most_fields || name_in(fields).empty()) return {};
    const auto is_code_field = [](const record::field& each) {
        return is_code(each.value.string()) &&
               std::any_of(std::begin(codes), std::end(codes),
                           [&](const field_name& name) { return name.hash == each.hash; });
    };
    const record::field* code = nullptr;
    const record::field* address = nullptr;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const auto& each = fields[i];
        if (!identify::usable(each.value, max_bytes)) continue;
        if (same_field(each.name, "email")) address = &each;
        if (!(place.refers && same_field(each.name, "value")) &&
            !detail::is_id_of_somebody(each.name) && !is_code_field(each))
            continue;
        if (code) return {};
        code = &each;
    }
    if (!code && place.holder_named) code = address;
    return code ? found_id{code->value, code->name, certainty::fair, noun_forms::none} : found_id{};
}

WORKMEM_DECL void add_named_ids(const record& fields, const noun_forms& own,
                                const extraction_options& options, extracted& out) {
    if (out.parts.size() >= options.max_parts) return;
    for (auto& each : named_ids(fields, own, options.max_id_bytes, options.max_name_bytes)) {
        const auto is_itself = [&](const entity& made) {
            return made.id == each.id && made.type == each.type;
        };
        if (out.parts.size() < options.max_parts &&
            std::none_of(out.entities.begin(), out.entities.end(), is_itself))
            add_part(std::move(each), out);
    }
}

}  // namespace workmem::extraction
