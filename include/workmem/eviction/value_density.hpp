#pragma once

#include <workmem/detail/fixed_point.hpp>
#include <workmem/eviction/victim_order.hpp>
#include <workmem/fwd.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace workmem::eviction {

/// Any text is worth as much as any other.
struct equal_worth {
    [[nodiscard]] constexpr std::uint64_t operator()(std::string_view) const noexcept { return 1; }
};

namespace detail {

template <class Worth>
struct density_rule {
    static constexpr bool expires = false;
    static constexpr std::size_t orders = 2;
    static constexpr std::int64_t important_share = 8;

    template <class Entries>
    [[nodiscard]] static bool too_many_important(const Entries& entries) noexcept {
        const auto items = (std::max)(entries.max_items() / important_share, std::int64_t{1});
        return entries.important_items() > items ||
               entries.important_tokens() > entries.max_tokens() / important_share;
    }

    // All items lose worth at the same rate, so what each has lost by the first step decides for
    // ever: log2(worth * (1/2 + importance) / share) + step / half-life, here times 2^24.
    template <class Entries>
    [[nodiscard]] static standing stand(const Entries& entries, std::uint32_t slot,
                                        const item_facts& facts, bool) {
        if (facts.forgotten) return {0, 0, facts.number};
        std::uint64_t worth = 0;
        entries.for_each_text(slot, [&](std::string_view text) { worth += Worth{}(text); });
        const auto items = facts.members * static_cast<std::uint64_t>(entries.max_tokens());
        const auto tokens = facts.tokens * static_cast<std::uint64_t>(entries.max_items());
        const auto share = (std::max)((std::max)(items, tokens), std::uint64_t{1});
        constexpr std::int64_t one = std::int64_t{1} << 24;
        constexpr std::uint64_t half = 500'000;  // parts per million
        // The limits' product is the same for all.
        const auto density =
            logarithm(worth) + logarithm(half + facts.importance) - logarithm(share);
        constexpr std::int64_t most = std::int64_t{1} << 37;
        const auto half_life = (std::max)(entries.half_life(), std::int64_t{1});
        const auto step = (std::min)(facts.step, most);
        const auto decay = step / half_life * one + step % half_life * one / half_life;
        return {1, density + decay, facts.number, facts.importance >= entries.high()};
    }

private:
    static std::int64_t logarithm(std::uint64_t number) noexcept {
        if (number == 0) return -(std::int64_t{1} << 24);
        return static_cast<std::int64_t>(workmem::detail::fixed_log2(number));
    }
};

}  // namespace detail

/// The item of the least worth for the room it takes goes first: worth per share of the scarcer
/// limit, max(1 / max_items, tokens / max_tokens), which halves every `half_life` steps. An item is
/// worth 1/2 + its importance, times what `Worth` says of its text
/// (`examples/10_own_importance.cpp`): where all that is the same, the one goes that is large for
/// its age; of many small ones the oldest. Softly forgotten ones go before all others. Important
/// ones go after all others while together they take at most an eighth of each limit, or are one;
/// where they are more than that, importance says little, and they stand among the others. Under a
/// strict guard they never go. Time to live plays no part but in `sweep`. Integers throughout.
/// O(log n).
template <class Worth>
class basic_value_density : public detail::victim_order<detail::density_rule<Worth>> {};

}  // namespace workmem::eviction
