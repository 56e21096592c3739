// A text and a memory as the parts of the ranker see them, one step after the other.
#pragma once

#include "resolution/entries.hpp"

#include <workmem/resolution/atoms/atoms.hpp>
#include <workmem/resolution/atoms/things.hpp>
#include <workmem/resolution/atoms/word_hits.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/propose/hypotheses.hpp>
#include <workmem/resolution/propose/operators.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/text/lexicon.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem_test {

// The text must outlive it.
struct reading {
    remembered memory;
    std::vector<workmem::entry> entries;
    workmem::resolution::utterance said;
    workmem::resolution::scene at;
    workmem::resolution::window_things window;
    workmem::resolution::kind_stage kinds;
    workmem::resolution::word_hits hits;

    reading(remembered of, std::string_view text, std::string_view type = {},
            std::vector<std::uint32_t> with = {})
        : memory{std::move(of)},
          entries{memory.entries()},
          said{text, workmem::text::lexicon::english()},
          at{entries, said, workmem::text::lexicon::english(), type},
          window{at, std::move(with)},
          kinds{at},
          hits{at, window, kinds} {}

    // The ids of a set, each with a space behind it.
    [[nodiscard]] std::string ids(workmem::resolution::thing_set of) const {
        std::string out;
        workmem::resolution::for_each_in(
            of, [&](std::size_t i) { out += std::string{window[i].id} + ' '; });
        return out;
    }
    // The place of a word in the text, folded; past the end where it is not there.
    [[nodiscard]] std::size_t word(std::string_view of) const {
        std::size_t i = 0;
        while (i < said.size() && said[i].text != of) ++i;
        return i;
    }
    // Words of the text.
    [[nodiscard]] std::string words(workmem::resolution::word_set of) const {
        std::string out;
        workmem::resolution::for_each_in(
            of, [&](std::size_t i) { out += std::string{said[i].text} + ' '; });
        return out;
    }
};

// The same with all that follows from it.
struct proposing : reading {
    workmem::resolution::atom_reader atoms{at, window, hits};
    workmem::resolution::operator_reader operators{at};
    workmem::resolution::proposer proposed{at, window, hits, atoms, operators.read()};

    using reading::reading;
};

}  // namespace workmem_test
