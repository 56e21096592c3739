#pragma once

#include <workmem/config.hpp>
#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/reference.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/stages/excerpt.hpp>
#include <workmem/resolution/stages/negation.hpp>
#include <workmem/value/entry.hpp>

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace workmem::resolution {

namespace detail {

/// The stages of `salience` in their order, with or without the signs of absence. A stage that asks
/// what a part of the text means asks the stages again, of that part.
class cascade {
public:
    explicit cascade(bool refuses) noexcept : refuses_{refuses} {}

    [[nodiscard]] outcome resolve(const std::vector<entry>& entries, std::string_view text,
                                  const resolve_query& query, const text::lexicon& words) const;

private:
    // "Restart the one that's offline": where nothing listed is so, of the parts of what came last.
    [[nodiscard]] outcome decide_among_parts(const scene& at) const;
    [[nodiscard]] outcome decide(const scene& at) const;
    [[nodiscard]] outcome choose(const scene& at) const;
    [[nodiscard]] outcome refer_further(const scene& at) const;
    [[nodiscard]] outcome refer(const scene& at) const;
    [[nodiscard]] outcome by_salience(const scene& at, kind_stage& kinds) const;
    // "Did the two that are done sign for it?": a phrase that says by itself which things it means,
    // whatever the sentence does with them.
    [[nodiscard]] std::optional<outcome> by_phrase(const scene& at, std::size_t least_words) const;
    // "Put Maud on the kids tour", "link the upload bug to the crash": what stands behind the word
    // that joins them is a second thing, where it is told by words of its own.
    [[nodiscard]] std::optional<outcome> with_second(const scene& at, const outcome& one) const;
    // "Show me the picture from that attempt", "make the redirect end on Friday": a kind that is
    // pointed at, or that something is done to and of which there is one.
    [[nodiscard]] std::optional<outcome> by_taken_up_kind(const scene& at) const;
    // "And Monday's as well", "what about Friday?": the one of that day.
    [[nodiscard]] std::optional<outcome> by_day(const scene& at) const;
    // "Text the owner to give us a ring", "let Ann know": whom something is told.
    [[nodiscard]] std::optional<outcome> by_addressee(const scene& at) const;
    // "1047 is done, resolve it": of clauses that only take something up, the nearest before them
    // that says what.
    [[nodiscard]] std::optional<outcome> by_clause(const scene& at) const;
    // "Rename it to Home", "move the first one under Contact": what the verb acts on stands before
    // the target, and only the target has a name.
    [[nodiscard]] std::optional<outcome> before_target(const scene& at,
                                                       std::vector<pick>& named) const;
    // "Email it to her", "tell Stu to bring it back", "Joris should do the kitchen": who and what
    // takes part beside what the text means first.
    void add_participants(const scene& at, outcome& one) const;
    // "Close all the open ones, but leave Home": a set that the text before names without what is
    // named behind. `leaves` tells that no such set is named, though something is left out. What is
    // not understood makes all of it unresolved, never its opposite.
    [[nodiscard]] std::optional<outcome> by_leaving_out(const scene& at, bool& leaves) const;
    // The text without what it excludes, or what is left of two.
    [[nodiscard]] outcome exclude(const scene& at, const exclusion& found) const;

    bool refuses_;
};

}  // namespace detail

}  // namespace workmem::resolution
