#pragma once

#include <workmem/text/unicode.hpp>
#include <workmem/text/utf8.hpp>
#include <workmem/tokens/encoding.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace workmem {

/// Cuts a text into the pieces inside which byte pairs merge, as the regular expressions of the
/// encodings do (tiktoken, `openai_public.py`): words with the sign or space before them, numbers
/// of three digits, signs, spaces. A space is a White_Space but U+0085; special tokens are text.
/// Linear, allocates nothing. The text must be valid UTF-8 and outlive the reader.
class piece_reader {
public:
    constexpr piece_reader(std::string_view text, token_encoding encoding) noexcept
        : text_{text}, cased_{encoding == token_encoding::o200k} {}

    /// The next piece, or false at the end.
    constexpr bool next(std::string_view& out) noexcept {
        if (at_ == text_.size()) return false;
        const auto begin = at_;
        at_ = end_of_piece(begin);
        out = text_.substr(begin, at_ - begin);
        return true;
    }

private:
    // The first six as in character_class, of which `other` is told apart.
    enum class kind : std::uint8_t {
        sign,
        upper,
        lower,
        letter,
        mark,
        number,
        space,
        newline,
        end
    };
    struct character {
        kind is;
        std::uint8_t bytes;
    };

    static constexpr auto kind_of = [](char32_t c) noexcept {
        if (c == '\n' || c == '\r') return kind::newline;
        const bool space = c == ' ' || (c >= 9 && c <= 12) || c == 0xA0 || c == 0x1680 ||
                           (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 ||
                           c == 0x202F || c == 0x205F || c == 0x3000;
        return space ? kind::space : static_cast<kind>(text::class_of(c));
    };
    static constexpr auto ascii_kinds = [] {
        std::array<kind, 128> out{};
        for (char32_t c = 0; c < 128; ++c) out[c] = kind_of(c);
        return out;
    }();

    [[nodiscard]] constexpr character at(std::size_t position) const noexcept {
        if (position == text_.size()) return {kind::end, 0};
        const auto byte = static_cast<unsigned char>(text_[position]);
        if (byte < 0x80) return {ascii_kinds[byte], 1};
        const auto c = text::decode(text_, position);
        return {kind_of(c.value), c.bytes};
    }
    template <class Test>
    [[nodiscard]] constexpr std::size_t skip(std::size_t position, Test test) const noexcept {
        for (auto c = at(position); test(c.is); c = at(position)) position += c.bytes;
        return position;
    }

    static constexpr bool is_letter(kind k) noexcept {
        return k == kind::upper || k == kind::lower || k == kind::letter;
    }
    static constexpr bool is_capital(kind k) noexcept {
        return k == kind::upper || k == kind::letter || k == kind::mark;
    }
    static constexpr bool is_small(kind k) noexcept {
        return k == kind::lower || k == kind::letter || k == kind::mark;
    }
    static constexpr bool is_sign(kind k) noexcept { return k == kind::sign || k == kind::mark; }

    [[nodiscard]] constexpr std::size_t end_of_piece(std::size_t begin) const noexcept {
        if (!cased_ && after_contraction(begin) != begin) return after_contraction(begin);
        const auto first = at(begin);
        const auto after = begin + first.bytes;
        if (const auto end = after_word(begin, first); end != begin) return end;
        if (first.is == kind::number) return after_number(begin);
        const auto signs = text_[begin] == ' ' ? after : begin;
        if (is_sign(at(signs).is)) return after_signs(signs);
        return after_spaces(begin);
    }

    // A word, with one character before it that is neither letter, number nor line end.
    [[nodiscard]] constexpr std::size_t after_word(std::size_t begin,
                                                   character first) const noexcept {
        if (first.is == kind::number || first.is == kind::newline) return begin;
        const auto word = is_letter(first.is) ? begin : begin + first.bytes;
        if (!cased_) {
            const auto end = skip(word, is_letter);
            return end == word ? begin : end;
        }
        const auto found = cased_word(word);
        if (found.mixed != word) return after_contraction(found.mixed);
        // A mark is a word of its own before it is put in front of capitals.
        if (first.is == kind::mark) return after_contraction(begin + first.bytes);
        return found.capitals == word ? begin : after_contraction(found.capitals);
    }

    struct word_ends {
        std::size_t mixed;     // capitals, then at least one small letter
        std::size_t capitals;  // at least one capital
    };
    // Letters without case and marks are capital and small: a word of capitals ends at the last.
    [[nodiscard]] constexpr word_ends cased_word(std::size_t begin) const noexcept {
        auto end = begin, last_both = begin;
        for (auto c = at(end); is_capital(c.is); c = at(end)) {
            end += c.bytes;
            if (c.is != kind::upper) last_both = end;
        }
        if (at(end).is == kind::lower) return {skip(end, is_small), end};
        return {last_both, end};
    }

    // 's, 't, 'd, 'm, 're, 've, 'll in any case; else where it began.
    [[nodiscard]] constexpr std::size_t after_contraction(std::size_t begin) const noexcept {
        const auto lower = [&](std::size_t i) {
            return i < text_.size() ? text_[i] | ('a' ^ 'A') : 0;
        };
        if (begin == text_.size() || text_[begin] != '\'') return begin;
        const auto a = lower(begin + 1), b = lower(begin + 2);
        if (a == 's' || a == 't' || a == 'd' || a == 'm') return begin + 2;
        if (((a == 'r' || a == 'v') && b == 'e') || (a == 'l' && b == 'l')) return begin + 3;
        return begin;
    }

    [[nodiscard]] constexpr std::size_t after_number(std::size_t begin) const noexcept {
        auto end = begin;
        for (int digits = 0; digits < 3 && at(end).is == kind::number; ++digits)
            end += at(end).bytes;
        return end;
    }

    [[nodiscard]] constexpr std::size_t after_signs(std::size_t begin) const noexcept {
        auto end = skip(begin, is_sign);
        while (end < text_.size() &&
               (text_[end] == '\r' || text_[end] == '\n' || (cased_ && text_[end] == '/')))
            ++end;
        return end;
    }

    // Up to the last line end; else all but the last space before a word, which begins it.
    [[nodiscard]] constexpr std::size_t after_spaces(std::size_t begin) const noexcept {
        auto end = begin, last = begin, lines = begin;
        for (auto c = at(end); c.is == kind::space || c.is == kind::newline; c = at(end)) {
            last = end;
            end += c.bytes;
            if (c.is == kind::newline) lines = end;
        }
        if (!cased_ && end == text_.size()) return end;
        if (lines != begin) return lines;
        return end == text_.size() || last == begin ? end : last;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    bool cased_;
};

}  // namespace workmem
