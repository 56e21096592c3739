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
        type = noun_of_id(argument.name);
        if (!type.empty() && detail::has_words(noun, type))
            return {own->value, own->name, certainty::strong};
    }
    type.clear();
    return {};
}

WORKMEM_DECL found_id asked_code(const record& fields, const text::json_view& arguments,
                                 std::size_t max_bytes) {
    constexpr std::size_t least_scalars = 3, shortest = 4;
    const record given{arguments};
    found_id out;
    std::size_t scalars = 0;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const auto& each = fields[i];
        scalars += !each.value.is_structured();
        const auto* const asked = given.find(each.hash);
        if (asked == nullptr || !detail::is_same_id(each.value, asked->value)) continue;
        const auto text = each.value.string();
        const auto is_letter = [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        };
        if (text.size() < shortest || text.find(' ') != std::string_view::npos ||
            text.find_first_of("0123456789") == std::string_view::npos ||
            std::none_of(text.begin(), text.end(), is_letter) ||
            !identify::usable(each.value, max_bytes))
            continue;
        if (out.value) return {};
        out = {each.value, each.name, certainty::fair};
    }
    return scalars < least_scalars ? found_id{} : out;
}

WORKMEM_DECL found_id made_id(const record& fields, const text::json_view& arguments,
                              std::string_view verb, std::size_t max_bytes, std::string& type) {
    constexpr std::size_t long_verb = 7;
    if (verb.size() < 3) return {};
    const record given{arguments};
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const auto& each = fields[i];
        if (each.name.size() < 4 || !(each.name.ends_with("id") || each.name.ends_with("Id")) ||
            !identify::usable(each.value, max_bytes) || given.find(each.hash))
            continue;
        auto noun = noun_of_id(each.name);
        // "book" and "booking", "register" and "registration"
        const std::size_t ending = verb.size() < long_verb ? 1 : 2;
        const auto stem = verb.substr(0, (std::max)(verb.size() - ending, std::size_t{3}));
        if (!noun.starts_with(stem)) continue;
        type = std::move(noun);
        return {each.value, each.name, certainty::strong};
    }
    return {};
}

namespace detail {

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

WORKMEM_DECL found_id receipt_id(const record& fields, const text::json_view& arguments,
                                 std::size_t max_bytes, std::string& type) {
    // Codes and numbers of calls and of places, which identify nothing.
    static constexpr std::string_view none[]{"status", "error",   "http",    "postal", "zip",
                                             "area",   "country", "page",    "phone",  "line",
                                             "row",    "version", "currency"};
    constexpr std::int64_t least_number = 100;
    const record given{arguments};
    if (fields.find("id"_field)) return {};
    found_id out;
    bool repeats = false;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const auto& each = fields[i];
        const bool named =
            detail::ends_with_word(each.name, "id") || detail::is_name_of_code(each.name);
        if (!identify::is_code_like(each.value)) continue;
        if (detail::is_given(given, each.value)) {
            // a small number is an amount
            repeats =
                repeats || named || each.value.is_string() || each.value.integer() >= least_number;
            continue;
        }
        if (!named || !identify::usable(each.value, max_bytes)) continue;
        auto noun = canonical_noun(each.name);
        const auto last = noun.rfind('_');
        noun.resize(last == std::string::npos ? 0 : last);
        if (std::find(std::begin(none), std::end(none), noun) != std::end(none)) continue;
        if (out.value) return {};
        out = {each.value, each.name, certainty::strong};
        type = std::move(noun);
    }
    return repeats ? out : found_id{};
}

WORKMEM_DECL bool is_noun_of_act(std::string_view noun) noexcept {
    static constexpr std::string_view acts[]{"booking",  "reservation", "hold",    "order",
                                             "purchase", "appointment", "rental",  "payment",
                                             "refund",   "transaction", "transfer"};
    return std::find(std::begin(acts), std::end(acts), noun) != std::end(acts);
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
            (!detail::ends_with_word(each.name, "no") &&
             std::none_of(std::begin(ends), std::end(ends),
                          [&](std::string_view end) { return name.ends_with(end); })))
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
        return noun_of_id(argument.name);
    }
    return {};
}

}  // namespace workmem::extraction
