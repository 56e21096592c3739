#include "catch.hpp"

#include <workmem/locking/lock.hpp>
#include <workmem/observer/delivery.hpp>
#include <workmem/observer/observer.hpp>
#include <workmem/observer/pending_notice.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

struct notice {
    std::uint64_t sequence = 0;
};
using delivery = workmem::delivery<notice, workmem::observer::callbacks, workmem::null_mutex>;

}  // namespace

TEST_CASE("a notice is told once it is published, and never where its change failed",
          "[observer]") {
    std::vector<std::uint64_t> told;
    workmem::observer::callbacks all;
    all.on<notice>([&](const notice& each) { told.push_back(each.sequence); });
    delivery to{all};
    {
        workmem::pending_notice<notice, delivery, true> failed{to};
        REQUIRE(failed.get() != nullptr);
    }
    {
        workmem::pending_notice<notice, delivery, true> cancelled{to};
        cancelled.cancel();
        CHECK(cancelled.get() == nullptr);
    }
    {
        workmem::pending_notice<notice, delivery, true> kept{to};
        kept.publish(7);
        CHECK(kept.get() == nullptr);
    }
    to.deliver(100);
    CHECK(told == std::vector<std::uint64_t>{7});
}

TEST_CASE("where nobody listens there is no notice", "[observer]") {
    std::size_t told = 0;
    workmem::observer::callbacks all;
    all.on<notice>([&](const notice&) { ++told; });
    delivery to{all};
    workmem::pending_notice<notice, delivery, false> none{to};
    CHECK(none.get() == nullptr);
    none.publish(1);
    none.cancel();
    to.deliver(100);
    CHECK(told == 0);
}
