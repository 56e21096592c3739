#include "catch.hpp"

#include <workmem/detail/append_slots.hpp>
#include <workmem/detail/no_slot.hpp>

#include <cstdint>
#include <string>

using workmem::detail::append_slots;
using workmem::detail::no_slot;

namespace {

struct record {
    std::string id{};
    int value = 0;
};

}  // namespace

TEST_CASE("records are found by id, in the order in which they came", "[detail]") {
    append_slots<record> all;
    CHECK(all.empty());
    CHECK(all.find("a") == no_slot);
    all.reserve(2);
    CHECK(all.push_back(record{"b", 1}) == 0);
    CHECK(all.push_back(record{"a", 2}) == 1);
    CHECK(all.size() == 2);
    CHECK(all.find("a") == 1);
    REQUIRE(all.get("b") != nullptr);
    CHECK(all.get("b")->value == 1);
    CHECK(all.get("c") == nullptr);
    std::string order;
    all.for_each([&](const record& each) { order += each.id; });
    CHECK(order == "ba");
}

TEST_CASE("a record stays where it is, however many come", "[detail]") {
    append_slots<record> all;
    all.reserve(1);
    all.push_back(record{"0", 0});
    const auto* const first = all.get("0");
    for (int i = 1; i < 5'000; ++i) {
        all.reserve(1);
        all.push_back(record{std::to_string(i), i});
    }
    CHECK(all.get("0") == first);
    for (int i = 0; i < 5'000; ++i) {
        REQUIRE(all.at(static_cast<std::uint32_t>(i)).value == i);
        REQUIRE(all.find(std::to_string(i)) == static_cast<std::uint32_t>(i));
    }
}

TEST_CASE("a copy has records of its own, and grows", "[detail]") {
    append_slots<record> all;
    all.reserve(1);
    all.push_back(record{"a", 1});
    auto copy = all;
    copy.at(0).value = 2;
    copy.reserve(1);
    copy.push_back(record{"b", 3});
    CHECK(all.at(0).value == 1);
    CHECK(all.find("b") == no_slot);
    CHECK(copy.find("b") == 1);
}
