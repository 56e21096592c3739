#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/field.hpp>
#include <workmem/extraction/nouns.hpp>
#include <workmem/extraction/tool_name.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace workmem::extraction {

/// An array of objects; an empty array is a list of nothing.
[[nodiscard]] inline bool is_list(const text::json_view& value) {
    return value.is_array() && (value.empty() || value.front().is_object());
}
[[nodiscard]] inline bool holds_things(const text::json_view& value) {
    return is_list(value) || (value.is_object() && !value.empty());
}

/// The objects that a field lists, below `nodes`, `items`, `records` and the like, too; null if
/// none.
[[nodiscard]] text::json_view list_in(const text::json_view& value);

/// Addresses of other things are no things.
[[nodiscard]] constexpr bool is_link(std::uint64_t hash) noexcept {
    return hash == field_hash("_links");
}

/// `open_tickets`, `openTickets` for the noun `ticket`.
[[nodiscard]] bool ends_with_noun(std::string_view field, const noun_forms& nouns) noexcept;

/// The member of an object that is called like the noun and can hold things: by its whole name,
/// then with words before it (`open_tickets`).
[[nodiscard]] const record::field* by_noun(const record& fields, const noun_forms& nouns);

/// `Pod` of `{"kind": "PodList", "items": […]}`.
[[nodiscard]] std::string_view kind_of_list(const record& fields);

/// What a record is called in the usual fields, also inside `attributes`; empty without one.
[[nodiscard]] std::string_view name_in(const record& fields);

/// Whether the tool's name has the word, in either number.
[[nodiscard]] inline bool is_mentioned(std::string_view field, const tool_name& tool) noexcept {
    for (std::size_t i = 0; i < tool.size(); ++i)
        if (same_field(tool.word(i), field) || field_rest(tool.word(i), field) == "s") return true;
    return false;
}

}  // namespace workmem::extraction

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/children.ipp>
#endif
