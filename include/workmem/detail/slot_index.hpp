#pragma once

#include <workmem/detail/inline.hpp>
#include <workmem/detail/no_slot.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace workmem::detail {

/// Bit i is set where byte i of the 16 equals `byte`.
[[nodiscard]] inline std::uint32_t match_16(const std::uint8_t* bytes, std::uint8_t byte) noexcept {
#if defined(__SSE2__)
    const auto all = _mm_load_si128(reinterpret_cast<const __m128i*>(bytes));
    const auto same = _mm_cmpeq_epi8(all, _mm_set1_epi8(static_cast<char>(byte)));
    return static_cast<std::uint32_t>(_mm_movemask_epi8(same));
#else
    std::uint32_t mask = 0;
    for (std::uint32_t i = 0; i < 16; ++i)
        mask |= static_cast<std::uint32_t>(bytes[i] == byte) << i;
    return mask;
#endif
}

/// From hashes to slot numbers. While all slots are below 32 it is one fingerprint byte per slot,
/// compared 16 at a time; beyond, a table of groups, each a cache line with twelve fingerprints and
/// their slots, so that a lookup reads one line as a rule. A group counts who found it full and
/// went on to the next (after Facebook's F14): erasing leaves no tombstones and touches no entity.
/// Which of several candidates is meant, the caller's `match(slot)` says. Allocates in `reserve`
/// only.
class slot_index {
public:
    static constexpr std::uint32_t small_slots = 32;

    slot_index() = default;
    slot_index(const slot_index&) = default;
    slot_index& operator=(const slot_index&) = default;
    /// What is moved from is empty and may be used again.
    slot_index(slot_index&& other) noexcept { *this = std::move(other); }
    slot_index& operator=(slot_index&& other) noexcept {
        std::copy(std::begin(other.bytes_), std::end(other.bytes_), std::begin(bytes_));
        used_ = std::exchange(other.used_, 0);
        mask_ = std::exchange(other.mask_, 0);
        groups_ = std::exchange(other.groups_, {});
        return *this;
    }
    ~slot_index() = default;

    /// Whether hashes need to differ in eight bits only, those at the top.
    [[nodiscard]] bool is_small() const noexcept { return groups_.empty(); }

    template <class Match>
    [[nodiscard]] WORKMEM_INLINE std::uint32_t find(std::uint32_t hash, Match&& match) const {
        const auto byte = fingerprint(hash);
        if (is_small()) {
            auto mask = (match_16(bytes_, byte) | match_16(bytes_ + 16, byte) << 16) & used_;
            for (; mask != 0; mask &= mask - 1) {
                const auto slot = static_cast<std::uint32_t>(std::countr_zero(mask));
                if (match(slot)) return slot;
            }
            return no_slot;
        }
        for (auto at = hash & mask_;; at = (at + 1) & mask_) {
            const auto& group = groups_[at];
            for (auto mask = group.candidates(byte); mask != 0; mask &= mask - 1) {
                const auto slot = group.slot_count[std::countr_zero(mask)];
                if (match(slot)) return slot;
            }
            if (group.passed == 0) [[likely]]
                return no_slot;
        }
    }

    /// Makes room for slots below `slots`. `for_each(insert)` calls `insert(hash, slot)` for every
    /// slot in use; it is asked only when the table is built anew.
    template <class ForEach>
    void reserve(std::size_t slot_count, ForEach&& for_each) {
        if (slot_count <= small_slots || slot_count <= groups_.size() * mean_fill) return;
        const auto wanted = std::bit_ceil((slot_count + mean_fill - 1) / mean_fill);
        std::vector<cell_group> bigger(wanted);
        const auto mask = static_cast<std::uint32_t>(wanted - 1);
        for_each([&](std::uint32_t hash, std::uint32_t slot) { put(bigger, mask, hash, slot); });
        groups_.swap(bigger);
        mask_ = mask;
    }

    void insert(std::uint32_t hash, std::uint32_t slot) noexcept {
        if (is_small()) {
            bytes_[slot] = fingerprint(hash);
            used_ |= 1U << slot;
        } else {
            put(groups_, mask_, hash, slot);
        }
    }

    void erase(std::uint32_t hash, std::uint32_t slot) noexcept {
        if (is_small()) {
            used_ &= ~(1U << slot);
            return;
        }
        for (auto at = hash & mask_;; at = (at + 1) & mask_) {
            auto& group = groups_[at];
            for (auto mask = group.candidates(fingerprint(hash)); mask != 0; mask &= mask - 1) {
                const auto i = std::countr_zero(mask);
                if (group.slot_count[i] != slot) continue;
                group.used = static_cast<std::uint16_t>(group.used & ~(1U << i));
                return;
            }
            if (group.passed != most_passed) --group.passed;
        }
    }

    void clear() noexcept {
        used_ = 0;
        for (auto& group : groups_) group.used = group.passed = 0;
    }

    [[nodiscard]] std::size_t memory() const noexcept {
        return groups_.capacity() * sizeof(cell_group);
    }

private:
    static constexpr std::size_t group_slots = 12;
    static constexpr std::size_t mean_fill = 8;  // at most: then one group in 16 overflows
    static constexpr std::uint16_t most_passed = 0xFFFF;

    struct alignas(64) cell_group {
        std::uint8_t tags[group_slots]{};
        std::uint16_t used = 0;    // a bit for each slot
        std::uint16_t passed = 0;  // how many went on; at its most it stays there
        std::uint32_t slot_count[group_slots];

        [[nodiscard]] std::uint32_t candidates(std::uint8_t tag) const noexcept {
            return match_16(reinterpret_cast<const std::uint8_t*>(this), tag) & used;
        }
    };

    static std::uint8_t fingerprint(std::uint32_t hash) noexcept {
        return static_cast<std::uint8_t>(hash >> 24);
    }
    static void put(std::vector<cell_group>& groups, std::uint32_t mask, std::uint32_t hash,
                    std::uint32_t slot) noexcept {
        for (auto at = hash & mask;; at = (at + 1) & mask) {
            auto& group = groups[at];
            const auto i = static_cast<std::size_t>(std::countr_one(group.used));
            if (i < group_slots) {
                group.tags[i] = fingerprint(hash);
                group.slot_count[i] = slot;
                group.used = static_cast<std::uint16_t>(group.used | 1U << i);
                return;
            }
            if (group.passed != most_passed) ++group.passed;
        }
    }

    alignas(16) std::uint8_t bytes_[small_slots]{};
    std::uint32_t used_ = 0;
    std::uint32_t mask_ = 0;
    std::vector<cell_group> groups_;
};

}  // namespace workmem::detail
