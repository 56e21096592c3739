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

/// Reads a text, proposes the sets of things that it may mean, ranks them and abstains.
///    1. atoms: which things have a word of the text in a name, a value, an id or a kind, and which
///       lie on the asked side of a bound
///    2. hypotheses: atoms of a base (all things, the newest list, those of a kind, what was
///       answered or offered last) under the operators that were said: an end of a scale, a place,
///       what is left out, the rest, what is joined; and that nothing is meant
///    3. features of each, among them what a first look tells
///    4. their sum by fitted weights; the lead over the next is the confidence
///    5. below the confidence that goes with the asked risk the answer stays open
/// Everything about the language stands in the lexicon; the weights speak of features, not of
/// words (benchmarks/quality/fit_references.py).
/// Integers and stable orders only, so that it decides alike everywhere. Linear in the text and, for
/// a given number of types, in the entries. Stateless; thread-safe.
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

}  // namespace resolution

}  // namespace workmem

#if !defined(WORKMEM_COMPILED)
#include <workmem/resolution/salience.ipp>
#endif
