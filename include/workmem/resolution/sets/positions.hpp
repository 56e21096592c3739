#pragma once

#include <workmem/resolution/sentence/noun_phrase.hpp>
#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/resolution/values/values.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace workmem::resolution {

/// A place in a list that a text asks for: "the second one", "the last section", "#3", "number
/// five", "the one at the end".
struct position {
    std::uint32_t rank = 0;  ///< 1-based; 0: the last
    std::size_t word = 0;
    std::size_t noun = 0;   ///< the word for what is listed; the size of the text: none
    bool numbered = false;  ///< said with a sign or a word for numbers: "#3", "issue number 3"
};

namespace detail {

/// Reads positions off one text. Bounded steps per word.
class position_reader {
public:
    explicit position_reader(const utterance& said) : said_{said} {
        for (const auto& each : said.tokens()) recalls_ = recalls_ || each.is(word_class::earlier);
    }

    [[nodiscard]] std::optional<position> find() const {
        for (std::size_t i = 0; i < said_.size(); ++i) {
            auto found = numbered(i);
            if (!found) found = in_order(i);
            if (!found) found = at_edge(i);
            if (found) return found;
        }
        return std::nullopt;
    }

private:
    using word_class = text::word_class;

    [[nodiscard]] std::size_t none() const noexcept { return said_.size(); }
    [[nodiscard]] bool ends(std::size_t i) const noexcept {
        return i >= said_.size() || said_[i].after_comma || said_[i].begins_sentence;
    }
    [[nodiscard]] bool next_is(std::size_t i, word_class c) const noexcept {
        return !ends(i) && said_[i].is(c);
    }
    [[nodiscard]] std::size_t behind_adjectives(std::size_t i) const noexcept {
        constexpr std::size_t most = 5;
        for (std::size_t steps = 0; steps < most && next_is(i, word_class::adjective); ++steps) ++i;
        return i;
    }
    [[nodiscard]] bool is_month(std::size_t i) const noexcept {
        return said_[i].known != nullptr && said_[i].known->month != 0;
    }

    // "#3", "option 3", "flight 2", "number five", "bus no. 5"
    [[nodiscard]] std::optional<position> numbered(std::size_t i) const {
        const auto& word = said_[i];
        const auto digits = leading_digits(word.text);
        const bool bare = digits != 0 && digits < 5 && digits == word.text.size();
        const auto number =
            bare ? to_number(word.text) : (word.known != nullptr ? word.known->cardinal : 0);
        if (number <= 0) return std::nullopt;
        const auto rank = static_cast<std::uint32_t>(number);
        if (bare && word.position > 0 && said_.text()[word.position - 1] == '#')
            return position{rank, i, none(), true};
        if (i == 0) return std::nullopt;
        const auto& label = said_[i - 1];
        const bool labels = label.is(word_class::placeholder) &&
                            !(label.known->cardinal > 0);  // not "the one two of us saw"
        if (!word.after_comma && labels) return position{rank, i, none()};
        if (digits < 3 && ends_number(i) && is_numbered_kind(i - 1))
            return position{rank, i, i - 1};
        if (!label.is(word_class::numbering) || digits > 2 || !is_label(i)) return std::nullopt;
        const auto noun = i - 2;
        if (i < 2 || label.after_comma || said_[noun].is(word_class::placeholder))
            return position{rank, i, none(), true};
        // "my phone number 5"
        if (said_[noun].is(word_class::property)) return std::nullopt;
        const bool may_be_listed =
            !(said_[noun].is(word_class::function) || said_[noun].is(word_class::predicate) ||
              said_[noun].is(word_class::acquire) || said_[noun].is(word_class::change) ||
              said_[noun].is(word_class::search));
        return position{rank, i, may_be_listed ? noun : none(), true};
    }
    // "Flight 2", but neither "the flight 2 people take" nor "bus 7:30".
    [[nodiscard]] bool ends_number(std::size_t i) const {
        if (said_[i].after_comma) return false;
        if (i + 1 >= said_.size()) return true;
        const bool continues = said_.gap(i + 1) != " " && leading_digits(said_[i + 1].text) != 0;
        return !continues && (ends(i + 1) || said_[i + 1].is(word_class::function));
    }
    [[nodiscard]] bool is_numbered_kind(std::size_t i) const {
        const auto& word = said_[i];
        const auto* noun = said_.noun(i);
        return noun != nullptr && said_.lexicon().is_kind(*noun) && !word.is(word_class::acquire) &&
               !word.is(word_class::change) && !word.is(word_class::search) &&
               !word.is(word_class::property) && said_.lexicon().singular(word.text) == word.text &&
               determiner_of(said_, i) == determiner::bare;
    }
    // A label that also denies is abbreviated: "no. 5", not "no 5" or "no, 5"; where it could be
    // a sentence of its own ("No. Two of them"), nothing may be counted behind it.
    [[nodiscard]] bool is_label(std::size_t number) const noexcept {
        const auto gap = said_.gap(number);
        const bool denies = said_[number - 1].is(word_class::negation);
        if (gap.find_first_not_of(" .") != std::string_view::npos) return false;
        const bool dot = gap.starts_with('.');
        if (!denies) return dot || !said_[number].after_comma;
        if (!dot || said_[number].capital) return false;
        return !said_[number - 1].begins_sentence || ends(number + 1) ||
               (said_[number + 1].is(word_class::predicate) &&
                !said_[number + 1].is(word_class::partitive));
    }

    // "the second one", "the last section", "the 4th", "the last of them"
    [[nodiscard]] std::optional<position> in_order(std::size_t i) const {
        const auto& word = said_[i];
        const bool last = word.is(word_class::list_end);
        const auto digits = leading_digits(word.text);
        const bool written =
            digits != 0 && digits < 5 && said_.is_ordinal_ending(word.text.substr(digits));
        const auto rank = written ? to_number(word.text.substr(0, digits))
                                  : (word.known != nullptr ? word.known->ordinal : 0);
        if (!last && rank <= 0) return std::nullopt;
        // "first-class", but "second-to-last"
        if (i + 1 < said_.size() && said_[i + 1].hyphen && !said_[i + 1].is(word_class::function))
            return std::nullopt;
        const auto noun = behind_adjectives(i + 1);
        if (i > 0 && is_month(i - 1)) return std::nullopt;
        if (!ends(noun) && (said_[noun].is(word_class::moment) || is_month(noun) ||
                            leading_digits(said_[noun].text) != 0))
            return std::nullopt;
        const auto place = last ? 0U : static_cast<std::uint32_t>(rank);
        const auto by = determiner_of(said_, i);
        if (takes_up(by) && noun == i + 1)
            if (const auto whole = chosen_from(noun)) return position{place, i, *whole};
        if (noun == i + 1 && is_part_of_time(noun)) return std::nullopt;
        // "Third in the list"
        if (noun == i + 1 && next_is(noun, word_class::relation) &&
            next_is(noun + 1, word_class::definite) && next_is(noun + 2, word_class::listing))
            return position{place, i, none()};
        const bool alone = ends(noun) || (said_[noun].is(word_class::function) &&
                                          !said_[noun].is(word_class::placeholder));
        if (alone) {
            // Digits that stand alone are a day of the month, as far as talk goes.
            if (written || last || !takes_up(by)) return std::nullopt;
            return position{place, i, none()};
        }
        if (said_[noun].is(word_class::predicate) && !takes_up(by)) return std::nullopt;
        if (last) {
            // "That last game", "the last one you mentioned": what was talked about, not a list.
            if (recalls_ || by != determiner::definite) return std::nullopt;
        }
        return position{place, i, said_[noun].is(word_class::placeholder) ? none() : noun};
    }

    // "of March", "of the month"
    [[nodiscard]] bool is_part_of_time(std::size_t i) const {
        if (!next_is(i, word_class::partitive)) return false;
        ++i;
        if (next_is(i, word_class::definite) || next_is(i, word_class::near_demonstrative)) ++i;
        return !ends(i) && (said_[i].is(word_class::moment) || is_month(i));
    }

    // What "of them", "of those pages", "of the list" chooses from: its noun, the size of the
    // text for any; nothing for "of the month" and "of March".
    [[nodiscard]] std::optional<std::size_t> chosen_from(std::size_t i) const {
        if (!next_is(i, word_class::partitive)) return std::nullopt;
        auto at = i + 1;
        if (next_is(at, word_class::every)) ++at;
        const bool many = next_is(at, word_class::plural);
        if (many &&
            (ends(at + 1) || said_[at + 1].is(word_class::predicate) ||
             (said_[at + 1].is(word_class::function) && !said_[at + 1].is(word_class::adjective))))
            return none();
        if (!many && !next_is(at, word_class::definite) && !next_is(at, word_class::possessive) &&
            !next_is(at, word_class::near_demonstrative) &&
            !next_is(at, word_class::far_demonstrative))
            return std::nullopt;
        at = behind_adjectives(at + 1);
        if (ends(at) || said_[at].is(word_class::moment) || is_month(at)) return std::nullopt;
        const bool any = said_[at].is(word_class::placeholder) || said_[at].is(word_class::listing);
        return any ? none() : at;
    }

    // "the one at the end of the list", "the page at the top"
    [[nodiscard]] std::optional<position> at_edge(std::size_t i) const {
        const bool bottom = said_[i].is(word_class::list_bottom);
        if (!bottom && !said_[i].is(word_class::list_top)) return std::nullopt;
        if (i < 3 || said_[i].after_comma || said_[i - 1].after_comma || said_[i - 2].after_comma ||
            !said_[i - 1].is(word_class::definite) || !said_[i - 2].is(word_class::placed))
            return std::nullopt;
        auto noun = i - 3;
        for (std::size_t steps = 0; steps < 3 && noun > 0 && !said_[noun + 1].after_comma; ++steps)
            if (said_[noun].is(word_class::placed) ||
                (said_[noun].is(word_class::function) && !said_[noun].is(word_class::placeholder)))
                --noun;
        if (!takes_up(determiner_of(said_, noun))) return std::nullopt;
        const auto whole = chosen_from(i + 1);
        if (!whole && !ends(i + 1) && next_is(i + 1, word_class::partitive)) return std::nullopt;
        if (!whole && !ends(i + 1) && !said_[i + 1].is(word_class::function) &&
            !said_[i + 1].is(word_class::predicate))
            return std::nullopt;
        const bool any = said_[noun].is(word_class::placeholder);
        // "the song at the end of the movie"
        if (whole && *whole != none() && !any) return std::nullopt;
        return position{bottom ? 0U : 1U, i, any ? whole.value_or(none()) : noun};
    }

    const utterance& said_;
    bool recalls_ = false;  // it speaks of what was said before
};

}  // namespace detail

/// Finds a position in a text. Dates ("the 2nd of March"), moments ("the first day") and adverbs
/// ("first, tell me …") are none.
[[nodiscard]] inline std::optional<position> find_position(const utterance& said) {
    return detail::position_reader{said}.find();
}

}  // namespace workmem::resolution
