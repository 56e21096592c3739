#pragma once

#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/names/name_rules.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/noun_phrase.hpp>
#include <workmem/resolution/values/values.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>

namespace workmem::resolution {

/// What a text is about in so many words: "the webhook" in "delete the webhook, please".
struct object_phrase {
    std::size_t first = 0;  ///< its first word behind the determiner
    std::size_t last = 0;   ///< its noun
    determiner by = determiner::bare;
};

namespace detail {

/// Finds the definite phrases that a text is about.
/// Bounded work per word.
class object_finder {
public:
    explicit object_finder(const utterance& said) noexcept : said_{said} {}

    /// Calls `use` with each phrase behind a determiner, at most sixteen, until it answers true.
    template <class Use>
    void for_each_definite(Use use) const {
        constexpr int most = 16;
        int count = 0;
        for (std::size_t i = 0; i + 1 < said_.size() && count < most; ++i) {
            if (!introduces(said_[i]) || said_[i].clitic || ends_here(i + 1)) continue;
            const auto found = read(i + 1, determiner_of(said_, i + 1));
            if (found && (++count, use(*found))) return;
        }
    }

private:
    using word_class = text::word_class;

    [[nodiscard]] bool ends(std::size_t i) const noexcept {
        return i >= said_.size() || said_[i].begins_sentence;
    }
    [[nodiscard]] bool is_function(const token& word) const noexcept {
        return word.is(word_class::function) || word.is(word_class::pronoun) ||
               word.is(word_class::greeting) || word.is(word_class::negation);
    }
    [[nodiscard]] bool introduces(const token& word) const noexcept {
        return word.is(word_class::definite) || word.is(word_class::possessive) ||
               word.is(word_class::near_demonstrative) || word.is(word_class::far_demonstrative);
    }
    [[nodiscard]] bool ends_here(std::size_t i) const noexcept {
        return ends(i) || said_[i].after_comma;
    }
    // Its words, up to the next that joins or parts.
    [[nodiscard]] std::optional<object_phrase> read(std::size_t first, determiner by) const {
        constexpr std::size_t most_words = 6;
        auto last = first;
        while ((last == first || !ends_here(last)) && last < said_.size() &&
               last - first < most_words &&
               (!is_function(said_[last]) || said_[last].is(word_class::adjective)) &&
               !said_[last].is(word_class::predicate))
            ++last;
        if (last == first) return std::nullopt;
        return object_phrase{first, last - 1, by};
    }

    const utterance& said_;
};

}  // namespace detail

}  // namespace workmem::resolution
