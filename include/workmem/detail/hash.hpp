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

/// What a hash is keyed with. No word is to be known to those who choose what is hashed: a text
/// that equals a word makes a factor of `mix` 0, and so the hash the same for all such texts.
struct hash_key {
    std::uint64_t block, length, seed;
};

/// The state after `size` bytes, a multiple of 16.
[[nodiscard]] WORKMEM_SELDOM inline std::uint64_t hash_blocks(const char* at, std::size_t size,
                                                              std::uint64_t block,
                                                              std::uint64_t state) noexcept {
    for (const auto* const end = at + size; at != end; at += 16)
        state = mix(load<std::uint64_t>(at) ^ block, load<std::uint64_t>(at + 8) ^ state);
    return state;
}

/// A hash over every byte. `state` is what came before: `key.seed`, or the hash of another text.
[[nodiscard]] WORKMEM_INLINE std::uint64_t hash_bytes(std::string_view text, const hash_key& key,
                                                      std::uint64_t state) noexcept {
    const char* at = text.data();
    std::size_t left = text.size();
    if (left > 16) [[unlikely]] {
        const auto blocks = (left - 1) / 16 * 16;
        state = hash_blocks(at, blocks, key.block, state);
        at += blocks;
        left -= blocks;
    }
    const text_ends ends{at, left};
    return mix(ends.first ^ (key.length * (text.size() + 1)), ends.last ^ state);
}
[[nodiscard]] WORKMEM_INLINE std::uint64_t hash_bytes(std::string_view text,
                                                      const hash_key& key) noexcept {
    return hash_bytes(text, key, key.seed);
}

/// For a handful of texts: looks at their ends and their length only. `salt` is worth a byte.
[[nodiscard]] WORKMEM_INLINE std::uint32_t quick_hash(std::string_view text,
                                                      std::size_t salt) noexcept {
    constexpr std::uint64_t factor = 0xA0761D6478BD642FU;
    const text_ends ends{text.data(), text.size()};
    const auto sum = ends.first + std::rotl(ends.last, 29) + (text.size() | salt << 8);
    return static_cast<std::uint32_t>((sum * factor) >> 32);
}

/// Words of the system's random device.
[[nodiscard]] hash_key draw_key();

/// The key of this process's indexes: what they hold comes from tool results, and no order depends
/// on it.
[[nodiscard]] inline const hash_key& process_key() {
    static const hash_key key = draw_key();
    return key;
}

/// For standard containers of what others choose.
struct text_hash {
    [[nodiscard]] std::size_t operator()(std::string_view text) const noexcept {
        return static_cast<std::size_t>(hash_bytes(text, process_key()));
    }
};

/// The key of hashes that decisions and records depend on: the same everywhere, and so no ground
/// for an index of what others choose.
inline constexpr hash_key decision_key{0xA0761D6478BD642FU, 0xE7037ED1A0B428DBU,
                                       0x9E3779B97F4A7C15U};

}  // namespace workmem::detail

#if !defined(WORKMEM_COMPILED)
#include <workmem/detail/hash.ipp>
#endif
