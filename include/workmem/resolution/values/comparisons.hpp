#pragma once

#include <workmem/resolution/group.hpp>
#include <workmem/resolution/sentence/clauses.hpp>
#include <workmem/resolution/sentence/noun_phrase.hpp>
#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/resolution/values/value_bounds.hpp>
#include <workmem/resolution/values/values.hpp>
#include <workmem/text/lexicon.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace workmem::resolution {

/// A wish to compare: "the cheapest", "least expensive", "with the most stars", "the later one".
struct comparison {
    struct scale {
        std::uint8_t measure = 0;
        text::direction towards = text::direction::lowest;
    };

    std::vector<scale> scales{};   ///< the first that things have decides
    std::string_view attribute{};  ///< instead of a measure, a word of an attribute: "fewest stops"
    text::direction towards = text::direction::lowest;  ///< of that attribute
    text::degree how = text::degree::superlative;
    bool by_age = false;  ///< without a scale, dates or what came first decide
    text::direction age = text::direction::highest;
    std::uint32_t place = 1;          ///< 2: "the second cheapest"
    std::uint32_t count = 1;          ///< 2: "the two cheapest"
    std::size_t first = 0, last = 0;  ///< words
    bool asks = false;                ///< "who earns the most?": what a question asks for decides
    std::size_t owner = 0;  ///< the noun that it describes: "the one that is cheaper"; 0: none
};

/// Finds the first comparison in a text. "At least", "a cheaper one" and "the most of it" are
/// none: they ask for other things, or for nothing. Bounded work per word.
class comparison_finder {
public:
    comparison_finder(const utterance& said, const text::lexicon& words) noexcept
        : said_{said}, words_{words} {}

    [[nodiscard]] std::optional<comparison> find() const { return find(0, said_.size()); }
    /// The first that stands in the words from `begin` to before `end`.
    [[nodiscard]] std::optional<comparison> find(std::size_t begin, std::size_t end) const {
        for (auto i = begin; i < end; ++i) {
            if (said_[i].known == nullptr) continue;
            auto found = begins_at(i);
            if (!found || found->last >= end) continue;
            if (const auto rest = behind_rest(found->last + 1); rest != 0 && rest <= end) {
                found->how = text::degree::superlative;
                found->last = rest - 1;
            }
            found->owner = detail::described_by(said_, i);
            // "the task due first"
            if (found->owner == 0 && found->last > i && i > 1 && !said_[i].after_comma &&
                said_[i].known->compares.empty() && said_[i].known->measures != 0) {
                const auto by = detail::introduced_by(said_, i - 1);
                if (by < said_.size() && !said_[by].is(word_class::indefinite))
                    found->owner = i - 1;
            }
            if (found->how == text::degree::superlative) count(*found);
            if (found->count == 1 && !is_meant(*found)) continue;
            for (auto word = found->first; word <= found->last; ++word) {
                const bool newest = said_[word].is(word_class::newest);
                if (!newest && !said_[word].is(word_class::oldest)) continue;
                found->by_age = true;
                const bool less = said_[i].is(word_class::least) || said_[i].is(word_class::less);
                found->age = newest != less ? text::direction::highest : text::direction::lowest;
            }
            if (i > 0 && !said_[i].after_comma && said_[i - 1].known != nullptr &&
                said_[i - 1].known->ordinal > 1 && found->how == text::degree::superlative) {
                found->place = static_cast<std::uint32_t>(said_[i - 1].known->ordinal);
                found->first = i - 1;
            }
            return found;
        }
        return std::nullopt;
    }

private:
    using word_class = text::word_class;

    // "Than the rest", "than any of the others": the word behind it; 0: it does not begin there.
    [[nodiscard]] std::size_t behind_rest(std::size_t than) const {
        constexpr std::size_t most_words = 5;
        if (ends_phrase(said_, than) || !said_[than].is(word_class::comparing)) return 0;
        for (auto i = than + 1; i < than + most_words && !ends_phrase(said_, i); ++i)
            if (said_[i].is(word_class::rest) || said_[i].is(word_class::other))
                return is_compared_with(said_, i) && !number_follows(i + 1) &&
                               one_is_asked_for(than)
                           ? i + 1
                           : 0;
        return 0;
    }
    [[nodiscard]] bool number_follows(std::size_t i) const {
        return !ends_phrase(said_, i) && number_of_things(said_[i]) != 0;
    }
    // "The one cheaper than the rest", but not "those in Gaia are cheaper than the rest", "it
    // isn't".
    [[nodiscard]] bool one_is_asked_for(std::size_t than) const {
        constexpr std::size_t most_back = 16;
        for (auto i = than; i > 0 && than - i < most_back && !said_[i].begins_sentence; --i) {
            const auto& word = said_[i - 1];
            const bool many =
                word.is(word_class::plural) || words_.singular(word.text) != word.text;
            if (word.is(word_class::negation) || many ||
                (word.is(word_class::pronoun) && !word.is(word_class::far_demonstrative)))
                return false;
        }
        return true;
    }

    // "The two cheapest", "the oldest two", "the two with the fewest views", "which two cost
    // least?"
    void count(comparison& found) const {
        constexpr std::size_t most_words = 6;
        const auto number = [&](std::size_t i) { return number_of_things(said_[i]); };
        const auto behind = found.last + 1;
        if (!ends_phrase(said_, behind) && number(behind) != 0) {
            found.count = number(behind);
            found.last = behind;
            return;
        }
        for (auto i = found.first; i > 0 && found.first - i < most_words; --i) {
            if (ends_phrase(said_, i)) return;
            const auto& word = said_[i - 1];
            if (word.is(word_class::partitive) || word.is(word_class::excluding)) return;
            if (number(i - 1) == 0) continue;
            // "My two largest transactions"
            const bool among = (i > 1 && said_[i - 2].is(word_class::partitive)) ||
                               (i > 2 && said_[i - 3].is(word_class::partitive));
            if (i == found.first && !among) {
                found.count = number(i - 1);
                return;
            }
            if (i < 2) return;
            const auto& before = said_[i - 2];
            const bool chosen = i > 2 && said_[i - 3].is(word_class::partitive);
            // not "send the two drivers the cheapest room"
            const bool leads = said_[i].is(word_class::describing) ||
                               said_[i].is(word_class::predicate) || number_leads(i, found.first) ||
                               (said_[i].known != nullptr && said_[i].known->measures != 0);
            if (leads && !chosen &&
                (before.is(word_class::definite) || before.is(word_class::interrogative) ||
                 before.is(word_class::possessive) || before.is(word_class::other)))
                found.count = number(i - 1);
            return;
        }
    }

    // "The two videos with the most views": a noun stands between, and what describes it.
    [[nodiscard]] bool number_leads(std::size_t noun, std::size_t first) const {
        return noun + 1 < first && said_[noun + 1].is(word_class::describing);
    }
    [[nodiscard]] static text::direction opposite(text::direction of) noexcept {
        return of == text::direction::lowest ? text::direction::highest : text::direction::lowest;
    }

    [[nodiscard]] std::optional<comparison> begins_at(std::size_t i) const {
        const auto& word = said_[i];
        const bool upper = word.is(word_class::most) || word.is(word_class::more);
        const bool lower = word.is(word_class::least) || word.is(word_class::less);
        comparison out;
        out.first = out.last = i;
        if (bound_at(said_, i) != 0) return std::nullopt;  // "more than 100", "longer than 300"
        for (const auto& each : word.known->compares)
            if (each.how != text::degree::plain) {
                out.how = each.how;
                out.scales.push_back({each.measure, each.towards});
            }
        if (upper || lower) {
            const auto towards = upper ? text::direction::highest : text::direction::lowest;
            if (scaled(out, towards, word.is(word_class::most) || word.is(word_class::least)))
                return out;
        } else if (!out.scales.empty()) {
            refine(out);
        }
        if (out.scales.empty()) return placed_first(i);
        return out;
    }
    // "Which one came in last?", "who was hired first?"
    [[nodiscard]] std::optional<comparison> asked_last(std::size_t i) const {
        const auto& word = said_[i];
        const bool first = word.known->ordinal == 1;
        if ((!first && !word.is(word_class::list_end)) || i < 2 || !ends_phrase(said_, i + 1) ||
            said_[i - 1].is(word_class::definite) || word.after_comma)
            return std::nullopt;
        bool done_to = false;
        for (auto from = i; from > 0 && !said_[from].begins_sentence; --from) {
            const auto& asks = said_[from - 1];
            if (said_[from].after_comma) break;
            // "Who changed that file last?"
            done_to = done_to || (!asks.is(word_class::partitive) &&
                                  (said_[from].is(word_class::definite) ||
                                   said_[from].is(word_class::near_demonstrative) ||
                                   said_[from].is(word_class::far_demonstrative) ||
                                   said_[from].is(word_class::possessive) ||
                                   said_[from].is(word_class::pronoun)));
            const auto* const noun = said_.noun(from);
            const bool chooses = said_[from].is(word_class::placeholder) ||
                                 said_[from].is(word_class::partitive) ||
                                 said_[from].known == nullptr ||  // "which expires first?"
                                 (noun != nullptr && words_.has_kind(*noun));
            const bool asked = asks.is(word_class::asking_person) ||
                               asks.is(word_class::choosing_person) ||
                               (asks.is(word_class::interrogative) && !asks.clitic && chooses);
            if (!asked || done_to) continue;
            comparison out;
            out.first = out.last = i;
            out.by_age = out.asks = true;
            out.age = first ? text::direction::lowest : text::direction::highest;
            return out;
        }
        return std::nullopt;
    }
    // "Due first", "leaves last".
    [[nodiscard]] std::optional<comparison> placed_first(std::size_t i) const {
        const auto& word = said_[i];
        if (auto asked = asked_last(i)) return asked;
        if (word.known->measures == 0 || ends_phrase(said_, i + 1)) return std::nullopt;
        const auto& next = said_[i + 1];
        const bool last = next.is(word_class::list_end);
        const bool first = next.known != nullptr && next.known->ordinal == 1;
        if ((!first && !last) ||
            (!ends_phrase(said_, i + 2) && !said_[i + 2].is(word_class::function)))
            return std::nullopt;
        comparison out;
        out.first = i;
        out.last = i + 1;
        add_measures(out.scales, word.known->measures,
                     last ? text::direction::highest : text::direction::lowest);
        return out;
    }

    // "Most expensive", "lowest price", "highest number of stops", "costs the least".
    bool scaled(comparison& out, text::direction towards, bool superlative) const {
        auto next = out.first + 1;
        const auto how = superlative ? text::degree::superlative : text::degree::comparative;
        const auto done = [&](std::size_t last) {
            out.how = how;
            out.last = last;
            return true;
        };
        // "the one that costs the most sounds good"
        if (!ends_phrase(said_, next) && !said_[next].is(word_class::predicate)) {
            // "at least two"
            if (detail::leading_digits(said_[next].text) != 0 ||
                (said_[next].known != nullptr && said_[next].known->cardinal >= 0))
                return false;
            if (const auto* known = said_[next].known; known != nullptr) {
                std::vector<comparison::scale> scales;
                for (const auto& each : known->compares)
                    if (each.how == text::degree::plain)
                        scales.push_back({each.measure, towards == text::direction::highest
                                                            ? each.towards
                                                            : opposite(each.towards)});
                if (scales.empty()) add_measures(scales, known->measures, towards);
                if (!scales.empty()) {
                    out.scales = std::move(scales);
                    return done(next);
                }
            }
            // "the highest number of stops"
            if (said_[next].is(word_class::property) && next + 2 < said_.size() &&
                said_[next + 1].is(word_class::function))
                next += 2;
            if (!ends_phrase(said_, next) && !said_[next].is(word_class::function) &&
                !said_[next].is(word_class::placeholder)) {
                out.attribute = said_[next].text;
                out.towards = towards;
                return done(next);
            }
        }
        // "costs the least", "is rated highest"
        for (std::size_t back = 1; back <= 2 && back <= out.first; ++back) {
            const auto* known = said_[out.first - back].known;
            if (known == nullptr || known->measures == 0) continue;
            out.scales.clear();
            add_measures(out.scales, known->measures, towards);
            return done(out.first);
        }
        // "has restarted the most": the restarts are counted
        const auto verb = counted_verb(out.first);
        if (!ends_phrase(said_, next) || verb == 0) return false;
        out.attribute = without_ending(said_[verb].text);
        out.towards = towards;
        out.asks = true;
        return done(out.first);
    }
    // "Who earns the most?", "which of them did I play most?": the nearest word that says what is
    // done, behind what asks; 0: none.
    [[nodiscard]] std::size_t counted_verb(std::size_t most) const noexcept {
        constexpr std::size_t most_words = 4;
        std::size_t verb = 0;
        for (auto i = most; i > 0 && !said_[i].begins_sentence; --i) {
            const auto& word = said_[i - 1];
            if (word.is(word_class::interrogative) || word.is(word_class::asking_person))
                return verb;
            const bool says = word.known == nullptr ||
                              (!word.is(word_class::function) && !word.is(word_class::predicate) &&
                               !word.is(word_class::moment));
            if (verb == 0 && says && most - i < most_words) verb = i - 1;
        }
        return verb != 0 && most > 2 && said_[most - 1].is(word_class::definite) &&
                       said_[most - 2].known == nullptr
                   ? most - 2
                   : std::size_t{0};
    }
    // "restart" of "restarted", "restarting" and "restarts".
    [[nodiscard]] static std::string_view without_ending(std::string_view verb) noexcept {
        constexpr std::size_t shortest = 3;
        for (const std::string_view ending : {"ing", "ed", "s"})
            if (verb.size() >= shortest + ending.size() && verb.ends_with(ending))
                return verb.substr(0, verb.size() - ending.size());
        return verb;
    }

    // "Best rated", "best price", "latest arrival": what follows says on which scale.
    void refine(comparison& out) const {
        const auto next = out.first + 1;
        if (ends_phrase(said_, next) || said_[next].known == nullptr) return;
        const auto& known = *said_[next].known;
        const auto towards = out.scales.front().towards;
        std::vector<comparison::scale> scales;
        for (const auto& each : known.compares)
            if (each.how == text::degree::plain)
                scales.push_back({each.measure, towards == text::direction::highest
                                                    ? each.towards
                                                    : opposite(each.towards)});
        if (scales.empty() && known.measures != 0) {
            for (const auto& each : out.scales)
                if ((known.measures >> each.measure & 1U) != 0) scales.push_back(each);
            const auto judged = out.scales.front().measure;
            const bool judges =
                out.scales.size() == 1 && words_.better(judged) == text::direction::highest;
            if (scales.empty() && judges && said_[next].is(word_class::moment)) return;
            if (scales.empty()) add_measures(scales, known.measures, towards);
            // of a price the best is the lowest
            if (judges && scales.front().measure != judged)
                for (auto& each : scales)
                    each.towards = towards == text::direction::highest
                                       ? words_.better(each.measure)
                                       : opposite(words_.better(each.measure));
        }
        if (scales.empty()) return;
        out.scales = std::move(scales);
        out.last = next;
    }

    static void add_measures(std::vector<comparison::scale>& to, std::uint32_t measures,
                             text::direction towards) {
        for (std::uint8_t i = 0; i < text::lexicon::most_measures; ++i)
            if ((measures >> i & 1U) != 0) to.push_back({i, towards});
    }

    // Whether it picks from what is there.
    [[nodiscard]] bool is_meant(const comparison& found) const {
        if (found.asks) return true;
        const auto i = found.first;
        // "At least", "at best".
        if (i > 0 && !said_[i].after_comma && said_[i - 1].is(word_class::relation) &&
            found.last == i && (ends_phrase(said_, i + 1) || said_[i + 1].is(word_class::function)))
            return false;
        if (found.owner != 0) return true;
        const auto before = detail::introduced_by(said_, i);
        if (before < said_.size()) {
            const auto& word = said_[before];
            if (word.is(word_class::indefinite)) return false;
            if (!judges(found)) return true;
            // "That is the best", "you have found the best one" only praise.
            for (std::size_t back = 1; back <= 2 && back <= before; ++back) {
                const auto& verb = said_[before - back];
                if (said_[before - back + 1].after_comma) break;
                if (verb.is(word_class::predicate) || verb.is(word_class::far_demonstrative))
                    return asks(i);
            }
            return true;
        }
        const bool asked = asks(i);
        if (found.how == text::degree::comparative) return asked;
        // "Cheapest, please", "cheapest one": nothing stands before it.
        const bool opens = i == 0 || said_[i].begins_sentence || said_[i].after_comma;
        // "his oldest order"
        const bool owned = i > 0 && said_[i - 1].is(word_class::person_pronoun);
        return asked || opens || owned || found.last > i || stands_before_one(found.last + 1);
    }
    // "Best", without a scale of its own behind it.
    [[nodiscard]] bool judges(const comparison& of) const {
        return of.scales.size() == 1 && of.last == of.first &&
               words_.better(of.scales.front().measure) == text::direction::highest;
    }
    [[nodiscard]] bool stands_before_one(std::size_t i) const {
        return i < said_.size() && !ends_phrase(said_, i) && said_[i].is(word_class::placeholder);
    }
    // "Which one is cheaper?"
    [[nodiscard]] bool asks(std::size_t i) const {
        constexpr std::size_t most_words = 6;
        for (std::size_t back = 1; back <= most_words && back <= i; ++back) {
            if (said_[i - back + 1].begins_sentence) return false;
            if (said_[i - back].is(word_class::choosing_person) ||
                said_[i - back].is(word_class::asking_person))
                return true;
            if (said_[i - back].is(word_class::interrogative))
                return back == 1 || !said_[i - back + 1].is(word_class::possessive);
        }
        return false;
    }

    const utterance& said_;
    const text::lexicon& words_;
};

}  // namespace workmem::resolution
