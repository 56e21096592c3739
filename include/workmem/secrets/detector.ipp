#pragma once

#include <workmem/secrets/assignments.hpp>
#include <workmem/secrets/cards.hpp>
#include <workmem/secrets/characters.hpp>
#include <workmem/secrets/detector.hpp>
#include <workmem/secrets/iban.hpp>
#include <workmem/secrets/keys.hpp>
#include <workmem/secrets/tokens.hpp>
#include <workmem/text/utf8.hpp>
#include <workmem/text/visible.hpp>

#include <algorithm>
#include <array>
#include <cstdint>

namespace workmem::secrets {

namespace detail {

/// What is seen of a text around something that is not drawn, and where each byte of it stands.
class seen_text {
public:
    static constexpr std::size_t before = 256, most = 512;

    seen_text(std::string_view text, std::size_t around) noexcept {
        auto at = around > before ? around - before : 0;
        // A cut within a word would look like its beginning.
        if (at > 0)
            while (at < around && text[at] != ' ') ++at;
        while (at < text.size() && size_ + 4 <= most) {
            const auto c = text::decode(text, at);
            const auto bytes = c.bytes;
            if (!text::is_ignorable(c.value))
                for (std::size_t i = 0; i < bytes; ++i) {
                    places_[size_] = at + i;
                    bytes_[size_++] = text[at + i];
                }
            at += bytes;
        }
    }
    [[nodiscard]] std::string_view text() const noexcept { return {bytes_.data(), size_}; }
    [[nodiscard]] found_secret in_whole(const found_secret& found) const noexcept {
        const auto first = places_[found.offset];
        return {found.kind, first, places_[found.offset + found.length - 1] + 1 - first};
    }

private:
    std::array<char, most> bytes_;
    std::array<std::size_t, most> places_;
    std::size_t size_ = 0;
};

}  // namespace detail

WORKMEM_DECL std::optional<found_secret> by_shape::find(std::string_view text,
                                                        std::size_t from) const noexcept {
    std::optional<found_secret> first;
    for (auto at = from; at < text.size() && !first; ++at) first = find_at(text, at);
    // What is not drawn parts neither labels nor secrets for who reads them.
    for (auto at = from; at < text.size() && (!first || at < first->offset + first->length);) {
        if (is_ascii(text[at])) {
            ++at;
            continue;
        }
        const auto c = text::decode(text, at);
        if (!text::is_ignorable(c.value)) {
            at += c.bytes;
            continue;
        }
        const detail::seen_text seen{text, at};
        for (std::size_t i = 0; i < seen.text().size(); ++i) {
            const auto found = find_at(seen.text(), i);
            if (!found) continue;
            const auto here = seen.in_whole(*found);
            if (here.offset < from) continue;
            if (!first || here.offset < first->offset) first = here;
            break;
        }
        // The next one that is not seen yet.
        at += c.bytes;
        while (at < text.size() && text::is_ignorable(text::decode(text, at).value))
            at += text::decode(text, at).bytes;
    }
    return first;
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
        case '-':
            if (auto found = private_key_at(text, at)) return found;
            return option_password_at(text, at);
        case ':':
            if (auto found = url_password_at(text, at)) return found;
            return assigned_at(text, at);
        case '\xEF':
            return text.substr(at).starts_with("：") ? assigned_at(text, at, 3) : std::nullopt;
        case '\xE2':
            return text.substr(at).starts_with("→") ? assigned_at(text, at, 3) : std::nullopt;
        case '=':
        case '>':
        case '|':
        case ' ': return assigned_at(text, at);
        default: return std::nullopt;
    }
}

}  // namespace workmem::secrets
