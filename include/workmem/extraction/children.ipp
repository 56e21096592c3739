#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/children.hpp>

namespace workmem::extraction {

WORKMEM_DECL text::json_view list_in(const text::json_view& value) {
    if (value.is_array()) return value.front().is_object() ? value : text::json_view{};
    if (!value.is_object()) return {};
    static constexpr field_name holders[]{"nodes",   "edges",   "items",  "data",
                                          "records", "results", "values", "entries"};
    const record fields{value};
    for (const auto& each : holders)
        if (const auto* const list = fields.find(each);
            list && list->value.is_array() && list->value.front().is_object())
            return list->value;
    return {};
}

WORKMEM_DECL bool ends_with_noun(std::string_view field, const noun_forms& nouns) noexcept {
    for (std::size_t i = 0; i < nouns.size(); ++i) {
        const auto& many = nouns.many(i);
        if (nouns.noun(i) != nouns.whole() || field.size() <= many.size()) continue;
        const auto tail = field.substr(field.size() - many.size());
        const bool bounded = detail::separates(field[field.size() - many.size() - 1]) ||
                             (tail.front() >= 'A' && tail.front() <= 'Z');
        if (bounded && same_field(tail, many)) return true;
    }
    return false;
}

WORKMEM_DECL const record::field* by_noun(const record& fields, const noun_forms& nouns) {
    const record::field* best = nullptr;
    std::size_t best_rank = noun_forms::none;
    if (nouns.empty()) return nullptr;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const auto& each = fields[i];
        if (!holds_things(each.value)) continue;
        auto rank = nouns.match(each.hash);
        // `links` of `list_shared_links`
        if (is_link(each.hash) && (rank == noun_forms::none || !is_list(each.value) ||
                                   each.value.front().contains("rel")))
            continue;
        if (rank == noun_forms::none && each.value.is_array() && ends_with_noun(each.name, nouns))
            rank = noun_forms::limit;
        if (rank < best_rank) {
            best = &each;
            best_rank = rank;
        }
    }
    return best;
}

WORKMEM_DECL std::string_view kind_of_list(const record& fields) {
    static constexpr field_name kinds[]{"kind", "__typename", "object"};
    for (const auto& each : kinds) {
        const auto* field = fields.find(each);
        if (!field) continue;
        const auto text = field->value.string();
        for (const std::string_view suffix : {"List", "Connection", "Collection"})
            if (text.size() > suffix.size() && text.ends_with(suffix))
                return text.substr(0, text.size() - suffix.size());
    }
    return {};
}

WORKMEM_DECL std::string_view name_in(const record& fields) {
    static constexpr field_name names[]{"name",  "display_name", "full_name", "title",
                                        "label", "display",      "login",     "username"};
    for (const auto& each : names)
        if (const auto* const field = fields.find(each); field && !field->value.string().empty())
            return field->value.string();
    const auto* const inner = fields.find("attributes"_field);
    return inner && inner->value.is_object() ? name_in(record{inner->value}) : std::string_view{};
}

}  // namespace workmem::extraction
