#include "catch.hpp"

#include <workmem/ids/random_ids.hpp>

#include <algorithm>
#include <set>
#include <string>

TEST_CASE("random ids are 26 letters and digits, all different", "[ids]") {
    workmem::random_ids ids;
    std::set<std::string> seen;
    std::set<char> last;
    for (int i = 0; i < 2'000; ++i) {
        const auto id = ids.next();
        REQUIRE(id.size() == 26);
        REQUIRE(std::all_of(id.begin(), id.end(), [](char c) {
            return (c >= '0' && c <= '9') ||
                   (c >= 'a' && c <= 'z' && c != 'i' && c != 'l' && c != 'o' && c != 'u');
        }));
        seen.insert(id);
        last.insert(id.back());
    }
    CHECK(seen.size() == 2'000);
    CHECK(last.size() >= 8);  // 128 bits: the last digit has at least three of them
}
