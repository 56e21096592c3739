#pragma once

#include <workmem/secrets/characters.hpp>
#include <workmem/secrets/labels.hpp>
#include <workmem/secrets/passwords.hpp>
#include <workmem/secrets/secrets.hpp>
#include <workmem/secrets/values.hpp>

#include <algorithm>
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

/// The text before the separator of a label, without what closes the label: quotes, blanks.
[[nodiscard]] constexpr std::string_view without_closing(std::string_view text) noexcept {
    for (int i = 0; i < 4 && !text.empty(); ++i) {
        if (is_any_of(text.back(), "\"'`*]\\"))
            text.remove_suffix(1);
        else if (!remove_last_blank(text))
            break;
    }
    // A remark between: `Password (old): …`.
    constexpr std::size_t most_remark = 24;
    if (text.ends_with(')')) {
        const auto opening = text.rfind('(');
        if (opening != std::string_view::npos && text.size() - opening <= most_remark) {
            text = text.substr(0, opening);
            while (remove_last_blank(text)) {
            }
        }
    }
    return text;
}

/// Whether a value without quotes is an expression of a program or of a template.
[[nodiscard]] constexpr bool is_expression(label name, std::string_view value) noexcept {
    return value.find_first_of("([{<") != std::string_view::npos || value.starts_with('.') ||
           value.starts_with('~') ||
           (name != label::password && value.find_first_of("$%") != std::string_view::npos);
}

/// The password or PIN right behind its label, with a blank only: `password hunter2`. It has
/// digits, so that it is no word of the sentence. O(1), and `at` is where a word ends.
[[nodiscard]] constexpr std::optional<found_secret> beside_at(std::string_view text,
                                                              std::size_t at) noexcept {
    constexpr std::size_t least = 6;
    bool has_digit = false;
    for (auto i = at + 1; i < text.size() && i - at <= most_value && text[i] != ' '; ++i)
        if (is_digit(text[i])) {
            has_digit = true;
            break;
        }
    if (!has_digit) return std::nullopt;
    const auto name = label_at_end(text.substr(0, at));
    if (name != label::password && name != label::pin) return std::nullopt;
    const auto value = value_at(text, at + 1);
    const bool is_found =
        name == label::pin ? text[at - 1] == 'N' && is_pin(value.seen)
                           : value.seen.size() >= least &&
                                 value.seen.find_first_of("-_./:,([{<") == std::string_view::npos &&
                                 std::any_of(value.seen.begin(), value.seen.end(), is_letter) &&
                                 is_password(value.seen, {.apart = true});
    if (!is_found) return std::nullopt;
    return found_secret{secret_kind::password, value.begin, value.end_in(text) - value.begin};
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

/// The secret that is given a name by the `:`, `=`, `>`, `|`, verb or blank that begins at `at`, or
/// another separator of so many bytes. What is none costs O(1).
[[nodiscard]] constexpr std::optional<found_secret> assigned_at(
    std::string_view text, std::size_t at, std::size_t separator = 1) noexcept {
    using namespace detail;
    const auto verb = text[at] == ' ' ? verb_at(text, at) : 0;
    if (text[at] == ' ' && verb == 0) return beside_at(text, at);
    const bool is_tag = text[at] == '>';
    const auto whole = text.substr(0, at);
    const auto before = verb != 0 || is_tag ? whole : without_closing(whole);
    saying said{.assigned = text[at] == '='};
    auto name = label_at_end(before);
    if (name == label::none && !is_tag) {
        name = label_with_purpose(before);
        said.apart = true;
    }
    if (name == label::none) return std::nullopt;

    auto value = value_at(text, at + (verb != 0 ? verb : separator));
    const bool is_bare = said.assigned && before.size() == at && !value.is_spaced && verb == 0;
    said.certain = value.is_quoted || is_bare;
    if (value.quote != 0 ? value.seen.find_first_of(" \t") != std::string_view::npos
                         : is_expression(name, value.seen))
        return std::nullopt;
    said.goes_on = !said.certain && goes_on(text.substr(value.begin + value.seen.size()));
    if (!is_secret(name, value.seen, said)) return std::nullopt;
    return found_secret{kind_of(name), value.begin, value.end_in(text) - value.begin};
}

/// The password that a command is given by the option that begins at `at`: `curl -u ann:…`,
/// `sshpass -p …`. O(1).
[[nodiscard]] constexpr std::optional<found_secret> option_password_at(std::string_view text,
                                                                       std::size_t at) noexcept {
    using namespace detail;
    constexpr std::size_t most_command = 160;
    const auto is_option = [&](std::string_view option) { return has_at(text, at, option); };
    const std::size_t option = is_option("-u ") || is_option("-p ") ? 3 : is_option("--user ") ? 7 : 0;
    if (option == 0) return std::nullopt;
    auto command = text.substr(0, at);
    if (command.size() > most_command) command.remove_prefix(command.size() - most_command);
    if (const auto line = command.rfind('\n'); line != std::string_view::npos)
        command.remove_prefix(line + 1);
    auto value = value_at(text, at + option);
    auto begin = value.begin;
    auto seen = value.seen;
    if (is_option("-p ")) {
        if (!command.ends_with("sshpass ")) return std::nullopt;
    } else {
        const auto colon = seen.find(':');
        if (command.find("curl ") == std::string_view::npos || colon == std::string_view::npos ||
            colon == 0)
            return std::nullopt;
        begin += colon + 1;
        seen.remove_prefix(colon + 1);
    }
    if (seen.empty() || stands_for_secret(seen)) return std::nullopt;
    return found_secret{secret_kind::password, begin, value.end_in(text) - begin};
}

}  // namespace workmem::secrets
