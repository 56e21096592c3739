#pragma once

#include <bit>
#include <cstdint>

namespace workmem::detail {

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
