// The items of a bounded store as a policy sees them, apart from any store.
#pragma once

#include <workmem/eviction/eviction.hpp>
#include <workmem/eviction/item_facts.hpp>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace workmem_test {

struct told_items : workmem::eviction::items_archetype {
    std::map<std::uint32_t, workmem::eviction::item_facts> held;
    std::map<std::uint32_t, std::string> texts;
    std::set<std::uint32_t> spared;
    std::int64_t turn = 0;
    std::uint64_t decided = 1;
    bool soft = true;
    std::int64_t important = 0, important_size = 0;

    workmem::eviction::item_facts facts(std::uint32_t slot) const { return held.at(slot); }
    template <class Visit>
    void for_each_text(std::uint32_t slot, Visit&& visit) const {
        const auto found = texts.find(slot);
        visit(found == texts.end() ? std::string_view{"a b c d"} : std::string_view{found->second});
    }
    bool is_protected(std::uint32_t slot) const { return spared.count(slot) != 0; }
    std::int64_t step() const { return turn; }
    std::uint32_t low() const { return 300'000; }
    std::uint32_t high() const { return 700'000; }
    bool may_override() const { return soft; }
    std::int64_t important_items() const { return important; }
    std::int64_t important_tokens() const { return important_size; }
    std::int64_t max_items() const { return 10; }
    std::int64_t max_tokens() const { return 100; }
    std::int64_t half_life() const { return 64; }
    std::uint64_t decision() const { return decided; }

    template <class Policy>
    void add(Policy& policy, std::uint32_t slot, workmem::eviction::item_facts what) {
        what.number = held.size() + 1;
        held[slot] = what;
        policy.reserve(slot + 1);
        policy.on_insert(slot, 0);
    }
    // Who goes, one after the other.
    template <class Policy>
    std::vector<std::uint32_t> order(Policy& policy) {
        ++decided;
        std::vector<std::uint32_t> out;
        for (auto slot = policy.victim(*this); slot != workmem::eviction::no_slot;
             slot = policy.victim(*this))
            out.push_back(slot);
        return out;
    }
};

}  // namespace workmem_test
