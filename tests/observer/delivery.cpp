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
};

template <class Delivery>
void publish(Delivery& delivery, std::uint64_t sequence) {
    delivery.prepare().sequence = sequence;
    delivery.publish();
}

}  // namespace

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
