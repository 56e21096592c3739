#pragma once

#include <workmem/secrets/assignments.hpp>
#include <workmem/secrets/cards.hpp>
#include <workmem/secrets/characters.hpp>
#include <workmem/secrets/detector.hpp>
#include <workmem/secrets/iban.hpp>
#include <workmem/secrets/keys.hpp>
#include <workmem/secrets/tokens.hpp>

namespace workmem::secrets {

WORKMEM_DECL std::optional<found_secret> by_shape::find(std::string_view text,
                                                        std::size_t from) const noexcept {
    for (auto at = from; at < text.size(); ++at)
        if (auto found = find_at(text, at)) return found;
    return std::nullopt;
}

WORKMEM_DECL std::optional<found_secret> by_shape::find_in_field(
    std::string_view name, std::string_view value) const noexcept {
    if (auto found = find(value)) return found;
    return secret_in_field(name, value);
}

WORKMEM_DECL std::optional<found_secret> by_shape::find_at(std::string_view text,
                                                           std::size_t at) const noexcept {
    const char c = text[at];
    const char before = at > 0 ? text[at - 1] : ' ';
    if (is_letter(c)) {
        if (is_alnum(before) || before == '_') return std::nullopt;
        if (auto found = iban_at(text, at)) return found;
        return token_at(shapes, text, at);
    }
    if (is_digit(c)) {
        if (is_digit(before)) return std::nullopt;
        if (auto found = payment_card_at(text, at)) return found;
        // A bot's address has its token behind "bot".
        if (at > 3 && text.substr(at - 4, 4) == "/bot")
            if (const auto length = detail::match_numbered_token(text.substr(at)); length != 0)
                return found_secret{secret_kind::token, at, length};
        if (is_alnum(before) || before == '_') return std::nullopt;
        return token_at(shapes, text, at);
    }
    switch (c) {
        case '-': return private_key_at(text, at);
        case ':':
            if (auto found = url_password_at(text, at)) return found;
            return assigned_at(text, at);
        case '=':
        case '>':
        case '|':
        case ' ': return assigned_at(text, at);
        default: return std::nullopt;
    }
}

}  // namespace workmem::secrets
