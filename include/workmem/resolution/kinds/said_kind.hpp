#pragma once

#include <workmem/resolution/kinds/attribute_words.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/nouns.hpp>
#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/text/fold.hpp>
#include <workmem/text/lexicon.hpp>
#include <workmem/value/attribute.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace workmem::resolution {

/// Whether an attribute says what its owner is: `type`, `serviceType`, `item.category`.
[[nodiscard]] constexpr bool tells_kind(std::string_view name) noexcept {
    constexpr std::array<std::string_view, 5> words{"type", "kind", "category", "class",
                                                    "position"};
    if (name.empty()) return false;
    const auto last = text::fold_ascii(name.back());
    for (const auto word : words) {
        if (last != word.back() || name.size() < word.size()) continue;
        const auto before = name.size() - word.size();
        if (!same_word(name.substr(before), word)) continue;
        const bool capital = name[before] >= 'A' && name[before] <= 'Z';
        if (before == 0 || capital || name[before - 1] == '_' || name[before - 1] == '.' ||
            name[before - 1] == '-' || name[before - 1] == ' ')
            return true;
    }
    return false;
}

/// The kinds that attributes say things are: a block with the type `to_do` is a to-do, a seat with
/// the position `window` a window. Looked up only for words that no type is called by, and once.
/// The scene must outlive it; not safe for concurrent use.
class said_kinds {
public:
    explicit said_kinds(const scene& at) noexcept : at_{at} {}

    /// The entries of the kind that a word of the text names, in their order.
    [[nodiscard]] const std::vector<std::uint32_t>& called(std::size_t word) const {
        static constexpr std::size_t most_words = 256;
        static const std::vector<std::uint32_t> none;
        if (word >= (std::min)(at_.said.size(), most_words) || !may_name(word)) return none;
        if (rows_.empty()) {
            rows_.resize((std::min)(at_.said.size(), most_words));
            collect();
        }
        auto& row = rows_[word];
        if (row.looked || values_.empty()) return row.entries;
        row.looked = true;
        const auto before = joined(word);
        const auto behind = word + 1 < at_.said.size() ? joined(word + 1) : std::string{};
        for (const auto& [value, entry] : values_)
            if ((row.entries.empty() || row.entries.back() != entry) &&
                (is_joined(before, value) || is_joined(behind, value) ||
                 names(at_.said[word].text, value)))
                row.entries.push_back(entry);
        return row.entries;
    }
    [[nodiscard]] bool has(std::size_t word, std::uint32_t entry) const {
        const auto& all = called(word);
        return std::binary_search(all.begin(), all.end(), entry);
    }

private:
    [[nodiscard]] bool may_name(std::size_t i) const {
        using text::word_class;
        const auto& word = at_.said[i];
        if (word.hyphen || word.text.size() < 3) return word.hyphen;
        if (word.known == nullptr) return true;
        return !word.is(word_class::function) && !word.is(word_class::predicate) &&
               !word.is(word_class::pronoun) && !word.is(word_class::placeholder) &&
               !word.is(word_class::negation) && !word.is(word_class::greeting) &&
               !word.is(word_class::change) && !word.is(word_class::assent) &&
               word.known->ordinal == 0 && word.known->cardinal < 0;
    }
    // "todo" of "to-do", "blogpost" of "blog post"
    [[nodiscard]] std::string joined(std::size_t i) const {
        if (i == 0 || at_.said[i].after_comma || at_.said[i].begins_sentence) return {};
        if (!at_.said[i].hyphen && at_.said[i - 1].is(text::word_class::function)) return {};
        return std::string{at_.said[i - 1].text} + std::string{at_.said[i].text};
    }
    [[nodiscard]] static bool is_joined(std::string_view words, std::string_view value) {
        if (words.empty()) return false;
        std::string plain;
        identifier_reader parts{value};
        for (std::string_view part; parts.next(part);) plain += part;
        return same_noun(plain, words);
    }
    [[nodiscard]] bool names(std::string_view word, std::string_view value) const {
        const auto head = head_of(value);
        return same_noun(head, word) || is_synonym(head, word, at_.words);
    }
    void collect() const {
        constexpr std::size_t longest = 40;
        for (std::uint32_t i = 0; i < at_.entries.size(); ++i) {
            const auto& each = at_.entries[i];
            if (each.attributes == nullptr || !at_.allows(each)) continue;
            for (const auto& one : *each.attributes) {
                const auto* const text = std::get_if<std::string>(&one.value);
                if (text != nullptr && text->size() <= longest && tells_kind(one.name))
                    values_.push_back({*text, i});
            }
        }
    }

    struct cached_row {
        std::vector<std::uint32_t> entries{};
        bool looked = false;
    };

    const scene& at_;
    mutable std::vector<std::pair<std::string_view, std::uint32_t>> values_{};
    mutable std::vector<cached_row> rows_{};
};

}  // namespace workmem::resolution
