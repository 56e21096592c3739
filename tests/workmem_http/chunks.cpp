// How a body in chunks is framed, byte for byte and at once.
#include "catch.hpp"

#include <workmem_http/chunks.hpp>

#include <string>
#include <string_view>

namespace {

bool is_right(std::string_view body) {
    workmem::http::chunk_framing whole, pieces;
    const bool at_once = whole.accepts(body);
    bool each = true;
    for (std::size_t i = 0; i < body.size(); ++i) each = pieces.accepts(body.substr(i, 1));
    CHECK(at_once == each);
    return at_once;
}

}  // namespace

TEST_CASE("chunks have a size in hexadecimal digits, and end with the empty one", "[http]") {
    CHECK(is_right("0\r\n\r\n"));
    CHECK(is_right("5\r\nhello\r\n0\r\n\r\n"));
    CHECK(is_right("005\r\nhello\r\n1;a=\"b\"\r\n!\r\n0;x\r\nA: b\r\nC: d\r\n\r\n"));
    CHECK(is_right("1A\r\n" + std::string(26, '\r') + "\r\n0\r\n\r\n"));
    CHECK(is_right("0\r\n\r\nwhat follows\n"));
    CHECK(is_right("5\r\nhel"));
}

TEST_CASE("what others read in another way is no chunk", "[http]") {
    for (const auto* const bad :
         {"\r\n", " 5\r\nhello\r\n", "+5\r\nhello\r\n", "-1\r\n", "0x5\r\nhello\r\n",
          "5 \r\nhello\r\n", "5\nhello\n", "5\rxhello", "5\r\nhello0\r\n", "5\r\nhello\n0\r\n",
          "5\r\nhello\r0", "g\r\n", "000000005\r\nhello\r\n", "100000000\r\n", "5;a\nb\r\nhello",
          "0\r\n\n", "0\r\nA: b\n\r\n", "0\r\nA\x01\r\n\r\n"}) {
        INFO(bad);
        CHECK_FALSE(is_right(bad));
    }
    CHECK_FALSE(is_right("5;" + std::string(10'000, 'a')));
    workmem::http::chunk_framing framing;
    CHECK_FALSE(framing.accepts("x"));
    CHECK_FALSE(framing.accepts("5\r\nhello"));
}
