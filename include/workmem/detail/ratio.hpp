#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace workmem::detail {

inline constexpr std::uint64_t million = 1'000'000;

/// What share `part` is of `whole`, in parts per million, rounded to the nearest: all of it where
/// it is more, nothing of nothing. The same on every machine; numbers above 2^43 are shortened.
[[nodiscard]] constexpr std::uint64_t ratio_ppm(std::uint64_t part, std::uint64_t whole) noexcept {
    if (part >= whole) return whole == 0 ? 0 : million;
    const int surplus = (std::max)(static_cast<int>(std::bit_width(whole)) - 43, 0);
    part >>= surplus;
    whole >>= surplus;
    return (part * million + whole / 2) / whole;
}

/// A sum of products of two shares in parts per million, rounded to the nearest share.
[[nodiscard]] constexpr std::uint32_t round_ppm(std::uint64_t products) noexcept {
    return static_cast<std::uint32_t>((std::min)((products + million / 2) / million, million));
}

}  // namespace workmem::detail
