#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/given_id.hpp>

namespace workmem::extraction {

WORKMEM_DECL found_id given_id(const record& fields, const text::json_view& arguments,
                               std::string_view noun, std::size_t max_bytes, std::string& type) {
    if (!arguments.is_object() || noun.empty()) return {};
    const record given{arguments};
    for (std::size_t i = 0; i < given.size(); ++i) {
        const auto& argument = given[i];
        if (argument.name.size() < 4 ||
            !(argument.name.ends_with("id") || argument.name.ends_with("Id")) ||
            !identify::usable(argument.value, max_bytes))
            continue;
        const auto* own = fields.find(argument.hash);
        if (!own || !detail::is_same_id(own->value, argument.value)) continue;
        type = canonical_noun(detail::owner_of_id(argument.name));
        if (!type.empty() && detail::has_words(noun, type))
            return {own->value, own->name, certainty::strong};
    }
    type.clear();
    return {};
}

WORKMEM_DECL found_id made_id(const record& fields, const text::json_view& arguments,
                              std::string_view verb, std::size_t max_bytes, std::string& type) {
    if (verb.size() < 3) return {};
    const record given{arguments};
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const auto& each = fields[i];
        if (each.name.size() < 4 || !(each.name.ends_with("id") || each.name.ends_with("Id")) ||
            !identify::usable(each.value, max_bytes) || given.find(each.hash))
            continue;
        auto noun = canonical_noun(detail::owner_of_id(each.name));
        // "book" and "booking", "reserve" and "reservation"
        const auto stem = verb.substr(0, (std::max)(verb.size() - 1, std::size_t{3}));
        if (!noun.starts_with(stem)) continue;
        type = std::move(noun);
        return {each.value, each.name, certainty::strong};
    }
    return {};
}

WORKMEM_DECL found_id made_code(const record& fields, const text::json_view& arguments,
                                std::size_t max_bytes) {
    static constexpr std::string_view ends[]{"code", "number", "reference", "locator"};
    const record given{arguments};
    found_id out;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const auto& each = fields[i];
        const auto text = each.value.string();
        const bool is_code =
            each.value.is_integer() || text.find_first_of("0123456789") != std::string_view::npos;
        const auto name = workmem::text::folded(each.name);
        if (!is_code || text.find(' ') != std::string_view::npos ||
            !identify::usable(each.value, max_bytes) || given.find(each.hash) ||
            std::none_of(std::begin(ends), std::end(ends),
                         [&](std::string_view end) { return name.ends_with(end); }))
            continue;
        if (out.value) return {};
        out = {each.value, each.name, certainty::fair};
    }
    return out;
}

WORKMEM_DECL std::string given_noun(const text::json_view& id, const text::json_view& arguments,
                                    verb_kind kind, std::size_t max_bytes) {
    if (!arguments.is_object() || kind == verb_kind::read || kind == verb_kind::list ||
        kind == verb_kind::search || kind == verb_kind::query || kind == verb_kind::count)
        return {};
    if (!id.is_string() && kind != verb_kind::update) return {};
    const record given{arguments};
    for (std::size_t i = 0; i < given.size(); ++i) {
        const auto& argument = given[i];
        if (argument.name.size() < 4 ||
            !(argument.name.ends_with("id") || argument.name.ends_with("Id")) ||
            !identify::usable(argument.value, max_bytes) || !detail::is_same_id(argument.value, id))
            continue;
        return canonical_noun(detail::owner_of_id(argument.name));
    }
    return {};
}

}  // namespace workmem::extraction
