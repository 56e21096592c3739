#pragma once

#include <workmem/resolution/reference.hpp>
#include <workmem/resolution/sentence/clauses.hpp>
#include <workmem/resolution/sentence/utterance.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace workmem::resolution {

/// How many things a text asks for, where it says so.
enum class asked_number : std::uint8_t { unsaid, one, several };

/// "The two that are due", "message both": several. "The one whose contract ends": one. A text that
/// says both says nothing, and neither does what is left out, or what is chosen from ("of the
/// two"). Linear in the text.
[[nodiscard]] inline asked_number number_asked_for(const utterance& said) noexcept {
    using text::word_class;
    bool one = false, several = false;
    const auto is_chosen_from = [&](std::size_t first) {
        return first > 0 && (said[first - 1].is(word_class::partitive) ||
                             said[first - 1].is(word_class::between) ||
                             said[first - 1].is(word_class::excluding) ||
                             said[first - 1].is(word_class::instead) ||
                             said[first - 1].is(word_class::negation));
    };
    const auto ends_behind = [&](std::size_t i) {
        return i + 1 == said.size() || said[i + 1].after_comma ||
               said[i + 1].is(word_class::function);
    };
    for (std::size_t i = 0; i < said.size(); ++i) {
        const auto& word = said[i];
        if (word.is(word_class::both) && !word.clitic && !is_chosen_from(i) &&
            (!word.after_comma || ends_behind(i)))
            several = true;
        if (!word.is(word_class::definite) || word.clitic || is_chosen_from(i)) continue;
        auto next = i + 1;
        if (next < said.size() && said[next].is(word_class::other)) ++next;
        if (next >= said.size() || said[next].after_comma || said[next].clitic) continue;
        const auto& head = said[next];
        const bool is_clock = next + 1 < said.size() && said.gap(next + 1).starts_with(':');
        if (!ends_behind(next) || is_clock) continue;
        if (number_of_things(head) > 1) several = true;
        if ((head.known != nullptr && head.known->cardinal == 1) ||
            (head.is(word_class::placeholder) && !head.is(word_class::plural) &&
             said.lexicon().singular(head.text) == head.text))
            one = true;
    }
    // "Compare the two and open the cheaper one" is left open.
    const bool chooses =
        std::any_of(said.tokens().begin(), said.tokens().end(), [](const token& each) {
            return each.known != nullptr &&
                   std::any_of(each.known->compares.begin(), each.known->compares.end(),
                               [](const auto& of) { return of.how == text::degree::comparative; });
        });
    if (one == several || (several && chooses)) return asked_number::unsaid;
    return one ? asked_number::one : asked_number::several;
}

/// Whether an answer is as many things as the text asks for.
[[nodiscard]] inline bool agrees(const outcome& answer, const utterance& said) noexcept {
    if (answer.status != resolution_status::resolved) return true;
    const auto asked = number_asked_for(said);
    if (asked == asked_number::one) return !answer.together || answer.references.size() < 2;
    return asked != asked_number::several || answer.references.size() > 1;
}

}  // namespace workmem::resolution
