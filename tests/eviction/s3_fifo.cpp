#include "cache_of_keys.hpp"
#include "catch.hpp"

#include <workmem/eviction/s3_fifo.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <random>
#include <set>

using namespace workmem::eviction;
using workmem_test::cache_of_keys;
using workmem_test::requests;

static_assert(policy<s3_fifo>);

namespace {

// S3-FIFO over queues of keys.
class plain_s3_fifo {
public:
    explicit plain_s3_fifo(std::size_t capacity) : capacity_{capacity} {}
    bool ask(std::uint64_t key) {
        if (uses_.count(key) != 0) {
            uses_[key] = (std::min)(uses_[key] + 1, 3);
            return true;
        }
        if (uses_.size() == capacity_) evict();
        const auto ghost = std::find(ghosts_.begin(), ghosts_.end(), key);
        if (ghost != ghosts_.end()) {
            ghosts_.erase(ghost);
            main_.push_back(key);
        } else {
            small_.push_back(key);
        }
        uses_[key] = 0;
        return false;
    }
    std::set<std::uint64_t> content() const {
        std::set<std::uint64_t> out;
        for (const auto& each : uses_) out.insert(each.first);
        return out;
    }

private:
    void evict() {
        if (small_.size() * 10 >= uses_.size()) {
            while (!small_.empty()) {
                const auto key = small_.front();
                small_.pop_front();
                if (uses_[key] > 1) {
                    uses_[key] = 0;
                    main_.push_back(key);
                    continue;
                }
                ghosts_.push_back(key);
                if (ghosts_.size() > capacity_ * 9 / 10) ghosts_.pop_front();
                uses_.erase(key);
                return;
            }
        }
        for (;;) {
            const auto key = main_.front();
            main_.pop_front();
            if (uses_[key] == 0) {
                uses_.erase(key);
                return;
            }
            --uses_[key];
            main_.push_back(key);
        }
    }
    std::size_t capacity_;
    std::deque<std::uint64_t> small_, main_, ghosts_;
    std::map<std::uint64_t, int> uses_;
};

}  // namespace

TEST_CASE("S3-FIFO does what its model does", "[eviction]") {
    for (const std::size_t capacity : {1U, 2U, 7U, 30U}) {
        cache_of_keys<s3_fifo> tried{capacity};
        plain_s3_fifo plain{capacity};
        for (const auto key : requests(capacity, 5'000, 100)) {
            REQUIRE(tried.ask(key) == plain.ask(key));
            REQUIRE(tried.content() == plain.content());
        }
    }
}

TEST_CASE("a ghost queue knows the last that left", "[eviction]") {
    ghost_queue ghosts;
    CHECK_FALSE(ghosts.take(1));
    ghosts.push(1, 2);
    CHECK_FALSE(ghosts.take(1));  // no room was made
    std::deque<std::uint64_t> plain;
    std::mt19937_64 engine{4};
    for (std::size_t i = 0; i < 3'000; ++i) {
        // It grows from a handful over the size where a table is needed.
        const std::size_t most = 1 + i / 50;
        ghosts.reserve(most);
        const auto hash = engine() % 100 << 32;
        const auto at = std::find(plain.begin(), plain.end(), hash);
        REQUIRE(ghosts.take(hash) == (at != plain.end()));
        if (at != plain.end()) plain.erase(at);
        plain.push_back(hash);
        if (plain.size() > most) plain.pop_front();
        ghosts.push(hash, most);
    }
    ghosts.push(7, 0);
    CHECK_FALSE(ghosts.take(plain.back()));
    ghosts.push(7, 1);
    ghosts.clear();
    CHECK_FALSE(ghosts.take(7));
}

TEST_CASE("S3-FIFO passes over protected entries, and nobody goes where all are", "[eviction]") {
    workmem_test::check_protected_are_passed_over<s3_fifo>();
}

TEST_CASE("S3-FIFO beats chance, and repeats itself", "[eviction]") {
    workmem_test::check_beats_chance_and_repeats_itself<s3_fifo>();
}
