#include "catch.hpp"

#include <workmem/observer/observer.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace {

struct notice {
    std::uint64_t sequence = 0;
    int what = 0;
};
struct other {
    std::uint64_t sequence = 0;
};

}  // namespace

TEST_CASE("callbacks are told the notices of their type, in order of registration", "[observer]") {
    workmem::observer::callbacks all;
    std::vector<int> told;
    all.on<notice>([&](const notice& each) { told.push_back(each.what); });
    all.on<other>([&](const other&) { told.push_back(-1); });
    all.on<notice>([&](const notice& each) { told.push_back(each.what * 10); });
    const auto copy = all;
    copy(notice{1, 7});
    CHECK(told == std::vector<int>{7, 70});
    copy(other{});
    CHECK(told.back() == -1);
}

TEST_CASE("a callable need not be copyable, and all copies of an observer share it", "[observer]") {
    workmem::observer::callbacks all;
    all.on<notice>([sum = std::make_unique<int>(0)](const notice& each) mutable {
        *sum += each.what;
        if (*sum > 9) throw *sum;
    });
    const auto copy = all;
    copy(notice{1, 7});
    CHECK_THROWS_AS(all(notice{2, 3}), int);
}

TEST_CASE("a callable may register others, which are told from the next notice on", "[observer]") {
    workmem::observer::callbacks all;
    int first = 0, later = 0;
    all.on<notice>([&, registered = std::vector<int>(64, 1)](const notice&) mutable {
        for (int i = 0; i < 100; ++i) all.on<notice>([&](const notice&) { ++later; });
        first += registered.at(63);
    });
    all(notice{1, 0});
    CHECK(first == 1);
    CHECK(later == 0);
    all(notice{2, 0});
    CHECK(first == 2);
    CHECK(later == 100);
}
