#pragma once

#include <workmem/resolution/absence/absence.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/scene.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

namespace workmem::resolution {

namespace detail {

/// Finds what a text calls by an id or in quotes without memory holding it.
class unknown_name_finder {
public:
    explicit unknown_name_finder(const scene& at) : at_{at}, said_{at.said} {}

    [[nodiscard]] bool find() const {
        std::size_t looked = 0;
        for (std::size_t i = 0; i < said_.size() && looked < most_names; ++i) {
            const auto name = quoted_at(i).empty() ? identifier_at(i) : quoted_at(i);
            if (name.empty()) continue;
            ++looked;
            if (!is_held(name) && is_the_object(i)) return true;
        }
        return false;
    }

private:
    using word_class = text::word_class;
    static constexpr std::size_t most_names = 16;  // of one text

    static bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
    static bool is_letter(char c) noexcept {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    // What stands between quotes from a word on.
    [[nodiscard]] std::string_view quoted_at(std::size_t i) const noexcept {
        const auto text = said_.text();
        const auto begin = said_[i].position;
        if (begin == 0 || text[begin - 1] != '"') return {};
        const auto end = text.find('"', begin);
        return end == std::string_view::npos ? std::string_view{} : text.substr(begin, end - begin);
    }

    // `p-9`, `order_12`, a UUID, `4711` behind a kind of things: what no word of a language and no
    // value looks like.
    [[nodiscard]] std::string_view identifier_at(std::size_t i) const {
        const auto begin = said_[i].position;
        const auto text = said_.text();
        constexpr std::size_t longest = 128;
        const auto joins = [](char c) {
            return is_digit(c) || is_letter(c) || c == '-' || c == '_' || c == '/' || c == ':' ||
                   c == '@' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
        };
        if (begin > 0 && joins(text[begin - 1])) return {};  // not where it begins
        std::size_t end = begin;
        while (end < text.size() && end - begin < longest && joins(text[end])) ++end;
        while (end > begin && !is_digit(text[end - 1]) && !is_letter(text[end - 1])) --end;
        const auto whole = text.substr(begin, end - begin);
        if (is_address(whole)) return whole;
        if (whole.find('.') != std::string_view::npos) return {};
        const auto digits = std::count_if(whole.begin(), whole.end(), is_digit);
        if (digits == 0 || whole.find(':') != std::string_view::npos) return {};
        const auto letters = std::count_if(whole.begin(), whole.end(), is_letter);
        constexpr std::ptrdiff_t shortest_number = 3, shortest_mixture = 16;
        if (letters == 0)
            return digits >= shortest_number && !is_day(whole) && is_behind_kind(i)
                       ? whole
                       : std::string_view{};
        const bool mixed = is_letter(whole[0]) && whole.size() >= 3;
        return mixed || digits + letters >= shortest_mixture ? whole : std::string_view{};
    }
    static bool is_day(std::string_view text) noexcept {
        const auto value = parse_value(text);
        return text.find('/') != std::string_view::npos ||
               (value && value->kind == value_kind::date);
    }
    // `ann@host.example`, `plan.pdf`; no "ok.thanks".
    [[nodiscard]] bool is_address(std::string_view text) const {
        const auto at = text.find('@');
        if (at != std::string_view::npos) return at > 0 && at + 1 < text.size();
        const auto dot = text.rfind('.');
        constexpr std::size_t shortest = 2, longest = 5;
        if (dot == std::string_view::npos || dot < shortest) return false;
        const auto ending = text.substr(dot + 1);
        return ending.size() >= shortest && ending.size() <= longest &&
               std::all_of(ending.begin(), ending.end(),
                           [](char c) { return (c >= 'a' && c <= 'z') || is_digit(c); }) &&
               std::any_of(ending.begin(), ending.end(), is_letter) &&
               at_.words.find(ending) == nullptr && at_.words.find_noun(ending) == nullptr;
    }
    [[nodiscard]] bool is_behind_kind(std::size_t i) const {
        if (i == 0 || said_[i].after_comma) return false;
        const auto* noun = said_.noun(i - 1);
        return (noun != nullptr && at_.words.is_kind(*noun)) ||
               std::any_of(at_.entries.begin(), at_.entries.end(), [&](const entry& each) {
                   return same_noun(said_[i - 1].text, head_of(each.type));
               });
    }

    [[nodiscard]] bool is_held(std::string_view name) const {
        return std::any_of(at_.entries.begin(), at_.entries.end(), [&](const entry& each) {
            return holds(each.id, name) || holds(each.slug, name) || holds(each.name, name) ||
                   (each.attributes != nullptr &&
                    std::any_of(each.attributes->begin(), each.attributes->end(),
                                [&](const attribute& a) { return says(a.value, name); }));
        });
    }
    // Whole: `p-1` does not stand in `p-12`.
    [[nodiscard]] static bool holds(std::string_view text, std::string_view name) noexcept {
        constexpr std::size_t longest = 512;
        const auto parted = [&](std::size_t i) {
            return i >= text.size() || !(is_digit(text[i]) || is_letter(text[i]));
        };
        for (std::size_t i = 0; i + name.size() <= text.size() && i < longest; ++i)
            if ((i == 0 || parted(i - 1)) && parted(i + name.size()) &&
                same_word(text.substr(i, name.size()), name))
                return true;
        return false;
    }
    [[nodiscard]] static bool says(const scalar& value, std::string_view name) {
        if (const auto* text = std::get_if<std::string>(&value)) return holds(*text, name);
        const auto* number = std::get_if<std::int64_t>(&value);
        return number != nullptr && std::to_string(*number) == name;
    }

    // Whether nothing else in the text could be what it is about: "rename it to p-9" is about it.
    [[nodiscard]] bool is_the_object(std::size_t name) const {
        constexpr std::size_t longest_phrase = 4;
        for (std::size_t i = 0; i < said_.size(); ++i) {
            const auto& word = said_[i];
            if (!word.is(word_class::definite) && !word.is(word_class::near_demonstrative) &&
                !word.is(word_class::far_demonstrative))
                continue;
            if (i >= name || name - i > longest_phrase) return false;
            for (auto between = i + 1; between < name; ++between)
                if (said_[between].is(word_class::relation)) return false;
        }
        return true;
    }

    const scene& at_;
    const utterance& said_;
};

}  // namespace detail

/// Before a kind or the focus may answer: whether the text is about something by an id, a number
/// or a quoted name that memory does not hold: "delete p-9", "close ticket 4711". Linear in the
/// text and in what the entries say.
[[nodiscard]] inline bool names_unknown(const scene& at) {
    return !has_pronoun(at.said) && detail::unknown_name_finder{at}.find();
}

/// Whether a text that may only mean entities of one type speaks of others alone: "the order"
/// where a page is asked for.
[[nodiscard]] inline bool means_other_type(const scene& at, const kind_stage& kinds,
                                           bool names_another) {
    if (at.type.empty()) return false;
    bool others = names_another;
    for (const auto& noun : kinds.nouns())
        for (const auto& each : at.entries) {
            if (!kinds.is_of_kind(noun.word, each)) continue;
            if (at.allows(each)) return false;
            others = true;
        }
    return others;
}

}  // namespace workmem::resolution
