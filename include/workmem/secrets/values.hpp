#pragma once

#include <workmem/secrets/characters.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

// Where the value behind a label begins and ends in a text.

namespace workmem::secrets::detail {

// More of a value says nothing more about it.
inline constexpr std::size_t most_value = 160;

inline constexpr std::array blanks =
    std::to_array<std::string_view>({" ", "\t", "\u00A0", "\u202F"});  // the last two do not break

/// The text without the last blank.
[[nodiscard]] constexpr bool remove_last_blank(std::string_view& text) noexcept {
    for (const auto blank : blanks)
        if (text.ends_with(blank)) {
            text.remove_suffix(blank.size());
            return true;
        }
    return false;
}

/// The length of the verb between blanks by which a sentence gives a value, with them and with the
/// adverb after it ("is now", "ist jetzt"), or 0.
[[nodiscard]] constexpr std::size_t verb_at(std::string_view text, std::size_t at) noexcept {
    constexpr std::array<std::string_view, 20> verbs{
        " is ",   " is: ",   " ist ",     " ist: ",     " est ",    " est: ",    " est : ",
        " es ",   " es: ",   " è ",       " è: ",       " é ",      " é: ",      " was ",
        " war ",  " era ",   " était ",   " lautet ",   " lautet: ", " luidt "};
    constexpr std::array<std::string_view, 10> adverbs{"now ",        "still ", "jetzt ",  "nun ",
                                                       "maintenant ", "ahora ", "adesso ", "ora ",
                                                       "agora ",      "nu "};
    if (at + 1 == text.size() || !is_any_of(text::fold_ascii(text[at + 1]), "iewl\xC3")) return 0;
    for (const auto verb : verbs)
        if (has_at(text, at, verb)) {
            for (const auto adverb : adverbs)
                if (has_at(text, at + verb.size(), adverb)) return verb.size() + adverb.size();
            return verb.size();
        }
    return 0;
}

/// The length of the quotation mark of `“a”`, `„a“` or `« a »` at the front, or 0.
[[nodiscard]] constexpr std::size_t typographic_quote(std::string_view text) noexcept {
    for (const std::string_view quote : {"“", "”", "„", "‘", "’", "‚"})
        if (text.starts_with(quote)) return quote.size();
    return text.starts_with("«") || text.starts_with("»") ? 2 : 0;
}

/// Whether `&` at the front begins the next parameter of a query.
[[nodiscard]] constexpr bool begins_parameter(std::string_view text) noexcept {
    const auto name = front_of(alphabet::dotted, text.substr(1), 32);
    return !name.empty() && text.size() > name.size() + 1 && text[name.size() + 1] == '=';
}

[[nodiscard]] constexpr bool ends_value(std::string_view text, std::size_t at,
                                        char quote) noexcept {
    const char c = text[at];
    if (c == '\n' || c == '\r') return true;
    if (quote != 0) return c == quote || c == '\\';
    return is_any_of(c, " \t\"'`<>,;)]}\\|") || (c == '&' && begins_parameter(text.substr(at))) ||
           (!is_ascii(c) &&
            (typographic_quote(text.substr(at)) != 0 || text.substr(at).starts_with("\u00A0")));
}

/// Whether a sentence goes on after a value: with a word that neither begins the next clause nor
/// names the next value. O(1).
[[nodiscard]] constexpr bool goes_on(std::string_view rest) noexcept {
    constexpr std::array<std::string_view, 36> clauses{
        "and ",  "for ", "on ",     "or ",  "but ",  "as ",   "until ", "since ", "at ",
        "und ",  "für ", "oder ",   "bis ", "seit ", "beim ", "et ",    "pour ",  "ou ",
        "mais ", "sur ", "y ",      "o ",   "para ", "pero ", "en ",    "not ",   "nicht ",
        "e ",    "per ", "fino a ", "ma ",  "mas ",  "até ",  "voor ",  "tot ",   "hasta "};
    if (has_at(rest, 0, "'s ") || has_at(rest, 0, "’s ")) return true;
    if (rest.size() < 2 || rest[0] != ' ') return false;
    rest.remove_prefix(1);
    if (is_ascii(rest[0]) && !is_letter(rest[0])) return false;
    for (const auto clause : clauses)
        if (has_at(rest, 0, clause)) return false;
    const auto word = front_of(alphabet::dashed, rest, 32);
    return word.size() == rest.size() || !is_any_of(rest[word.size()], ":=");
}

/// A value as it stands in a text.
struct written_value {
    std::size_t begin = 0;
    std::string_view seen{};  ///< at most `most_value` bytes of it
    char quote = 0;           ///< one of ASCII
    bool is_quoted = false;
    bool is_spaced = false;  ///< away from its separator

    /// Where in the text it ends: behind what was seen of a long one.
    [[nodiscard]] constexpr std::size_t end_in(std::string_view text) const noexcept {
        auto end = begin + seen.size();
        if (seen.size() == most_value)
            while (end < text.size() && !ends_value(text, end, quote)) ++end;
        return end;
    }
};

/// The value at `at`, where its separator ends. O(1).
[[nodiscard]] constexpr written_value value_at(std::string_view text, std::size_t at) noexcept {
    written_value out;
    for (int i = 0; i < 2 && at < text.size() && is_any_of(text[at], "=>"); ++i) ++at;
    for (int i = 0; i < 6 && at < text.size(); ++i, ++at) {
        const char c = text[at];
        if (is_any_of(c, "\"'`"))
            out.quote = c;
        else if (is_any_of(c, " \t*\\"))
            out.is_spaced = true;
        else
            break;
    }
    out.is_quoted = out.quote != 0;
    if (const auto opening = typographic_quote(text.substr(at)); opening != 0) {
        at += opening;
        for (const auto blank : blanks)
            if (text.substr(at).starts_with(blank)) at += blank.size();
        out.is_quoted = true;
    }
    auto end = at;
    while (end < text.size() && end - at < most_value && !ends_value(text, end, out.quote)) ++end;
    out.begin = at;
    out.seen = text.substr(at, end - at);
    if (out.quote == 0)
        while (!out.seen.empty() && is_any_of(out.seen.back(), ".:?")) out.seen.remove_suffix(1);
    return out;
}

}  // namespace workmem::secrets::detail
