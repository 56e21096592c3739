#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <workmem/config.hpp>

namespace workmem::text {

/// A pair that English does not form by rule, or that the rules below would take for another.
struct irregular_noun {
    std::string_view singular;
    std::string_view plural;
};

/// Irregular and unchanging plurals of nouns that turn up as names of things. A word follows its
/// pair only as a whole: `human` is no kind of `man`.
inline constexpr std::array irregular_nouns{
    // formed by another rule
    irregular_noun{"person", "people"},
    irregular_noun{"salesperson", "salespeople"},
    irregular_noun{"child", "children"},
    irregular_noun{"man", "men"},
    irregular_noun{"woman", "women"},
    irregular_noun{"foot", "feet"},
    irregular_noun{"tooth", "teeth"},
    irregular_noun{"mouse", "mice"},
    irregular_noun{"index", "indices"},
    irregular_noun{"vertex", "vertices"},
    irregular_noun{"matrix", "matrices"},
    irregular_noun{"appendix", "appendices"},
    irregular_noun{"criterion", "criteria"},
    irregular_noun{"phenomenon", "phenomena"},
    irregular_noun{"analysis", "analyses"},
    irregular_noun{"diagnosis", "diagnoses"},
    irregular_noun{"hypothesis", "hypotheses"},
    irregular_noun{"synopsis", "synopses"},
    irregular_noun{"base", "bases"},
    irregular_noun{"basis", "bases"},
    irregular_noun{"axis", "axes"},
    irregular_noun{"crisis", "crises"},
    irregular_noun{"thesis", "theses"},
    irregular_noun{"leaf", "leaves"},
    irregular_noun{"shelf", "shelves"},
    irregular_noun{"half", "halves"},
    irregular_noun{"life", "lives"},
    irregular_noun{"knife", "knives"},
    irregular_noun{"wife", "wives"},
    irregular_noun{"loaf", "loaves"},
    irregular_noun{"thief", "thieves"},
    irregular_noun{"hero", "heroes"},
    irregular_noun{"potato", "potatoes"},
    irregular_noun{"tomato", "tomatoes"},
    irregular_noun{"echo", "echoes"},
    irregular_noun{"veto", "vetoes"},
    irregular_noun{"quiz", "quizzes"},
    // the same in both numbers
    irregular_noun{"media", "media"},
    irregular_noun{"data", "data"},
    irregular_noun{"metadata", "metadata"},
    irregular_noun{"news", "news"},
    irregular_noun{"series", "series"},
    irregular_noun{"species", "species"},
    irregular_noun{"staff", "staff"},
    irregular_noun{"equipment", "equipment"},
    irregular_noun{"information", "information"},
    irregular_noun{"feedback", "feedback"},
    irregular_noun{"analytics", "analytics"},
    irregular_noun{"music", "music"},
    irregular_noun{"weather", "weather"},
    // regular, but the spelling of the plural points elsewhere
    irregular_noun{"movie", "movies"},
    irregular_noun{"cookie", "cookies"},
    irregular_noun{"calorie", "calories"},
    irregular_noun{"zombie", "zombies"},
    irregular_noun{"hoodie", "hoodies"},
    irregular_noun{"smoothie", "smoothies"},
    irregular_noun{"cache", "caches"},
    irregular_noun{"niche", "niches"},
    irregular_noun{"api", "apis"},
    irregular_noun{"uri", "uris"},
    irregular_noun{"wiki", "wikis"},
    irregular_noun{"kpi", "kpis"},
    irregular_noun{"taxi", "taxis"},
    irregular_noun{"emoji", "emojis"},
    irregular_noun{"menu", "menus"},
    irregular_noun{"sku", "skus"},
    irregular_noun{"cpu", "cpus"},
    irregular_noun{"gpu", "gpus"},
};

/// Singular nouns that end in a single `s` and do not look it (`status` and `basis` do).
inline constexpr std::array<std::string_view, 20> singular_in_s{
    "alias", "atlas", "bias",  "bus", "canvas", "chaos", "christmas", "cms", "cosmos", "css",
    "dns",   "gas",   "https", "ios", "lens",   "os",    "pancreas",  "rss", "sms",    "tls"};

namespace detail {

[[nodiscard]] constexpr bool is_vowel(char c) noexcept {
    return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';
}

// Where the last word of `pull_request` or `pull request` begins.
[[nodiscard]] constexpr std::size_t head(std::string_view noun) noexcept {
    const auto at = noun.find_last_of("_- .");
    return at == std::string_view::npos ? 0 : at + 1;
}

[[nodiscard]] constexpr bool is_singular_in_s(std::string_view word) noexcept {
    return word.ends_with('s') &&
           (word.ends_with("ss") || word.ends_with("us") || word.ends_with("is") ||
            std::find(singular_in_s.begin(), singular_in_s.end(), word) != singular_in_s.end());
}

}  // namespace detail

/// The singular of an irregular plural that is no other word's regular form (`mice`, `knives`, but
/// not `leaves`); empty for any other word.
[[nodiscard]] std::string_view irregular_singular(std::string_view word) noexcept;

/// The English plural of a lower-case noun; of a phrase (`pull_request`) that of its last word.
/// A noun that ends in `ss`, `x`, `z`, `ch`, `sh` takes `es`, consonant + `y` becomes `ies`, and a
/// noun that already looks plural stays as it is.
[[nodiscard]] std::string plural(std::string_view noun);

/// The English singular of a lower-case noun, or of the last word of a phrase; a noun that is
/// singular already stays as it is. A word the tables do not know is taken by its ending.
[[nodiscard]] std::string singular(std::string_view noun);

}  // namespace workmem::text

#if !defined(WORKMEM_COMPILED)
#include <workmem/text/inflection.ipp>
#endif
