#pragma once

#include <workmem/resolution/absence/accounting.hpp>
#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/names/name_rules.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/resolution/sets/left_out.hpp>
#include <workmem/resolution/sets/plurals.hpp>
#include <workmem/resolution/sets/restriction.hpp>
#include <workmem/resolution/sets/term_list.hpp>
#include <workmem/resolution/values/identifiers.hpp>
#include <workmem/resolution/values/value_bounds.hpp>
#include <workmem/resolution/values/values.hpp>
#include <workmem/text/words.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace workmem::resolution {

/// A phrase whose value is a set, because it lists or excludes: "the first and the third", "pages 2
/// and 3", "everything but Home and Blog", "the one that isn't Home".
///
///     phrase := list | what is left of a whole | "the rest" | "the other" number
///
/// Every term has to be understood: what is named in such a phrase and not known makes all of it
/// unresolved. Bounded steps for each word that joins or excludes.
class set_reader {
    using word_class = text::word_class;

public:
    /// The scene and the terms must outlive it.
    set_reader(const scene& at, const term_reader& terms) noexcept
        : at_{at}, said_{at.said}, terms_{terms} {}

    [[nodiscard]] std::optional<outcome> read() const {
        constexpr std::size_t most_tried = 16;
        std::size_t tried = 0;
        const exclusion_reader exclusions{at_, terms_};
        for (std::size_t i = 1; i < said_.size() && tried < most_tried; ++i) {
            if (const auto excluded = exclusions.excluded_at(i)) {
                ++tried;
                if (auto out = exclusions.left_out(i, *excluded)) return out;
            } else if (terms_.joins(i)) {
                ++tried;
                if (auto out = listed(i)) return out;
            } else if ((said_[i].is(word_class::rest) || said_[i].is(word_class::other)) &&
                       !is_compared_with(said_, i)) {
                ++tried;
                if (auto out = what_is_left(i)) return out;
            }
        }
        return std::nullopt;
    }

private:
    // "The rest", "the other two", "the remaining ones": the list without what was spoken of last.
    [[nodiscard]] std::optional<outcome> what_is_left(std::size_t i) const {
        const auto& word = said_[i];
        const bool rest = word.is(word_class::rest);
        if ((!rest && !word.is(word_class::other)) || word.after_comma || word.begins_sentence ||
            !said_[i - 1].is(word_class::definite))
            return std::nullopt;
        auto next = i + 1;
        std::size_t count = 0;
        if (!ends_phrase(said_, next) && said_[next].known != nullptr &&
            said_[next].known->cardinal > 1)
            count = static_cast<std::size_t>(said_[next++].known->cardinal);
        std::size_t noun = none();
        bool many = rest || count != 0;
        if (!ends_phrase(said_, next)) {
            const auto& head = said_[next];
            const bool is_kind = kinds().closest(next) > text::kinship::cue;
            if (is_kind) noun = next;
            const bool plural = at_.words.singular(head.text) != head.text;
            if ((is_kind || head.is(word_class::placeholder)) && !plural) return std::nullopt;
            many = many || (plural && (is_kind || head.is(word_class::placeholder)));
        }
        // "for the rest of my life"
        if (terms_.next_is(next, word_class::partitive) &&
            !terms_.next_is(next + 1, word_class::plural) &&
            !terms_.next_is(next + 1, word_class::definite))
            return std::nullopt;
        if (!many) return std::nullopt;
        auto left = group_of(at_, kinds(), noun).members;
        const auto newest = [&](std::uint32_t a, std::uint32_t b) {
            return at_.entries[a].order < at_.entries[b].order;
        };
        // "Not Home, but the rest"
        bool denied = false;
        for (std::size_t j = 0; j + 1 < i; ++j) {
            if (!said_[j].is(word_class::negation)) continue;
            const auto out = terms_.read_list(j + 1);
            if (out.terms == 0 || out.known < out.terms) return unresolved(said_.text(), at_.type);
            std::erase_if(left, [&](std::uint32_t each) {
                return std::find(out.members.begin(), out.members.end(), each) != out.members.end();
            });
            denied = true;
        }
        if (denied) return as_set(at_, left, evidence(said_, i - 1, i));
        const auto drop = count == 0 ? std::size_t{1}
                                     : (left.size() > count ? left.size() - count : std::size_t{0});
        for (std::size_t dropped = 0; dropped < drop && !left.empty(); ++dropped) {
            const auto last = std::max_element(left.begin(), left.end(), newest);
            if (!is_named(at_.entries[*last].level)) return std::nullopt;
            left.erase(last);
        }
        if (drop == 0 || left.empty()) return std::nullopt;
        return as_set(at_, left, evidence(said_, i - 1, i));
    }

    [[nodiscard]] bool is_whole(const term_list& of) const {
        return of.next >= said_.size() || ends_phrase(said_, of.next) ||
               said_[of.next].is(word_class::function) ||
               said_[of.next].is(word_class::coordinating);
    }

    [[nodiscard]] std::optional<outcome> listed(std::size_t joint) const {
        constexpr std::size_t most_words = 6;
        for (auto s = joint > most_words ? joint - most_words : 0; s < joint; ++s) {
            const auto first = terms_.read_term(s, nullptr);
            if (!first || first->next != joint) continue;
            const auto of = terms_.read_list(s);
            if (of.terms < 2 || of.known == 0 || !is_whole(of)) return std::nullopt;
            // "Not the first one, the third one" corrects.
            if (s > 0 && said_[s - 1].is(word_class::negation)) {
                if (!said_[joint].is(word_class::coordinating)) return std::nullopt;
                return unresolved(said_.text(), at_.type);
            }
            if (of.known < of.terms) return unresolved(said_.text(), at_.type);
            if (of.members.size() < 2 && !of.chooses) return std::nullopt;
            const auto words = evidence(said_, of.first, of.next - 1);
            if (of.chooses) {
                if (of.members.size() == 1) return as_set(at_, of.members, words);
                return ambiguous(said_.text(),
                                 picks(of.members, 500'000, "one or the other", words));
            }
            return as_set(at_, of.members, words);
        }
        return std::nullopt;
    }

    [[nodiscard]] const kind_stage& kinds() const { return terms_.kinds(); }
    [[nodiscard]] std::size_t none() const noexcept { return said_.size(); }

    const scene& at_;
    const utterance& said_;
    const term_reader& terms_;
};

}  // namespace workmem::resolution
