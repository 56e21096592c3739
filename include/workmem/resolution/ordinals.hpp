#pragma once

#include <workmem/resolution/kinds.hpp>
#include <workmem/resolution/noun_phrase.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/values.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace workmem::resolution {

/// A place in a list that a text asks for: "the second one", "the last section", "#3".
struct position {
    std::uint32_t rank = 0;  ///< 1-based; 0: the last
    std::size_t word = 0;
    std::size_t noun = 0;    ///< the word for what is listed; the size of the text: none
};

/// Finds a position in a text. Dates ("the 2nd of March"), moments ("the first day") and adverbs
/// ("first, tell me …") are none.
[[nodiscard]] inline std::optional<position> find_position(const utterance& said) {
    using text::word_class;
    const auto none = said.size();
    for (std::size_t i = 0; i < said.size(); ++i) {
        const auto& word = said[i];
        if (i + 1 < said.size() && said[i + 1].hyphen) continue;  // "first-class"
        const bool last = word.is(word_class::list_end);
        const auto digits = detail::leading_digits(word.text);
        const auto number =
            digits != 0 && digits < 5 ? detail::to_number(word.text.substr(0, digits)) : 0;
        const bool bare_number = digits != 0 && digits == word.text.size();
        if (bare_number) {
            const bool sign = word.position > 0 && said.text()[word.position - 1] == '#';
            const bool labelled =
                i > 0 && !word.after_comma && said[i - 1].is(word_class::placeholder);
            if (number > 0 && (sign || labelled))
                return position{static_cast<std::uint32_t>(number), i, none};
            continue;
        }
        const bool written = digits != 0 && said.is_ordinal_ending(word.text.substr(digits));
        const auto rank = written ? number : (word.known != nullptr ? word.known->ordinal : 0);
        if (!last && rank <= 0) continue;
        auto noun = i + 1;
        const auto ends = [&](std::size_t at) {
            return at >= said.size() || said[at].after_comma || said[at].begins_sentence;
        };
        while (!ends(noun) && said[noun].is(word_class::adjective)) ++noun;
        const auto is_month = [&](std::size_t at) {
            return said[at].known != nullptr && said[at].known->month != 0;
        };
        if (i > 0 && is_month(i - 1)) continue;
        if (!ends(noun) && (said[noun].is(word_class::moment) || is_month(noun) ||
                            detail::leading_digits(said[noun].text) != 0))
            continue;
        const bool alone = ends(noun) || (said[noun].is(word_class::function) &&
                                          !said[noun].is(word_class::placeholder));
        const auto by = determiner_of(said, i);
        if (alone) {
            // Digits that stand alone are a day of the month, as far as talk goes.
            if (written || last || !takes_up(by)) continue;
            return position{static_cast<std::uint32_t>(rank), i, none};
        }
        if (said[noun].is(word_class::predicate) && !takes_up(by)) continue;
        if (last) {
            // "That last game", "the last one you mentioned": what was talked about, not a list.
            const bool recalls =
                std::any_of(said.tokens().begin(), said.tokens().end(),
                            [](const token& t) { return t.is(word_class::earlier); });
            if (recalls || by != determiner::definite) continue;
        }
        return position{last ? 0U : static_cast<std::uint32_t>(rank), i,
                        said[noun].is(word_class::placeholder) ? none : noun};
    }
    return std::nullopt;
}

/// Second stage: the entry at a position of the newest list that holds such things. A position
/// that the list does not have is answered by nothing, so that "the seventh" of five is refused.
[[nodiscard]] inline std::vector<pick> by_position(const scene& at, const position& asked,
                                                   const kind_stage& kinds) {
    const auto evidence_end = asked.noun < at.said.size() ? asked.noun : asked.word;
    const auto fits = [&](std::uint32_t i) {
        const auto& each = at.entries[i];
        return each.rank != 0 && at.allows(each) &&
               (asked.noun >= at.said.size() || kinds.is_of_kind(asked.noun, each));
    };
    std::uint64_t newest = 0;
    for (std::uint32_t i = 0; i < at.entries.size(); ++i)
        if (fits(i)) newest = (std::max)(newest, at.entries[i].observation);
    std::vector<pick> out;
    std::uint32_t best = 0;
    for (std::uint32_t i = 0; i < at.entries.size(); ++i) {
        const auto& each = at.entries[i];
        if (each.observation != newest || !fits(i)) continue;
        if (asked.rank == 0 ? each.rank <= best : each.rank != asked.rank) continue;
        best = each.rank;
        const auto& first = at.said[asked.word];
        const auto& last = at.said[evidence_end];
        out = {pick{i, 950'000, asked.rank == 0 ? "last of the list" : "place in the list",
                    std::string{at.said.text().substr(
                        first.position, last.position + last.text.size() - first.position)}}};
    }
    return out;
}

}  // namespace workmem::resolution
