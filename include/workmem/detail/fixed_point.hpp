#pragma once

#include <workmem/detail/cxx20.hpp>

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

/// The binary logarithm of a number from 1, times 2^24, rounded down: bit by bit, by squaring the
/// mantissa (J. C. Majithia, D. Levan, "A note on base-2 logarithm computations", Proc. IEEE 61,
/// 1973). The same on every machine, unlike `std::log`.
[[nodiscard]] constexpr std::uint64_t fixed_log2(std::uint64_t number) noexcept {
    const auto whole = static_cast<unsigned>(std::bit_width(number)) - 1;
    // 1 <= mantissa < 2, times 2^31: its square fits.
    auto mantissa = whole >= 31 ? number >> (whole - 31) : number << (31 - whole);
    std::uint64_t out = whole;
    for (int bit = 0; bit < 24; ++bit) {
        mantissa = mantissa * mantissa >> 31;
        const auto above = mantissa >> 32;
        mantissa >>= above;
        out = out << 1 | above;
    }
    return out;
}

/// The natural logarithm of a / b in parts per million, rounded down; 1 <= b <= a.
[[nodiscard]] constexpr std::uint64_t log_ratio_ppm(std::uint64_t a, std::uint64_t b) noexcept {
    constexpr std::uint64_t ln2_ppm = 693'147;
    return ((fixed_log2(a) - fixed_log2(b)) * ln2_ppm) >> 24;
}

}  // namespace workmem::detail
