#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/field.hpp>
#include <workmem/extraction/identify.hpp>
#include <workmem/extraction/locate.hpp>
#include <workmem/extraction/nouns.hpp>
#include <workmem/extraction/tool_name.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace workmem::extraction {

/// Nouns that fit everything and say nothing; any other witness is better.
inline constexpr std::array<std::string_view, 16> vague_nouns{
    "resource", "object", "item", "entity", "record",   "thing", "result",     "node",
    "element",  "value",  "data", "entry",  "document", "list",  "everything", "anything"};
/// The same at the end of a phrase: `search_result`.
inline constexpr std::array<std::string_view, 6> vague_heads{"resource", "object", "entity",
                                                             "record",   "result", "command"};
inline constexpr std::array<field_name, 8> kind_fields{"object",      "__typename",   "kind",
                                                       "resource",    "entity_type",  "result_type",
                                                       "object_type", "resource_type"};

/// Names the kind of a record, as a singular noun in snake_case. The noun behind the tool's verb is
/// the best witness; then fields that are about kinds (`object`, `__typename`, `kind`), JSON:API's
/// `type`; the field that held the record; a noun elsewhere in the tool's name. A plain `type`
/// counts only when the tool has no noun.
struct type {
    field_table kinds{kind_fields};
    std::span<const std::string_view> vague{vague_nouns};

    [[nodiscard]] std::string operator()(const record& fields, const tool_name& tool,
                                         const noun_forms& nouns, const found_id& id,
                                         std::string_view holder, std::string_view& why) const;

    /// Whether a field of this name says nothing of what it holds.
    static bool is_wrapper(std::string_view field) noexcept {
        const auto hash = field_hash(field);
        return std::any_of(wrapper_fields.begin(), wrapper_fields.end(),
                           [&](const field_name& each) { return each.hash == hash; });
    }

private:
    // `created`, `previous`: which of the tool's things it is.
    static bool is_state(std::string_view noun) noexcept {
        return is_one_of(noun, determiners) || noun == "previous" || noun == "old" ||
               noun == "success" || noun == "target" ||
               (noun.size() > 4 && noun.ends_with("ed") && !noun.ends_with("eed"));
    }

    // `record`, and `search_record` too.
    bool is_vague(std::string_view noun) const noexcept {
        if (is_one_of(noun, vague)) return true;
        const auto at = noun.rfind('_');
        return at != std::string_view::npos && is_one_of(noun.substr(at + 1), vague_heads) &&
               find_verb(noun.substr(0, at)).has_value();
    }

    // `order` of `orderId`; empty for `id` and what is no id by its name.
    static std::string owner_of(const found_id& id) {
        for (const std::string_view suffix : {"_id", "Id", "ID"})
            if (id.field.size() > suffix.size() && id.field.ends_with(suffix))
                return long_noun(
                    canonical_noun(id.field.substr(0, id.field.size() - suffix.size())));
        return {};
    }

    static std::string text_of(const text::json_view& value) {
        const auto text = value.string();
        return text.size() > 1 ? long_noun(canonical_noun(text)) : std::string{};
    }

    std::string of_kind(const record& fields) const;
    static bool is_object(const record::field* field) { return field && field->value.is_object(); }
    // The record's `type`, else that of what is said about it.
    static std::string of_type(const record& fields);

    // `conversations_history` gives messages.
    static bool is_talk(const record& fields, std::string_view noun);
};

}  // namespace workmem::extraction

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/type.ipp>
#endif
