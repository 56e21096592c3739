#pragma once

#include <workmem/detail/cxx20.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

namespace workmem::detail {

/// Reads an unsigned number of a file format, lowest byte first, on any machine.
template <class Word>
[[nodiscard]] inline Word load_little(const char* at) noexcept {
    Word word = 0;
    if constexpr (std::endian::native == std::endian::little) {
        std::memcpy(&word, at, sizeof word);
    } else {
        for (std::size_t i = 0; i < sizeof word; ++i)
            word |= static_cast<Word>(Word{static_cast<unsigned char>(at[i])} << (8 * i));
    }
    return word;
}

/// Writes it so.
template <class Word>
inline void store_little(char* at, Word word) noexcept {
    if constexpr (std::endian::native == std::endian::little) {
        std::memcpy(at, &word, sizeof word);
    } else {
        for (std::size_t i = 0; i < sizeof word; ++i)
            at[i] = static_cast<char>(static_cast<unsigned char>(word >> (8 * i)));
    }
}

template <class Word>
inline void append_little(std::string& out, Word word) {
    char bytes[sizeof word];
    store_little(bytes, word);
    out.append(bytes, sizeof word);
}

}  // namespace workmem::detail
