#pragma once

#include <workmem/resolution/absence/absence.hpp>
#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/sets/left_out.hpp>
#include <workmem/resolution/stages/cascade.hpp>
#include <workmem/resolution/stages/doubts.hpp>
#include <workmem/resolution/stages/excerpt.hpp>
#include <workmem/resolution/stages/negation.hpp>
#include <workmem/resolution/stages/other.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace workmem::resolution {

namespace detail {

[[nodiscard]] inline bool names_all(const token& word) noexcept {
    using text::word_class;
    return word.is(word_class::every) || word.is(word_class::everything);
}

WORKMEM_DECL std::optional<outcome> cascade::by_leaving_out(const scene& at, bool& leaves) const {
    using text::word_class;
    constexpr std::size_t most_words = 256;
    const auto& said = at.said;
    bool whole = false;
    for (std::size_t i = 1; i + 1 < (std::min)(said.size(), most_words); ++i) {
        const auto& word = said[i];
        const bool denied = i > 1 && said[i - 2].is(word_class::negation);
        whole = !word.begins_sentence && (whole || (names_all(said[i - 1]) && !denied));
        if (!whole || !leaves_out(said, i)) continue;
        const auto begin = behind_joints(said, i);
        if (begin == said.size()) return std::nullopt;
        const excerpt all{at, 0, i};
        const excerpt rest{at, said.text().substr(said[begin].position), nullptr};
        const auto left = decide(all.at());
        leaves = !left.together;
        if (leaves) return std::nullopt;
        const auto out = refer(rest.at());
        if (out.status != resolution_status::resolved || is_guess(out)) {
            if (word.is(word_class::setting_apart)) return std::nullopt;
            return unresolved(said.text(), at.type);
        }
        std::vector<std::uint32_t> kept;
        const auto is_out = [&](std::uint32_t each) {
            if (out.references.empty()) return out.candidates.front().index == each;
            return std::any_of(
                out.references.begin(), out.references.end(),
                [&](const outcome& one) { return one.candidates.front().index == each; });
        };
        for (const auto& each : left.references)
            if (!is_out(each.candidates.front().index))
                kept.push_back(each.candidates.front().index);
        if (kept.size() == left.references.size()) return unresolved(said.text(), at.type);
        return as_set(at, kept, evidence(said, 0, i));
    }
    return std::nullopt;
}

WORKMEM_DECL outcome cascade::exclude(const scene& at, const exclusion& found) const {
    const excerpt excluded{at, found.excluded, nullptr};
    const auto no = refer(excluded.at());
    std::vector<std::uint32_t> without;
    // what only the focus answers is not excluded, unless it is pointed at
    const auto telling_what = [&] {
        return no.candidates.front().score > focusing_score || has_pronoun(excluded.said());
    };
    if (no.status == resolution_status::resolved && telling_what()) {
        for (const auto& part : no.references) without.push_back(part.candidates.front().index);
        if (without.empty()) without.push_back(no.candidates.front().index);
    }
    const excerpt rest{at, found.rest, &without};
    const auto& remaining = rest.at();
    if (found.all_others && !without.empty())
        return as_set(remaining,
                      group_of(remaining, kind_stage{remaining}, rest.said().size()).members,
                      std::string{text::prefix(found.excluded, 120)});
    // All but something that is not understood is never all.
    if (found.all_others) return unresolved(at.said.text(), at.type);
    if (found.rest_refers || without.empty()) return refer(remaining);
    return only(at, by_other(remaining, kind_stage{remaining}, {}));
}

}  // namespace detail

}  // namespace workmem::resolution
