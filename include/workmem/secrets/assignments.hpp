#pragma once

#include <workmem/secrets/characters.hpp>
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

enum class secret_name : unsigned char { none, password, key, token };

struct named_secret {
    std::string_view name;  ///< how a name ends, in lower case without `_`, `-`, `.` and spaces
    secret_name what;
};

// The first that fits decides.
inline constexpr std::array secret_names{named_secret{"pagetoken", secret_name::none},
                                         named_secret{"nexttoken", secret_name::none},
                                         named_secret{"cursortoken", secret_name::none},
                                         named_secret{"continuationtoken", secret_name::none},
                                         named_secret{"synctoken", secret_name::none},
                                         named_secret{"canceltoken", secret_name::none},
                                         named_secret{"cancellationtoken", secret_name::none},
                                         named_secret{"token", secret_name::token},
                                         named_secret{"apikey", secret_name::key},
                                         named_secret{"accesskey", secret_name::key},
                                         named_secret{"secretkey", secret_name::key},
                                         named_secret{"privatekey", secret_name::key},
                                         named_secret{"signingkey", secret_name::key},
                                         named_secret{"encryptionkey", secret_name::key},
                                         named_secret{"masterkey", secret_name::key},
                                         named_secret{"authkey", secret_name::key},
                                         named_secret{"sharedkey", secret_name::key},
                                         named_secret{"accountkey", secret_name::key},
                                         named_secret{"secret", secret_name::password},
                                         named_secret{"password", secret_name::password},
                                         named_secret{"passwd", secret_name::password},
                                         named_secret{"passphrase", secret_name::password},
                                         named_secret{"passcode", secret_name::password},
                                         named_secret{"pwd", secret_name::password}};

/// What the name at the end of a text promises, in any spelling: `DB_PASSWORD`, `apiKey`,
/// `X-Api-Key`, `access key`. O(1).
[[nodiscard]] constexpr secret_name name_at_end(std::string_view text) noexcept {
    constexpr std::size_t most = 20;
    std::array<char, most> letters{};
    std::size_t count = 0;
    bool after_gap = false;
    for (auto at = text.size(); at > 0 && count < most; --at) {
        const char c = text[at - 1];
        if (is_alnum(c)) {
            letters[most - ++count] = text::fold_ascii(c);
            after_gap = false;
        } else if (count == 0 || after_gap || !is_any_of(c, "_-. ")) {
            break;
        } else {
            after_gap = true;
        }
    }
    const std::string_view name{letters.data() + (most - count), count};
    for (const auto& each : secret_names)
        if (name.ends_with(each.name)) return each.what;
    return secret_name::none;
}

[[nodiscard]] constexpr bool is_address(std::string_view value) noexcept {
    const auto at = value.find('@');
    if (at == 0 || at == std::string_view::npos) return false;
    const auto plain = [](std::string_view part) {
        return std::all_of(part.begin(), part.end(),
                           [](char c) { return is_in(alphabet::dotted, c) || c == '+'; });
    };
    const auto domain = value.substr(at + 1);
    return plain(value.substr(0, at)) && plain(domain) &&
           domain.find('.') != std::string_view::npos;
}

/// Whether a value is like what people and programs choose as a password, and no word, date,
/// version, path or address. `certain` where quotes or a bare `=` leave no doubt that it is a
/// value.
[[nodiscard]] constexpr bool is_password(std::string_view value, bool certain) noexcept {
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

[[nodiscard]] constexpr bool is_secret(secret_name name, std::string_view value,
                                       bool certain) noexcept {
    constexpr std::size_t least_random = 16;
    if (is_placeholder(value) || value.find("://") != std::string_view::npos) return false;
    if (name == secret_name::password) return is_password(value, certain);
    if (name == secret_name::token && is_uuid(value)) return false;
    return value.size() >= least_random && value.front() != '/' && looks_random(value, 5, 3) &&
           !is_one_case(value);
}

[[nodiscard]] constexpr secret_kind kind_of(secret_name name) noexcept {
    if (name == secret_name::password) return secret_kind::password;
    return name == secret_name::token ? secret_kind::token : secret_kind::api_key;
}

// More of a value says nothing more about it.
inline constexpr std::size_t most_value = 160;

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
    return is_any_of(c, " \t\"'`<>,;)]}\\|") || (c == '&' && begins_parameter(text.substr(at)));
}

}  // namespace detail

/// Whether a value that belongs to a name is a secret, as in a field of metadata. Linear in the
/// name and O(1) in the value.
[[nodiscard]] constexpr std::optional<found_secret> secret_in_field(
    std::string_view name, std::string_view value) noexcept {
    using namespace detail;
    const auto what = name_at_end(name);
    const auto seen = value.substr(0, most_value);
    if (what == secret_name::none || seen.find_first_of(" \t\r\n") != std::string_view::npos ||
        !is_secret(what, seen, true))
        return std::nullopt;
    return found_secret{kind_of(what), 0, value.size()};
}

/// The secret that is given a name by the `:`, `=`, `>` or " is " that begins at `at`. What is none
/// costs O(1).
[[nodiscard]] constexpr std::optional<found_secret> assigned_at(std::string_view text,
                                                                std::size_t at) noexcept {
    using namespace detail;
    const bool is = text[at] == ' ';
    auto before = text.substr(0, at);
    if (!is && text[at] != '>')
        for (int i = 0; i < 4 && !before.empty() && is_any_of(before.back(), " \t\"'`*]\\"); ++i)
            before.remove_suffix(1);
    const auto name = name_at_end(before);
    if (name == secret_name::none) return std::nullopt;

    auto begin = at + (is ? 4 : 1);
    const bool bare = text[at] == '=' && before.size() == at;
    for (int i = 0; i < 2 && begin < text.size() && is_any_of(text[begin], "=>"); ++i) ++begin;
    char quote = 0;
    bool spaced = is;
    for (int i = 0; i < 6 && begin < text.size(); ++i, ++begin) {
        const char c = text[begin];
        if (c == '"' || c == '\'' || c == '`')
            quote = c;
        else if (c == ' ' || c == '\t' || c == '*' || c == '\\')
            spaced = true;
        else
            break;
    }
    auto end = begin;
    while (end < text.size() && end - begin < most_value && !ends_value(text, end, quote)) ++end;
    auto value = text.substr(begin, end - begin);
    if (quote == 0) {
        while (!value.empty() && is_any_of(value.back(), ".:?")) value.remove_suffix(1);
        // An expression, not a value.
        if (value.find_first_of("([{<$%") != std::string_view::npos || value.starts_with('.') ||
            value.starts_with('~'))
            return std::nullopt;
    } else if (value.find_first_of(" \t") != std::string_view::npos) {
        return std::nullopt;
    }
    if (!is_secret(name, value, quote != 0 || (bare && !spaced))) return std::nullopt;
    if (value.size() == most_value)
        while (end < text.size() && !ends_value(text, end, quote)) ++end;
    const auto length = value.size() == most_value ? end - begin : value.size();
    return found_secret{kind_of(name), begin, length};
}

}  // namespace workmem::secrets
