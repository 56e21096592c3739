#pragma once

#include <workmem/text/lexicon.hpp>
#include <workmem/text/words.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace workmem::resolution {

/// A word of a text, folded and looked up once.
struct token {
    std::string_view text{};   ///< folded, without a clitic ("page" in "page's")
    std::string_view plain{};  ///< the same without accents, as names are compared
    std::size_t position = 0;  ///< in the text, in bytes
    const text::lexicon::word* known = nullptr;
    bool capital = false;  ///< begins with a letter that folding changes
    bool begins_sentence = false;
    bool after_comma = false;  ///< a sign stands before it, other than a space or a hyphen
    bool hyphen = false;       ///< hangs at the word before: "class" in "first-class"
    bool clitic = false;       ///< something hung at it: "that's"

    [[nodiscard]] bool is(text::word_class c) const noexcept {
        return known != nullptr && known->is(c);
    }
};

/// Appends a word in folded case, with a plain apostrophe; it grows by half at most.
inline void append_folded(std::string& out, std::string_view word) {
    constexpr char32_t typographic_apostrophe = 0x2019;
    for (std::size_t i = 0; i < word.size();) {
        const auto c = text::decode(word, i);
        text::append(out, c.value == typographic_apostrophe ? U'\'' : text::fold(c.value));
        i += c.bytes;
    }
}

/// The same without accents; it grows by half at most.
inline void append_plain(std::string& out, std::string_view word) {
    constexpr char32_t typographic_apostrophe = 0x2019;
    for (std::size_t i = 0; i < word.size();) {
        const auto c = text::decode(word, i);
        i += c.bytes;
        if (text::is_accent(c.value)) continue;
        text::append(out, c.value == typographic_apostrophe ? U'\'' : text::base_letter(c.value));
    }
}

/// A text cut into words, once for all stages. Linear in the text.
/// Neither copyable nor movable: the tokens point into it. Not safe for concurrent use.
class utterance {
public:
    utterance(std::string_view text, const text::lexicon& words) : text_{text}, words_{words} {
        folded_.reserve(text.size() + 16);
        text::word_reader reader{text};
        std::vector<std::size_t> starts;
        for (text::word word{}; reader.next(word);) {
            token each;
            each.position = word.position;
            mark_gap(each, word);
            const auto first = text::decode(word.text.substr(0, 4));
            each.capital = text::fold(first.value) != first.value;
            starts.push_back(folded_.size());
            if (is_short_year(word)) folded_ += word.text[0] < '3' ? "20" : "19";
            append_folded(folded_, word.text);
            tokens_.push_back(each);
            last_end_ = word.position + word.text.size();
        }
        starts.push_back(folded_.size());
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            auto& each = tokens_[i];
            each.text = std::string_view{folded_}.substr(starts[i], starts[i + 1] - starts[i]);
            each.known = words.find(each.text);
            const auto apostrophe = each.text.rfind('\'');
            if (each.known == nullptr && apostrophe == std::string_view::npos)
                read_contraction(each);
            else if (each.known == nullptr && words.is_clitic(each.text.substr(apostrophe + 1)))
                cut(each, apostrophe);
            each.plain = plain(each.text);
            // "Dr. Okafor"
            if (i > 0 && each.begins_sentence && tokens_[i - 1].is(text::word_class::title) &&
                gap(i).starts_with(". "))
                each.begins_sentence = each.after_comma = false;
        }
    }
    utterance(const utterance&) = delete;
    utterance& operator=(const utterance&) = delete;

    [[nodiscard]] std::string_view text() const noexcept { return text_; }
    /// What stands between a word and the one before it.
    [[nodiscard]] std::string_view gap(std::size_t i) const noexcept {
        const auto from = i == 0 ? 0 : tokens_[i - 1].position + tokens_[i - 1].text.size();
        const auto to = tokens_[i].position;
        return from < to ? text_.substr(from, to - from) : std::string_view{};
    }
    [[nodiscard]] const std::vector<token>& tokens() const noexcept { return tokens_; }
    [[nodiscard]] std::size_t size() const noexcept { return tokens_.size(); }
    [[nodiscard]] const token& operator[](std::size_t i) const noexcept { return tokens_[i]; }

    /// Whether letters behind digits make an ordinal: `rd` in "3rd".
    [[nodiscard]] bool is_ordinal_ending(std::string_view ending) const noexcept {
        const auto* known = ending.empty() ? nullptr : words_.find(ending);
        return known != nullptr && known->is(text::word_class::ordinal_ending);
    }
    /// 1 for a word that says "before noon", 2 for "after noon", else 0.
    [[nodiscard]] int half_of_day(std::string_view word) const noexcept {
        const auto* known = words_.find(word);
        if (known == nullptr) return 0;
        if (known->is(text::word_class::before_noon)) return 1;
        return known->is(text::word_class::after_noon) ? 2 : 0;
    }
    [[nodiscard]] const text::lexicon& lexicon() const noexcept { return words_; }
    /// `lexicon().find_noun` of a word, or of the compound that ends in it; looked up once.
    [[nodiscard]] const text::lexicon::word* noun(std::size_t i) const {
        if (nouns_.empty()) nouns_.resize(tokens_.size());
        auto& cached = nouns_[i];
        if (cached.looked) return cached.known;
        cached = {find_compound(i), true};
        if (cached.known == nullptr) cached.known = words_.find_noun(tokens_[i].text);
        return cached.known;
    }

private:
    [[nodiscard]] std::string_view plain(std::string_view text) {
        if (std::all_of(text.begin(), text.end(),
                        [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
            return text;
        // No letter is longer without its accents, so nothing that points into it moves.
        plain_.reserve(folded_.size());
        const auto begin = plain_.size();
        append_plain(plain_, text);
        const auto out = std::string_view{plain_}.substr(begin);
        return out.empty() ? text : out;  // an accent alone
    }
    void cut(token& of, std::size_t bytes) const noexcept {
        of.clitic = true;
        of.text = of.text.substr(0, bytes);
        of.known = words_.find(of.text);
    }
    // "Isnt", "whos", "youre": typed without the apostrophe.
    void read_contraction(token& of) const {
        using text::word_class;
        constexpr std::size_t longest = 10, shortest_stem = 3;
        if (of.text.size() > longest) return;
        for (auto at = of.text.size() - 1; at > 0 && at + 3 > of.text.size(); --at) {
            const auto stem = of.text.substr(0, at);
            const auto ending = of.text.substr(at);
            if (const auto* const whole =
                    words_.find(std::string{stem}.append("'").append(ending))) {
                of.known = whole;
                return;
            }
            const auto* const known = words_.find(stem);
            const bool hosts =
                known != nullptr && stem.size() >= shortest_stem && ending != "d" &&
                (known->is(word_class::interrogative) || known->is(word_class::asking) ||
                 known->is(word_class::far_demonstrative) || known->is(word_class::plural) ||
                 known->is(word_class::place_pronoun) || known->is(word_class::addressee));
            if (hosts && words_.is_clitic(ending)) return cut(of, at);
        }
    }
    // "'84"
    [[nodiscard]] bool is_short_year(const text::word& word) const noexcept {
        const auto before = text_.substr(0, word.position);
        const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
        return word.text.size() == 2 && is_digit(word.text[0]) && is_digit(word.text[1]) &&
               (before.ends_with(" '") || before.ends_with(" \xE2\x80\x99"));
    }
    // What stands between two words tells whether a sentence ended there.
    void mark_gap(token& each, const text::word& word) const noexcept {
        each.begins_sentence = tokens_.empty();
        for (std::size_t i = last_end_; i < word.position; ++i) {
            const char c = text_[i];
            if (c == '.' || c == '!' || c == '?' || c == '\n' || c == ';')
                each.begins_sentence = true;
            const bool alone = last_end_ + 1 == word.position && !tokens_.empty();
            const bool joins = c == '-' && last_end_ + 1 == word.position;
            if (c == '.' && alone) {  // "ID.3", "notes.txt"
                each.begins_sentence = false;
                return;
            }
            if (joins)
                each.hyphen = !tokens_.empty();
            else if (c != ' ' && !is_short_year(word))
                each.after_comma = true;
        }
    }

    [[nodiscard]] const text::lexicon::word* find_compound(std::size_t i) const {
        if (i == 0 || tokens_[i].after_comma) return nullptr;
        const auto& first = tokens_[i - 1];
        if (first.known == nullptr || !first.known->begins_compound) return nullptr;
        const auto* found =
            words_.find_noun(std::string{first.text} + '_' + std::string{tokens_[i].text});
        return found != nullptr && words_.has_kind(*found) ? found : nullptr;
    }

    struct cached_noun {
        const text::lexicon::word* known = nullptr;
        bool looked = false;
    };

    std::string_view text_;
    const text::lexicon& words_;
    mutable std::vector<cached_noun> nouns_{};
    std::string folded_;
    std::string plain_;
    std::vector<token> tokens_;
    std::size_t last_end_ = 0;
};

}  // namespace workmem::resolution
