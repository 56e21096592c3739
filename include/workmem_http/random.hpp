#pragma once

#include <workmem/detail/cxx20.hpp>

#include <array>
#include <cerrno>
#include <cstddef>
#include <string>
#include <system_error>

#include <sys/random.h>
#include <unistd.h>

namespace workmem::http {

/// That many random bytes nobody can guess, as hexadecimal digits. At most 256 bytes. Throws
/// `std::system_error` where the system has none.
[[nodiscard]] inline std::string secret_hex(std::size_t bytes) {
    std::array<unsigned char, 256> random{};
    if (::getentropy(random.data(), bytes) != 0)
        throw std::system_error{errno, std::generic_category(), "cannot read random bytes"};
    constexpr const char* digits = "0123456789abcdef";
    std::string out;
    out.reserve(2 * bytes);
    for (std::size_t i = 0; i < bytes; ++i) {
        out += digits[random[i] >> 4U];
        out += digits[random[i] & 15U];
    }
    return out;
}

}  // namespace workmem::http
