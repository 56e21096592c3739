#include "catch.hpp"

#include <workmem/detail/number_lists.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

using workmem::detail::number_lists;

namespace {

std::vector<std::uint32_t> visited(const number_lists& in, const number_lists::list& of) {
    std::vector<std::uint32_t> out;
    in.visit(of, [&](std::uint32_t each) { out.push_back(each); });
    return out;
}
std::vector<std::uint32_t> walked(const number_lists& in, const number_lists::list& of) {
    std::vector<std::uint32_t> out;
    for (auto at = in.begin(of); !at.at_end(); at.advance()) out.push_back(at.value());
    return out;
}

}  // namespace

TEST_CASE("A list gives its numbers, the last first", "[detail][number_lists]") {
    number_lists lists;
    number_lists::list list;
    REQUIRE(visited(lists, list).empty());
    REQUIRE(walked(lists, list).empty());
    std::vector<std::uint32_t> expected;
    for (std::uint32_t i = 0; i < 30; ++i) {
        lists.reserve(1);
        lists.push_back(list, i * i);
        expected.insert(expected.begin(), i * i);
        CAPTURE(i);
        REQUIRE(list.size() == i + 1);
        REQUIRE(visited(lists, list) == expected);
        REQUIRE(walked(lists, list) == expected);
    }
}

TEST_CASE("Numbers are taken out of anywhere, and their places are used again",
          "[detail][number_lists]") {
    std::mt19937 random{7};
    number_lists lists;
    std::vector<number_lists::list> ours(6);
    std::vector<std::vector<std::uint32_t>> theirs(6);
    // Room for as many as there ever are at once: what is taken out has to make way.
    lists.reserve(6 * 30);
    for (int step = 0; step < 20'000; ++step) {
        const auto which = random() % ours.size();
        auto& own = theirs[which];
        if (own.size() < 30 && (own.empty() || random() % 2 == 0)) {
            const auto number = static_cast<std::uint32_t>(random() % 40);
            lists.push_back(ours[which], number);
            own.insert(own.begin(), number);
        } else if (random() % 3 == 0) {
            lists.pop_back(ours[which]);
            own.erase(own.begin());
        } else {
            const auto number = own[random() % own.size()];
            lists.erase(ours[which], number);
            own.erase(std::find(own.begin(), own.end(), number));
        }
        CAPTURE(step);
        REQUIRE(ours[which].size() == own.size());
        REQUIRE(visited(lists, ours[which]) == own);
        REQUIRE(walked(lists, ours[which]) == own);
    }
    for (std::size_t i = 0; i < ours.size(); ++i) REQUIRE(visited(lists, ours[i]) == theirs[i]);
}

TEST_CASE("Lists in one place behave as vectors of their own", "[detail][number_lists]") {
    std::mt19937 random{11};
    number_lists lists;
    std::vector<number_lists::list> ours(20);
    std::vector<std::vector<std::uint32_t>> theirs(20);
    std::vector<std::size_t> order;  // in which numbers came
    for (int step = 0; step < 20'000; ++step) {
        if (random() % 5 < 3 || order.empty()) {
            const auto which = random() % (random() % 2 == 0 ? 2 : ours.size());
            const auto number = static_cast<std::uint32_t>(random());
            lists.reserve(1);
            lists.push_back(ours[which], number);
            theirs[which].insert(theirs[which].begin(), number);
            order.push_back(which);
        } else {
            const auto which = order.back();
            order.pop_back();
            lists.pop_back(ours[which]);
            theirs[which].erase(theirs[which].begin());
        }
        if (step % 50 != 0) continue;
        for (std::size_t i = 0; i < ours.size(); ++i) {
            REQUIRE(ours[i].size() == theirs[i].size());
            REQUIRE(visited(lists, ours[i]) == theirs[i]);
            REQUIRE(walked(lists, ours[i]) == theirs[i]);
        }
    }
}
