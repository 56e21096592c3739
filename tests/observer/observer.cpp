#include "catch.hpp"

#include <workmem/locking/lock.hpp>
#include <workmem/observer/delivery.hpp>
#include <workmem/observer/observer.hpp>

#include <cstdint>
#include <mutex>
#include <stdexcept>
#include <vector>

namespace {

struct notice {
    std::uint64_t sequence = 0;
    int what = 0;
};
struct other {
    std::uint64_t sequence = 0;
};

template <class Delivery>
void publish(Delivery& delivery, std::uint64_t sequence) {
    delivery.prepare().sequence = sequence;
    delivery.publish();
}

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

TEMPLATE_TEST_CASE("delivery: what is durable, in order", "[observer]", workmem::null_mutex,
                   std::mutex) {
    std::vector<std::uint64_t> told;
    workmem::observer::callbacks all;
    all.on<notice>([&](const notice& each) { told.push_back(each.sequence); });
    workmem::delivery<notice, workmem::observer::callbacks, TestType> delivery{all};
    publish(delivery, 1);
    publish(delivery, 2);
    delivery.prepare();  // a change that fails later
    CHECK(told.empty());
    delivery.deliver(1);
    CHECK(told == std::vector<std::uint64_t>{1});
    delivery.cancel();
    publish(delivery, 3);
    delivery.drop_above(2);
    publish(delivery, 3);
    delivery.deliver(3);
    CHECK(told == std::vector<std::uint64_t>{1, 2, 3});
    CHECK(delivery.failures() == 0);
}

TEST_CASE("a delivery in progress takes on what comes in meanwhile", "[observer]") {
    using delivery_type =
        workmem::delivery<notice, workmem::observer::callbacks, workmem::null_mutex>;
    std::vector<std::uint64_t> told;
    delivery_type* at = nullptr;
    workmem::observer::callbacks all;
    all.on<notice>([&](const notice& each) {
        told.push_back(each.sequence);
        if (each.sequence > 3) return;
        publish(*at, each.sequence + 1);
        at->deliver(each.sequence + 1);
        CHECK(told.back() == each.sequence);  // not nested
        throw std::runtime_error{"odd"};
    });
    delivery_type delivery{all};
    at = &delivery;
    publish(delivery, 1);
    delivery.deliver(1);
    CHECK(told == std::vector<std::uint64_t>{1, 2, 3, 4});
    CHECK(delivery.failures() == 3);
}
