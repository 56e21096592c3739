#include <workmem/detail/slot_index.hpp>

#include "catch.hpp"

#include <cstdint>
#include <map>
#include <random>

// A third of the hashes share four homes and few fingerprints, so that groups overflow.
TEST_CASE("the slot index finds what a map finds, over growth, overflow and erasure") {
    workmem::detail::slot_index index;
    std::map<std::uint32_t, std::uint32_t> hashes;  // of the slots in use
    std::mt19937 random{1};
    for (const std::uint32_t slots : {20U, 32U, 33U, 300U, 5'000U}) {
        index.reserve(slots, [&](auto&& insert) {
            for (const auto& [slot, hash] : hashes) insert(hash, slot);
        });
        std::size_t wrong = 0;
        for (int i = 0; i < 20'000; ++i) {
            const auto slot = static_cast<std::uint32_t>(random() % slots);
            const auto is_slot = [slot](std::uint32_t candidate) { return candidate == slot; };
            const auto held = hashes.find(slot);
            if (held == hashes.end()) {
                auto hash = static_cast<std::uint32_t>(random());
                if (i % 3 == 0) hash &= 0x0F00'0003U;
                wrong += index.find(hash, is_slot) != workmem::detail::no_slot;
                index.insert(hash, slot);
                hashes.emplace(slot, hash);
            } else {
                wrong += index.find(held->second, is_slot) != slot;
                if (random() % 2 == 0) continue;
                index.erase(held->second, slot);
                hashes.erase(held);
            }
        }
        for (const auto& [slot, hash] : hashes) {
            const auto wanted = slot;
            wrong +=
                index.find(hash, [wanted](std::uint32_t each) { return each == wanted; }) != wanted;
        }
        CHECK(wrong == 0);
    }
    index.clear();
    for (const auto& [slot, hash] : hashes)
        REQUIRE(index.find(hash, [](std::uint32_t) { return true; }) == workmem::detail::no_slot);
}

TEST_CASE("the slot index finds what is in it, below 32 slots and beyond", "[detail]") {
    for (const std::uint32_t slots : {8U, 32U, 33U, 500U}) {
        INFO(slots);
        // Few different hashes, so that many collide.
        const auto bits = GENERATE(2U, 6U, 32U);
        std::mt19937 engine{slots * 31 + bits};
        workmem::detail::slot_index index;
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
            if (found != (there == held.end() ? workmem::detail::no_slot : who)) FAIL("step " << i);
        }
    }
}

TEST_CASE("the slot index keeps what it has when it grows", "[detail]") {
    workmem::detail::slot_index index;
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
    CHECK(index.find(held[7], [](std::uint32_t) { return true; }) == workmem::detail::no_slot);
}
