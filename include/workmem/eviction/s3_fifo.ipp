#pragma once

#include <workmem/config.hpp>
#include <workmem/eviction/s3_fifo.hpp>

namespace workmem::eviction {

WORKMEM_DECL void ghost_queue::reserve(std::size_t count) {
    const auto before = hashes_.size();
    if (count <= before) return;
    order_.reserve(count);
    free_.reserve(count);
    index_.reserve(count, [this](auto&& insert) {
        for (auto slot = order_.first(); slot != no_slot; slot = order_.next(slot))
            insert(folded(hashes_[slot]), slot);
    });
    hashes_.resize(count);
    for (auto slot = count; slot > before; --slot)
        free_.push_back(static_cast<std::uint32_t>(slot - 1));
}

WORKMEM_DECL void ghost_queue::push(std::uint64_t hash, std::size_t most) noexcept {
    while (order_.size() > 0 && order_.size() >= most) erase(order_.first());
    if (most == 0 || free_.empty()) return;
    const auto slot = free_.back();
    free_.pop_back();
    hashes_[slot] = hash;
    order_.push_back(slot);
    index_.insert(folded(hash), slot);
}

WORKMEM_DECL void s3_fifo::on_erase(std::uint32_t slot, std::uint64_t hash) noexcept {
    if (slots_[slot].in_main) {
        main_.erase(slot);
        return;
    }
    ghosts_.push(hash, (small_.size() + main_.size()) * 9 / 10);
    small_.erase(slot);
}

}  // namespace workmem::eviction
