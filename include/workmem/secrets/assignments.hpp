#pragma once

#include <workmem/secrets/characters.hpp>
#include <workmem/secrets/labels.hpp>
#include <workmem/secrets/passwords.hpp>
#include <workmem/secrets/secrets.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

// Secrets that can be told by the name they are given: `password=…`, `"api_key": "…"`,
// `--token=…`, `<secret>…`, "the password is …".

namespace workmem::secrets {

namespace detail {

/// Whether a value is like what machines make for a `secret`, and no word, date, version, path or
/// address.
[[nodiscard]] constexpr bool is_made_secret(std::string_view value, bool certain) noexcept {
    if (value.size() < (certain ? 6U : 8U)) return false;
    std::size_t letters = 0, digits = 0, marks = 0, joints = 0;
    for (const char c : value) {
        letters += is_letter(c) ? 1U : 0U;
        digits += is_digit(c) ? 1U : 0U;
        joints += is_any_of(c, "-_./:,") ? 1U : 0U;
        marks += is_any_of(c, "!@#$%^&*+=?~|;") ? 1U : 0U;
    }
    if (letters < 3 || is_address(value)) return false;
    if (value.find('/') != std::string_view::npos)
        return value.size() >= 20 && looks_random(value, 5, 2);
    const auto odd = count_neighbours(value).odd;
    if (digits == 0)
        return (marks > 0 && odd >= 3) ||
               (value.size() >= 16 && !is_one_case(value) && looks_random(value, 5, 2));
    return odd >= 2 || marks > 0 || (certain && joints == 0);
}

[[nodiscard]] constexpr bool is_pin(std::string_view value) noexcept {
    return value.size() >= 4 && value.size() <= 12 &&
           std::all_of(value.begin(), value.end(), is_digit);
}

[[nodiscard]] constexpr bool is_secret(label name, std::string_view value, saying said) noexcept {
    constexpr std::size_t least_random = 16;
    if (value.find("://") != std::string_view::npos) return false;
    if (name == label::password) return is_password(value, said);
    if (name == label::pin) return is_pin(value);
    if (is_placeholder(value)) return false;
    if (name == label::secret) return is_made_secret(value, said.certain);
    if (name == label::token && is_uuid(value)) return false;
    return value.size() >= least_random && value.front() != '/' && looks_random(value, 5, 3) &&
           !is_one_case(value);
}

[[nodiscard]] constexpr secret_kind kind_of(label name) noexcept {
    if (name == label::token) return secret_kind::token;
    return name == label::key ? secret_kind::api_key : secret_kind::password;
}

// More of a value says nothing more about it.
inline constexpr std::size_t most_value = 160;

/// The length of the verb between blanks by which a sentence gives a value, with them, or 0.
[[nodiscard]] constexpr std::size_t verb_at(std::string_view text, std::size_t at) noexcept {
    for (const std::string_view verb :
         {" is ", " is: ", " ist ", " lautet ", " est ", " es ", " was "})
        if (has_at(text, at, verb)) return verb.size();
    return 0;
}

/// The length of the quotation mark of `“a”`, `„a“` or `« a »` at the front, or 0.
[[nodiscard]] constexpr std::size_t typographic_quote(std::string_view text) noexcept {
    for (const std::string_view quote : {"“", "”", "„", "‘", "’", "‚"})
        if (text.starts_with(quote)) return quote.size();
    return text.starts_with("«") || text.starts_with("»") ? 2 : 0;
}

/// The text without the last blank, which may be one that does not break.
[[nodiscard]] constexpr bool remove_last_blank(std::string_view& text) noexcept {
    for (const std::string_view blank : {" ", "\t", "\u00A0", "\u202F"})
        if (text.ends_with(blank)) {
            text.remove_suffix(blank.size());
            return true;
        }
    return false;
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
    constexpr std::array<std::string_view, 27> clauses{
        "and ",  "for ", "on ",   "or ",  "but ",  "as ",   "until ", "since ", "at ",
        "und ",  "für ", "oder ", "bis ", "seit ", "beim ", "et ",    "pour ",  "ou ",
        "mais ", "sur ", "y ",    "o ",   "para ", "pero ", "en ",    "not ",   "nicht "};
    if (has_at(rest, 0, "'s ") || has_at(rest, 0, "’s ")) return true;
    if (rest.size() < 2 || rest[0] != ' ') return false;
    rest.remove_prefix(1);
    if (is_ascii(rest[0]) && !is_letter(rest[0])) return false;
    for (const auto clause : clauses)
        if (has_at(rest, 0, clause)) return false;
    const auto word = front_of(alphabet::dashed, rest, 32);
    return word.size() == rest.size() || !is_any_of(rest[word.size()], ":=");
}

/// What stands between a password and its verb and is no part of it: "is now", "ist jetzt".
[[nodiscard]] constexpr std::size_t adverb_at(std::string_view text, std::size_t at) noexcept {
    for (const std::string_view word :
         {"now ", "still ", "jetzt ", "nun ", "maintenant ", "ahora "})
        if (has_at(text, at, word)) return word.size();
    return 0;
}

}  // namespace detail

/// Whether a value that belongs to a name is a secret, as in a field of metadata. Linear in the
/// name and O(1) in the value.
[[nodiscard]] constexpr std::optional<found_secret> secret_in_field(
    std::string_view name, std::string_view value) noexcept {
    using namespace detail;
    const auto what = label_at_end(name);
    const auto seen = value.substr(0, most_value);
    if (what == label::none || seen.find_first_of(" \t\r\n") != std::string_view::npos ||
        !is_secret(what, seen, {.certain = true}))
        return std::nullopt;
    return found_secret{kind_of(what), 0, value.size()};
}

/// The secret that is given a name by the `:`, `=`, `>` or the verb that begins at `at`. What is
/// none costs O(1).
[[nodiscard]] constexpr std::optional<found_secret> assigned_at(std::string_view text,
                                                                std::size_t at) noexcept {
    using namespace detail;
    const auto verb = text[at] == ' ' ? verb_at(text, at) : 0;
    if (text[at] == ' ' && verb == 0) return std::nullopt;
    auto before = text.substr(0, at);
    if (verb == 0 && text[at] != '>')
        for (int i = 0; i < 4 && !before.empty(); ++i) {
            if (is_any_of(before.back(), "\"'`*]\\"))
                before.remove_suffix(1);
            else if (!remove_last_blank(before))
                break;
        }
    saying said{.assigned = text[at] == '='};
    auto name = label_at_end(before);
    if (name == label::none && text[at] != '>') {
        name = label_with_purpose(before);
        said.apart = true;
    }
    if (name == label::none) return std::nullopt;

    auto begin = at + (verb != 0 ? verb : 1);
    if (verb != 0) begin += adverb_at(text, begin);
    const bool bare = text[at] == '=' && before.size() == at;
    for (int i = 0; i < 2 && begin < text.size() && is_any_of(text[begin], "=>"); ++i) ++begin;
    char quote = 0;
    bool spaced = verb != 0;
    for (int i = 0; i < 6 && begin < text.size(); ++i, ++begin) {
        const char c = text[begin];
        if (c == '"' || c == '\'' || c == '`')
            quote = c;
        else if (c == ' ' || c == '\t' || c == '*' || c == '\\')
            spaced = true;
        else
            break;
    }
    if (const auto opening = typographic_quote(text.substr(begin)); opening != 0) {
        begin += opening;
        for (const std::string_view blank : {" ", "\u00A0", "\u202F"})
            if (text.substr(begin).starts_with(blank)) begin += blank.size();
        said.certain = true;
    }
    auto end = begin;
    while (end < text.size() && end - begin < most_value && !ends_value(text, end, quote)) ++end;
    auto value = text.substr(begin, end - begin);
    if (quote == 0) {
        while (!value.empty() && is_any_of(value.back(), ".:?")) value.remove_suffix(1);
        // An expression, not a value.
        if (value.find_first_of("([{<") != std::string_view::npos || value.starts_with('.') ||
            value.starts_with('~') ||
            (name != label::password && value.find_first_of("$%") != std::string_view::npos))
            return std::nullopt;
        said.goes_on = !said.certain && goes_on(text.substr(end));
    } else if (value.find_first_of(" \t") != std::string_view::npos) {
        return std::nullopt;
    }
    said.certain = said.certain || quote != 0 || (bare && !spaced);
    if (!is_secret(name, value, said)) return std::nullopt;
    if (value.size() == most_value)
        while (end < text.size() && !ends_value(text, end, quote)) ++end;
    const auto length = value.size() == most_value ? end - begin : value.size();
    return found_secret{kind_of(name), begin, length};
}

}  // namespace workmem::secrets
