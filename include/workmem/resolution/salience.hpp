#pragma once

#include <workmem/config.hpp>
#include <workmem/resolution/reference.hpp>
#include <workmem/value/entry.hpp>

#include <string_view>
#include <vector>

namespace workmem {

namespace text {
class lexicon;
}

namespace resolution {

/// A cascade, most certain stage first, each giving candidates with a score and a reason.
///    1. a set that the text names without what it leaves out, then lists and negation
///    2. neighbours: "the one after it"
///    3. explicit_name: ids, names and addresses
///    4. plurals: "both", "the first three"
///    5. former_latter: of two
///    6. superlatives: "the cheapest", "the later one"
///    7. just_made: "the page I just created"
///    8. ordinals: positions in a list
///    9. chosen_by_value: "the one at 6:30"
///   10. other: "the other one"
///   11. kinds: words for kinds of things; pairs tells an object from its target
///   12. focus: what attention rests on
/// Before 11, unknown_name looks for ids and quoted names that memory does not hold, before 12
/// absence for other signs that it does not hold what is asked for, and calling whether the text
/// calls for what is in focus at all; at last accounting whether the answer knows what the text
/// says of it: a wrong entity is worse than none. Where only the focus would answer, each clause is
/// asked by itself, then phrases that say by themselves what they mean: whom something is told, a
/// kind that is pointed at, a day. participants add to the answer who and what else takes part.
/// Everything about the language stands in the lexicon.
/// Integer scores and stable orders only, so that it decides alike everywhere. Linear in the text
/// and, for a given number of types, in the entries. Stateless; thread-safe.
struct salience {
    [[nodiscard]] outcome resolve(const std::vector<entry>& entries, std::string_view text,
                                  const resolve_query& query, const text::lexicon& words) const;
    [[nodiscard]] std::vector<mention> mentions(const std::vector<entry>& entries,
                                                std::string_view text, role speaker,
                                                const text::lexicon& words) const;

    /// The same for any range of entries.
    template <class Entries>
    [[nodiscard]] outcome resolve(const Entries& entries, std::string_view text,
                                  const resolve_query& query, const text::lexicon& words) const {
        return resolve(detail::to_vector(entries), text, query, words);
    }
    template <class Entries>
    [[nodiscard]] std::vector<mention> mentions(const Entries& entries, std::string_view text,
                                                role speaker, const text::lexicon& words) const {
        return mentions(detail::to_vector(entries), text, speaker, words);
    }
};

/// The same, but it does not look for signs that memory does not hold what is asked for, and what
/// no stage can answer the focus does: only good for measuring what refusing costs.
struct salience_without_refusal : salience {
    [[nodiscard]] outcome resolve(const std::vector<entry>& entries, std::string_view text,
                                  const resolve_query& query, const text::lexicon& words) const;
    template <class Entries>
    [[nodiscard]] outcome resolve(const Entries& entries, std::string_view text,
                                  const resolve_query& query, const text::lexicon& words) const {
        return resolve(detail::to_vector(entries), text, query, words);
    }
};

}  // namespace resolution

}  // namespace workmem

#if !defined(WORKMEM_COMPILED)
#include <workmem/resolution/salience.ipp>
#endif
