#pragma once

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
inline constexpr std::array<std::string_view, 5> vague_heads{"resource", "object", "entity",
                                                             "record", "result"};
inline constexpr std::array<field_name, 8> kind_fields{"object",      "__typename",   "kind",
                                                       "resource",    "entity_type",  "result_type",
                                                       "object_type", "resource_type"};
/// A phrase that ends in one of these is one of these: `page_section` is a section.
inline constexpr std::array<std::string_view, 1> known_heads{"section"};

/// Names the kind of a record, as a singular noun in snake_case. The noun behind the tool's verb is
/// the best witness; then fields that are about kinds (`object`, `__typename`, `kind`), JSON:API's
/// `type`; the field that held the record; a noun elsewhere in the tool's name. A plain `type`
/// counts only when the tool has no noun.
struct type {
    field_table kinds{kind_fields};
    std::span<const std::string_view> vague{vague_nouns};
    std::span<const std::string_view> heads{known_heads};

    [[nodiscard]] std::string operator()(const record& fields, const tool_name& tool,
                                         const noun_forms& nouns, const found_id& id,
                                         std::string_view holder, std::string_view& why) const {
        const bool named = !tool.noun().empty() && tool.kind() != verb_kind::query;
        const bool held_so = nouns.match(field_hash(holder)) != noun_forms::none;
        const bool certain = tool.firm() || held_so;
        if (named && is_done_to(fields, tool, nouns, id)) {
            why = "the tool's verb, for the noun has an id of its own";
            return std::string{tool.verb()};
        }
        if (named && certain && !is_vague(tool.noun())) {
            why = "the tool's noun";
            if (id.form != noun_forms::none && id.form > 0) {
                why = "the noun of its id, which ends the tool's noun";
                return nouns.noun(id.form);
            }
            return known(tool.noun());
        }
        if (auto kind = of_kind(fields); !kind.empty()) {
            why = "a field that names the kind";
            return known(kind);
        }
        const auto held = canonical_noun(holder);
        const bool speaks =
            !held.empty() && !is_wrapper(holder) && !is_vague(held) && !is_state(held);
        // `desk_search`: the word before a verb that finds many, if it is no plural, may be a
        // place.
        const bool placed = !tool.firm() && !tool.plural() && !held_so && !speaks &&
                            tool.kind() == verb_kind::search;
        if (auto kind = placed ? of_type(fields) : std::string{}; !kind.empty()) {
            why = "the field type, for the tool's noun may be a place";
            return known(kind);
        }
        if (named && !is_vague(tool.noun())) {
            why = speaks ? "the field that held it" : "the tool's noun";
            return known(speaks ? held : tool.noun());
        }
        if (auto kind = of_type(fields); !kind.empty()) {
            why = "the tool has no noun, and the field type says so";
            return known(kind);
        }
        if (speaks) {
            why = "the field that held it";
            return known(held);
        }
        if (auto owner = owner_of(id); !owner.empty() && !is_vague(owner)) {
            why = "the noun of its id";
            return known(owner);
        }
        if (named) {
            why = "the tool's noun, vague as it is";
            return tool.noun();
        }
        if (!tool.noun().empty()) {
            why = "what the tool asks";
            return known(tool.noun());
        }
        why = "nothing names its kind";
        return "resource";
    }

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
               (noun.size() > 4 && noun.ends_with("ed") && !noun.ends_with("eed"));
    }

    // `record`, and `search_record` too.
    bool is_vague(std::string_view noun) const noexcept {
        if (is_one_of(noun, vague)) return true;
        const auto at = noun.rfind('_');
        return at != std::string_view::npos && is_one_of(noun.substr(at + 1), vague_heads) &&
               find_verb(noun.substr(0, at)).has_value();
    }

    // `reply_ticket` answers `{"id": …, "ticket_id": …}` with the reply, for it knows the ticket
    // by another id.
    static bool is_done_to(const record& fields, const tool_name& tool, const noun_forms& nouns,
                           const found_id& id) {
        if (!id.value || field_hash(id.field) != field_hash("id") || !tool.firm()) return false;
        if (tool.kind() != verb_kind::create && tool.kind() != verb_kind::update) return false;
        const auto verb = find_verb(tool.verb());
        if (!verb || !verb->also_noun) return false;
        const auto* other = fields.find(field_hash(nouns.whole() + "_id"));
        return other && !other->value.is_null() && !detail::is_same_id(other->value, id.value);
    }

    // `order` of `orderId`; empty for `id` and what is no id by its name.
    static std::string owner_of(const found_id& id) {
        for (const std::string_view suffix : {"_id", "Id", "ID"})
            if (id.field.size() > suffix.size() && id.field.ends_with(suffix))
                return canonical_noun(id.field.substr(0, id.field.size() - suffix.size()));
        return {};
    }

    static std::string text_of(const text::json_view& value) {
        const auto text = value.string();
        return text.size() > 1 ? canonical_noun(text) : std::string{};
    }

    std::string of_kind(const record& fields) const {
        std::string out;
        kinds.find([&](std::uint64_t hash) {
            if (const auto* field = fields.find(hash)) out = text_of(field->value);
            return !out.empty() && !is_one_of(out, vague);
        });
        if (is_one_of(out, vague)) out.clear();
        if (out.empty() && (is_object(fields.find(field_name{"attributes"})) ||
                            is_object(fields.find(field_name{"relationships"}))))
            out = of_type(fields);
        return out;
    }
    static bool is_object(const record::field* field) { return field && field->value.is_object(); }
    // The record's `type`, else that of what is said about it.
    static std::string of_type(const record& fields) {
        static constexpr field_name about[]{"attributes", "sys", "metadata", "meta"};
        const auto* field = fields.find(field_name{"type"});
        for (std::size_t i = 0; !field && i < std::size(about); ++i)
            if (const auto* holder = fields.find(about[i]); is_object(holder))
                if (const auto inner = holder->value.find("type")) return text_of(inner);
        return field ? text_of(field->value) : std::string{};
    }

    std::string known(std::string_view noun) const {
        for (const auto head : heads)
            if (noun.size() > head.size() && noun.ends_with(head) &&
                noun[noun.size() - head.size() - 1] == '_')
                return std::string{head};
        return std::string{noun};
    }
};

}  // namespace workmem::extraction
