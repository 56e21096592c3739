#pragma once

#include <workmem/resolution/sentence/noun_phrase.hpp>
#include <workmem/text/lexicon.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace workmem::resolution {

/// A word of the text that may say what kind of thing is meant.
struct noun {
    std::size_t word = 0;
    determiner by = determiner::bare;
    const text::lexicon::word* known = nullptr;  ///< in the net of kinds, or null
    bool placed = false;   ///< "there", "that place": anything with an address
    bool matched = false;  ///< some entry is of that kind, or has such a property
    bool owned = false;    ///< it is a property of some entry
};

/// The weight of a kinship under a determiner, in parts per million. What takes something up
/// counts fully; "a car" hardly tells which car; "a table" still tells that of a restaurant.
[[nodiscard]] constexpr std::uint32_t weight(text::kinship kin, determiner by) noexcept {
    using text::kinship;
    const bool strong = takes_up(by);
    const bool asks = by == determiner::indefinite || by == determiner::question;
    switch (kin) {
        case kinship::same: return strong ? 900'000 : (asks ? 420'000 : 780'000);
        case kinship::synonym: return strong ? 890'000 : (asks ? 410'000 : 770'000);
        case kinship::broader: return strong ? 850'000 : (asks ? 380'000 : 720'000);
        case kinship::narrower: return strong ? 840'000 : (asks ? 390'000 : 730'000);
        case kinship::cue: return strong ? 700'000 : 650'000;
        case kinship::none: break;
    }
    return 0;
}

/// Why a kinship speaks for an entry, for a person to read.
[[nodiscard]] constexpr std::string_view reason(text::kinship kin) noexcept {
    using text::kinship;
    switch (kin) {
        case kinship::same: return "type";
        case kinship::synonym: return "another word for its type";
        case kinship::broader: return "a wider word for its type";
        case kinship::narrower: return "a closer word for its type";
        default: return "a word that goes with its type";
    }
}

}  // namespace workmem::resolution
