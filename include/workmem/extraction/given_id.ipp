#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/code.hpp>
#include <workmem/extraction/given_id.hpp>

namespace workmem::extraction {

namespace detail {

// `tagId`, `silenceID`, `userid`
[[nodiscard]] inline bool ends_with_id(std::string_view name) noexcept {
    return name.ends_with("id") || name.ends_with("Id") || name.ends_with("ID");
}

}  // namespace detail

WORKMEM_DECL found_id given_id(const record& fields, const text::json_view& arguments,
                               std::string_view noun, std::size_t max_bytes, std::string& type) {
    if (!arguments.is_object() || noun.empty()) return {};
    const record given{arguments};
    for (std::size_t i = 0; i < given.size(); ++i) {
        const auto& argument = given[i];
        if (argument.name.size() < 4 || !detail::ends_with_id(argument.name) ||
            !identify::usable(argument.value, max_bytes))
            continue;
        const auto* own = fields.find(argument.hash);
        if (!own || !detail::is_same_id(own->value, argument.value)) continue;
        type = noun_of_id(argument.name);
        if (!type.empty() && detail::has_words(noun, type))
            return {own->value, own->name, certainty::strong};
    }
    type.clear();
    return {};
}

WORKMEM_DECL bool begins_like(std::string_view noun, std::string_view verb) noexcept {
    constexpr std::size_t long_verb = 7, shortest = 3;
    if (verb.size() < shortest) return false;
    const std::size_t ending = verb.size() < long_verb ? 1 : 2;
    return noun.starts_with(verb.substr(0, (std::max)(verb.size() - ending, shortest)));
}

WORKMEM_DECL found_id made_id(const record& fields, const text::json_view& arguments,
                              std::string_view verb, std::size_t max_bytes, std::string& type) {
    const record given{arguments};
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const auto& each = fields[i];
        if (each.name.size() < 4 || !detail::ends_with_id(each.name) ||
            !identify::usable(each.value, max_bytes) || given.find(each.hash))
            continue;
        auto noun = noun_of_id(each.name);
        if (!begins_like(noun, verb)) continue;
        type = std::move(noun);
        return {each.value, each.name, certainty::strong};
    }
    return {};
}

namespace detail {

// Whether a value is an id, or a list of ids that it is among.
[[nodiscard]] WORKMEM_DECL bool has_id(const text::json_view& value, const text::json_view& id,
                                       std::size_t max_bytes) {
    constexpr std::size_t most = 32;
    if (!value.is_array()) return identify::usable(value, max_bytes) && is_same_id(value, id);
    std::size_t looked = 0;
    for (const auto& each : value) {
        if (looked++ == most) break;
        if (identify::usable(each, max_bytes) && is_same_id(each, id)) return true;
    }
    return false;
}

// Whether an argument has the value, or a list among the arguments.
[[nodiscard]] WORKMEM_DECL bool is_given(const record& given, const text::json_view& value) {
    constexpr std::size_t most = 32;
    for (std::size_t i = 0; i < given.size(); ++i) {
        const auto& argument = given[i].value;
        if (!argument.is_structured() && is_same_id(argument, value)) return true;
        if (!argument.is_array()) continue;
        std::size_t looked = 0;
        for (const auto& each : argument) {
            if (looked++ == most) break;
            if (!each.is_structured() && is_same_id(each, value)) return true;
        }
    }
    return false;
}

}  // namespace detail

WORKMEM_DECL std::string given_noun(const text::json_view& id, const text::json_view& arguments,
                                    verb_kind kind, std::size_t max_bytes) {
    if (!arguments.is_object() || kind == verb_kind::read || kind == verb_kind::list ||
        kind == verb_kind::search || kind == verb_kind::query || kind == verb_kind::count)
        return {};
    if (!id.is_string() && kind != verb_kind::update) return {};
    const record given{arguments};
    for (std::size_t i = 0; i < given.size(); ++i) {
        const auto& argument = given[i];
        auto name = argument.name;
        if (argument.value.is_array() && (name.ends_with("ids") || name.ends_with("Ids")))
            name.remove_suffix(1);  // `subscriptionIds`
        if (name.size() < 4 || !detail::ends_with_id(name)) continue;
        if (detail::has_id(argument.value, id, max_bytes)) return noun_of_id(name);
    }
    return {};
}

WORKMEM_DECL std::string_view told_code(std::string_view text, const text::json_view& arguments) {
    const record given{arguments};
    std::string_view out;
    const auto folded = workmem::text::folded(text);
    for (const std::string_view denied :
         {"not ", "n't ", "cannot", "could", "fail", "denied", "exceed", "unable", "error",
          "invalid", "reject", "already"})
        if (folded.find(denied) != std::string::npos) return {};
    while (!text.empty()) {
        const auto begin = text.find_first_not_of(" \t\r\n.,:;()[]{}\"'`*!?");
        if (begin == std::string_view::npos) break;
        text.remove_prefix(begin);
        const auto end = (std::min)(text.find_first_of(" \t\r\n.,:;()[]{}\"'`*!?"), text.size());
        const auto word = text.substr(0, end);
        text.remove_prefix(end);
        if (!is_code(word) || word == out) continue;
        if (detail::is_given(given, text::json_view::of_text(word))) continue;
        if (!out.empty()) return {};
        out = word;
    }
    return out;
}

WORKMEM_DECL std::string thing_of_owner(std::string_view noun, const text::json_view& arguments) {
    const auto at = noun.rfind('_');
    if (at == std::string_view::npos || !arguments.is_object()) return {};
    const noun_forms owner{noun.substr(0, at)};
    const record given{arguments};
    for (std::size_t i = 0; i < given.size(); ++i) {
        std::size_t form = 0;
        const auto rest = owner.rest(given[i].name, form);
        if (rest.data() && (rest.empty() || same_field(rest, "id")) &&
            identify::usable(given[i].value, 1024))
            return std::string{noun.substr(at + 1)};
    }
    return {};
}

}  // namespace workmem::extraction
