#pragma once

#include <workmem/config.hpp>
#include <workmem/ranking/dictionary.hpp>

namespace workmem::ranking::detail {

WORKMEM_DECL std::uint32_t dictionary::add(std::string_view text) {
    if ((size() + 1) * 4 > cells_.size() * 3) grow();
    const auto hash = hash_of(text);
    const auto at = home(text, hash);
    if (cells_[at] != no_term) return cells_[at];
    make_room(letters_, text.size() + 1);
    make_room(starts_, 1);
    cells_[at] = static_cast<std::uint32_t>(size());
    tags_[at] = tag_of(hash);
    starts_.push_back(static_cast<std::uint32_t>(letters_.size()));
    letters_.push_back(static_cast<char>(static_cast<unsigned char>(text.size())));
    letters_.insert(letters_.end(), text.begin(), text.end());
    return cells_[at];
}

WORKMEM_DECL void dictionary::grow() {
    const auto size = cells_.empty() ? 16 : cells_.size() * 2;
    std::vector<std::uint32_t> cells(size, no_term);
    std::vector<std::uint8_t> tags(size);
    for (std::uint32_t term = 0; term < starts_.size(); ++term) {
        const auto hash = hash_of((*this)[term]);
        auto at = hash & (size - 1);
        while (cells[at] != no_term) at = (at + 1) & (size - 1);
        cells[at] = term;
        tags[at] = tag_of(hash);
    }
    cells_ = std::move(cells);
    tags_ = std::move(tags);
}

}  // namespace workmem::ranking::detail
