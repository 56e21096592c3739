#pragma once

#include <workmem/eviction/eviction.hpp>
#include <workmem/time/timestamp.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace workmem::eviction {

/// What a policy may ask of an item of a bounded store. The items of a group leave together, so
/// each answers for all: with the highest importance, the newest number and step, the latest
/// expiry, all tokens; pinned where one is, forgotten where all are.
struct item_facts {
    std::uint64_t number = 0;      ///< order in the queue
    std::int64_t step = 0;         ///< the turn in which it came
    std::uint32_t importance = 0;  ///< parts per million
    std::uint32_t members = 1;     ///< items that leave with it, itself included
    std::uint64_t tokens = 0;
    bool pinned = false;
    bool forgotten = false;
    bool leads = true;                                                    ///< the newest of them
    std::int64_t last_step = (std::numeric_limits<std::int64_t>::max)();  ///< expired after it
    timestamp expiry = (timestamp::max)();                                ///< expired from then on
};

/// The entries of a bounded store while a victim is picked.
struct items_archetype : entries_archetype {
    [[nodiscard]] item_facts facts(std::uint32_t) const noexcept { return {}; }
    /// Calls `visit(text)` for every item that leaves with a slot.
    template <class Visit>
    void for_each_text(std::uint32_t, Visit&&) const {}
    [[nodiscard]] std::int64_t step() const noexcept { return 0; }
    [[nodiscard]] timestamp now() const noexcept { return {}; }
    /// Thresholds of importance, in parts per million.
    [[nodiscard]] std::uint32_t low() const noexcept { return 0; }
    [[nodiscard]] std::uint32_t high() const noexcept { return 0; }
    /// Whether important items may go when nothing else can.
    [[nodiscard]] bool may_override() const noexcept { return true; }
    /// The important items neither pinned nor forgotten, and their tokens: those that were there
    /// before this decision, without those it has chosen.
    [[nodiscard]] std::int64_t important_items() const noexcept { return 0; }
    [[nodiscard]] std::int64_t important_tokens() const noexcept { return 0; }
    [[nodiscard]] std::int64_t max_items() const noexcept { return 0; }
    [[nodiscard]] std::int64_t max_tokens() const noexcept { return 0; }
    [[nodiscard]] std::int64_t half_life() const noexcept { return 0; }
    /// Changes from one decision to the next; within one, victims stay chosen.
    [[nodiscard]] std::uint64_t decision() const noexcept { return 0; }
};

}  // namespace workmem::eviction
