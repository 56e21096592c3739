#include "catch.hpp"

#include <workmem/tokens/encoding.hpp>

using workmem::encoding_named;
using workmem::token_encoding;

TEST_CASE("an encoding is known by its name, and by that of its rank file", "[tokens]") {
    CHECK(encoding_named("o200k") == token_encoding::o200k);
    CHECK(encoding_named("o200k_base") == token_encoding::o200k);
    CHECK(encoding_named("ranks/cl100k_base.tiktoken") == token_encoding::cl100k);
    CHECK(encoding_named(R"(C:\ranks\o200k_base.tiktoken)") == token_encoding::o200k);
    CHECK_FALSE(encoding_named("o200k_base/other.tiktoken"));
    CHECK_FALSE(encoding_named("p50k_base"));
    CHECK_FALSE(encoding_named(""));
    CHECK(encoding_named(to_string(token_encoding::cl100k)) == token_encoding::cl100k);
}
