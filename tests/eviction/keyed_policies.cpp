// Policies for things that come back: against caches in the plainest words.
#include "catch.hpp"

#include <workmem/eviction/s3_fifo.hpp>
#include <workmem/eviction/sieve.hpp>
#include <workmem/eviction/w_tinylfu.hpp>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <random>
#include <set>
#include <vector>

using namespace workmem::eviction;

namespace {

struct entries : entries_archetype {
    std::set<std::uint32_t> spared;
    bool is_protected(std::uint32_t slot) const noexcept { return spared.count(slot) != 0; }
};

// A cache over a policy; keys are hashes.
template <class Policy>
class cache {
public:
    explicit cache(std::size_t capacity) : capacity_{capacity} {
        policy.reserve(capacity);
        for (std::size_t i = capacity; i > 0; --i)
            free_.push_back(static_cast<std::uint32_t>(i - 1));
    }
    bool ask(std::uint64_t key) {
        if (const auto found = slots.find(key); found != slots.end()) {
            policy.on_access(found->second, key);
            return true;
        }
        if (slots.size() == capacity_) {
            const auto slot = policy.victim(all);
            REQUIRE(slot != no_slot);
            const auto gone = keys_.at(slot);
            policy.on_erase(slot, gone);
            slots.erase(gone);
            free_.push_back(slot);
        }
        const auto slot = free_.back();
        free_.pop_back();
        slots[key] = slot;
        keys_[slot] = key;
        policy.on_insert(slot, key);
        return false;
    }
    std::set<std::uint64_t> content() const {
        std::set<std::uint64_t> out;
        for (const auto& each : slots) out.insert(each.first);
        return out;
    }

    Policy policy;
    entries all;
    std::map<std::uint64_t, std::uint32_t> slots;

private:
    std::size_t capacity_;
    std::map<std::uint32_t, std::uint64_t> keys_;
    std::vector<std::uint32_t> free_;
};

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

// Few keys are asked for often, many now and then.
std::vector<std::uint64_t> requests(std::uint64_t seed, std::size_t count, std::size_t keys) {
    std::mt19937_64 engine{seed};
    std::vector<std::uint64_t> out;
    for (std::size_t i = 0; i < count; ++i) {
        const auto a = engine() % keys, b = engine() % keys;
        out.push_back(engine() % 3 == 0 ? a : a * b / keys * b / keys);
    }
    return out;
}

template <class Policy>
std::size_t hits(std::size_t capacity, const std::vector<std::uint64_t>& asked) {
    cache<Policy> held{capacity};
    std::size_t count = 0;
    for (const auto key : asked) count += held.ask(key);
    return count;
}

}  // namespace

static_assert(policy<sieve> && policy<s3_fifo> && policy<w_tinylfu>);

TEST_CASE("sieve does what its model does", "[eviction]") {
    for (const std::size_t capacity : {1U, 2U, 7U, 30U}) {
        cache<sieve> tried{capacity};
        plain_sieve plain{capacity};
        for (const auto key : requests(capacity, 5'000, 100)) {
            REQUIRE(tried.ask(key) == plain.ask(key));
            REQUIRE(tried.content() == plain.content());
        }
    }
}

TEST_CASE("S3-FIFO does what its model does", "[eviction]") {
    for (const std::size_t capacity : {1U, 2U, 7U, 30U}) {
        cache<s3_fifo> tried{capacity};
        plain_s3_fifo plain{capacity};
        for (const auto key : requests(capacity, 5'000, 100)) {
            REQUIRE(tried.ask(key) == plain.ask(key));
            REQUIRE(tried.content() == plain.content());
        }
    }
}

TEST_CASE("W-TinyLFU keeps what is asked for often through a scan", "[eviction]") {
    cache<w_tinylfu> held{20};
    for (int round = 0; round < 8; ++round)
        for (std::uint64_t key = 0; key < 10; ++key) held.ask(key);
    for (std::uint64_t key = 1'000; key < 1'200; ++key) held.ask(key);
    std::size_t kept = 0;
    for (std::uint64_t key = 0; key < 10; ++key) kept += held.content().count(key);
    CHECK(kept >= 9);
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

TEST_CASE("a sketch counts, and forgets by halves", "[eviction]") {
    frequency_sketch sketch;
    CHECK(sketch(7) == 0);
    sketch.reserve(64);
    for (int i = 0; i < 9; ++i) sketch.count(7, 64);
    CHECK(sketch(7) == 9);
    CHECK(sketch(8) == 0);
    for (std::uint64_t i = 0; i < 640; ++i) sketch.count(1'000 + i % 4, 64);
    CHECK(sketch(7) >= 4);
    CHECK(sketch(7) < 9);
    sketch.clear();
    CHECK(sketch(7) == 0);
}

TEMPLATE_TEST_CASE("protected entries are passed over, and nobody goes where all are", "[eviction]",
                   sieve, s3_fifo, w_tinylfu) {
    TestType policy;
    entries all;
    CHECK(policy.victim(all) == no_slot);
    policy.reserve(4);
    for (const std::uint32_t slot : {0U, 1U, 2U, 3U}) policy.on_insert(slot, 100 + slot);
    policy.on_access(1, 101);
    all.spared = {0, 1, 3};
    CHECK(policy.victim(all) == 2);
    all.spared.insert(2);
    CHECK(policy.victim(all) == no_slot);
    all.spared.erase(1);
    CHECK(policy.victim(all) == 1);
    policy.on_erase(1, 101);
    policy.clear();
    CHECK(policy.victim(all) == no_slot);
    policy.on_insert(2, 102);
    all.spared.clear();
    CHECK(policy.victim(all) == 2);
}

TEST_CASE("all of them beat chance, and repeat themselves", "[eviction]") {
    const auto asked = requests(3, 20'000, 400);
    for (const auto& [found, again] :
         {std::pair{hits<sieve>(40, asked), hits<sieve>(40, asked)},
          std::pair{hits<s3_fifo>(40, asked), hits<s3_fifo>(40, asked)},
          std::pair{hits<w_tinylfu>(40, asked), hits<w_tinylfu>(40, asked)}}) {
        CHECK(found == again);
        CHECK(found > asked.size() / 5);
    }
}
