#pragma once

#include <workmem/config.hpp>
#include <workmem/text/sha256.hpp>

namespace workmem::text {

WORKMEM_DECL std::string sha256::finish() {
    const auto bits = size_ * 8;
    block_[filled_++] = 0x80;
    if (filled_ > 56) {
        while (filled_ < 64) block_[filled_++] = 0;
        compress();
    }
    while (filled_ < 56) block_[filled_++] = 0;
    for (int shift = 56; shift >= 0; shift -= 8)
        block_[filled_++] = static_cast<std::uint8_t>(bits >> shift);
    compress();
    constexpr char digits[] = "0123456789abcdef";
    std::string out;
    for (const auto word : state_)
        for (int shift = 28; shift >= 0; shift -= 4) out += digits[(word >> shift) & 15];
    return out;
}

WORKMEM_DECL void sha256::compress() noexcept {
    std::array<std::uint32_t, 64> w{};
    for (std::size_t i = 0; i < 16; ++i)
        w[i] = std::uint32_t{block_[4 * i]} << 24 | std::uint32_t{block_[4 * i + 1]} << 16 |
               std::uint32_t{block_[4 * i + 2]} << 8 | std::uint32_t{block_[4 * i + 3]};
    for (std::size_t i = 16; i < 64; ++i) {
        const auto s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
        const auto s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    auto [a, b, c, d, e, f, g, h] = state_;
    for (std::size_t i = 0; i < 64; ++i) {
        const auto s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
        const auto t1 = h + s1 + ((e & f) ^ (~e & g)) + constants[i] + w[i];
        const auto s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
        const auto t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + t2;
    }
    const std::array<std::uint32_t, 8> sums{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < 8; ++i) state_[i] += sums[i];
    filled_ = 0;
}

}  // namespace workmem::text
