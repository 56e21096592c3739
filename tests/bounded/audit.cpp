#include "bounded_setting.hpp"
#include "catch.hpp"

#include <workmem/bounded/audit.hpp>

using namespace workmem_test;
using workmem::audit_kind;
using workmem::forget_mode;

TEST_CASE("the audit keeps the last events", "[bounded]") {
    bounded_setting with;
    auto memory = with.make({.max_items = 1, .audit_limit = 3});
    for (int i = 0; i < 6; ++i) memory.memorize({.text = "x", .step = i});
    const auto events = memory.audit();
    REQUIRE(events.size() == 3);
    CHECK(events.front().items.front().id == "id-3");
    CHECK(events.back().items.front().id == "id-5");
    CHECK(events.back().step == 4);
    CHECK(events.back().before.items == 1);
    memory.forget("oldest");
    memory.restore_all();
    memory.forget("oldest", forget_mode::hard);
    CHECK(memory.audit()[0].kind == audit_kind::forgotten);
    CHECK(memory.audit()[1].kind == audit_kind::restored);
    CHECK(memory.audit()[2].kind == audit_kind::removed);
}
