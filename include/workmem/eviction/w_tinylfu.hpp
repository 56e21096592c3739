#pragma once

#include <workmem/config.hpp>
#include <workmem/detail/hash.hpp>
#include <workmem/detail/slot_list.hpp>
#include <workmem/eviction/eviction.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace workmem::eviction {

/// How often hashes were seen lately, 15 at most: a count-min sketch of four rows and eight cells a
/// slot, halved whenever ten times as many were counted as there are entries (G. Einziger, R.
/// Friedman, B. Manes, "TinyLFU: a highly efficient cache admission policy", ACM Transactions on
/// Storage 13(4), 2017).
class frequency_sketch {
public:
    void reserve(std::size_t count) {
        const auto wanted = std::bit_ceil((std::max)(count, std::size_t{16}) * cells_a_slot);
        if (wanted <= cells_.size()) return;
        cells_.assign(wanted, {});
        counted_ = 0;
    }
    /// Counts one more; `entries`: how many are kept now.
    void count(std::uint64_t hash, std::size_t entries) noexcept;
    [[nodiscard]] std::uint8_t operator()(std::uint64_t hash) const noexcept {
        auto least = cells_.empty() ? std::uint8_t{0} : most;
        for (std::size_t row = 0; row < rows && !cells_.empty(); ++row)
            least = (std::min)(least, cells_[at(hash, row)][row]);
        return least;
    }
    void clear() noexcept {
        std::fill(cells_.begin(), cells_.end(), std::array<std::uint8_t, rows>{});
        counted_ = 0;
    }

private:
    static constexpr std::size_t rows = 4;
    static constexpr std::size_t cells_a_slot = 8;
    static constexpr std::uint8_t most = 15;

    [[nodiscard]] std::size_t at(std::uint64_t hash, std::size_t row) const noexcept {
        constexpr const auto& key = workmem::detail::decision_key;
        const auto mixed = workmem::detail::mix(hash + row, row % 2 == 0 ? key.block : key.length);
        return static_cast<std::size_t>(mixed) & (cells_.size() - 1);
    }
    std::vector<std::array<std::uint8_t, rows>> cells_;
    std::size_t counted_ = 0;
};

/// Newcomers stand in a window; who is pushed out of it stays if it was seen more often than the
/// one that would go for it (the same paper). Those stand in order of use, and those used there are
/// protected, four fifths of them at most. The window is a hundredth of all and one at least, and
/// grows or shrinks by steps of a sixteenth and less, four fifths of all at most, while that makes
/// more hits in ten times as many uses as there are entries (G. Einziger, O. Eytan, R. Friedman, B.
/// Manes, "Adaptive software cache management", Middleware 2018). For things that come back under a
/// key. O(1) amortised a hook; `victim` passes over protected entries one by one.
class w_tinylfu {
public:
    static constexpr bool uses_hash = true;

    void reserve(std::size_t slot_count) {
        if (slot_count > slots_.size()) slots_.resize(slot_count);
        for (auto& each : lists_) each.reserve(slot_count);
        sketch_.reserve(slot_count);
    }
    void on_insert(std::uint32_t slot, std::uint64_t hash) noexcept {
        slots_[slot] = {hash, window};
        lists_[window].push_back(slot);
        sketch_.count(hash, size());
        climb(false);
        while (lists_[window].size() > window_limit()) move(lists_[window].first(), probation);
    }
    void on_access(std::uint32_t slot, std::uint64_t hash) noexcept {
        sketch_.count(hash, size());
        climb(true);
        move(slot, slots_[slot].in == window ? window : guarded);
        const auto main = lists_[probation].size() + lists_[guarded].size();
        if (lists_[guarded].size() * 5 > main * 4) move(lists_[guarded].first(), probation);
    }
    void on_erase(std::uint32_t slot, std::uint64_t) noexcept {
        lists_[slots_[slot].in].erase(slot);
    }
    void clear() noexcept {
        for (auto& each : lists_) each.clear();
        sketch_.clear();
        climber_ = {};
    }

    template <class Entries>
    [[nodiscard]] std::uint32_t victim(const Entries& entries) noexcept {
        climber_.is_full = true;
        auto stays = first_of(probation, entries);
        if (stays == no_slot) stays = first_of(guarded, entries);
        // A newcomer will push one out of a full window.
        if (stays != no_slot && lists_[window].size() >= window_limit()) {
            const auto candidate = first_of(window, entries);
            const bool loses = candidate != no_slot &&
                               sketch_(slots_[candidate].hash) <= sketch_(slots_[stays].hash);
            return loses ? candidate : stays;
        }
        return stays != no_slot ? stays : first_of(window, entries);
    }

private:
    enum list : std::uint8_t { window, probation, guarded, list_count };
    static constexpr std::int64_t million = 1'000'000;

    struct known {
        std::uint64_t hash = 0;
        list in = window;
    };
    // Shares in parts per million. Before anybody had to go, the window makes no difference.
    struct hill_climber {
        static constexpr std::int64_t least = 10'000, most = 800'000, first_step = 62'500;

        std::int64_t window_share = least, step = first_step, hit_ratio = 0;
        std::uint64_t hits = 0, uses = 0;
        bool is_full = false;
    };

    [[nodiscard]] std::size_t size() const noexcept {
        std::size_t total = 0;
        for (const auto& each : lists_) total += each.size();
        return total;
    }
    [[nodiscard]] std::size_t window_limit() const noexcept {
        const auto share = static_cast<std::uint64_t>(climber_.window_share);
        return (std::max)(static_cast<std::size_t>(size() * share / million), std::size_t{1});
    }
    void climb(bool hit) noexcept;
    void move(std::uint32_t slot, list to) noexcept {
        lists_[slots_[slot].in].erase(slot);
        slots_[slot].in = to;
        lists_[to].push_back(slot);
    }
    template <class Entries>
    std::uint32_t first_of(list which, const Entries& entries) const noexcept {
        auto slot = lists_[which].first();
        while (slot != no_slot && entries.is_protected(slot)) slot = lists_[which].next(slot);
        return slot;
    }

    std::array<workmem::detail::slot_list, list_count> lists_;  // used longest ago first
    std::vector<known> slots_;
    frequency_sketch sketch_;
    hill_climber climber_;
};

}  // namespace workmem::eviction

#if !defined(WORKMEM_COMPILED)
#include <workmem/eviction/w_tinylfu.ipp>
#endif
