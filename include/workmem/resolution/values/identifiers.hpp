#pragma once

#include <workmem/resolution/kinds/attribute_words.hpp>
#include <workmem/resolution/sentence/said_words.hpp>
#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/value/entry.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace workmem::resolution {

/// Whether an attribute's value is what people call its owner by: `key`, `email`, `number`, or
/// `order_number` of an order; not `phone_number`, nor the `customer_id` of an order.
[[nodiscard]] inline bool identifies(std::string_view name, std::string_view type,
                                     const text::lexicon& words) {
    identifier_reader parts{name};
    bool found = false;
    for (std::string_view part; parts.next(part);) {
        const auto* known = find_unfolded(part, words);
        const bool identifying = known != nullptr && known->is(text::word_class::identifying);
        found = found || identifying;
        if (!identifying && !name_has_word(type, part)) return false;
    }
    return found;
}

/// Whether people know a thing by a number, so that "issue 3" is the one called so and no place in
/// a list.
[[nodiscard]] inline bool is_numbered(const entry& of, const text::lexicon& words) {
    const auto digits = [](std::string_view text) {
        return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
    };
    if (digits(of.id)) return true;
    if (of.attributes == nullptr) return false;
    for (const auto& each : *of.attributes) {
        const auto* text = std::get_if<std::string>(&each.value);
        const bool number =
            text != nullptr ? digits(*text) : std::holds_alternative<std::int64_t>(each.value);
        if (number && identifies(each.name, of.type, words)) return true;
    }
    return false;
}

/// A value that identifies an entry.
struct identifier {
    std::string text;
    std::uint32_t entry = 0;
};

/// The number that people call `HELP-1047` and `ARN28823` by: at least three digits at the end of
/// an id, no year; empty where there is none.
[[nodiscard]] inline std::string_view number_in(std::string_view id) noexcept {
    constexpr std::size_t shortest = 3, longest = 8;
    std::size_t count = 0;
    while (count < id.size() && id[id.size() - 1 - count] >= '0' &&
           id[id.size() - 1 - count] <= '9')
        ++count;
    const auto out = id.substr(id.size() - count);
    const bool year = count == 4 && (out.starts_with("19") || out.starts_with("20"));
    return count < shortest || count > longest || count == id.size() || year ? std::string_view{}
                                                                             : out;
}

/// The number in front of a title: "113: Lighthouse Keepers".
[[nodiscard]] inline std::string_view number_before(std::string_view name) noexcept {
    constexpr std::size_t shortest = 3, longest = 6;
    const auto end = name.find_first_not_of("0123456789");
    const bool counts = end != std::string_view::npos && end >= shortest && end <= longest &&
                        (name[end] == ':' || name.substr(end, 2) == " -");
    return counts ? name.substr(0, end) : std::string_view{};
}

/// Those of them that the text could hold. Linear in the attributes.
[[nodiscard]] inline std::vector<identifier> find_identifiers(const std::vector<entry>& entries,
                                                              const utterance& said,
                                                              const said_words& words) {
    constexpr std::size_t longest = 64;
    constexpr std::uint32_t most_words = 24;
    std::vector<identifier> out;
    const bool numbered = std::any_of(
        said.tokens().begin(), said.tokens().end(),
        [](const token& t) { return t.text.size() > 2 && t.text[0] >= '0' && t.text[0] <= '9'; });
    char digits[24];
    for (std::uint32_t i = 0; i < entries.size(); ++i) {
        if (numbered)
            for (const auto number : {number_in(entries[i].id), number_before(entries[i].name)})
                if (!number.empty() && words.may_name(number, true, most_words))
                    out.push_back({std::string{number}, i});
        if (entries[i].attributes == nullptr) continue;
        for (const auto& each : *entries[i].attributes) {
            std::string_view value;
            if (const auto* text = std::get_if<std::string>(&each.value)) {
                if (text->size() > longest || text->find(' ') != std::string::npos) continue;
                value = *text;
            } else if (const auto* number = std::get_if<std::int64_t>(&each.value)) {
                if (*number < 0) continue;
                const auto end = std::to_chars(digits, digits + sizeof digits, *number).ptr;
                value = {digits, static_cast<std::size_t>(end - digits)};
            }
            if (value.empty() || !words.may_name(value, true, most_words) ||
                !identifies(each.name, entries[i].type, said.lexicon()))
                continue;
            out.push_back({std::string{value}, i});
        }
    }
    return out;
}

}  // namespace workmem::resolution
