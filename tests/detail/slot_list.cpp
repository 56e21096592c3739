#include "catch.hpp"

#include <workmem/detail/no_slot.hpp>
#include <workmem/detail/slot_list.hpp>

#include <cstdint>
#include <string>

using workmem::detail::no_slot;
using workmem::detail::slot_list;

namespace {

// Forwards, and checks that backwards is the same.
std::string walked(const slot_list& list) {
    std::string out, back;
    for (auto at = list.first(); at != no_slot; at = list.next(at)) out += std::to_string(at);
    for (auto at = list.last(); at != no_slot; at = list.previous(at))
        back.insert(0, std::to_string(at));
    CHECK(out == back);
    CHECK(out.size() == list.size());
    return out;
}

}  // namespace

TEST_CASE("a slot leaves a list from its ends and its middle", "[detail]") {
    slot_list list;
    list.reserve(9);
    CHECK(walked(list).empty());
    for (const std::uint32_t slot : {3U, 0U, 8U, 5U}) list.push_back(slot);
    CHECK(walked(list) == "3085");
    list.erase(0);
    CHECK(walked(list) == "385");
    list.erase(3);
    CHECK(walked(list) == "85");
    list.erase(5);
    CHECK(walked(list) == "8");
    list.push_back(0);
    CHECK(walked(list) == "80");
    list.erase(8);
    list.erase(0);
    CHECK(walked(list).empty());
    list.push_back(1);
    list.clear();
    CHECK(walked(list).empty());
}
