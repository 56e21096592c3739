// A cache over an eviction policy for things that come back, and what every such policy promises.
#pragma once

#include "catch.hpp"

#include <workmem/eviction/eviction.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <vector>

namespace workmem_test {

struct spared_entries : workmem::eviction::entries_archetype {
    std::set<std::uint32_t> spared;
    bool is_protected(std::uint32_t slot) const noexcept { return spared.count(slot) != 0; }
};

// A cache over a policy; keys are hashes.
template <class Policy>
class cache_of_keys {
public:
    explicit cache_of_keys(std::size_t capacity) : capacity_{capacity} {
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
            REQUIRE(slot != workmem::eviction::no_slot);
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
    spared_entries all;
    std::map<std::uint64_t, std::uint32_t> slots;

private:
    std::size_t capacity_;
    std::map<std::uint32_t, std::uint64_t> keys_;
    std::vector<std::uint32_t> free_;
};

// Few keys are asked for often, many now and then.
inline std::vector<std::uint64_t> requests(std::uint64_t seed, std::size_t count,
                                           std::size_t keys) {
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
    cache_of_keys<Policy> held{capacity};
    std::size_t count = 0;
    for (const auto key : asked) count += held.ask(key);
    return count;
}

template <class Policy>
void check_protected_are_passed_over() {
    using workmem::eviction::no_slot;
    Policy policy;
    spared_entries all;
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

// Of all slots in use any may go.
class by_chance {
public:
    void reserve(std::size_t) noexcept {}
    void on_insert(std::uint32_t slot, std::uint64_t) { slots_.push_back(slot); }
    void on_access(std::uint32_t, std::uint64_t) noexcept {}
    void on_erase(std::uint32_t slot, std::uint64_t) { std::erase(slots_, slot); }
    template <class Entries>
    std::uint32_t victim(const Entries&) {
        return slots_[engine_() % slots_.size()];
    }

private:
    std::vector<std::uint32_t> slots_;
    std::mt19937_64 engine_{5};
};

template <class Policy>
void check_beats_chance_and_repeats_itself() {
    const auto asked = requests(3, 20'000, 400);
    const auto found = hits<Policy>(40, asked);
    CHECK(found == hits<Policy>(40, asked));
    CHECK(found * 4 > hits<by_chance>(40, asked) * 5);
}

}  // namespace workmem_test
