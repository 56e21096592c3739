#pragma once

#include <workmem/result.hpp>
#include <workmem/text/fold.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace workmem::text {

/// What a word does in a reference, whatever the sentence is about. A word may do several things.
enum class word_class : std::uint8_t {
    near_demonstrative,  ///< this, these
    far_demonstrative,   ///< that, those
    pronoun,             ///< it, they: stands for a thing
    place_pronoun,       ///< there: stands for something with an address
    definite,            ///< the: what follows is known already
    indefinite,          ///< a, some: what follows is new
    possessive,          ///< my, your: what follows belongs to somebody
    interrogative,       ///< what, which: asks for what follows
    negation,            ///< not, no
    other,               ///< other, different: not the one in focus
    placeholder,         ///< one, option: stands for any kind of thing
    earlier,             ///< back, mentioned: takes up something from before
    search,              ///< find, look: asks for new things
    acquire,             ///< book, buy: makes a booking of a thing that is there
    change,              ///< cancel, rename: acts on a thing that is there
    self,                ///< I, we: who speaks
    vacant,              ///< free, busy: said of who speaks, asks for a calendar
    predicate,           ///< is, sounds: follows a demonstrative that stands alone
    property,            ///< address, price: something a thing has
    location,            ///< address, city: a property that makes its owner a place
    place_noun,          ///< place, spot: any thing with an address
    fact,                ///< weather, balance: an answer, not a thing to act on
    moment,              ///< day, week: when, not what
    adjective,           ///< new, same: may stand between an article and its noun
    function,            ///< of, with: says nothing about which thing is meant
    before_noon,         ///< am
    after_noon,          ///< pm
    ordinal_ending,      ///< rd: makes an ordinal of the digits before it
    relation,            ///< to, into: leads to a second thing: "add that to the entry"
    connective,          ///< and: may be said or left out inside a name
    list_end,            ///< last, final
    count_
};

/// How the kind that a word names is related to another kind, weakest first.
enum class kinship : std::uint8_t { none, cue, narrower, broader, synonym, same };

/// The words of a language that reference resolution knows: closed classes, ordinals, months, and
/// a small net of kinds (`synonyms`, `kinds`, `cues`). Everything that depends on a language
/// stands here; replacing it replaces the language. It holds general words only: what things are
/// called comes from memory. Words are compared folded.
/// Copyable, movable; safe to read from several threads while nobody adds.
class lexicon {
public:
    using inflection = std::string (*)(std::string_view);

    struct word {
        std::uint32_t classes = 0;
        std::int16_t ordinal = 0;  ///< 1 = first, 2 = second …; 0: none
        std::uint8_t month = 0;    ///< 1 … 12; 0: none
        std::uint32_t meaning = 0;  ///< the word that stands for all its synonyms
        std::vector<std::uint32_t> broader{};
        std::vector<std::uint32_t> evoked{};

        [[nodiscard]] constexpr bool is(word_class c) const noexcept {
            return (classes >> static_cast<unsigned>(c) & 1U) != 0;
        }
    };

    /// No words at all: only names, ids and types as they stand in memory resolve.
    lexicon() = default;

    /// Built on the first call; some 800 words.
    [[nodiscard]] static const lexicon& english();

    /// How this language forms the singular of a folded noun; the default changes nothing.
    void set_singular(inflection rule) noexcept { singular_ = rule; }
    /// What may hang at the end of a word after an apostrophe (`s`, `ll`), separated by spaces.
    void set_clitics(std::string_view endings) { clitics_ = endings; }

    /// Each `try_add_…` takes words separated by spaces, and refuses with `validation_error` an
    /// empty list and whatever would close a cycle; refused calls change nothing.
    [[nodiscard]] result<void> try_add(word_class what, std::string_view words);
    [[nodiscard]] result<void> try_add_ordinal(int place, std::string_view words);
    [[nodiscard]] result<void> try_add_month(int number, std::string_view words);
    /// Words for the same kind of thing; the first is what the others are known by.
    [[nodiscard]] result<void> try_add_synonyms(std::string_view words);
    /// Every one of `narrower` is a `broader`: a game is an event.
    [[nodiscard]] result<void> try_add_kinds(std::string_view broader, std::string_view narrower);
    /// Words that make one think of a `kind` without naming it: a table of a restaurant.
    [[nodiscard]] result<void> try_add_cues(std::string_view kind, std::string_view words);

    lexicon& add(word_class what, std::string_view words) {
        return done(try_add(what, words));
    }
    lexicon& add_ordinal(int place, std::string_view words) {
        return done(try_add_ordinal(place, words));
    }
    lexicon& add_month(int number, std::string_view words) {
        return done(try_add_month(number, words));
    }
    lexicon& add_synonyms(std::string_view words) { return done(try_add_synonyms(words)); }
    lexicon& add_kinds(std::string_view broader, std::string_view narrower) {
        return done(try_add_kinds(broader, narrower));
    }
    lexicon& add_cues(std::string_view kind, std::string_view words) {
        return done(try_add_cues(kind, words));
    }

    /// What is known of a folded word as it stands, or null.
    [[nodiscard]] const word* find(std::string_view folded_word) const noexcept {
        const auto at = index_.find(folded_word);
        return at == index_.end() ? nullptr : &words_[at->second];
    }
    /// The same for a noun in either number.
    [[nodiscard]] const word* find_noun(std::string_view folded_noun) const {
        if (const auto* found = find(folded_noun); found != nullptr && has_kind(*found))
            return found;
        return find(singular(folded_noun));
    }
    /// Whether the word takes part in the net of kinds.
    [[nodiscard]] bool has_kind(const word& known) const noexcept {
        return !known.broader.empty() || !known.evoked.empty() || is_kind(known);
    }
    /// Whether the word names a kind of thing, and does not only make one think of it.
    [[nodiscard]] bool is_kind(const word& known) const noexcept {
        return kinds_[known.meaning] != 0;
    }
    /// Whether what the word names can be visited: it is a kind of `place_noun`.
    [[nodiscard]] bool is_place(const word& known) const {
        for (const auto& each : words_)
            if (each.is(word_class::place_noun) &&
                (each.meaning == known.meaning || is_above(each.meaning, known)))
                return true;
        return false;
    }
    [[nodiscard]] std::string singular(std::string_view folded_noun) const {
        return singular_ != nullptr ? singular_(folded_noun) : std::string{folded_noun};
    }
    [[nodiscard]] bool is_clitic(std::string_view ending) const noexcept {
        for (std::size_t at = 0; at < clitics_.size();) {
            const auto end = std::min(clitics_.find(' ', at), clitics_.size());
            if (std::string_view{clitics_}.substr(at, end - at) == ending) return true;
            at = end + 1;
        }
        return false;
    }

    /// What the kind named by `a` is to the kind named by `b`: `broader` for `event` and `game`,
    /// `narrower` the other way round, `cue` for `table` and `restaurant`.
    [[nodiscard]] kinship related(const word& a, const word& b) const {
        if (a.meaning == b.meaning) return kinship::synonym;
        if (is_above(a.meaning, b)) return kinship::broader;
        if (is_above(b.meaning, a)) return kinship::narrower;
        const auto evokes = [&](const word& from) {
            return std::any_of(from.evoked.begin(), from.evoked.end(), [&](std::uint32_t kind) {
                return kind == b.meaning || is_above(kind, b) || is_above(b.meaning, words_[kind]);
            });
        };
        return evokes(a) || evokes(words_[a.meaning]) ? kinship::cue : kinship::none;
    }
    /// Whether a word of a text is a demonstrative, and which; quicker than `find`, allocates
    /// nothing.
    [[nodiscard]] word_class demonstrative(std::string_view said) const noexcept {
        for (const auto& each : demonstratives_)
            if (each.word.size() == said.size() && same(each.word, said)) return each.what;
        return word_class::count_;
    }
    [[nodiscard]] bool empty() const noexcept { return words_.empty(); }
    [[nodiscard]] std::size_t size() const noexcept { return words_.size(); }

private:
    struct pointer {
        std::string word;
        word_class what;
    };

    lexicon& done(result<void> added) {
        added.value();
        return *this;
    }
    [[nodiscard]] static std::vector<std::string> split(std::string_view words);
    [[nodiscard]] static error empty_list(std::string_view verb);
    // Equal but for the case of ASCII letters; the first text is folded.
    [[nodiscard]] static bool same(std::string_view folded_word, std::string_view said) noexcept {
        return std::equal(folded_word.begin(), folded_word.end(), said.begin(), said.end(),
                          [](char a, char b) { return a == fold_ascii(b); });
    }
    std::uint32_t intern(const std::string& folded_word);

    // Breadth first over the broader kinds, so that a net with many paths costs its size, not
    // the number of its paths.
    [[nodiscard]] bool is_above(std::uint32_t kind, const word& below) const {
        std::vector<std::uint32_t> seen = below.broader;
        const auto more = [&seen](const word& from) {
            for (const auto next : from.broader)
                if (std::find(seen.begin(), seen.end(), next) == seen.end()) seen.push_back(next);
        };
        more(words_[below.meaning]);
        for (std::size_t i = 0; i < seen.size(); ++i) {
            if (seen[i] == kind) return true;
            more(words_[seen[i]]);
        }
        return false;
    }

    std::map<std::string, std::uint32_t, std::less<>> index_;
    std::vector<word> words_;
    std::vector<char> kinds_;  // by word: whether it names a kind
    inflection singular_ = nullptr;
    std::vector<pointer> demonstratives_;
    std::string clitics_;
};

}  // namespace workmem::text

#include <workmem/text/lexicon_build.hpp>
#include <workmem/text/lexicon_english.hpp>
