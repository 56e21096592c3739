#pragma once

#include <workmem/detail/hash.hpp>
#include <workmem/text/fold.hpp>

#include <cstdint>
#include <string>
#include <string_view>

/// When two keys are one.
namespace workmem::detail {

/// The letters of a key, one by one: of one that is made of words those words in lower case with
/// `_` between them, so that `homeCity`, `Home City` and `home-city` are `home_city`; of any other
/// one, such as `cart:Ab1`, its bytes.
class key_letters {
public:
    static constexpr int end = -1;

    explicit constexpr key_letters(std::string_view key) noexcept
        : rest_{key}, is_words_{are_words(key)} {}

    [[nodiscard]] constexpr int next() noexcept {
        if (!is_words_) return take();
        bool is_new_word = false;
        while (!rest_.empty() && is_separator(rest_.front())) {
            rest_.remove_prefix(1);
            is_new_word = true;
        }
        if (rest_.empty()) return end;
        const char c = rest_.front();
        if (is_upper(c) && is_lower(last_)) is_new_word = true;
        if (is_new_word && last_ != '\0' && last_ != '_') {
            last_ = '_';
            return '_';
        }
        (void)take();
        last_ = c;
        return static_cast<unsigned char>(text::fold_ascii(c));
    }

private:
    [[nodiscard]] static constexpr bool is_separator(char c) noexcept {
        return c == '_' || c == '-' || c == ' ' || c == '\t';
    }
    [[nodiscard]] static constexpr bool is_upper(char c) noexcept { return c >= 'A' && c <= 'Z'; }
    [[nodiscard]] static constexpr bool is_lower(char c) noexcept { return c >= 'a' && c <= 'z'; }
    [[nodiscard]] static constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
    // Letters, which digits may follow: what has them mixed is an id, in which case matters.
    [[nodiscard]] static constexpr bool are_words(std::string_view key) noexcept {
        bool has_letter = false, after_digit = false;
        for (const char c : key) {
            const bool is_letter =
                is_upper(c) || is_lower(c) || (static_cast<unsigned char>(c) & 0x80U) != 0;
            if (is_separator(c)) {
                after_digit = false;
            } else if (is_digit(c)) {
                after_digit = true;
            } else if (!is_letter || after_digit) {
                return false;
            }
            has_letter = has_letter || is_letter;
        }
        return has_letter;
    }
    constexpr int take() noexcept {
        if (rest_.empty()) return end;
        const char c = rest_.front();
        rest_.remove_prefix(1);
        return static_cast<unsigned char>(c);
    }

    std::string_view rest_;
    bool is_words_;
    char last_ = '\0';
};

/// Whether two keys are one in two spellings.
[[nodiscard]] constexpr bool same_key(std::string_view a, std::string_view b) noexcept {
    if (a == b) return true;
    key_letters x{a}, y{b};
    for (;;) {
        const int c = x.next();
        if (c != y.next()) return false;
        if (c == key_letters::end) return true;
    }
}

/// The same for all spellings of a key.
[[nodiscard]] inline std::uint64_t hash_of_key(std::string_view text,
                                               const hash_key& key) noexcept {
    auto state = key.seed;
    key_letters letters{text};
    for (int c = letters.next(); c != key_letters::end; c = letters.next())
        state = mix(state ^ static_cast<std::uint64_t>(c), key.block);
    return state;
}

/// The spelling that stands for all of a key.
[[nodiscard]] inline std::string folded_key(std::string_view key) {
    std::string out;
    key_letters letters{key};
    for (int c = letters.next(); c != key_letters::end; c = letters.next())
        out += static_cast<char>(c);
    return out;
}

}  // namespace workmem::detail
