#pragma once

#include <workmem/config.hpp>
#include <workmem/detail/bytes.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace workmem::detail {

/// The 128-bit product of two words, folded: the mixing step of wyhash (Wang Yi, public domain).
[[nodiscard]] WORKMEM_INLINE std::uint64_t mix(std::uint64_t a, std::uint64_t b) noexcept {
#if defined(__SIZEOF_INT128__)
    __extension__ using wide = unsigned __int128;
    const auto product = static_cast<wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
#else
    const std::uint64_t a0 = a & 0xFFFFFFFFU, a1 = a >> 32, b0 = b & 0xFFFFFFFFU, b1 = b >> 32;
    const std::uint64_t low = a0 * b0, middle0 = a1 * b0, middle1 = a0 * b1;
    const std::uint64_t carry = (low >> 32) + (middle0 & 0xFFFFFFFFU) + (middle1 & 0xFFFFFFFFU);
    const std::uint64_t high = a1 * b1 + (middle0 >> 32) + (middle1 >> 32) + (carry >> 32);
    return ((carry << 32) | (low & 0xFFFFFFFFU)) ^ high;
#endif
}

inline constexpr std::uint64_t hash_keys[]{0xA0761D6478BD642FU, 0xE7037ED1A0B428DBU};

/// The seed after `size` bytes, a multiple of 16.
[[nodiscard]] WORKMEM_SELDOM inline std::uint64_t hash_blocks(const char* at, std::size_t size,
                                                              std::uint64_t seed) noexcept {
    for (const auto* const end = at + size; at != end; at += 16)
        seed = mix(load<std::uint64_t>(at) ^ hash_keys[0], load<std::uint64_t>(at + 8) ^ seed);
    return seed;
}

/// A hash over every byte, so that nobody who chooses ids can make them collide without knowing
/// the seed.
[[nodiscard]] WORKMEM_INLINE std::uint64_t hash_bytes(std::string_view text,
                                                      std::uint64_t seed) noexcept {
    const char* at = text.data();
    std::size_t left = text.size();
    if (left > 16) [[unlikely]] {
        const auto blocks = (left - 1) / 16 * 16;
        seed = hash_blocks(at, blocks, seed);
        at += blocks;
        left -= blocks;
    }
    const text_ends ends{at, left};
    return mix(ends.first ^ (hash_keys[1] * (text.size() + 1)), ends.last ^ seed);
}

/// For a handful of texts: looks at their ends and their length only. `salt` is worth a byte.
[[nodiscard]] WORKMEM_INLINE std::uint32_t quick_hash(std::string_view text,
                                                      std::size_t salt) noexcept {
    const text_ends ends{text.data(), text.size()};
    const auto sum = ends.first + std::rotl(ends.last, 29) + (text.size() | salt << 8);
    return static_cast<std::uint32_t>((sum * hash_keys[0]) >> 32);
}

/// 64 bits of the system's random device.
[[nodiscard]] std::uint64_t draw_seed();

/// The seed of this process's indexes: keys come from tool results, and no order depends on it.
[[nodiscard]] inline std::uint64_t process_seed() {
    static const std::uint64_t seed = draw_seed();
    return seed;
}

/// The seed of hashes that decisions depend on: the same everywhere.
inline constexpr std::uint64_t decision_seed = 0x9E3779B97F4A7C15U;

}  // namespace workmem::detail

#if !defined(WORKMEM_COMPILED)
#include <workmem/detail/hash.ipp>
#endif
