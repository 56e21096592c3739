#pragma once

#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/resolution/values/value_bounds.hpp>
#include <workmem/resolution/values/values.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace workmem::resolution {

/// A phrase that may pick by values: "the 7 pm one", "that hotel in Oakland", "the 6:30".
struct value_phrase {
    std::size_t first = 0;  ///< its determiner
    std::size_t noun = 0;   ///< its noun or placeholder; that of a phrase without one: `last + 1`
    std::size_t last = 0;
    bool placeholder = false;
};

namespace detail {

// Whether a sign that parts phrases stands before a word; "6:30", "$95" and "4-star" do not.
[[nodiscard]] inline bool parts_phrases(const utterance& said, std::size_t word) noexcept {
    if (word == 0 || word >= said.size()) return true;
    if (!said[word].after_comma) return said[word].begins_sentence;
    const auto& before = said[word - 1];
    const auto from = before.position + before.text.size();
    const auto gap = said.text().substr(from, said[word].position - from);
    if (gap.find_first_of(",;:.!?()\n") == std::string_view::npos) return false;
    return !(gap.size() == 1 && leading_digits(said[word].text) != 0 &&
             leading_digits(before.text) != 0);
}

// Whether a word behind a noun goes on to describe it: "at", "with", "that"; no verb does.
[[nodiscard]] inline bool opens_description(const token& word) noexcept {
    return !word.after_comma && word.is(text::word_class::describing);
}
// "… and can you", "… and I": somebody begins another sentence.
[[nodiscard]] inline bool opens_clause(const utterance& said, std::size_t word) noexcept {
    using text::word_class;
    return said[word].is(word_class::connective) && word + 1 < said.size() &&
           said[word + 1].is(word_class::function) && !said[word + 1].is(word_class::relation);
}

// "Is the cheapest one in stock?": what follows is asked, it does not describe.
[[nodiscard]] inline bool is_question(const utterance& said, std::size_t word) noexcept {
    while (word > 0 && !said[word].begins_sentence) --word;
    return said[word].is(text::word_class::predicate);
}

// Whether a verb before a word changes things: "rename this page to", "move the order to".
[[nodiscard]] inline bool is_changed(const utterance& said, std::size_t word) noexcept {
    constexpr std::size_t most_words = 12;
    for (std::size_t steps = 0; word > 0 && steps < most_words; --word, ++steps) {
        if (said[word].begins_sentence) return false;
        if (said[word - 1].is(text::word_class::change)) return true;
    }
    return false;
}

// "The one still running", "the ones reporting errors"
[[nodiscard]] inline bool tells_state(const utterance& said, std::size_t noun) {
    using text::word_class;
    constexpr std::size_t shortest = 5;
    if (!said[noun].is(word_class::placeholder)) return false;
    auto next = noun + 1;
    if (next + 1 < said.size() && !said[next].after_comma && said[next].is(word_class::function) &&
        !said[next].is(word_class::predicate) && !said[next].is(word_class::describing))
        ++next;
    const auto& word = said[next];
    return !word.after_comma && !word.is(word_class::function) && !word.is(word_class::predicate) &&
           word.text.size() >= shortest &&
           (word.text.ends_with("ing") || word.text.ends_with("ed"));
}

// The last word of what describes the noun at a word, or that word. What a thing is changed to does
// not describe it.
[[nodiscard]] inline std::size_t description_end(const utterance& said, std::size_t noun) {
    constexpr std::size_t most_words = 12;
    // "The ones still in review"
    if (noun + 2 < said.size() && said[noun + 1].is(text::word_class::lasting) &&
        !said[noun + 1].after_comma && said[noun + 2].is(text::word_class::describing))
        return description_end(said, noun + 1);
    auto last = noun;
    if (noun + 1 >= said.size()) return last;
    const auto& next = said[noun + 1];
    const bool changed = is_changed(said, noun);
    const auto is_target = [&](std::size_t i) {
        return changed && i < said.size() && said[i].is(text::word_class::target);
    };
    if (is_target(noun + 1)) return last;
    // "directed by", "placed on"
    const bool participle = noun + 2 < said.size() && opens_description(said[noun + 2]) &&
                            !next.after_comma && !next.is(text::word_class::function) &&
                            !next.is(text::word_class::predicate) &&
                            !next.is(text::word_class::moment);
    const bool bounded = bound_at(said, noun + 1) != 0 && !next.after_comma;
    // "due in June", "starting tomorrow"
    const bool measured = next.known != nullptr && next.known->measures != 0 && !next.after_comma &&
                          noun + 2 < said.size() && said[noun + 2].is(text::word_class::relation);
    if (!participle && !bounded && !measured && !opens_description(next) &&
        !tells_state(said, noun))
        return last;
    while (last - noun < most_words && !parts_phrases(said, last + 1) &&
           !opens_clause(said, last + 1) && !is_target(last + 1))
        ++last;
    return last;
}

// The determiner of the phrase whose noun stands at a word; the size of the text: none.
[[nodiscard]] inline std::size_t phrase_start(const utterance& said, std::size_t noun,
                                              bool indefinite) noexcept {
    using text::word_class;
    constexpr std::size_t most_words = 7;
    for (std::size_t i = noun, steps = 0; i > 0 && steps < most_words; --i, ++steps) {
        if (parts_phrases(said, i)) break;
        const auto& before = said[i - 1];
        if (before.clitic) break;
        if (before.is(word_class::definite) || before.is(word_class::near_demonstrative) ||
            before.is(word_class::far_demonstrative) ||
            (indefinite && before.is(word_class::indefinite)))
            return i - 1;
        if (before.is(word_class::connective) || before.is(word_class::adjective)) continue;
        if (before.is(word_class::pronoun)) break;
        // "the open one": right behind the article it is an adjective
        if (before.is(word_class::function) &&
            (before.is(word_class::relation) || i < 2 || !said[i - 2].is(word_class::definite)))
            break;
    }
    return said.size();
}

}  // namespace detail

/// Calls `use` with each phrase that may pick by values, until it answers true.
template <class Use>
bool for_each_value_phrase(const scene& at, const kind_stage& kinds, Use use) {
    using text::word_class;
    constexpr std::size_t most_words = 256;
    const auto& said = at.said;
    const auto size = (std::min)(said.size(), most_words);
    const bool searches = std::any_of(said.tokens().begin(), said.tokens().end(),
                                      [](const token& t) { return t.is(word_class::search); });
    for (std::size_t i = 0; i < size; ++i) {
        const auto& word = said[i];
        value_phrase each;
        each.placeholder = word.is(word_class::placeholder) && !word.is(word_class::predicate);
        const bool noun =
            !each.placeholder &&
            (!word.is(word_class::property) || kinds.closest(i) >= text::kinship::synonym) &&
            !word.is(word_class::moment) && !word.is(word_class::place_pronoun) &&
            !word.is(word_class::function) && kinds.closest(i) != text::kinship::none;
        const auto bounded = bound_at(said, i);
        if (bounded != 0 && !searches &&
            (i == 0 || word.begins_sentence || said[i - 1].is(word_class::indefinite))) {
            // "over 100", "something under 30"
            each.first = i == 0 || word.begins_sentence ? i : i - 1;
            each.noun = said.size();
            each.last = i + bounded - 1;
            each.placeholder = true;
            if (use(each)) return true;
        } else if (each.placeholder || noun) {
            each.first = detail::phrase_start(said, i, at.without != nullptr);
            // "a hotel under 100", "one below 50"
            const bool open = !searches && bound_at(said, i + 1) != 0 && !ends_phrase(said, i + 1);
            if (each.first == said.size() && open) each.first = i;
            if (each.first == said.size()) continue;
            each.noun = each.last = i;
            each.last = detail::description_end(said, i);
            if (use(each)) return true;
        } else if (word.is(word_class::definite)) {
            // "the 6:30": values and then nothing
            auto next = i + 1;
            while (next < size && !detail::parts_phrases(said, next) &&
                   (detail::leading_digits(said[next].text) != 0 ||
                    said.half_of_day(said[next].text) != 0))
                ++next;
            const bool ends = ends_phrase(said, next) || (said[next].is(word_class::function) &&
                                                          !said[next].is(word_class::placeholder));
            if (next == i + 1 || !ends) continue;
            if (said.is_ordinal_ending(
                    said[next - 1].text.substr(detail::leading_digits(said[next - 1].text))))
                continue;
            each = {i, next, next - 1, true};
            if (use(each)) return true;
        }
    }
    return false;
}

}  // namespace workmem::resolution
