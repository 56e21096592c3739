#pragma once

#include <workmem/session/secret_assignments.hpp>
#include <workmem/session/secret_cards.hpp>
#include <workmem/session/secret_characters.hpp>
#include <workmem/session/secret_keys.hpp>
#include <workmem/session/secret_tokens.hpp>
#include <workmem/session/secrets.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace workmem::secrets {

/// Tells secrets by how they look: tokens with a known prefix, web tokens, what follows "bearer",
/// private keys, payment cards, passwords in URLs, and random characters or a password given to a
/// name that promises one. Bare random characters are none: hashes, ids and images look the same.
/// Never allocates; linear in the text, also for texts made to be slow. Copyable; safe to share
/// between threads.
struct by_shape {
    std::span<const token_shape> shapes = token_shapes;

    /// The first secret from byte `from` on. To find all, go on where each ends.
    [[nodiscard]] constexpr std::optional<found_secret> find(std::string_view text,
                                                             std::size_t from = 0) const noexcept {
        for (auto at = from; at < text.size(); ++at)
            if (auto found = find_at(text, at)) return found;
        return std::nullopt;
    }

    /// The secret in a value, by itself or because of the name it has; the place is one in the
    /// value.
    [[nodiscard]] constexpr std::optional<found_secret> find_in_field(
        std::string_view name, std::string_view value) const noexcept {
        if (auto found = find(value)) return found;
        return secret_in_field(name, value);
    }

private:
    [[nodiscard]] constexpr std::optional<found_secret> find_at(std::string_view text,
                                                                std::size_t at) const noexcept {
        const char c = text[at];
        const char before = at > 0 ? text[at - 1] : ' ';
        if (is_letter(c)) {
            if (is_alnum(before) || before == '_') return std::nullopt;
            return token_at(shapes, text, at);
        }
        if (is_digit(c)) return is_digit(before) ? std::nullopt : payment_card_at(text, at);
        switch (c) {
            case '-': return private_key_at(text, at);
            case ':':
                if (auto found = url_password_at(text, at)) return found;
                return assigned_at(text, at);
            case '=':
            case '>': return assigned_at(text, at);
            case ' ':
                if (has_at(text, at, " is ")) return assigned_at(text, at);
                return std::nullopt;
            default: return std::nullopt;
        }
    }
};

}  // namespace workmem::secrets
