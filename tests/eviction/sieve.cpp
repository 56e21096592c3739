#include "cache_of_keys.hpp"
#include "catch.hpp"

#include <workmem/eviction/sieve.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <set>

using namespace workmem::eviction;
using workmem_test::cache_of_keys;
using workmem_test::requests;

static_assert(policy<sieve>);

namespace {

// SIEVE as its authors write it: a list with its newest in front and a hand from the back.
class plain_sieve {
public:
    explicit plain_sieve(std::size_t capacity) : capacity_{capacity} {}
    bool ask(std::uint64_t key) {
        for (auto& each : list_)
            if (each.key == key) return each.visited = true;
        if (list_.size() == capacity_) {
            if (hand_ >= list_.size()) hand_ = list_.size() - 1;
            while (list_[hand_].visited) {
                list_[hand_].visited = false;
                hand_ = hand_ == 0 ? list_.size() - 1 : hand_ - 1;
            }
            list_.erase(list_.begin() + static_cast<std::ptrdiff_t>(hand_));
            // The one before it, seen from the back.
            hand_ = hand_ == 0 ? capacity_ : hand_ - 1;
        }
        list_.push_front({key, false});
        if (hand_ < capacity_) ++hand_;
        return false;
    }
    std::set<std::uint64_t> content() const {
        std::set<std::uint64_t> out;
        for (const auto& each : list_) out.insert(each.key);
        return out;
    }

private:
    struct node {
        std::uint64_t key;
        bool visited;
    };
    std::size_t capacity_, hand_ = static_cast<std::size_t>(-2);
    std::deque<node> list_;
};

}  // namespace

TEST_CASE("sieve does what its model does", "[eviction]") {
    for (const std::size_t capacity : {1U, 2U, 7U, 30U}) {
        cache_of_keys<sieve> tried{capacity};
        plain_sieve plain{capacity};
        for (const auto key : requests(capacity, 5'000, 100)) {
            REQUIRE(tried.ask(key) == plain.ask(key));
            REQUIRE(tried.content() == plain.content());
        }
    }
}

TEST_CASE("sieve passes over protected entries, and nobody goes where all are", "[eviction]") {
    workmem_test::check_protected_are_passed_over<sieve>();
}

TEST_CASE("sieve beats chance, and repeats itself", "[eviction]") {
    workmem_test::check_beats_chance_and_repeats_itself<sieve>();
}
