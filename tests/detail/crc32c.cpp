#include "catch.hpp"

#include <workmem/detail/crc32c.hpp>

#include <random>
#include <string>

using workmem::detail::crc32c;

TEST_CASE("CRC-32C gives the values of RFC 3720, B.4", "[detail]") {
    CHECK(crc32c(std::string(32, '\0')) == 0x8A9136AAU);
    CHECK(crc32c(std::string(32, '\xFF')) == 0x62A8AB43U);
    std::string up, down;
    for (int i = 0; i < 32; ++i) {
        up += static_cast<char>(i);
        down += static_cast<char>(31 - i);
    }
    CHECK(crc32c(up) == 0x46DD794EU);
    CHECK(crc32c(down) == 0x113FDB5CU);
    const unsigned char read_command[48]{0x01, 0xC0, 0, 0,    0,    0, 0, 0,    0,    0, 0,    0,
                                         0,    0,    0, 0,    0x14, 0, 0, 0,    0,    0, 0x04, 0,
                                         0,    0,    0, 0x14, 0,    0, 0, 0x18, 0x28, 0, 0,    0,
                                         0,    0,    0, 0,    0x02, 0, 0, 0,    0,    0, 0,    0};
    CHECK(crc32c(std::string{read_command, read_command + 48}) == 0xD9963A56U);
    CHECK(crc32c("123456789") == 0xE3069283U);
    CHECK(crc32c("") == 0U);
}

TEST_CASE("CRC-32C of a whole is that of its parts, at every length and alignment", "[detail]") {
    std::mt19937 random{1};
    std::string bytes(100, '\0');
    for (auto& each : bytes) each = static_cast<char>(random());
    // One bit at a time, as the polynomial says.
    const auto slowly = [](std::string_view of) {
        auto crc = ~std::uint32_t{0};
        for (const char c : of) {
            crc ^= static_cast<unsigned char>(c);
            for (int i = 0; i < 8; ++i) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0x82F63B78U : 0U);
        }
        return ~crc;
    };
    const std::string_view all{bytes};
    for (std::size_t begin = 0; begin < 9; ++begin)
        for (std::size_t size = 0; size + begin <= all.size(); ++size) {
            const auto part = all.substr(begin, size);
            REQUIRE(crc32c(part) == slowly(part));
            REQUIRE(crc32c(part.substr(size / 3), crc32c(part.substr(0, size / 3))) ==
                    crc32c(part));
        }
}
