#pragma once

#include <workmem/text/fold.hpp>
#include <workmem/text/korean.hpp>
#include <workmem/text/search_english.hpp>
#include <workmem/text/utf8.hpp>
#include <workmem/text/words.hpp>

#include <array>
#include <cstddef>
#include <string_view>

namespace workmem::ranking {

/// The longest term in bytes; of a longer word the first so many, cut at a code point, are its
/// term.
inline constexpr std::size_t longest_term = 64;

namespace detail {

/// Whether the code point belongs to a script that writes words without spaces between them.
[[nodiscard]] constexpr bool is_unspaced(char32_t c) noexcept {
    return (c >= 0x0E00 && c <= 0x0EFF) || (c >= 0x1000 && c <= 0x109F) ||
           (c >= 0x1780 && c <= 0x17FF) || (c >= 0x3040 && c <= 0x30FF) ||
           (c >= 0x3400 && c <= 0x9FFF) || (c >= 0xF900 && c <= 0xFAFF) ||
           (c >= 0x20000 && c <= 0x3FFFF) || (c >= 0xFF66 && c <= 0xFF9F);
}

// In folded case; 0 for what is not an ASCII letter or digit.
inline constexpr auto plain_letters = [] {
    std::array<char, 256> out{};
    for (unsigned c = 0; c < 0x80; ++c)
        if (text::is_word(c)) out[c] = text::fold_ascii(static_cast<char>(c));
    return out;
}();

}  // namespace detail

/// A term of a text, in the reader's memory until the next one is read.
struct term {
    std::string_view text;
    text::search_class what;
};

/// Walks over the terms of a text without allocating: words in folded case, in compatible
/// characters and without accents and Korean particles, stop words left out, stemmed. Scripts
/// without spaces give overlapping pairs of characters, as is usual for them. Linear in the text.
template <class Language>
class term_reader {
public:
    explicit term_reader(std::string_view text) noexcept : words_{text} {}
    term_reader(const term_reader&) = delete;
    term_reader& operator=(const term_reader&) = delete;

    /// The next term, or false at the end.
    bool next(term& out) noexcept {
        for (;;) {
            if (next_pair(out)) return true;
            std::size_t size = 0;
            if (rest_.empty()) {
                text::word each{};
                if (!words_.next(each)) return false;
                size = fold_plain(each.text);
                if (size == 0) rest_ = each.text;
                is_tied_ = false;
            }
            if (size == 0) {
                std::string_view word;
                if (!next_part(word)) continue;
                if (starts_unspaced(word)) {
                    pairs_ = word;
                    continue;
                }
                size = fold(word);
                if (size == 0) continue;  // an accent alone
            }
            const auto what = Language::classify({letters_.data(), size});
            if (what == text::search_class::stop) continue;
            size = Language::stem(letters_.data(), size);
            out = {{letters_.data(), size}, what};
            return true;
        }
    }

private:
    // Most words: short, of ASCII letters and digits only. Answers the length, 0 for any other.
    std::size_t fold_plain(std::string_view word) noexcept {
        if (word.size() > longest_term) return 0;
        for (std::size_t i = 0; i < word.size(); ++i) {
            const char c = detail::plain_letters[static_cast<unsigned char>(word[i])];
            if (c == 0) return 0;
            letters_[i] = c;
        }
        return word.size();
    }
    // Words are cut at apostrophes, and between spaced and unspaced scripts. False where nothing of
    // the word is left.
    bool next_part(std::string_view& out) noexcept {
        while (!rest_.empty()) {
            const auto end = part_end(rest_);
            out = rest_.substr(0, end.at);
            rest_.remove_prefix(end.at + end.skip);
            const bool was_tied = is_tied_;
            is_tied_ = end.skip > 0;
            if (is_tied_ && Language::makes_stop_word(folded_ending(rest_))) {
                rest_ = {};
            } else if (!(was_tied && rest_.empty() && Language::is_clitic(folded_ending(out)))) {
                return true;
            }
        }
        return false;
    }

    struct part {
        std::size_t at;
        std::size_t skip;
    };
    static part part_end(std::string_view word) noexcept {
        bool unspaced = false;
        for (std::size_t i = 0; i < word.size();) {
            if (static_cast<unsigned char>(word[i]) < 0x80) {
                if (word[i] == '\'') return {i, 1};
                if (unspaced) return {i, 0};
                ++i;
                continue;
            }
            const auto c = text::decode(word, i);
            if (c.value == 0x2019) return {i, c.bytes};
            const bool here = detail::is_unspaced(c.value);
            if (i > 0 && here != unspaced) return {i, 0};
            unspaced = here;
            i += c.bytes;
        }
        return {word.size(), 0};
    }
    // Endings that matter are of one or two ASCII letters.
    std::string_view folded_ending(std::string_view word) noexcept {
        if (word.size() > ending_.size()) return {};
        for (std::size_t i = 0; i < word.size(); ++i) ending_[i] = text::fold_ascii(word[i]);
        return {ending_.data(), word.size()};
    }

    static bool starts_unspaced(std::string_view word) noexcept {
        return static_cast<unsigned char>(word[0]) >= 0x80 &&
               detail::is_unspaced(text::decode(word.substr(0, 4)).value);
    }
    bool next_pair(term& out) noexcept {
        if (pairs_.empty()) return false;
        std::size_t size = text::encode(take_unspaced(pairs_), letters_.data());
        auto rest = pairs_;
        if (!rest.empty()) size += text::encode(take_unspaced(rest), letters_.data() + size);
        out = {{letters_.data(), size}, text::search_class::content};
        if (rest.empty()) pairs_ = {};
        return true;
    }
    // A character of usual width, with the mark of a voiced sound that stands behind it.
    static char32_t take_unspaced(std::string_view& from) noexcept {
        const auto next = [&](std::string_view text) {
            auto c = text::decode(text);
            if (c.value >= 0xFF00)
                text::visit_compatible(c.value, [&](char32_t usual) { c.value = usual; });
            return c;
        };
        const auto c = next(from);
        from.remove_prefix(c.bytes);
        if (from.empty() || c.value < 0x3040 || c.value > 0x30FF) return c.value;
        const auto mark = next(from);
        if (mark.value != 0x3099 && mark.value != 0x309A) return c.value;
        from.remove_prefix(mark.bytes);
        if (c.value == 0x30A6 || c.value == 0x3046) return c.value + 0x4E;  // U becomes VU
        return c.value + (mark.value == 0x3099 ? 1 : 2);
    }

    std::size_t fold(std::string_view word) noexcept {
        std::size_t size = 0;
        for (std::size_t i = 0; i < word.size();) {
            if (static_cast<unsigned char>(word[i]) < 0x80) {
                if (size == longest_term) break;
                letters_[size++] = text::fold_ascii(word[i++]);
                continue;
            }
            const auto c = text::decode(word, i);
            i += c.bytes;
            bool is_full = false;
            text::visit_compatible(c.value, [&](char32_t each) {
                if (text::is_accent(each)) return;
                const auto joined = joined_hangul(size, each);
                char bytes[4];
                const auto count = text::encode(text::base_letter(joined ? joined : each), bytes);
                if (joined) size -= hangul_bytes;
                is_full = is_full || size + count > longest_term;
                if (is_full) return;
                for (std::size_t k = 0; k < count; ++k) letters_[size++] = bytes[k];
            });
            if (is_full) break;
        }
        return text::without_particles({letters_.data(), size}).size();
    }
    // The syllable of the last letters and one that is added, as decomposed text writes it; 0: none.
    [[nodiscard]] char32_t joined_hangul(std::size_t size, char32_t added) const noexcept {
        if (added < 0x1161 || added > 0x11C2 || size < hangul_bytes) return 0;
        const auto last = text::decode({letters_.data() + size - hangul_bytes, hangul_bytes});
        if (last.bytes != hangul_bytes) return 0;
        if (last.value >= 0x1100 && last.value <= 0x1112 && added <= 0x1175)
            return 0xAC00 + ((last.value - 0x1100) * 21 + (added - 0x1161)) * 28;
        const bool is_open = text::is_hangul(last.value) && text::final_of(last.value) == 0;
        return is_open && added >= 0x11A8 ? last.value + (added - 0x11A7) : 0;
    }
    static constexpr std::size_t hangul_bytes = 3;
    text::word_reader words_;
    std::string_view rest_;
    std::string_view pairs_;
    bool is_tied_ = false;
    std::array<char, longest_term> letters_{};
    std::array<char, 2> ending_{};
};

}  // namespace workmem::ranking
