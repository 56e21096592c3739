#include "catch.hpp"

#include <workmem/detail/little_endian.hpp>

#include <cstdint>
#include <string>

using namespace workmem::detail;

TEST_CASE("a number of a file format has its lowest byte first", "[detail]") {
    std::string out = "x";
    append_little(out, std::uint32_t{0x01020304});
    CHECK(out == std::string("x\x04\x03\x02\x01"));
    append_little(out, std::uint64_t{0xFF00000000000080});
    CHECK(out.size() == 13);
    CHECK(load_little<std::uint32_t>(out.data() + 1) == 0x01020304);
    CHECK(load_little<std::uint64_t>(out.data() + 5) == 0xFF00000000000080);
    store_little(out.data(), std::uint16_t{0xABCD});
    CHECK(load_little<std::uint8_t>(out.data()) == 0xCD);
    CHECK(load_little<std::uint8_t>(out.data() + 1) == 0xAB);
}
