#pragma once

#include <workmem/detail/cxx20.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace workmem::journal {

/// FNV-1a with 128 bits as 32 hexadecimal digits (Fowler, Noll, Vo; RFC 9923): where a stream's
/// folder is. It spreads names over folders and is part of the format; two names with one hash are
/// told apart by the name in the log's header.
[[nodiscard]] inline std::string hash_of_name(std::string_view name) {
    // The state times the prime 2^88 + 0x13B, in halves of 64 bits.
    std::uint64_t high = 0x6C62272E07BB0142U, low = 0x62B821756295C58DU;
    for (const char c : name) {
        low ^= static_cast<unsigned char>(c);
        constexpr std::uint64_t small = 0x13B;
        const auto part = (low & 0xFFFFFFFFU) * small;
        const auto carried = (low >> 32) * small + (part >> 32);
        high = high * small + (carried >> 32) + (low << 24);
        low = (carried << 32) | (part & 0xFFFFFFFFU);
    }
    constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (const auto half : {high, low})
        for (int shift = 60; shift >= 0; shift -= 4) text += digits[(half >> shift) & 15];
    return text;
}

/// The folders of a stream below the journal's: two levels of 256, so that a million streams leave
/// about 15 in a folder, and the stream's own. No name reaches outside.
struct stream_path {
    std::string first;   ///< folder/ef
    std::string second;  ///< folder/ef/cd
    std::string own;     ///< folder/ef/cd/…cdef

    stream_path(const std::string& folder, std::string_view name) {
        const auto hash = hash_of_name(name);
        // The low bits: the last characters of a name hardly reach the high ones.
        first = folder + '/' + hash.substr(30, 2);
        second = first + '/' + hash.substr(28, 2);
        own = second + '/' + hash;
    }
    [[nodiscard]] std::string log() const { return own + "/log"; }
    [[nodiscard]] std::string new_log() const { return own + "/log.new"; }
    [[nodiscard]] std::string lock() const { return own + "/lock"; }
};

}  // namespace workmem::journal
