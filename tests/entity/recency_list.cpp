#include "catch.hpp"

#include <workmem/entity/recency_list.hpp>

#include <utility>

using workmem::strength;
using workmem::detail::no_slot;
using workmem::detail::recency_list;

TEST_CASE("slots stand in order of their last touch, named apart from returned",
          "[entity][recency]") {
    recency_list list;
    list.grow(3);
    CHECK(list.insert(strength::returned) == 0);
    CHECK(list.insert(strength::returned) == 1);
    CHECK(list.insert(strength::mentioned) == 2);
    CHECK(list.size(0) == 2);
    CHECK(list.size(1) == 1);
    CHECK(list.newest(0) == 1);
    list.touch(0, strength::read);
    CHECK(list.newest(0) == 0);
    CHECK(list.oldest(0) == 1);
    CHECK(list.level(0) == strength::read);
    list.touch(2, strength::read);
    CHECK(list.level(2) == strength::mentioned);  // a touch never weakens
    list.touch(0, strength::chosen);
    CHECK(list.newest(1) == 0);
    CHECK(list.size(0) == 1);
    CHECK(list.order(0) > list.order(2));
    CHECK(list.older_of(0, 2) == 2);
    CHECK(list.newer_of(no_slot, 2) == 2);
}

TEST_CASE("what was erased is taken first, and growing keeps what is free", "[entity][recency]") {
    recency_list list;
    list.grow(2);
    list.insert(strength::read);
    list.insert(strength::read);
    CHECK(list.first_free() == no_slot);
    list.erase(0);
    CHECK_FALSE(list.in_use(0));
    list.grow(4);
    CHECK(list.insert(strength::read) == 0);
    CHECK(list.insert(strength::read) == 2);
    list.clear();
    CHECK(list.size() == 0);
    CHECK(list.insert(strength::read) == 0);
}

TEST_CASE("a list that was moved from is empty", "[entity][recency]") {
    recency_list list;
    list.grow(2);
    list.insert(strength::mentioned);
    auto taken = std::move(list);
    CHECK(taken.size() == 1);
    CHECK(list.size() == 0);
    CHECK(list.newest(1) == no_slot);
    list.grow(1);
    CHECK(list.insert(strength::read) == 0);
}
