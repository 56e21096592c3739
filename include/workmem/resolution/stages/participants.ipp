#pragma once

#include <workmem/resolution/focus.hpp>
#include <workmem/resolution/stages/cascade.hpp>
#include <workmem/resolution/stages/doubts.hpp>
#include <workmem/resolution/stages/excerpt.hpp>
#include <workmem/resolution/stages/explicit_name.hpp>
#include <workmem/resolution/stages/participants.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace workmem::resolution {

namespace detail {

// "The restore", "that purchase", "Ann's shift": in one sentence.
[[nodiscard]] inline bool takes_up_in(const utterance& said, word_range words) noexcept {
    using text::word_class;
    bool out = false;
    for (auto i = words.first; i < words.end; ++i) {
        const auto& word = said[i];
        if (word.begins_sentence && i > words.first) return false;
        out = out || word.is(word_class::definite) || word.clitic ||
              word.is(word_class::near_demonstrative) || word.is(word_class::far_demonstrative);
    }
    return out;
}

WORKMEM_DECL void cascade::add_participants(const scene& at, outcome& one) const {
    constexpr std::size_t most_words = 64;
    const auto& said = at.said;
    if (one.status != resolution_status::resolved || one.together || said.size() > most_words)
        return;
    std::vector<std::uint32_t> known{one.candidates.front().index};
    for (const auto& each : one.references) {
        const auto index = each.candidates.front().index;
        if (index != known.front()) known.push_back(index);
    }
    bool person = false, thing = false;
    const auto note = [&](std::uint32_t each) {
        (is_somebody(at.entries[each], at.words) ? person : thing) = true;
    };
    for (const auto each : known) note(each);
    const auto add = [&](outcome other) {
        if (one.references.empty()) one.references.push_back(resolved(one.candidates));
        known.push_back(other.candidates.front().index);
        note(known.back());
        one.references.push_back(std::move(other));
    };
    // What is known may not answer again.
    const scene others{at.entries, said, at.words, at.type, &known, at.focus_left, at.listed};
    const auto add_phrase = [&](word_range words) {
        if (thing || words.end < words.first + 2 || !takes_up_in(said, words)) return;
        auto other = refer(excerpt{others, words.first, words.end}.at());
        if (other.status == resolution_status::resolved && other.references.empty() &&
            other.candidates.front().score > focusing_score &&
            !is_somebody(at.entries[other.candidates.front().index], at.words))
            add(std::move(other));
    };
    std::size_t receiver = 0;  // where somebody stands to whom something is given
    const auto note_receiver = [&](std::size_t i) {
        if (i > 0 && said[i - 1].is(text::word_class::target)) receiver = i;
    };
    if (const auto named = find_named_participant(at)) {
        const auto [first, end] = named->said;
        note_receiver(first);
        if (std::find(known.begin(), known.end(), named->index) == known.end())
            add(resolved({{named->index, 930'000, by_part_of_name, evidence(said, first, end - 1),
                           said[first].position}}));
        add_phrase({end, said.size()});
        if (first > 0) add_phrase({0, first - 1});
    }
    const bool found_person = person;
    for (std::size_t i = 1; i < said.size(); ++i) {
        if (!is_person_taking_part(said, i)) continue;
        note_receiver(i);
        if (found_person) continue;
        if (auto other = person_in_focus(excerpt{others, i, i + 1}.at())) {
            add(*std::move(other));
            break;
        }
    }
    for (std::size_t i = 1; i < said.size() && person && !thing; ++i) {
        if (!is_thing_taking_part(said, i)) continue;
        for (auto& each : by_focus(others)) {
            if (is_somebody(at.entries[each.index], at.words)) continue;
            add(resolved({std::move(each)}));
            // "Email it to her": what is given comes first.
            if (i < receiver) {
                std::rotate(one.references.begin(), one.references.end() - 1, one.references.end());
                one.candidates = one.references.front().candidates;
            }
            break;
        }
    }
}

}  // namespace detail

}  // namespace workmem::resolution
