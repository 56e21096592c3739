#pragma once

#include <workmem/text/fold.hpp>

#include <array>
#include <cstddef>
#include <string_view>

namespace workmem::text {

/// A word of a text and where it begins, in bytes.
struct word {
    std::string_view text;
    std::size_t position;
};

namespace detail {

enum class letter_kind : unsigned char { sign, letter, apostrophe, beyond };

inline constexpr auto letter_kinds = [] {
    std::array<letter_kind, 256> out{};
    for (unsigned c = 0; c < 256; ++c) {
        out[c] = c >= 0x80 ? letter_kind::beyond
                           : (is_word(c) ? letter_kind::letter : letter_kind::sign);
        if (c == '\'') out[c] = letter_kind::apostrophe;
    }
    return out;
}();

}  // namespace detail

/// Walks over the words of a text without allocating: runs of word characters; an apostrophe
/// between two letters stays inside (`don't`), every other sign separates. Linear; ASCII costs
/// a look into a table a letter.
class word_reader {
public:
    explicit constexpr word_reader(std::string_view text) noexcept : text_{text} {}

    /// The next word, or false at the end.
    constexpr bool next(word& out) noexcept {
        while (at_ < text_.size() && !starts_word()) {
        }
        const auto begin = at_;
        while (at_ < text_.size()) {
            at_ = after_letters(at_);
            if (at_ == text_.size()) break;
            const auto c = kind_of(text_[at_]);
            if (c == kind::sign) break;
            const auto bytes = c == kind::apostrophe ? 1U : wide(at_).bytes;
            if (c == kind::apostrophe || !wide(at_).is_word) {
                const bool inside = (c == kind::apostrophe || wide(at_).is_apostrophe) &&
                                    at_ + bytes < text_.size() && is_word_at(at_ + bytes);
                if (!inside) break;
            }
            at_ += bytes;
        }
        out = {text_.substr(begin, at_ - begin), begin};
        return at_ > begin;
    }

private:
    using kind = detail::letter_kind;

    struct wide_character {
        std::size_t bytes;
        bool is_word;
        bool is_apostrophe;
    };

    static constexpr kind kind_of(char c) noexcept {
        return detail::letter_kinds[static_cast<unsigned char>(c)];
    }
    [[nodiscard]] constexpr wide_character wide(std::size_t at) const noexcept {
        constexpr char32_t typographic_apostrophe = 0x2019;
        const auto c = decode(text_, at);
        return {c.bytes, text::is_word(c.value), c.value == typographic_apostrophe};
    }
    [[nodiscard]] constexpr std::size_t after_letters(std::size_t at) const noexcept {
        while (at < text_.size() && kind_of(text_[at]) == kind::letter) ++at;
        return at;
    }
    [[nodiscard]] constexpr bool is_word_at(std::size_t at) const noexcept {
        const auto c = kind_of(text_[at]);
        return c == kind::letter || (c == kind::beyond && wide(at).is_word);
    }
    // Steps over one sign; true, and no step, where a word starts.
    constexpr bool starts_word() noexcept {
        const auto c = kind_of(text_[at_]);
        if (c == kind::letter) return true;
        if (c == kind::beyond) {
            const auto each = wide(at_);
            if (each.is_word) return true;
            at_ += each.bytes;
        } else {
            ++at_;
        }
        return false;
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace workmem::text
