#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/type.hpp>

namespace workmem::extraction {

WORKMEM_DECL std::string type::operator()(const record& fields, const tool_name& tool,
                                          const noun_forms& nouns, const found_id& id,
                                          std::string_view holder, std::string_view& why) const {
    const bool named = !tool.noun().empty() && tool.kind() != verb_kind::query;
    const bool held_so = nouns.match(field_hash(holder)) != noun_forms::none;
    const bool certain = tool.firm() || held_so;
    if (named && is_talk(fields, tool.noun())) {
        why = "what a history holds that says something";
        return "message";
    }
    const auto held = canonical_noun(holder);
    const bool speaks = !held.empty() && !is_wrapper(holder) && !is_vague(held) && !is_state(held);
    const bool acts = tool.kind() == verb_kind::create || tool.kind() == verb_kind::update;
    if (named && tool.firm() && acts && speaks && !held_so && id.form == noun_forms::none) {
        why = "the field that held what the act made";
        return held;
    }
    if (named && certain && !is_vague(tool.noun())) {
        why = "the tool's noun";
        if (id.form != noun_forms::none && id.form > 0) {
            why = "the noun of its id, which ends the tool's noun";
            return nouns.noun(id.form);
        }
        return tool.noun();
    }
    if (auto kind = of_kind(fields); !kind.empty()) {
        why = "a field that names the kind";
        return kind;
    }
    // `desk_search`: the word before a verb that finds many, if it is no plural, may be a
    // place.
    const bool placed =
        !tool.firm() && !tool.plural() && !held_so && !speaks && tool.kind() == verb_kind::search;
    if (auto kind = placed ? of_type(fields) : std::string{}; !kind.empty()) {
        why = "the field type, for the tool's noun may be a place";
        return kind;
    }
    if (named && id.form != noun_forms::none && id.form > 0 && !speaks) {
        why = "the noun of its id, which ends the tool's noun";
        return nouns.noun(id.form);
    }
    if (named && !is_vague(tool.noun())) {
        why = speaks ? "the field that held it" : "the tool's noun";
        return speaks ? held : tool.noun();
    }
    if (auto kind = of_type(fields); !kind.empty()) {
        why = "the tool has no noun, and the field type says so";
        return kind;
    }
    if (speaks) {
        why = "the field that held it";
        return held;
    }
    if (auto owner = owner_of(id); !owner.empty() && !is_vague(owner)) {
        why = "the noun of its id";
        return owner;
    }
    if (!tool.noun().empty()) {
        why = "the tool's noun, vague as it is";
        return tool.noun();
    }
    why = "nothing names its kind";
    return "resource";
}

WORKMEM_DECL std::string type::of_kind(const record& fields) const {
    std::string out;
    kinds.find([&](std::uint64_t hash) {
        if (const auto* field = fields.find(hash)) out = text_of(field->value);
        return !out.empty() && !is_one_of(out, vague);
    });
    if (is_one_of(out, vague)) out.clear();
    if (out.empty() && (is_object(fields.find("attributes"_field)) ||
                        is_object(fields.find("relationships"_field))))
        out = of_type(fields);
    return out;
}

WORKMEM_DECL std::string type::of_type(const record& fields) {
    static constexpr field_name about[]{"attributes", "sys", "metadata", "meta"};
    const auto* field = fields.find("type"_field);
    for (std::size_t i = 0; !field && i < std::size(about); ++i)
        if (const auto* holder = fields.find(about[i]); is_object(holder))
            if (const auto inner = holder->value.find("type")) return text_of(inner);
    return field ? text_of(field->value) : std::string{};
}

WORKMEM_DECL bool type::is_talk(const record& fields, std::string_view noun) {
    return noun.ends_with("history") &&
           fields.find(field_table{said_fields},
                       [](const text::json_view& value) { return value.is_string(); });
}

}  // namespace workmem::extraction
