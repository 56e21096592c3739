#pragma once

#include <workmem/resolution/sentence/noun_phrase.hpp>
#include <workmem/resolution/sentence/nouns.hpp>
#include <workmem/resolution/sentence/said_words.hpp>
#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/resolution/values/values.hpp>
#include <workmem/value/entry.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace workmem::resolution {

/// How much of a name a text must say.
enum class name_matching : std::uint8_t {
    full,    ///< all of it
    partial  ///< a part that no other name shares is enough
};

/// A stretch of a text that names one or several entries: more than one only when they share a
/// name.
struct name_hit {
    std::uint32_t name = 0;
    std::size_t first = 0;  ///< word of the text
    std::size_t count = 0;  ///< words
    bool complete = false;
    bool is_id = false;
};

/// Whether a sign that marks names and numbers stands right before a word: "#17", "#general".
[[nodiscard]] inline bool behind_sign(const utterance& said, std::size_t word) noexcept {
    const auto position = said[word].position;
    if (position == 0) return false;
    const char sign = said.text()[position - 1];
    if (sign == '#' || sign == '@') return position < 2 || said.text()[position - 2] == ' ';
    return sign == '!' && position > 1 && said.text()[position - 2] == ' ';
}

/// Decides whether a stretch of a text that spells a name, an id or a part of one also means it:
/// "Little" is a film in "Little sounds good" and none in "a little late".
/// The entries and the utterance must outlive it; not safe for concurrent use.
class name_rules {
public:
    name_rules(const std::vector<entry>& entries, const utterance& said)
        : entries_{entries}, said_{said}, words_{said.lexicon()} {}

    /// `owner` is any entry of that name.
    [[nodiscard]] bool accepts(const name_hit& hit, const entry& owner, name_matching how) const {
        const auto& word = said_[hit.first];
        if (hit.complete && hit.count >= 2)
            return hit.is_id || tells(hit) || stands_out(hit) || beside_type(hit, owner) ||
                   is_all(hit) || is_quoted(hit.first);
        if (hit.complete) {
            if (hit.is_id && detail::leading_digits(word.text) == word.text.size())
                return after_type(hit, owner) || is_all(hit) || is_bare_number(hit);
            if (distinctive(word.text) && (word.text.size() > 3 || word.capital)) return true;
            return stands_out(hit) || beside_type(hit, owner) || is_all(hit);
        }
        if (how == name_matching::full || hit.is_id) return false;
        const auto telling = [&](std::size_t i) {
            return distinctive(said_[i].text) && !takes_object(said_, i) &&
                   !is_value(said_[i].text, owner);
        };
        bool tells = false;
        for (std::size_t i = hit.first; !tells && i < hit.first + hit.count; ++i)
            tells = telling(i);
        if (!tells || compared(hit.first)) return false;
        if (hit.count >= 2) return true;
        const auto next = hit.first + 1;
        const bool joined = word.hyphen || (next < said_.size() && said_[next].hyphen);
        if (joined || (word.text.size() < 4 && !word.capital)) return false;
        return stands_out(hit) || beside_type(hit, owner) || is_definite(hit);
    }

private:
    // "Close 214", "is 4114 done?", "who opened 309?": a number that counts and measures nothing.
    [[nodiscard]] bool is_bare_number(const name_hit& hit) const {
        using text::word_class;
        const auto i = hit.first;
        const auto next = i + hit.count;
        if (said_[i].text.size() < 3 || said_[i].hyphen) return false;
        // "1047 is done"
        if (i == 0) return next < said_.size() && said_[next].is(word_class::predicate);
        const auto gap = said_.gap(i);
        if (gap.find_first_not_of(' ') != std::string_view::npos) return false;
        const auto& before = said_[i - 1];
        if (before.is(word_class::relation) || before.is(word_class::describing) ||
            before.is(word_class::excluding) || before.is(word_class::from_bound) ||
            before.is(word_class::to_bound) || before.is(word_class::between) ||
            detail::leading_digits(before.text) != 0 ||
            (before.known != nullptr && before.known->measures != 0))
            return false;
        if (next == said_.size() || said_[next].begins_sentence) return true;
        const auto& after = said_[next];
        if (said_.gap(next) != " ") return said_.gap(next) != "." && said_.gap(next) != ":";
        return after.known != nullptr && !after.is(word_class::moment) &&
               after.known->measures == 0 && after.known->cardinal == 0 &&
               said_.noun(next) == nullptr && said_.half_of_day(after.text) == 0;
    }

    // A word that names things by itself: unknown to the language, and no number.
    [[nodiscard]] bool distinctive(std::string_view word) const {
        return word.size() >= 3 && detail::leading_digits(word) == 0 &&
               words_.find(word) == nullptr && words_.find_noun(word) == nullptr;
    }

    // Whether some word of a name is more than a word of any sentence: not so in "So What".
    [[nodiscard]] bool tells(const name_hit& hit) const {
        for (auto i = hit.first; i < hit.first + hit.count; ++i) {
            const auto& word = said_[i];
            if (!word.is(text::word_class::function) && !word.is(text::word_class::pronoun))
                return true;
            if (word.capital && i > hit.first) return true;
        }
        return false;
    }
    // "The backpack", "the export one": nothing but a part of a name behind an article.
    [[nodiscard]] bool is_definite(const name_hit& hit) const noexcept {
        using text::word_class;
        if (hit.first == 0 || said_[hit.first].after_comma ||
            !said_[hit.first - 1].is(word_class::definite))
            return false;
        const auto next = hit.first + hit.count;
        return next == said_.size() || said_[next].after_comma || said_[next].begins_sentence ||
               said_[next].is(word_class::function) || said_[next].is(word_class::placeholder) ||
               said_[next].is(word_class::predicate);
    }
    [[nodiscard]] bool is_quoted(std::size_t i) const noexcept {
        const auto position = said_[i].position;
        return position > 0 && said_.text()[position - 1] == '"';
    }

    // "The lowest rated hair salon": no part of a name, but a kind of things.
    [[nodiscard]] bool compared(std::size_t i) const noexcept {
        constexpr std::size_t most_words = 3;
        if (said_[i].capital) return false;
        for (std::size_t back = 1; back <= most_words && back <= i; ++back) {
            if (said_[i - back + 1].after_comma) return false;
            const auto* known = said_[i - back].known;
            if (known == nullptr || known->is(text::word_class::change)) continue;  // "close"
            if (!known->compares.empty()) return true;
        }
        return false;
    }
    // A capital inside a sentence marks a name; at its beginning only a verb behind it does, or
    // nothing at all.
    [[nodiscard]] bool stands_out(const name_hit& hit) const noexcept {
        const auto& word = said_[hit.first];
        // "samuel needs his schedule"
        if (word.begins_sentence && !word.capital && distinctive(word.text) && hit.count == 1 &&
            hit.first + 1 < said_.size() && !said_[hit.first + 1].after_comma &&
            said_[hit.first + 1].is(text::word_class::predicate) &&
            !said_[hit.first + 1].is(text::word_class::function))
            return true;
        if (!word.capital || word.text.size() < 2) return false;
        if (!word.begins_sentence || word.clitic) return true;
        const auto next = hit.first + hit.count;
        if (next == said_.size()) return hit.first == 0;  // nothing else is said
        return !said_[next].begins_sentence &&
               (said_[next].is(text::word_class::predicate) || said_[next].after_comma);
    }
    // Nothing but the name, of which the language only knows that it is a word: "about".
    [[nodiscard]] bool is_all(const name_hit& hit) const noexcept {
        using text::word_class;
        const auto& word = said_[0];
        const bool refers = word.is(word_class::pronoun) || word.is(word_class::placeholder) ||
                            word.is(word_class::near_demonstrative) ||
                            word.is(word_class::far_demonstrative) ||
                            (word.known != nullptr && word.known->ordinal != 0);
        return hit.count == said_.size() && !refers;
    }
    [[nodiscard]] bool beside_type(const name_hit& hit, const entry& owner) const {
        const auto next = hit.first + hit.count;
        return after_type(hit, owner) || (next < said_.size() && is_type(said_[next].text, owner));
    }
    [[nodiscard]] bool after_type(const name_hit& hit, const entry& owner) const {
        if (behind_sign(said_, hit.first)) return true;
        if (hit.first == 0 || said_[hit.first].begins_sentence) return false;
        const auto& before = said_[hit.first - 1];
        if (before.is(text::word_class::numbering) && !before.is(text::word_class::negation))
            return true;
        return is_type(before.text, owner);
    }
    // "PR 12" for a `pull_request`
    [[nodiscard]] bool is_type(std::string_view word, const entry& owner) const {
        if (same_noun(word, head_of(owner.type)) || word == "id") return true;
        const auto* said = words_.find_noun(word);
        if (said == nullptr || !words_.is_kind(*said)) return false;
        const auto* type = words_.find_noun(text::folded(owner.type));
        return type != nullptr && type->meaning == said->meaning;
    }

    // Whether the word stands in an attribute of another entry, like a city: then it tells less.
    // The words are collected when first asked for, since most texts never ask.
    [[nodiscard]] bool is_value(std::string_view word, const entry& owner) const {
        if (!has_values_) {
            has_values_ = true;
            std::vector<std::string_view> names;
            for (const auto& each : entries_)
                if (!each.unnamed && each.name.find(' ') != std::string_view::npos)
                    names.push_back(each.name);
            std::sort(names.begin(), names.end());
            for (const auto& each : entries_) collect_values(each, names);
            std::sort(values_.begin(), values_.end());
            values_.erase(std::unique(values_.begin(), values_.end()), values_.end());
        }
        auto found = std::lower_bound(
            values_.begin(), values_.end(), word,
            [](const auto& each, std::string_view wanted) { return each.first < wanted; });
        while (found != values_.end() && found->first == word && found->second == owner.name)
            ++found;
        return found != values_.end() && found->first == word;
    }
    // What is the name of something, or its address, points to that, and takes nothing from it:
    // `Ann Lee, Bo Ek` as the guests of a table.
    void collect_values(const entry& of, const std::vector<std::string_view>& names) const {
        constexpr std::size_t longest = 80;
        if (of.attributes == nullptr) return;
        for (const auto& each : *of.attributes) {
            const auto* text = std::get_if<std::string>(&each.value);
            if (text == nullptr || text->size() > longest || same_word(*text, of.name) ||
                is_address(*text))
                continue;
            // a city in a name stays a city
            const auto owner = contains(of.name, *text) ? std::string_view{} : of.name;
            for (std::string_view rest{*text}; !rest.empty();) {
                const auto end = (std::min)(rest.find(", "), rest.size());
                const auto part = rest.substr(0, end);
                rest.remove_prefix((std::min)(end + 2, rest.size()));
                if (part.find(' ') == std::string_view::npos ||
                    !std::binary_search(names.begin(), names.end(), part))
                    add_words(part, owner);
            }
        }
    }
    // "nadia.k@mail.example", but not "Paris @ 8pm"
    [[nodiscard]] static bool is_address(std::string_view text) noexcept {
        const auto at = text.find('@');
        return at != std::string_view::npos && at > 0 && at + 1 < text.size() &&
               text.find(' ') == std::string_view::npos;
    }
    void add_words(std::string_view text, std::string_view owner) const {
        text::word_reader reader{text};
        for (text::word part{}; reader.next(part);)
            values_.push_back({text::folded(part.text), owner});
    }

    [[nodiscard]] static bool contains(std::string_view name, std::string_view part) noexcept {
        for (std::size_t i = 0; i + part.size() <= name.size(); ++i)
            if (same_word(name.substr(i, part.size()), part)) return true;
        return false;
    }

    const std::vector<entry>& entries_;
    const utterance& said_;
    const text::lexicon& words_;
    // sorted words of attributes with the names of their owners
    mutable std::vector<std::pair<std::string, std::string_view>> values_{};
    mutable bool has_values_ = false;
};

}  // namespace workmem::resolution
