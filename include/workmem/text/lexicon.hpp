#pragma once

#include <workmem/config.hpp>
#include <workmem/result.hpp>
#include <workmem/text/fold.hpp>
#include <workmem/text/lexicon_classes.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace workmem::text {

/// The words of a language that reference resolution knows: closed classes, ordinals, months, and
/// a small net of kinds (`synonyms`, `kinds`, `cues`), and measures with the adjectives and units
/// that go with them. Everything that depends on a language stands here; replacing it replaces
/// the language. It holds general words only: what things are called comes from memory. Words are
/// compared folded.
/// Copyable, movable; safe to read from several threads while nobody adds.
class lexicon {
public:
    using inflection = std::string (*)(std::string_view);

    /// A word for a state of a thing, or for what it then is not.
    struct state_word {
        std::string word;
        bool denied;
    };

    /// A scale that an adjective compares by, and which end of it the adjective means.
    struct comparison {
        std::uint8_t measure = 0;
        direction towards = direction::lowest;
        degree how = degree::plain;
    };
    /// A unit of a measure, in thousandths of the smallest that the lexicon knows for it.
    struct unit {
        std::uint8_t measure = 0;
        std::int64_t size = 0;
    };
    static constexpr std::size_t most_measures = 32;

    struct word {
        std::uint64_t classes[2]{};  ///< a bit for each `word_class`
        std::int16_t ordinal = 0;    ///< 1 = first, 2 = second …; -2 = next to last …; 0: none
        std::int16_t cardinal = -1;  ///< 2 = two …; -1: none
        std::uint8_t month = 0;      ///< 1 … 12; 0: none
        std::uint8_t weekday = 0;    ///< 1 = Monday … 7; 0: none
        std::int16_t day_from = -1;  ///< of a part of the day: minutes since midnight; -1: none
        std::int16_t day_to = 0;     ///< where it ends, exclusive
        std::uint32_t measures = 0;  ///< a bit for each measure whose attributes are called so
        bool begins_compound = false;  ///< `pull` of `pull_request`
        std::uint32_t meaning = 0;     ///< the word that stands for all its synonyms
        std::vector<std::uint32_t> broader{};
        std::vector<std::uint32_t> evoked{};
        std::string opposite{};              ///< what is not so: "online" of "offline"
        std::vector<comparison> compares{};  ///< most likely first
        std::vector<unit> units{};

        [[nodiscard]] constexpr bool is(word_class c) const noexcept {
            const auto bit = static_cast<unsigned>(c);
            return (classes[bit / 64] >> bit % 64 & 1U) != 0;
        }
    };

    /// No words at all: only names, ids and types as they stand in memory resolve.
    lexicon() = default;

    /// Built on the first call; some 1,700 words.
    [[nodiscard]] static const lexicon& english();

    /// How this language forms the singular of a folded noun; the default changes nothing.
    void set_singular(inflection rule) noexcept { singular_ = rule; }
    /// What may hang at the end of a word after an apostrophe (`s`, `ll`), separated by spaces.
    void set_clitics(std::string_view endings) { clitics_ = endings; }

    /// Each `try_add_…` takes words separated by spaces, and refuses with `validation_error` an
    /// empty list and whatever would close a cycle; refused calls change nothing.
    [[nodiscard]] result<void> try_add(word_class what, std::string_view words);
    [[nodiscard]] result<void> try_add_ordinal(int place, std::string_view words);
    [[nodiscard]] result<void> try_add_cardinal(int number, std::string_view words);
    [[nodiscard]] result<void> try_add_month(int number, std::string_view words);
    /// A day of the week, Monday being 1.
    [[nodiscard]] result<void> try_add_weekday(int number, std::string_view words);
    /// Words for a part of the day, in minutes since midnight; it may go over midnight.
    [[nodiscard]] result<void> try_add_part_of_day(int from, int to, std::string_view words);
    /// Words by which attributes of one scale are called (`price`, `fare`); `better` is the end
    /// that "best" means. At most 32 measures.
    [[nodiscard]] result<void> try_add_measure(std::string_view measure, direction better,
                                               std::string_view words);
    /// Adjectives of a measure; one that goes with several is looked for in the order of adding.
    [[nodiscard]] result<void> try_add_adjectives(std::string_view measure, direction towards,
                                                  degree how, std::string_view words);
    /// Units of a measure, each `size` thousandths of a common smallest one: 60000 for minutes
    /// where seconds are 1000.
    [[nodiscard]] result<void> try_add_units(std::string_view measure, std::int64_t size,
                                             std::string_view words);
    /// Words for the same kind of thing, of which one may be a compound of two (`pull_request`),
    /// as in the other nets; the first is what the others are known by.
    [[nodiscard]] result<void> try_add_synonyms(std::string_view words);
    /// Every one of `narrower` is a `broader`: a game is an event.
    [[nodiscard]] result<void> try_add_kinds(std::string_view broader, std::string_view narrower);
    /// Words that make one think of a `kind` without naming it: a table of a restaurant.
    [[nodiscard]] result<void> try_add_cues(std::string_view kind, std::string_view words);

    /// Two words of which a thing that can be either is always one: "enabled disabled".
    [[nodiscard]] result<void> try_add_opposites(std::string_view words);

    /// A word and the code that services write for it: "german de". Codes make no word known.
    [[nodiscard]] result<void> try_add_code(std::string_view words);

    /// Words that services use for one state of a thing, "declined rejected refused", those for
    /// what it is not with a hyphen before them: "pending -answered". They make no word known.
    [[nodiscard]] result<void> try_add_states(std::string_view words);

    lexicon& add(word_class what, std::string_view words) { return done(try_add(what, words)); }
    lexicon& add_ordinal(int place, std::string_view words) {
        return done(try_add_ordinal(place, words));
    }
    lexicon& add_cardinal(int number, std::string_view words) {
        return done(try_add_cardinal(number, words));
    }
    lexicon& add_month(int number, std::string_view words) {
        return done(try_add_month(number, words));
    }
    lexicon& add_weekday(int number, std::string_view words) {
        return done(try_add_weekday(number, words));
    }
    lexicon& add_part_of_day(int from, int to, std::string_view words) {
        return done(try_add_part_of_day(from, to, words));
    }
    lexicon& add_measure(std::string_view measure, direction better, std::string_view words) {
        return done(try_add_measure(measure, better, words));
    }
    lexicon& add_adjectives(std::string_view measure, direction towards, degree how,
                            std::string_view words) {
        return done(try_add_adjectives(measure, towards, how, words));
    }
    lexicon& add_units(std::string_view measure, std::int64_t size, std::string_view words) {
        return done(try_add_units(measure, size, words));
    }
    lexicon& add_opposites(std::string_view words) { return done(try_add_opposites(words)); }
    lexicon& add_code(std::string_view words) { return done(try_add_code(words)); }
    lexicon& add_states(std::string_view words) { return done(try_add_states(words)); }
    lexicon& add_synonyms(std::string_view words) { return done(try_add_synonyms(words)); }
    lexicon& add_kinds(std::string_view broader, std::string_view narrower) {
        return done(try_add_kinds(broader, narrower));
    }
    lexicon& add_cues(std::string_view kind, std::string_view words) {
        return done(try_add_cues(kind, words));
    }

    /// What is known of a folded word as it stands, or null.
    [[nodiscard]] const word* find(std::string_view folded_word) const noexcept {
        const auto at = index_of(folded_word);
        return at == none ? nullptr : &words_[at];
    }
    /// The same for a noun in either number.
    [[nodiscard]] const word* find_noun(std::string_view folded_noun) const {
        if (const auto* found = find(folded_noun); found != nullptr && has_kind(*found))
            return found;
        return find(singular(folded_noun));
    }
    /// The code that services write for a folded word; empty: none.
    [[nodiscard]] std::string_view code_of(std::string_view folded_word) const noexcept {
        for (const auto& each : codes_)
            if (each.word == folded_word) return each.code;
        return {};
    }
    /// The words for states that a folded word stands for; none where it stands for none.
    [[nodiscard]] std::span<const state_word> states_like(
        std::string_view folded_word) const noexcept {
        for (const auto& each : states_)
            for (const auto& one : each)
                if (one.word == folded_word) return each;
        return {};
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
            const auto end = (std::min)(clitics_.find(' ', at), clitics_.size());
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
    /// The end of a measure that "best" means.
    [[nodiscard]] direction better(std::uint8_t measure) const noexcept {
        return measures_[measure].better;
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

    struct scale {
        std::string name;
        direction better;
    };

    struct coded {
        std::string word;
        std::string code;
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
    [[nodiscard]] result<std::uint8_t> known_measure(std::string_view name) const;

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

    // Any word of a text is looked up, and most are unknown: one step through a table, which is
    // at most half full, tells so. No order ever comes from it.
    [[nodiscard]] static std::uint32_t hash(std::string_view folded_word) noexcept {
        std::uint32_t out = 2166136261U;
        for (const char c : folded_word) out = (out ^ static_cast<unsigned char>(c)) * 16777619U;
        return out ^ (out >> 15);
    }
    [[nodiscard]] std::uint32_t index_of(std::string_view folded_word) const noexcept {
        if (folded_word.size() > longest_ || table_.empty()) return none;
        const auto mask = table_.size() - 1;
        for (auto at = hash(folded_word) & mask; table_[at] != none; at = (at + 1) & mask)
            if (texts_[table_[at]] == folded_word) return table_[at];
        return none;
    }
    static constexpr std::uint32_t none = 0xFFFF'FFFF;

    std::vector<std::uint32_t> table_;
    std::vector<std::string> texts_;  // by word
    std::size_t longest_ = 0;
    std::vector<word> words_;
    std::vector<char> kinds_;  // by word: whether it names a kind
    std::vector<scale> measures_;
    inflection singular_ = nullptr;
    std::vector<pointer> demonstratives_;
    std::vector<coded> codes_;
    std::string clitics_;
    std::vector<std::vector<state_word>> states_;
};

}  // namespace workmem::text

#if !defined(WORKMEM_COMPILED)
#include <workmem/text/lexicon.ipp>
#endif
