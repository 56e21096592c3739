#pragma once

#include <workmem/detail/inline.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace workmem::detail {

template <class Word>
[[nodiscard]] inline Word load(const char* at) noexcept {
    Word word;
    std::memcpy(&word, at, sizeof word);
    return word;
}

/// `memcmp(...) == 0` for short texts, inline: overlapping words instead of a call.
[[nodiscard]] WORKMEM_INLINE bool same_bytes(const char* a, const char* b,
                                             std::size_t size) noexcept {
    if (size >= 8) {
        const auto last = size - 8;
        for (std::size_t i = 8; i < last; i += 8)
            if (load<std::uint64_t>(a + i) != load<std::uint64_t>(b + i)) return false;
        return ((load<std::uint64_t>(a) ^ load<std::uint64_t>(b)) |
                (load<std::uint64_t>(a + last) ^ load<std::uint64_t>(b + last))) == 0;
    }
    if (size >= 4)
        return ((load<std::uint32_t>(a) ^ load<std::uint32_t>(b)) |
                (load<std::uint32_t>(a + size - 4) ^ load<std::uint32_t>(b + size - 4))) == 0;
    for (std::size_t i = 0; i < size; ++i)
        if (a[i] != b[i]) return false;
    return true;
}

/// `memcpy` for short texts that do not overlap, inline.
inline void copy_bytes(char* to, const char* from, std::size_t size) noexcept {
    if (size >= 8) {
        const auto last = size - 8;
        const auto end = load<std::uint64_t>(from + last);
        for (std::size_t i = 0; i < last; i += 8) std::memcpy(to + i, from + i, 8);
        std::memcpy(to + last, &end, 8);
        return;
    }
    if (size >= 4) {
        const auto end = load<std::uint32_t>(from + size - 4);
        std::memcpy(to, from, 4);
        std::memcpy(to + size - 4, &end, 4);
        return;
    }
    for (std::size_t i = 0; i < size; ++i) to[i] = from[i];
}

/// Two words that hold a text of up to 16 bytes whole, and the ends of a longer one.
struct text_ends {
    std::uint64_t first = 0, last = 0;

    WORKMEM_INLINE text_ends(const char* at, std::size_t size) noexcept {
        if (size >= 8) {
            first = load<std::uint64_t>(at);
            last = load<std::uint64_t>(at + size - 8);
        } else if (size >= 4) {
            first = load<std::uint32_t>(at);
            last = load<std::uint32_t>(at + size - 4);
        } else if (size > 0) {
            const auto byte = [at](std::size_t i) {
                return static_cast<std::uint64_t>(static_cast<unsigned char>(at[i]));
            };
            first = byte(0) << 16 | byte(size / 2) << 8 | byte(size - 1);
        }
    }
};

/// Whether all bytes are below 0x80.
[[nodiscard]] inline bool is_ascii(std::string_view text) noexcept {
    const text_ends ends{text.data(), text.size()};
    auto all = ends.first | ends.last;
    for (std::size_t i = 8; i + 8 < text.size(); i += 8)
        all |= load<std::uint64_t>(text.data() + i);
    return (all & 0x8080808080808080U) == 0;
}

}  // namespace workmem::detail
