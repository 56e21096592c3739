#pragma once

#include <workmem/eviction/victim_order.hpp>

#include <cstddef>
#include <cstdint>

namespace workmem::eviction {

namespace detail {

struct guard_rule {
    static constexpr bool expires = true;
    static constexpr std::size_t orders = 5;

    template <class Entries>
    [[nodiscard]] static bool too_many_important(const Entries&) noexcept {
        return false;
    }
    template <class Entries>
    [[nodiscard]] static standing stand(const Entries& entries, std::uint32_t,
                                        const item_facts& facts, bool expired) noexcept {
        const bool important = facts.importance >= entries.high();
        if (facts.forgotten) return {0, 0, facts.number};
        if (expired) return {important ? 4 : 1, 0, facts.number};
        if (important) return {5, facts.importance, facts.number, true};
        return {facts.importance < entries.low() ? 2 : 3, 0, facts.number};
    }
};

}  // namespace detail

/// Softly forgotten items go first; then those beyond their time to live that are not important;
/// then those of low importance; the rest below the high threshold; important ones beyond their
/// time; and at last, where the store's guard is soft, the least important of the important.
/// Within a class the oldest goes: as steps never go back, those of the last steps are the newest
/// and go last. O(1) where items come in the order of their classes, O(log n) otherwise.
class importance_guard : public detail::victim_order<detail::guard_rule> {
public:
    static constexpr bool goes_by_class = true;
};

}  // namespace workmem::eviction
