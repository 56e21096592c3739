#pragma once

#include <workmem/text/utf8.hpp>
#include <workmem/tokens/bounding_counter.hpp>
#include <workmem/tokens/english_words.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace workmem {

namespace detail {

// Adds up costs from left to right.
class bound_reader {
public:
    explicit bound_reader(std::string_view text) noexcept : text_{text} {}

    /// In tokens.
    std::size_t total() noexcept {
        while (at_ < text_.size()) {
            switch (kind_at(at_)) {
                case kind::letter: add_letters(); break;
                case kind::digit: add_number(); break;
                case kind::space: add_spaces(); break;
                case kind::line: add_lines(); break;
                case kind::sign: add_sign(); break;
                case kind::beyond: add_beyond(); break;
            }
        }
        return (total_ + quarters - 1) / quarters;
    }

private:
    enum class kind : std::uint8_t { letter, digit, space, line, sign, beyond };
    static constexpr std::size_t quarters = 4;  // of a token; costs are in quarters

    static constexpr auto kinds = [] {
        std::array<kind, 256> out{};
        for (unsigned c = 0; c < 256; ++c) {
            out[c] = c < 0x80 ? kind::sign : kind::beyond;
            if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) out[c] = kind::letter;
            if (c >= '0' && c <= '9') out[c] = kind::digit;
            if (c == ' ') out[c] = kind::space;
            if (c == '\t' || c == '\n' || c == '\r') out[c] = kind::line;
        }
        return out;
    }();
    static bool is_capital(char c) noexcept { return c >= 'A' && c <= 'Z'; }

    enum class after : std::uint8_t { space, word, number, other };

    [[nodiscard]] kind kind_at(std::size_t at) const noexcept {
        return kinds[static_cast<unsigned char>(text_[at])];
    }
    [[nodiscard]] bool is(kind wanted, std::size_t at) const noexcept {
        return at < text_.size() && kind_at(at) == wanted;
    }
    void add_tokens(std::size_t count) noexcept { total_ += count * quarters; }

    // Letters beside digits are no word; others may be several, each from capital to capital.
    void add_letters() noexcept {
        auto end = at_;
        while (is(kind::letter, end)) ++end;
        if (before_ == after::number || is(kind::digit, end)) {
            add_tokens(end - at_);
        } else {
            auto how = before_;
            for (auto begin = at_; begin < end; how = after::word) {
                const auto small = after_capitals(begin, end);
                auto next = small;
                while (next < end && !is_capital(text_[next])) ++next;
                add_word(begin, small, next, how);
                begin = next;
            }
        }
        at_ = end;
        before_ = after::word;
    }
    [[nodiscard]] std::size_t after_capitals(std::size_t at,
                                                       std::size_t end) const noexcept {
        while (at < end && is_capital(text_[at])) ++at;
        return at;
    }
    void add_word(std::size_t begin, std::size_t small, std::size_t end,
                            after how) noexcept {
        const auto capitals = small - begin;
        if (capitals > 1 || (capitals == end - begin && how != after::space)) {
            total_ += capitals * 8 / 3 + 3;
            if (small == end) return;
            begin = small;
            how = after::word;
        }
        total_ += word_cost(begin, end, how);
    }
    [[nodiscard]] std::size_t word_cost(std::size_t begin, std::size_t end,
                                                  after how) const noexcept {
        constexpr std::size_t long_word = 12;
        const auto length = end - begin;
        auto hash = add_letter(0, text_[begin]);
        std::size_t seldom = 0;
        for (auto i = begin + 1; i < end; ++i) {
            hash = add_letter(hash, text_[i]);
            const auto often = letter_followers[letter_index(text_[i - 1])];
            seldom += 1U - (often >> letter_index(text_[i]) & 1U);
        }
        if (is_common_word(text_.substr(begin, length), hash))
            return how == after::space || length <= 2 ? quarters : 2 * quarters;
        if (length == 1 || (how == after::word && length <= 3)) return length * quarters;
        auto cost = quarters + length + 2 * seldom;
        if (length > long_word) cost += 2 * (length - long_word);
        if (is_capital(text_[begin])) cost += 2;
        if (how != after::space) cost += 2;
        return (std::min)(cost, length * quarters);
    }
    void add_number() noexcept {
        const auto begin = at_;
        while (is(kind::digit, at_)) ++at_;
        add_tokens((at_ - begin + 2) / 3);
        before_ = after::number;
    }
    // The last space before a letter or sign goes with it.
    void add_spaces() noexcept {
        const auto begin = at_;
        while (is(kind::space, at_)) ++at_;
        if (at_ - begin > 1) add_tokens(1 + (at_ - begin) / 32);
        if (!is(kind::letter, at_) && !is(kind::sign, at_)) add_tokens(1);
        before_ = after::space;
    }
    void add_lines() noexcept {
        const auto begin = at_;
        const auto c = text_[at_];
        while (at_ < text_.size() && text_[at_] == c) ++at_;
        const auto length = at_ - begin;
        add_tokens(c == '\r' ? length : 1 + length / 8);
        if (c == '\t' && length > 1) add_tokens(1);
        before_ = after::other;
    }
    // An apostrophe inside a word counts with what follows it.
    void add_sign() noexcept {
        const bool inside =
            text_[at_] == '\'' && before_ == after::word && is(kind::letter, at_ + 1);
        if (!inside) add_tokens(1);
        ++at_;
        before_ = after::other;
    }
    void add_beyond() noexcept {
        const auto c = text::decode(text_, at_);
        add_tokens(tokens_of(c.value, c.bytes));
        at_ += c.bytes;
        before_ = after::other;
    }
    // Its bytes, but in scripts the vocabularies know well: Russian, Devanagari and Bengali,
    // Tamil, Thai, typographic signs, Chinese, Japanese and Korean.
    static std::size_t tokens_of(char32_t c, std::size_t bytes) noexcept {
        if (c >= 0x410 && c <= 0x44F) return 1;
        const bool known = (c >= 0x900 && c < 0xA00) || (c >= 0xB80 && c < 0xC00) ||
                           (c >= 0xE00 && c < 0xE80) || (c >= 0x2000 && c < 0x2070) ||
                           (c >= 0x3000 && c < 0xD7B0);
        return known ? 2 : bytes;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t total_ = quarters;  // what chance may add to a text of a few words
    after before_ = after::other;
};

}  // namespace detail

WORKMEM_DECL std::size_t bounding_counter::operator()(std::string_view text) const noexcept {
    return (std::min)(text.size(), detail::bound_reader{text}.total());
}

}  // namespace workmem
