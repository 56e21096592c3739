#include "catch.hpp"

#include <workmem/detail/pointers.hpp>

#include <string>
#include <utility>

using workmem::detail::boxed;
using workmem::detail::shared;

TEST_CASE("copies of a handle share, and one that was moved from is not empty", "[detail]") {
    shared<int> first{std::in_place, 7};
    CHECK_FALSE(first.is_shared());
    shared<int> second = std::move(first);
    CHECK(*first == 7);  // what it promises where it was moved from
    *second = 8;
    CHECK(*first == 8);
    CHECK(first.is_shared());
}

TEST_CASE("a copy of a boxed value has a value of its own", "[detail]") {
    boxed<std::string> first{"a"};
    auto second = first;
    *second += "b";
    CHECK(*first == "a");
    CHECK(*second == "ab");
    first = second;
    CHECK(*first == "ab");
    first = boxed<std::string>{};
    CHECK_FALSE(first);
    const auto none = first;
    CHECK_FALSE(none);
}
