#include "catch.hpp"

#include <workmem/mcp/log_level.hpp>

using workmem::mcp::rank_of;

TEST_CASE("log levels are ranked from debug to emergency", "[mcp]") {
    CHECK(rank_of("debug") == 0);
    CHECK(rank_of("warning") < rank_of("error"));
    CHECK(rank_of("emergency") == 7);
    CHECK_FALSE(rank_of("Debug"));
    CHECK_FALSE(rank_of(""));
    CHECK(workmem::mcp::log_level_names() ==
          "debug, info, notice, warning, error, critical, alert, emergency");
}
