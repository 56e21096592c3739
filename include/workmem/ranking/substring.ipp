#pragma once

#include <workmem/config.hpp>
#include <workmem/ranking/substring.hpp>

namespace workmem::ranking {

WORKMEM_DECL void substring::add(std::uint32_t slot, const document& what) {
    auto folded = text::folded(what.text);
    if (slot >= texts_.size()) texts_.resize(std::size_t{slot} + 1);
    auto& each = texts_[slot];
    size_ += !each.present;
    each.folded = std::move(folded);
    each.position = what.position;
    each.present = true;
}

}  // namespace workmem::ranking
