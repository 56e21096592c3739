#pragma once

#include <workmem/detail/no_slot.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace workmem::detail {

/// A set of slot numbers in ascending order: a bit for each, and above every 64 words a word that
/// says which of them are empty, so that the next member is found in a few steps however few there
/// are. Allocates in `reserve` only. Copyable, movable.
class slot_set {
public:
    /// Room for slots below `slot_count`.
    void reserve(std::size_t slot_count) {
        if (!levels_.empty() && slot_count <= levels_[0].size() * 64) return;
        auto words = (slot_count + 63) / 64;
        if (!levels_.empty()) words = (std::max)(words, levels_[0].size() * 2);
        for (std::size_t level = 0; words > 0; ++level) {
            if (level == levels_.size()) {
                // What is there already must be seen from above.
                std::vector<std::uint64_t> above(words);
                if (level > 0)
                    for (std::size_t i = 0; i < levels_[level - 1].size(); ++i)
                        if (levels_[level - 1][i] != 0) above[i / 64] |= bit(i);
                levels_.push_back(std::move(above));
            } else if (levels_[level].size() < words) {
                levels_[level].resize(words);
            }
            words = words == 1 ? 0 : (words + 63) / 64;
        }
    }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] bool contains(std::uint32_t slot) const noexcept {
        return !levels_.empty() && slot / 64 < levels_[0].size() &&
               (levels_[0][slot / 64] & bit(slot)) != 0;
    }
    void insert(std::uint32_t slot) noexcept {
        std::size_t at = slot;
        for (std::size_t level = 0; level < levels_.size(); ++level, at /= 64) {
            auto& word = levels_[level][at / 64];
            const auto before = word;
            word |= bit(at);
            if (level == 0 && word != before) ++size_;
            if (before != 0) return;
        }
    }
    void erase(std::uint32_t slot) noexcept {
        if (!contains(slot)) return;
        --size_;
        std::size_t at = slot;
        for (std::size_t level = 0; level < levels_.size(); ++level, at /= 64) {
            auto& word = levels_[level][at / 64];
            word &= ~bit(at);
            if (word != 0) return;
        }
    }
    /// The first member that is not below `slot`, or `no_slot`. O(log size).
    [[nodiscard]] std::uint32_t next(std::uint32_t slot) const noexcept {
        std::size_t at = slot;
        std::size_t level = 0;
        for (;; ++level, at = at / 64 + 1) {
            if (level == levels_.size() || at / 64 >= levels_[level].size()) {
                if (level >= levels_.size()) return no_slot;
                continue;
            }
            const auto rest = levels_[level][at / 64] & (~std::uint64_t{0} << (at % 64));
            if (rest == 0) continue;
            at = at / 64 * 64 + static_cast<std::size_t>(std::countr_zero(rest));
            break;
        }
        for (; level > 0; --level)
            at = at * 64 + static_cast<std::size_t>(std::countr_zero(levels_[level - 1][at]));
        return static_cast<std::uint32_t>(at);
    }
    [[nodiscard]] std::uint32_t first() const noexcept { return next(0); }
    /// `visit(slot)` in ascending order, until it answers false.
    template <class Visit>
    bool visit_while(Visit&& visit) const {
        for (auto slot = first(); slot != no_slot; slot = next(slot + 1))
            if (!visit(slot)) return false;
        return true;
    }
    void clear() noexcept {
        for (auto& level : levels_) level.assign(level.size(), 0);
        size_ = 0;
    }

private:
    static constexpr std::uint64_t bit(std::size_t at) noexcept {
        return std::uint64_t{1} << (at % 64);
    }

    std::vector<std::vector<std::uint64_t>> levels_;  // the slots, their words, the words' words, …
    std::size_t size_ = 0;
};

}  // namespace workmem::detail
