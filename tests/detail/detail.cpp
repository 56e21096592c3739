#include "catch.hpp"

#include <workmem/detail/bytes.hpp>
#include <workmem/detail/hash.hpp>
#include <workmem/detail/inline_vector.hpp>
#include <workmem/detail/slot_index.hpp>

#include <cstring>
#include <map>
#include <random>
#include <set>
#include <string>

using namespace workmem::detail;

TEST_CASE("bytes are compared and copied at every length", "[detail]") {
    for (std::size_t size = 0; size <= 70; ++size) {
        std::string a(size, 'a');
        for (std::size_t i = 0; i < size; ++i) a[i] = static_cast<char>('a' + i % 26);
        std::string b(size, '-');
        copy_bytes(b.data(), a.data(), size);
        CHECK(a == b);
        CHECK(same_bytes(a.data(), b.data(), size));
        for (std::size_t i = 0; i < size; ++i) {
            auto c = b;
            c[i] = '!';
            CHECK_FALSE(same_bytes(a.data(), c.data(), size));
        }
    }
}

TEST_CASE("a hash depends on every byte, the length and the seed, and on nothing else",
          "[detail]") {
    std::set<std::uint64_t> lengths;
    for (std::size_t size = 0; size <= 40; ++size) {
        const std::string zeros(size, '\0');
        lengths.insert(hash_bytes(zeros, decision_seed));
        std::set<std::uint64_t> seen{hash_bytes(zeros, decision_seed)};
        for (std::size_t i = 0; i < size; ++i) {
            auto other = zeros;
            other[i] = 1;
            seen.insert(hash_bytes(other, decision_seed));
        }
        CHECK(seen.size() == size + 1);
    }
    CHECK(lengths.size() == 41);
    CHECK(hash_bytes("abc", 1) != hash_bytes("abc", 2));
    CHECK(hash_bytes(std::string("abc"), 1) == hash_bytes("abc", 1));
    // The same everywhere: decisions depend on it.
    CHECK(decision_seed == 0x9E3779B97F4A7C15U);
    CHECK(process_seed() == process_seed());
}

TEST_CASE("an inline vector grows out of its object and back", "[detail]") {
    inline_vector<int, 2> values;
    CHECK(values.empty());
    for (int i = 0; i < 100; ++i) {
        values.push_back(i);
        REQUIRE(values.size() == static_cast<std::size_t>(i) + 1);
    }
    for (int i = 0; i < 100; ++i) CHECK(values[static_cast<std::size_t>(i)] == i);
    CHECK(values.view().size() == 100);
    values.shrink(3);
    CHECK(values.size() == 3);
    int sum = 0;
    for (const int each : values) sum += each;
    CHECK(sum == 3);
    values.clear();
    values.reserve(1'000);
    CHECK(values.empty());
    values.push_back(7);
    CHECK(values[0] == 7);
}

TEST_CASE("the slot index finds what is in it, below 32 slots and beyond", "[detail]") {
    for (const std::uint32_t slots : {8U, 32U, 33U, 500U}) {
        INFO(slots);
        // Few different hashes, so that many collide.
        const auto bits = GENERATE(2U, 6U, 32U);
        std::mt19937 engine{slots * 31 + bits};
        slot_index index;
        std::map<std::uint32_t, std::uint32_t> held;  // slot → hash
        index.reserve(slots, [](auto&&) {});
        const auto any_hash = [&] {
            const auto low =
                static_cast<std::uint32_t>(bits == 32 ? engine() : engine() % (1U << bits));
            return bits == 32 ? low : low << 24 | low;
        };
        for (int i = 0; i < 20'000; ++i) {
            const auto slot = static_cast<std::uint32_t>(engine() % slots);
            const auto at = held.find(slot);
            if (at == held.end()) {
                const auto hash = any_hash();
                index.insert(hash, slot);
                held.emplace(slot, hash);
            } else if (engine() % 3 != 0) {
                index.erase(at->second, slot);
                held.erase(at);
            }
            const auto who = static_cast<std::uint32_t>(engine() % slots);
            const auto there = held.find(who);
            const auto hash = there == held.end() ? any_hash() : there->second;
            const auto found = index.find(hash, [&](std::uint32_t each) { return each == who; });
            if (found != (there == held.end() ? no_slot : who)) FAIL("step " << i);
        }
    }
}

TEST_CASE("the slot index keeps what it has when it grows", "[detail]") {
    slot_index index;
    std::map<std::uint32_t, std::uint32_t> held;
    for (std::uint32_t slot = 0; slot < 300; ++slot) {
        index.reserve(slot + 1, [&](auto&& insert) {
            for (const auto& [each, hash] : held) insert(hash, each);
        });
        held[slot] = slot * 0x9E3779B9U;
        index.insert(held[slot], slot);
        for (const auto& [each, hash] : held)
            REQUIRE(index.find(hash, [&, e = each](std::uint32_t s) { return s == e; }) == each);
    }
    index.clear();
    CHECK(index.find(held[7], [](std::uint32_t) { return true; }) == no_slot);
}
