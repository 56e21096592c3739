#pragma once

#include <workmem/text/utf8.hpp>
#include <workmem/tokens/encoding.hpp>
#include <workmem/tokens/estimate_costs.hpp>
#include <workmem/tokens/token_counter.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace workmem {

/// A quick estimate of the tokens an encoding makes of a text: costs of words by length, capitals
/// and letters, of numbers by threes, signs, spaces, lines, and of the characters of other scripts,
/// fitted to texts whose tokens were counted (benchmarks/quality/fit_estimate.py). On texts of 38
/// kinds, prose in twenty languages, code, JSON, logs, base64, emoji, it is off by 6 % on average,
/// and by 14 % on the worst kind, where it was fitted to other texts of these kinds. Either way:
/// no bound. In integers, so the same everywhere. Linear, allocates nothing. Thread-safe.
struct estimate_counter {
    constexpr estimate_counter(token_encoding encoding = token_encoding::o200k) noexcept
        : encoding_{encoding} {}

    /// At least 1, but 0 for no text.
    [[nodiscard]] constexpr std::size_t operator()(std::string_view text) const noexcept {
        if (text.empty()) return 0;
        const auto total = reader{text, costs()}.total();
        return total < 1500 ? 1 : static_cast<std::size_t>((total + 500) / 1000);
    }

    [[nodiscard]] constexpr token_encoding encoding() const noexcept { return encoding_; }

private:
    enum class kind : std::uint8_t { lower, upper, digit, space, line, sign, other };

    static constexpr auto kinds = [] {
        std::array<kind, 256> out{};
        for (unsigned c = 0; c < 256; ++c) {
            auto& each = out[c];
            each = c < 0x80 ? kind::sign : kind::other;
            if (c >= 'a' && c <= 'z') each = kind::lower;
            if (c >= 'A' && c <= 'Z') each = kind::upper;
            if (c >= '0' && c <= '9') each = kind::digit;
            if (c == ' ') each = kind::space;
            if (c == '\t' || c == '\n' || c == '\r') each = kind::line;
        }
        return out;
    }();

    // Adds up costs from left to right.
    class reader {
    public:
        constexpr reader(std::string_view text, const detail::estimate_costs& costs) noexcept
            : text_{text}, costs_{costs} {}

        // In thousandths of a token; may be below 0 for a few letters.
        constexpr std::int64_t total() noexcept {
            while (at_ < text_.size()) {
                switch (kind_at(at_)) {
                    case kind::lower:
                    case kind::upper: add_word(); break;
                    case kind::digit: add_number(); break;
                    case kind::space: add_spaces(); break;
                    case kind::line: add_lines(); break;
                    case kind::sign: add_signs(); break;
                    case kind::other: add_beyond(); break;
                }
            }
            return total_;
        }

    private:
        // What a cost depends on that comes before it.
        enum class after : std::uint8_t { line, word, number, space, sign, other };

        struct character {
            char32_t value;
            std::size_t bytes;
            detail::script script;
        };

        [[nodiscard]] constexpr kind kind_at(std::size_t at) const noexcept {
            return kinds[static_cast<unsigned char>(text_[at])];
        }
        // How many bytes from here on have that kind.
        template <class Test>
        constexpr std::int64_t skip(Test is) noexcept {
            const auto begin = at_;
            while (at_ < text_.size() && is(kind_at(at_))) ++at_;
            return static_cast<std::int64_t>(at_ - begin);
        }
        constexpr void add(std::int64_t cost, std::int64_t times = 1) noexcept {
            total_ += cost * times;
        }
        constexpr void add_beyond(std::int64_t length, std::int64_t most, std::int64_t cost) {
            if (length > most) add(cost, length - most);
        }

        [[nodiscard]] constexpr character decoded_at(std::size_t at) const noexcept {
            const auto c = text::decode(text_, at);
            const auto* const found = std::upper_bound(
                std::begin(detail::script_ends), std::end(detail::script_ends), c.value,
                [](char32_t value, const auto& each) { return value < each.end; });
            return {c.value, c.bytes,
                    found == std::end(detail::script_ends) ? detail::script::other : found->of};
        }
        static constexpr bool is_latin(detail::script s) noexcept {
            return s == detail::script::latin_1 || s == detail::script::latin_extended ||
                   s == detail::script::vietnamese;
        }
        [[nodiscard]] constexpr const detail::script_cost& cost_of(
            detail::script s) const noexcept {
            return costs_.scripts[static_cast<std::size_t>(s)];
        }

        constexpr void add_letter(char c) noexcept {
            add(costs_.letters[static_cast<std::size_t>((c | ('a' ^ 'A')) - 'a')]);
        }
        // Capitals, then small letters, which may have accents.
        constexpr void add_word() noexcept {
            std::int64_t capitals = 0, length = 0;
            for (; at_ < text_.size() && kind_at(at_) == kind::upper; ++at_, ++capitals)
                add_letter(text_[at_]);
            length = capitals;
            for (; at_ < text_.size(); ++length) {
                const auto is = kind_at(at_);
                if (is == kind::lower) {
                    add_letter(text_[at_++]);
                    continue;
                }
                if (is != kind::other) break;
                const auto c = decoded_at(at_);
                if (!is_latin(c.script)) break;
                add(cost_of(c.script).character);
                at_ += c.bytes;
            }
            add_word_of(length, capitals);
        }
        constexpr void add_word_of(std::int64_t length, std::int64_t capitals) noexcept {
            add(costs_.word);
            if (before_ == after::line || before_ == after::sign) add(costs_.fresh_word);
            if (before_ == after::word) add(costs_.word_after_word);
            if (before_ == after::number) add(costs_.word_after_number);
            if (before_ == after::other) add(costs_.word_after_other);
            add_beyond(length, 3, costs_.beyond_3);
            add_beyond(length, 6, costs_.beyond_6);
            add_beyond(length, 10, costs_.beyond_10);
            if (capitals == 1) add(costs_.capital);
            if (capitals > 1) add(costs_.capital_word + costs_.capitals * capitals);
            before_ = after::word;
        }
        constexpr void add_number() noexcept {
            const auto digits = skip([](kind k) { return k == kind::digit; });
            add(costs_.three_digits, (digits + 2) / 3);
            if (before_ == after::space) add(costs_.number_after_space);
            if (before_ == after::word) add(costs_.number_after_word);
            before_ = after::number;
        }
        // Beyond these a run of blanks is not one token any more, but one for 127 spaces or 16
        // lines.
        static constexpr std::int64_t one_token = 1'000, longest_blanks = 80, longest_lines = 64;
        constexpr void add_spaces() noexcept {
            const auto blanks = skip([](kind k) { return k == kind::space; });
            if (blanks > 1) add(costs_.spaces);
            add_beyond(blanks, longest_blanks, one_token / 127);
            before_ = after::space;
        }
        constexpr void add_lines() noexcept {
            add(before_ == after::sign ? costs_.lines_after_sign : costs_.lines);
            const auto blanks = skip([](kind k) { return k == kind::line || k == kind::space; });
            if (blanks > 1) add(costs_.second_line);
            add_beyond(blanks, longest_lines, one_token / 16);
            before_ = after::line;
        }
        constexpr void add_signs() noexcept {
            const auto length = skip([](kind k) { return k == kind::sign; });
            add(costs_.signs);
            add_beyond(length, 1, costs_.second_sign);
            add_beyond(length, 3, costs_.fourth_sign);
            if (before_ == after::number) add(costs_.sign_after_number);
            before_ = after::sign;
        }
        // A run of one script beyond ASCII, or a word that begins with an accent.
        constexpr void add_beyond() noexcept {
            auto c = decoded_at(at_);
            if (is_latin(c.script)) return add_word();
            const auto of = c.script;
            add(cost_of(of).run);
            while (c.script == of) {
                add(cost_of(of).character);
                if (is_special(of, c.value)) add(cost_of(of).special);
                at_ += c.bytes;
                if (at_ == text_.size() || kind_at(at_) != kind::other) break;
                c = decoded_at(at_);
            }
            if (before_ == after::line) add(costs_.fresh_other);
            before_ = after::other;
        }
        // Greek capitals, Cyrillic letters that Russian has not, digits.
        static constexpr bool is_special(detail::script s, char32_t c) noexcept {
            using enum detail::script;
            if (s == greek) return c >= 0x386 && c <= 0x3AB && c != 0x390;
            if (s == cyrillic) return c < 0x410 || c > 0x44F;
            if (s != arabic && s != indic && s != thai) return false;
            for (const char32_t zero : {0x660U, 0x6F0U, 0x966U, 0x9E6U, 0xE50U})
                if (c >= zero && c < zero + 10) return true;
            return false;
        }

        std::string_view text_;
        const detail::estimate_costs& costs_;
        std::size_t at_ = 0;
        std::int64_t total_ = 0;
        after before_ = after::line;
    };

    [[nodiscard]] constexpr const detail::estimate_costs& costs() const noexcept {
        return encoding_ == token_encoding::o200k ? detail::o200k_costs : detail::cl100k_costs;
    }

    token_encoding encoding_;
};

}  // namespace workmem
