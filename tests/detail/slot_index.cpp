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
