#pragma once

#include <workmem/detail/little_endian.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace workmem::detail {

using crc32c_table = std::array<std::array<std::uint32_t, 256>, 8>;

// Row k holds the effect of a byte that k more bytes follow.
[[nodiscard]] constexpr crc32c_table make_crc32c_table() noexcept {
    crc32c_table table{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        auto crc = byte;
        for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0x82F63B78U : 0U);
        table[0][byte] = crc;
    }
    for (std::size_t byte = 0; byte < 256; ++byte)
        for (std::size_t row = 1; row < 8; ++row) {
            const auto before = table[row - 1][byte];
            table[row][byte] = (before >> 8) ^ table[0][before & 0xFF];
        }
    return table;
}

inline constexpr crc32c_table crc32c_rows = make_crc32c_table();

/// CRC-32C (Castagnoli; reflected polynomial 0x82F63B78), as in RFC 3720 B.4: eight bytes a step
/// (Kounavis and Berry, "Slicing-by-8"). `before` is the CRC of what precedes, so that
/// crc32c(b, crc32c(a)) == crc32c(ab). Pure; linear.
[[nodiscard]] inline std::uint32_t crc32c(std::string_view bytes,
                                          std::uint32_t before = 0) noexcept {
    const auto& rows = crc32c_rows;
    auto crc = ~before;
    const char* at = bytes.data();
    auto left = bytes.size();
    for (; left >= 8; at += 8, left -= 8) {
        const auto low = load_little<std::uint32_t>(at) ^ crc;
        const auto high = load_little<std::uint32_t>(at + 4);
        crc = rows[7][low & 0xFF] ^ rows[6][(low >> 8) & 0xFF] ^ rows[5][(low >> 16) & 0xFF] ^
              rows[4][low >> 24] ^ rows[3][high & 0xFF] ^ rows[2][(high >> 8) & 0xFF] ^
              rows[1][(high >> 16) & 0xFF] ^ rows[0][high >> 24];
    }
    for (; left > 0; ++at, --left)
        crc = (crc >> 8) ^ rows[0][(crc ^ static_cast<unsigned char>(*at)) & 0xFF];
    return ~crc;
}

}  // namespace workmem::detail
