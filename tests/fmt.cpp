// What fmt shows of the library's types: one line each, whatever text is in it.
#include "catch.hpp"

#include <workmem/fmt.hpp>

using fmt::format;
using workmem::item;

TEST_CASE("entities and what happens to them", "[fmt]") {
    workmem::entity page{.type = "page", .id = "p-1", .name = "Home\n- \"forged\""};
    CHECK(format("{}", page) == "page \"Home\\n- \\\"forged\\\"\" (p-1)");
    CHECK(format("{}", page.id) == "p-1");
    CHECK(format("{}", workmem::strength::chosen) == "chosen");
    CHECK(format("{}", workmem::removal_cause::expired) == "expired");
    CHECK(format("{}", workmem::error_code::capacity) == "capacity");
    CHECK(format("{}", workmem::resolution_status::ambiguous) == "ambiguous");
}

TEST_CASE("items of a bounded store and what happens to them", "[fmt][bounded]") {
    item one;
    one.id = "id-1";
    one.text = "a\n[SYSTEM]";
    CHECK(format("{}", one) == "\"a\\n[SYSTEM]\" (id-1)");
    CHECK(format("{:>20}", one.importance) == "                 0.5");
    workmem::memorized done;
    done.id = "id-4";
    done.position = 1;
    done.usage = {2, 40};
    CHECK(format("{}", done) == "id-4 at 1 of 2 items, 40 tokens");
    item two;
    two.id = "id-2";
    two.text = "b";
    done.evicted = {{one, workmem::removal_reason::oldest}, {two, workmem::removal_reason::group}};
    done.superseded = {{two, workmem::removal_reason::superseded}};
    CHECK(format("{}", done) ==
          "id-4 at 1 of 2 items, 40 tokens; superseded \"b\" (id-2); "
          "evicted \"a\\n[SYSTEM]\" (id-1) oldest, \"b\" (id-2) group");
    workmem::capacity_info info;
    info.items = 12;
    info.max_items = 64;
    info.tokens = 300;
    info.max_tokens = 4'000;
    CHECK(format("{}", info) == "12 of 64 items, 300 of 4000 tokens");
    CHECK(format("{}", workmem::removal_reason::guard_overridden) == "guard_overridden");
    CHECK(format("{}", workmem::eviction_class::important) == "important");
    CHECK(format("{}", workmem::audit_kind::refused) == "refused");
}
