#pragma once

#include <workmem/config.hpp>
#include <workmem/text/inflection.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace workmem::text {

namespace detail {

struct irregular_form {
    std::string_view word;
    irregular_noun pair;
    std::size_t order = 0;
};

// Both forms of each pair, sorted to be searched; of equal ones the first of the table counts.
inline constexpr auto irregular_forms = [] {
    std::array<irregular_form, 2 * irregular_nouns.size()> out{};
    std::size_t i = 0;
    for (const auto& pair : irregular_nouns) {
        out[i] = {pair.singular, pair, i};
        out[i + 1] = {pair.plural, pair, i + 1};
        i += 2;
    }
    std::sort(out.begin(), out.end(), [](const irregular_form& a, const irregular_form& b) {
        return a.word != b.word ? a.word < b.word : a.order < b.order;
    });
    return out;
}();

// Which letters irregular plurals begin and end with: most words are ruled out by these.
inline constexpr auto irregular_ends = [] {
    std::array<std::uint32_t, 26> out{};
    for (const auto& pair : irregular_nouns)
        out[static_cast<std::size_t>(pair.plural.front() - 'a')] |=
            std::uint32_t{1} << static_cast<unsigned>(pair.plural.back() - 'a');
    return out;
}();

[[nodiscard]] inline const irregular_form* find_irregular(std::string_view word) noexcept {
    const auto* const known = std::lower_bound(
        irregular_forms.data(), irregular_forms.data() + irregular_forms.size(), word,
        [](const irregular_form& a, std::string_view wanted) { return a.word < wanted; });
    const bool is_known =
        known != irregular_forms.data() + irregular_forms.size() && known->word == word;
    return is_known ? known : nullptr;
}

}  // namespace detail

WORKMEM_DECL std::string_view irregular_singular(std::string_view word) noexcept {
    constexpr std::array<std::string_view, 3> of_two{"axes", "leaves", "lives"};
    const auto letter = [](char c) { return static_cast<unsigned>(c - 'a'); };
    if (word.size() < 3 || letter(word.front()) >= 26 || letter(word.back()) >= 26) return {};
    if ((detail::irregular_ends[letter(word.front())] >> letter(word.back()) & 1U) == 0) return {};
    const auto* const known = detail::find_irregular(word);
    if (known == nullptr || known->pair.singular == word) return {};
    if (std::find(of_two.begin(), of_two.end(), word) != of_two.end()) return {};
    return known->pair.singular;
}

WORKMEM_DECL std::string plural(std::string_view noun) {
    const auto word = noun.substr(detail::head(noun));
    std::string out{noun};
    if (const auto* const known = detail::find_irregular(word)) {
        if (word == known->pair.singular)
            out.replace(noun.size() - word.size(), word.size(), known->pair.plural);
        return out;
    }
    if (word.empty()) return out;
    const auto ends = [&word](std::string_view with) { return word.ends_with(with); };
    if (detail::is_singular_in_s(word) || ends("x") || ends("z") || ends("ch") || ends("sh")) {
        out += "es";
    } else if (ends("s")) {
        return out;
    } else if (ends("y") && word.size() > 1 && !detail::is_vowel(word[word.size() - 2])) {
        out.pop_back();
        out += "ies";
    } else {
        out += 's';
    }
    return out;
}

WORKMEM_DECL std::string singular(std::string_view noun) {
    const auto word = noun.substr(detail::head(noun));
    std::string out{noun};
    if (const auto* const known = detail::find_irregular(word)) {
        out.replace(noun.size() - word.size(), word.size(), known->pair.singular);
        return out;
    }
    const auto ends = [&word](std::string_view with) {
        return word.size() > with.size() && word.ends_with(with);
    };
    const auto cut = [&out](std::size_t letters) { out.resize(out.size() - letters); };
    if (!ends("s") || detail::is_singular_in_s(word)) return out;
    if (ends("ies") && word.size() > 4) {
        cut(3);
        out += 'y';
    } else if (ends("es")) {
        // `boxes`, `branches`, `addresses`, `aliases` and `statuses` lose two letters; `houses`,
        // `clauses`, `releases` and `sizes` one.
        const auto stem = word.substr(0, word.size() - 2);
        const auto stem_ends = [&stem](std::string_view with) { return stem.ends_with(with); };
        const bool us = stem_ends("us") && !stem_ends("ous") && !stem_ends("aus") && stem != "us";
        const bool two = stem_ends("x") || stem_ends("ch") || stem_ends("sh") || stem_ends("zz") ||
                         stem_ends("tz") || stem_ends("ss") || us ||
                         (stem_ends("s") && detail::is_singular_in_s(stem) && !stem_ends("us") &&
                          !stem_ends("is"));
        cut(two ? 2 : 1);
    } else {
        cut(1);
    }
    return out;
}

}  // namespace workmem::text
