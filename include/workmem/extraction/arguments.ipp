#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/arguments.hpp>

#include <algorithm>

namespace workmem::extraction {

WORKMEM_DECL void arguments::operator()(const text::json_view& given, const tool_name& tool,
                                        const noun_forms& nouns, const extraction_options& options,
                                        extracted& out, const trace& note) const {
    const record fields{given};
    const auto verb = find_verb(tool.noun());  // the text of a query is the name of nothing
    const bool asks = verb && verb->kind == verb_kind::query;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const auto& field = fields[i];
        if (out.acted_on.size() + out.context.size() >= 16) return;
        const auto rest = split(field.name);
        if (rest.data()) {
            own_or_other(field, rest, tool, nouns, options, out, note);
        } else if (const bool place = places.contains(field.name);
                   !asks && !tool.noun().empty() && (place || is_number_of(field.name, nouns))) {
            if (add(out.acted_on, kind_of(field.name, tool, nouns), field.value, options))
                note("arguments", field.name,
                     place ? "the place of what the tool acts on"
                           : "the number of what the tool acts on");
        }
    }
}

WORKMEM_DECL std::string_view arguments::split(std::string_view name) noexcept {
    for (const std::string_view suffix :
         {"_ids", "_id", "-ids", "-id", "Ids", "IDs", "Id", "ID", "_uuid", "Uuid"})
        if (name.size() > suffix.size() && name.ends_with(suffix))
            return name.substr(0, name.size() - suffix.size());
    return name == "id" || name == "ids" || name == "Id" || name == "ID" || name == "uuid"
               ? name.substr(0, 0)
               : std::string_view{};
}

WORKMEM_DECL bool arguments::names_one(std::string_view name, const noun_forms& nouns) noexcept {
    const auto owner = split(name);
    if (owner.data()) return owner.empty() || nouns.match(field_hash(owner)) != noun_forms::none;
    static constexpr std::string_view plain[]{"ref", "reference", "code", "key", "number"};
    return is_number_of(name, nouns) ||
           std::any_of(std::begin(plain), std::end(plain),
                       [&](std::string_view each) { return same_field(name, each); });
}

WORKMEM_DECL bool arguments::is_number_of(std::string_view name, const noun_forms& nouns) noexcept {
    std::size_t form = 0;
    const auto rest = nouns.rest(name, form);
    return (rest.data() &&
            (same_field(rest, "number") || same_field(rest, "key") || same_field(rest, "arn"))) ||
           (nouns.match(field_hash(name)) != noun_forms::none);
}

WORKMEM_DECL void arguments::own_or_other(const record::field& field, std::string_view owner,
                                          const tool_name& tool, const noun_forms& nouns,
                                          const extraction_options& options, extracted& out,
                                          const trace& note) const {
    const bool plain = owner.empty();
    if (plain && tool.noun().empty()) return;
    if (plain || nouns.match(field_hash(owner)) != noun_forms::none) {
        if (add_all(out.acted_on, kind_of(owner, tool, nouns), field.value, options))
            note("arguments", field.name, "the id of what the tool acts on");
    } else if (!technical.contains(owner)) {
        const auto noun = long_noun(canonical_noun(owner));
        if (!noun.empty() && add_all(out.context, noun, field.value, options))
            note("arguments", field.name, "the id of something else");
    }
}

WORKMEM_DECL std::string arguments::kind_of(std::string_view owner, const tool_name& tool,
                                            const noun_forms& nouns) {
    auto form = nouns.match(field_hash(owner));
    if (form == noun_forms::none && !nouns.rest(owner, form).data()) form = noun_forms::none;
    return tool.firm() || form == noun_forms::none ? tool.noun() : nouns.noun(form);
}

WORKMEM_DECL bool arguments::add_all(std::vector<entity>& to, const std::string& kind,
                                     const text::json_view& value,
                                     const extraction_options& options) {
    if (!value.is_array()) return add(to, kind, value, options);
    bool any = false;
    std::size_t seen = 0;
    for (const auto& each : value) {
        if (++seen > options.max_per_result) break;
        any = add(to, kind, each, options) || any;
    }
    return any;
}

WORKMEM_DECL bool arguments::add(std::vector<entity>& to, const std::string& kind,
                                 const text::json_view& value, const extraction_options& options) {
    if (!identify::usable(value, options.max_id_bytes)) return false;
    // A model wrote it: no id of a service has a control character.
    if (const auto text = value.string(); std::any_of(text.begin(), text.end(), text::is_control))
        return false;
    entity made;
    made.type = kind;
    made.id = to_id(value);
    for (const auto& each : to)
        if (each.id == made.id && each.type == made.type) return false;
    to.push_back(std::move(made));
    return true;
}

}  // namespace workmem::extraction
