#include "catch.hpp"

#include <workmem_http/mirrored.hpp>

namespace http = workmem::http;

TEST_CASE("a header may hold any text as Base64", "[http]") {
    CHECK(http::decoded_header("tools") == "tools");
    CHECK(http::decoded_header("=?base64?SGVsbG8=?=") == "Hello");
    CHECK(http::decoded_header("=?base64?SGVsbG8h?=") == "Hello!");
    CHECK(http::decoded_header("=?base64?SA==?=") == "H");
    CHECK(http::decoded_header("=?base64?"
                               "?=") == "");
    // Not of this form: as it is.
    CHECK(http::decoded_header("=?base64?SGVsbG8=") == "=?base64?SGVsbG8=");
    CHECK(http::decoded_header("SGVsbG8=") == "SGVsbG8=");
    for (const auto* const bad : {"=?base64?SGVsbG8?=", "=?base64?SGVs!!!bG8=?=", "=?base64?====?=",
                                  "=?base64?SG=s?=", "=?base64?A?="})
        CHECK_FALSE(http::decoded_header(bad));
}
