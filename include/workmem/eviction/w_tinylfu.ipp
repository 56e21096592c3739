#pragma once

#include <workmem/config.hpp>
#include <workmem/eviction/w_tinylfu.hpp>

namespace workmem::eviction {

WORKMEM_DECL void frequency_sketch::count(std::uint64_t hash, std::size_t entries) noexcept {
    if (cells_.empty()) return;
    for (std::size_t row = 0; row < rows; ++row) {
        auto& cell = cells_[at(hash, row)][row];
        if (cell < most) ++cell;
    }
    if (++counted_ < (std::max)(entries, std::size_t{16}) * 10) return;
    for (auto& each : cells_)
        for (auto& cell : each) cell = static_cast<std::uint8_t>(cell / 2);
    counted_ /= 2;
}

WORKMEM_DECL void w_tinylfu::climb(bool hit) noexcept {
    auto& at = climber_;
    if (!at.is_full) return;
    at.hits += hit ? 1 : 0;
    if (++at.uses < std::uint64_t{10} * size()) return;
    const auto ratio = static_cast<std::int64_t>(at.hits * million / at.uses);
    const auto gain = ratio - at.hit_ratio;
    const auto by = gain >= 0 ? at.step : -at.step;
    at.window_share = (std::min)((std::max)(at.window_share + by, at.least), at.most);
    // Smaller and smaller steps, until what is asked for changes.
    const bool changed = gain >= 50'000 || gain <= -50'000;
    at.step = !changed ? by * 98 / 100 : by < 0 ? -at.first_step : at.first_step;
    at.hit_ratio = ratio;
    at.hits = at.uses = 0;
}

}  // namespace workmem::eviction
