#pragma once

#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/names/name_rules.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/noun_phrase.hpp>
#include <workmem/resolution/values/values.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace workmem::resolution {

/// What a text is about in so many words: "the webhook" in "delete the webhook, please", "Dave" in
/// "can you call Dave?", all of "PROJ-12".
struct object_phrase {
    std::size_t first = 0;  ///< its first word behind the determiner
    std::size_t last = 0;   ///< its noun
    determiner by = determiner::bare;
    bool told = false;  ///< behind "tell me": it may be a property of what is talked about

    [[nodiscard]] bool takes_something_up() const noexcept {
        return takes_up(by) || by == determiner::possessive;
    }
};

namespace detail {

/// Finds the object of a command, or a definite phrase that a question or a statement is about.
/// Bounded work per word.
class object_finder {
public:
    explicit object_finder(const utterance& said) noexcept : said_{said} {}

    [[nodiscard]] std::optional<object_phrase> find() const {
        for (std::size_t i = 0; i < said_.size(); ++i)
            if (said_[i].begins_sentence)
                if (auto found = commanded(i)) return found;
        return std::nullopt;
    }

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
    [[nodiscard]] static bool is_command(const token& word) noexcept {
        return word.is(word_class::change) || word.is(word_class::acquire) ||
               word.is(word_class::search);
    }
    [[nodiscard]] bool introduces(const token& word) const noexcept {
        return word.is(word_class::definite) || word.is(word_class::possessive) ||
               word.is(word_class::near_demonstrative) || word.is(word_class::far_demonstrative);
    }

    // A command begins a sentence or follows "please", "can you", "I want to", "go ahead and".
    [[nodiscard]] std::optional<object_phrase> commanded(std::size_t i) const {
        constexpr std::size_t most_openers = 10;
        bool asked = false;  // "can I"
        for (std::size_t steps = 0;; ++i, ++steps) {
            if ((steps != 0 && ends(i)) || steps == most_openers) return std::nullopt;
            const auto& word = said_[i];
            if (behind_sign(said_, i)) return read(i, determiner::bare);
            // "the bottle, please"
            if (steps == 0 && introduces(word) && !word.clitic && !ends_here(i + 1) &&
                !(word.is(word_class::pronoun) && stands_alone(said_, i)))
                return read(i + 1, determiner_of(said_, i + 1));
            if (word.is(word_class::asking) || introduces(word) || word.clitic) return std::nullopt;
            if (is_command(word)) break;
            // "start the engine", but not "is the engine on?"
            if (steps == 0 && word.is(word_class::predicate) && !word.is(word_class::function) &&
                !ends_here(i + 1) && introduces(said_[i + 1]))
                break;
            // "can you", "could I", but not "does it", "are pets" or "you finally come"
            if (word.is(word_class::predicate)) {
                asked = !ends(i + 1) && said_[i + 1].is(word_class::self);
                if (!asked && (ends(i + 1) || !said_[i + 1].is(word_class::addressee)))
                    return std::nullopt;
                ++i;
                continue;
            }
            if (word.is(word_class::addressee)) return std::nullopt;
            if (is_function(word)) continue;
            // "can I bring my cat" asks about something else
            if (asked) return std::nullopt;
            const bool leads = !ends(i + 1) && (said_[i + 1].is(word_class::connective) ||
                                                said_[i + 1].is(word_class::target));
            if (!leads || ends(i + 2) || introduces(said_[i + 2]) || said_[i + 2].capital) break;
        }
        auto next = i + 1;
        bool told = false;  // "tell me"
        while (next - i < 3 && !ends(next) && !said_[next].after_comma &&
               !said_[next].is(word_class::pronoun) &&
               (is_particle(said_[next]) || is_adverb(next))) {
            told = told || said_[next].is(word_class::self);
            ++next;
        }
        if (ends(next) || (said_[next].after_comma && !behind_sign(said_, next)))
            return std::nullopt;
        if (said_[next].is(word_class::indefinite) || said_[next].is(word_class::asking))
            return std::nullopt;
        if (!introduces(said_[next])) return read(next, determiner::bare);
        if (ends_here(next + 1)) return std::nullopt;
        auto found = read(next + 1, determiner_of(said_, next + 1));
        if (found) found->told = told && !said_[i].is(word_class::search);
        return found;
    }
    // "Turn off the alarm", "post in #design", "show me the page".
    [[nodiscard]] static bool is_particle(const token& word) noexcept {
        return word.is(word_class::relation) || word.is(word_class::self) ||
               word.is(word_class::placed);
    }
    [[nodiscard]] bool ends_here(std::size_t i) const noexcept {
        return ends(i) || said_[i].after_comma;
    }
    // "Switch off the light", "pick up the parcel".
    [[nodiscard]] bool is_adverb(std::size_t i) const noexcept {
        return said_[i].is(word_class::function) && !introduces(said_[i]) &&
               !said_[i].is(word_class::indefinite) && !said_[i].is(word_class::asking) &&
               !ends_here(i + 1) && introduces(said_[i + 1]);
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
        return object_phrase{first, last - 1, by, false};
    }

    const utterance& said_;
};

}  // namespace detail

[[nodiscard]] inline std::optional<object_phrase> find_object(const utterance& said) {
    return detail::object_finder{said}.find();
}

}  // namespace workmem::resolution
