#include "catch.hpp"

#include <workmem/ids/sequential_ids.hpp>

TEST_CASE("sequential ids carry the writer's name; copies share the counter", "[ids]") {
    workmem::sequential_ids ids{"a"};
    auto copy = ids;
    CHECK(ids.next() == "a-1");
    CHECK(copy.next() == "a-2");
    CHECK(ids.next() == "a-3");
    CHECK(workmem::sequential_ids{}.next() == "id-1");
}
