#pragma once

#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/noun_phrase.hpp>
#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/resolution/sets/left_out.hpp>
#include <workmem/resolution/sets/list_place.hpp>
#include <workmem/resolution/sets/term_list.hpp>
#include <workmem/resolution/values/value_bounds.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

namespace workmem::resolution {

/// What single words are for a phrase that selects things: what opens and ends it, leaves something
/// out of it, determines, heads or describes it. The scene and the terms must outlive it.
class selection_words {
    using word_class = text::word_class;

public:
    selection_words(const scene& at, const term_reader& terms) noexcept
        : at_{at}, said_{at.said}, terms_{terms} {}

    /// Where a phrase begins, from a word on; the size of the text: nowhere. Something else that is
    /// meant may not stand before it.
    [[nodiscard]] std::size_t find_begin(std::size_t from) const {
        const auto none = said_.size();
        if (speaks_of_another()) return none;
        const bool joins = std::any_of(said_.tokens().begin(), said_.tokens().end(), joins_names);
        for (auto i = from; i < none; ++i) {
            const auto& word = said_[i];
            if (asks(i)) return i;
            // "Is the open one …?", but "can you close …"
            if (word.begins_sentence && word.is(word_class::predicate) &&
                !word.is(word_class::change) &&
                !(i + 1 < none && said_[i + 1].is(word_class::addressee)))
                return none;
            // "The status of …"
            if (word.is(word_class::definite) && i + 2 < none &&
                said_[i + 1].is(word_class::property) && said_[i + 2].is(word_class::partitive)) {
                i += 2;
                continue;
            }
            // "One of the open ones"
            if (i > 1 && said_[i - 1].is(word_class::partitive) &&
                (said_[i - 2].is(word_class::free_choice) ||
                 (said_[i - 2].known != nullptr && said_[i - 2].known->cardinal == 1)))
                return none;
            if (opens(i) || opens_bare(i)) return i;
            // "Don't …", but "not Home, Blog"
            if (word.is(word_class::pronoun) || word.is(word_class::owner_pronoun) ||
                (word.is(word_class::negation) && (i > 0 || !word.is(word_class::excluding))))
                return none;
            if (!joins) continue;
            // "Home or the other" is open.
            if (const auto named = name_at(i))
                return named->next < none && !said_[named->next].is(word_class::choosing) ? i
                                                                                          : none;
        }
        return none;
    }
    /// Whether a question for some of them begins: "which (of them) are …?"
    [[nodiscard]] bool asks(std::size_t i) const noexcept {
        return said_[i].is(word_class::interrogative) && said_[i].begins_sentence &&
               !said_[i].clitic;
    }
    [[nodiscard]] bool opens(std::size_t i) const {
        const auto& word = said_[i];
        if (word.clitic)
            return word.known == nullptr && said_.noun(i) == nullptr;  // "Mia's open issues"
        return word.is(word_class::definite) || word.is(word_class::every) ||
               word.is(word_class::both) || word.is(word_class::everything) ||
               word.is(word_class::possessive) || points(i) || tells_what(i) || chooses_freely(i) ||
               list_place_reader{at_, kinds()}.number(i) != 0;
    }
    /// "Please remove | late fees": right behind a verb that somebody is asked to do.
    [[nodiscard]] bool follows_verb(std::size_t i) const {
        if (i == 0 || said_[i].after_comma) return false;
        const bool to_me = i > 1 && said_[i - 1].is(word_class::self);  // "show me"
        const auto& verb = said_[to_me ? i - 2 : i - 1];
        const bool acts = verb.is(word_class::change) || verb.is(word_class::search) ||
                          verb.is(word_class::telling) || verb.is(word_class::acquire);
        // "Please", "can you", "I need to"
        const bool leads = !any(0, i - 1, [](const token& word) {
            return word.is(word_class::asking) || word.is(word_class::change) ||
                   word.is(word_class::indefinite) || word.is(word_class::definite) ||
                   !(word.is(word_class::function) || word.is(word_class::self) ||
                     word.is(word_class::addressee) || word.is(word_class::predicate));
        });
        if (verb.known == nullptr) return leads;
        return (acts ||
                (i == 1 && !verb.is(word_class::adjective) && verb.known->compares.empty())) &&
               (verb.is(word_class::change) || !verb.is(word_class::predicate));
    }
    /// "Remove | late fees over 30": things in the plural right behind a verb.
    [[nodiscard]] bool opens_bare(std::size_t i) const {
        constexpr std::size_t most_words = 4;
        // "Delete open issues", "archive new ones"
        const auto joins = [&](std::size_t word) {
            return said_[word].is(word_class::function) && !said_[word].is(word_class::change) &&
                   !said_[word].is(word_class::adjective);
        };
        if (i == 0 || joins(i) || !follows_verb(i)) return false;
        for (auto head = i; head < i + most_words; ++head) {
            if ((head > i && ends_phrase(said_, head)) || joins(head)) return false;
            if (is_many(head) && !said_[head].clitic && kinds().closest(head) > text::kinship::cue)
                return true;
        }
        return false;
    }
    /// "(Show me) what isn't paid"
    [[nodiscard]] bool tells_what(std::size_t i) const noexcept {
        return said_[i].is(word_class::interrogative) && i + 1 < said_.size() && !said_[i].clitic &&
               is_verb(i + 1);
    }

    /// Whether the phrase that begins at a word may end before another one: before what a thing is
    /// changed to or given to, what is said of it, and words that say nothing.
    [[nodiscard]] bool may_end(std::size_t begin, std::size_t i, std::size_t stop) const noexcept {
        const auto& word = said_[i];
        const bool told = i > begin + 1 && completes_participle(said_, i);
        if ((word.is(word_class::target) && !told) || word.after_comma) return true;
        // "Make all of them | available"
        if (i > begin + 1 && said_[i - 1].is(word_class::plural) &&
            said_[i - 2].is(word_class::partitive))
            return !word.is(word_class::describing) && !word.is(word_class::negation) &&
                   !word.is(word_class::function);
        // "Everything over 50 | should go", "… | over to Erik"
        if (word.is(word_class::predicate) && !any(begin, i, relates) && !any(0, begin, questions))
            return true;
        if (word.is(word_class::function) && i + 1 < stop && said_[i + 1].is(word_class::target))
            return true;
        return !any(i, stop, says_something);
    }
    /// Where what is left out begins, behind a word that says so; 0: nothing is.
    [[nodiscard]] std::size_t excluded_from(std::size_t i, std::size_t end) const {
        const auto is = [&](std::size_t at, word_class c) { return at < end && said_[at].is(c); };
        auto next = behind_exclusion(i, end);
        if (next != 0 && is(next, word_class::describing) &&
            !is(next, word_class::far_demonstrative))
            ++next;  // "except for", "apart from"
        return next < end ? next : std::size_t{0};
    }
    /// The first word that leaves something out, or `end`.
    [[nodiscard]] std::size_t find_exclusion(std::size_t begin, std::size_t end) const {
        for (auto i = begin; i < end; ++i)
            if (excluded_from(i, end) != 0) return i;
        return end;
    }

    /// A noun for things in memory, or a word that stands for one; `only`: none stood before it.
    [[nodiscard]] bool is_head(std::size_t i, bool only) const {
        const auto& word = said_[i];
        if (word.is(word_class::placeholder)) return true;
        const auto* const noun = said_.noun(i);
        // "Book the tickets": of what they are for, another stage knows.
        if (word.clitic || (noun != nullptr && !noun->evoked.empty())) return false;
        const auto how = kinds().closest(i);
        return (how > text::kinship::cue && !kinds().is_of_said_kind(i)) ||
               (only && how == text::kinship::cue && !word.is(word_class::function) &&
                !word.is(word_class::property));
    }
    /// Whether a head stands behind a word: "those open issues", but "those over 50".
    [[nodiscard]] bool has_head(std::size_t from, std::size_t end) const {
        for (auto i = from; i < end; ++i) {
            if (is_head(i, true)) return true;
            if (ends_modifiers(i)) return false;
        }
        return false;
    }
    /// The last word in a range that may be a noun or stand for one; the size of the text: none.
    [[nodiscard]] std::size_t last_noun(std::size_t begin, std::size_t end) const {
        for (auto i = end; i > begin; --i)
            if (said_[i - 1].is(word_class::placeholder) ||
                kinds().closest(i - 1) > text::kinship::cue)
                return i - 1;
        return said_.size();
    }
    /// Whether what describes the head begins, so that no head follows.
    [[nodiscard]] bool ends_modifiers(std::size_t i) const {
        const auto& word = said_[i];
        const bool more = i + 1 < said_.size();
        if (word.clitic || (more && said_[i + 1].hyphen)) return false;  // "to-do"
        // "Assigned to", "written by"
        const bool participle =
            more && !said_[i + 1].after_comma && word.text.ends_with("ed") &&
            (said_[i + 1].is(word_class::target) || said_[i + 1].is(word_class::origin));
        return word.is(word_class::describing) || word.is(word_class::negation) ||
               word.is(word_class::interrogative) || word.is(word_class::relation) ||
               word.is(word_class::target) || word.is(word_class::lasting) ||
               bound_at(said_, i) != 0 || participle;
    }
    /// Whether a word inside shows that what was begun is not one phrase.
    [[nodiscard]] bool begins_another(std::size_t i) const noexcept {
        const auto& word = said_[i];
        return word.is(word_class::definite) || word.is(word_class::every) ||
               word.is(word_class::both) || word.is(word_class::indefinite) ||
               word.is(word_class::possessive) || word.is(word_class::everything) ||
               (word.is(word_class::pronoun) && !word.is(word_class::far_demonstrative));
    }
    /// Whether words behind a head may describe it: "that are done", "assigned to", "over 50", but
    /// not what it becomes ("mark the first one | done") or is given ("rate it | 8").
    [[nodiscard]] bool describes(std::size_t i) const {
        const auto& word = said_[i];
        const bool measured = word.known != nullptr && word.known->measures != 0 &&
                              detail::leading_digits(word.text) == 0;
        return word.is(word_class::describing) || word.is(word_class::negation) ||
               word.is(word_class::interrogative) || word.is(word_class::far_demonstrative) ||
               word.is(word_class::lasting) || word.is(word_class::made) || measured ||
               word.text.ends_with("ed") || word.text.ends_with("ing") ||
               word.is(word_class::behind) || word.is(word_class::ahead) || bound_at(said_, i) != 0;
    }
    /// Whether a verb before a phrase is followed by what the things become: "mark … done".
    [[nodiscard]] bool is_turned(std::size_t begin) const {
        return any(0, begin, [](const token& word) { return word.is(word_class::turning); });
    }
    /// Whether a verb before a phrase is followed by when it shall be: "move … to Friday".
    [[nodiscard]] bool is_timed(std::size_t begin) const {
        return any(0, begin, [](const token& word) { return word.is(word_class::timing); });
    }
    /// Whether words say when, and not of what: "before June", but not "created before June".
    [[nodiscard]] bool tells_when(std::size_t begin, std::size_t end) const {
        const auto& first = said_[begin];
        if (first.text.ends_with("ed") || first.is(word_class::made) ||
            first.is(word_class::far_demonstrative) || first.is(word_class::interrogative) ||
            (first.known != nullptr && first.known->measures != 0))
            return false;
        return any(begin, end, [](const token& word) {
            return word.known != nullptr && (word.known->month != 0 || word.known->weekday != 0);
        });
    }
    [[nodiscard]] bool is_verb(std::size_t i) const noexcept {
        const auto& word = said_[i];
        return word.is(word_class::predicate) && !word.is(word_class::describing) &&
               !word.is(word_class::owning);
    }
    [[nodiscard]] bool is_many(std::size_t i) const {
        return at_.words.singular(said_[i].text) != said_[i].text;
    }
    /// "… to done", "… up to done", "… off" right behind a noun: what becomes of it.
    [[nodiscard]] bool tells_change(std::size_t begin, std::size_t end) const noexcept {
        const auto& first = said_[begin];
        return first.is(word_class::target) ||
               (first.is(word_class::function) && !first.is(word_class::predicate) &&
                (begin + 1 == end || said_[begin + 1].is(word_class::target)));
    }
    [[nodiscard]] std::optional<list_term> name_at(std::size_t i) const {
        const auto& word = said_[i];
        if (word.is(word_class::function) || word.is(word_class::change) ||
            word.is(word_class::negation))
            return std::nullopt;
        auto out = terms_.read_term(i, nullptr);
        if (!out || !out->is_known || out->members.size() != 1) return std::nullopt;
        return out;
    }

private:
    static bool joins_names(const token& word) noexcept {
        return word.is(word_class::coordinating) || word.is(word_class::negation) ||
               word.is(word_class::setting_apart) || word.is(word_class::instead);
    }
    static bool relates(const token& word) noexcept {
        return word.is(word_class::far_demonstrative) || word.is(word_class::interrogative);
    }
    static bool questions(const token& word) noexcept { return word.is(word_class::asking); }
    static bool says_something(const token& word) noexcept {
        return !word.is(word_class::function) || word.is(word_class::describing) ||
               word.is(word_class::predicate) || word.is(word_class::definite) ||
               word.is(word_class::pronoun) || word.is(word_class::placeholder) ||
               word.known->cardinal > 0;
    }
    template <class Test>
    [[nodiscard]] bool any(std::size_t begin, std::size_t end, Test test) const {
        const auto first = said_.tokens().begin();
        return std::any_of(first + static_cast<std::ptrdiff_t>(begin),
                           first + static_cast<std::ptrdiff_t>(end), test);
    }
    // What "the other one" leaves out, another stage knows.
    [[nodiscard]] bool speaks_of_another() const noexcept {
        for (std::size_t i = 0; i < said_.size(); ++i)
            if (said_[i].is(word_class::other) && !said_[i].is(word_class::more) &&
                !is_compared_with(said_, i) &&
                !(i + 1 < said_.size() && said_[i + 1].is(word_class::excluding)))
                return true;
        return false;
    }
    // "Any open ones", but not "is there any …?", "know any …?", "anything from …?"
    [[nodiscard]] bool chooses_freely(std::size_t i) const noexcept {
        if (!said_[i].is(word_class::free_choice) ||
            (i + 1 < said_.size() && said_[i + 1].is(word_class::partitive)))
            return false;
        if (said_[i].begins_sentence) return said_.text().find('?') == std::string_view::npos;
        const auto& before = said_[i - 1];
        return before.is(word_class::self) || before.is(word_class::partitive) ||
               (!before.is(word_class::function) && !before.is(word_class::search));
    }
    // "These", "for them", but not "if they serve wine"
    [[nodiscard]] bool points(std::size_t i) const noexcept {
        const auto& word = said_[i];
        if (!word.is(word_class::plural)) return false;
        if (!word.is(word_class::person_pronoun)) return true;
        const bool ends = i + 1 == said_.size() || said_[i + 1].after_comma ||
                          said_[i + 1].is(word_class::describing) ||
                          said_[i + 1].is(word_class::target);
        return i > 0 && !word.begins_sentence && ends;
    }
    [[nodiscard]] std::size_t behind_exclusion(std::size_t i, std::size_t end) const {
        const auto& word = said_[i];
        const auto is = [&](std::size_t at, word_class c) { return at < end && said_[at].is(c); };
        const auto is_particle = [&](std::size_t at) {
            return is(at, word_class::function) && !is(at, word_class::describing) &&
                   !is(at, word_class::negation) && !opens(at);
        };
        if (word.is(word_class::setting_apart))
            return i + 2 < end && is_particle(i + 1) ? i + 2 : i + 1;
        if (word.is(word_class::describing)) {
            if (is(i + 1, word_class::definite) && is(i + 2, word_class::setting_apart))
                return i + 3;  // "with the exception of"
            if (word.after_comma && i + 2 < end &&
                (is(i + 1, word_class::setting_apart) ||
                 (is_particle(i + 1) && !is(i + 1, word_class::relation))))
                return i + 2;  // "leaving out", "leaving aside"
        }
        if (word.is(word_class::other) && !word.is(word_class::more) &&
            is(i + 1, word_class::excluding))
            return i + 2;  // "other than"
        // "… but not over 30", "… but only the open ones" restrict what was said before.
        if (word.is(word_class::instead) && !restricts_further(said_, i + 1)) {
            if (is(i + 1, word_class::partitive) || is(i + 1, word_class::excluding))
                return i + 2;  // "instead of", "rather than"
            if (word.is(word_class::function))
                return is(i + 1, word_class::negation) ? i + 2 : i + 1;  // "but", "but not"
        }
        if (word.after_comma && word.is(word_class::negation) && !word.is(word_class::predicate) &&
            !is(i + 1, word_class::restricting) && !is(i + 1, word_class::recently) &&
            !bounds_at(said_, i))
            return i + 1;  // ", not", but not ", not only"
        if (word.after_comma && word.is(word_class::recently) && is(i + 1, word_class::negation) &&
            !bounds_at(said_, i + 1))
            return i + 2;  // ", just not"
        if (word.after_comma && word.is(word_class::restricting))
            return detail::behind_joints(said_, i);  // ", only leave out …"
        if (word.is(word_class::negation) && word.is(word_class::describing) && i + 1 < end &&
            name_at(i + 1))
            return i + 1;  // "without Dark mode"
        return 0;
    }
    [[nodiscard]] const kind_stage& kinds() const { return terms_.kinds(); }

    const scene& at_;
    const utterance& said_;
    const term_reader& terms_;
};

}  // namespace workmem::resolution
