// The text of a rank file.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace workmem_test {

inline std::string base64(std::string_view bytes) {
    constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        unsigned held = 0;
        for (std::size_t j = 0; j < 3; ++j)
            held =
                held << 8 | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0U);
        for (std::size_t j = 0; j < 4; ++j)
            out += i + j > bytes.size() ? '=' : digits[held >> (18 - 6 * j) & 63U];
    }
    return out;
}

// All single bytes, then these in the order of their ranks.
inline std::string ranks(const std::vector<std::string>& tokens) {
    std::string out;
    std::size_t rank = 0;
    const auto add = [&](std::string_view token) {
        out += base64(token) + ' ' + std::to_string(rank++) + '\n';
    };
    for (unsigned byte = 0; byte < 256; ++byte) {
        const auto c = static_cast<char>(byte);
        add({&c, 1});
    }
    for (const auto& token : tokens) add(token);
    return out;
}

}  // namespace workmem_test
