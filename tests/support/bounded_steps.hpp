// Random calls on a bounded store, the same everywhere for the same seed.
#pragma once

#include "dice.hpp"

#include <workmem/bounded/bounded_store.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace workmem_test {

inline double random_importance(dice& roll) {
    constexpr double all[]{0.0, 0.1, 0.3, 0.3, 0.5, 0.5, 0.5, 0.6, 0.7, 0.8, 1.0};
    return all[roll.below(std::size(all))];
}

inline workmem::new_item random_item(dice& roll, std::int64_t step) {
    workmem::new_item out;
    out.text = "w";
    for (auto words = roll.below(8); words > 0; --words) {
        const auto size = 1 + roll.below(6);
        out.text += ' ' + std::string(size, static_cast<char>('a' + roll.below(3)));
    }
    if (roll.one_in(60)) out.text += std::string(300, 'x');
    if (roll.one_in(4)) out.key = "k" + std::to_string(roll.below(5));
    if (roll.one_in(4)) out.group = "g" + std::to_string(roll.below(4));
    if (roll.one_in(4)) out.tags = {"t" + std::to_string(roll.below(3))};
    if (!roll.one_in(4)) out.importance = random_importance(roll);
    if (roll.one_in(8)) out.step = step + static_cast<std::int64_t>(roll.below(3)) - 1;
    if (roll.one_in(8)) out.step_ttl = static_cast<std::int64_t>(roll.below(6));
    if (roll.one_in(8)) out.wall_ttl = workmem::milliseconds{1 + static_cast<int>(roll.below(500))};
    out.pinned = roll.one_in(12);
    return out;
}

inline workmem::bounded_options random_options(dice& roll) {
    workmem::bounded_options out;
    out.max_items = 1 + static_cast<std::int64_t>(roll.below(14));
    out.max_tokens = 40 + static_cast<std::int64_t>(roll.below(400));
    out.step_ttl.reset();
    if (roll.one_in(2)) out.step_ttl = static_cast<std::int64_t>(roll.below(10));
    out.wall_ttl.reset();
    if (roll.one_in(2))
        out.wall_ttl = workmem::milliseconds{100 + static_cast<int>(roll.below(900))};
    out.half_life = 1 + static_cast<std::int64_t>(roll.below(20));
    if (roll.one_in(3)) out.guard = workmem::importance_protection::strict;
    if (roll.one_in(5)) out.importance_threshold_low = 0.5;
    return out;
}

inline std::string random_instruction(dice& roll, std::int64_t step) {
    switch (roll.below(8)) {
        case 0: return "oldest";
        case 1: return "least important";
        case 2: return "position:" + std::to_string(roll.below(8));
        case 3: return "before:step_" + std::to_string(step - (step > 0 && roll.one_in(2)));
        case 4: return "tag:t" + std::to_string(roll.below(3));
        case 5: return "older than " + std::to_string(100 + roll.below(400)) + " ms";
        case 6: return "everything about aa bb";
        default: return "id:nobody";
    }
}

// The id of an item, or none.
template <class Store>
std::string random_id(const Store& memory, dice& roll) {
    auto left = roll.below(12);
    std::string out;
    memory.for_each([&](const workmem::item& each) {
        if (left-- == 0 || out.empty()) out = each.id;
    });
    return out;
}

// One call of any verb; `gone(removed_item)` hears who left for want of room. False where the call
// was refused.
template <class Store, class Clock, class Gone>
bool any_call(Store& memory, Clock& clock, dice& roll, Gone&& gone) {
    const auto left = [&](const auto& done) {
        if (!done) return false;
        for (const auto& each : done->superseded) gone(each);
        for (const auto& each : done->evicted) gone(each);
        return true;
    };
    using workmem::forget_mode;
    const auto step = memory.step();
    switch (roll.below(32)) {
        case 0: {
            std::vector<workmem::new_item> batch;
            for (auto count = roll.below(4); count > 0; --count) {
                batch.push_back(random_item(roll, step));
                batch.back().step.reset();
            }
            return left(memory.try_memorize_all(std::move(batch)));
        }
        case 1:
        case 2: {
            const auto from = random_item(roll, 0);
            workmem::item_change what;
            if (roll.one_in(3)) what.text = from.text;
            if (roll.one_in(3)) what.key = from.key;
            if (roll.one_in(3)) what.group = from.group;
            if (roll.one_in(3)) what.tags = from.tags;
            what.importance = from.importance;
            return left(memory.try_update(random_id(memory, roll), what));
        }
        case 3: {
            const auto importance = random_importance(roll);
            return memory.try_set_importance(random_id(memory, roll), importance).has_value();
        }
        case 4: return memory.try_pin(random_id(memory, roll)).has_value();
        case 5: return memory.try_unpin(random_id(memory, roll)).has_value();
        case 6:
        case 7: return memory.try_advance_step().has_value();
        case 8:
            return memory.try_set_step(step + static_cast<std::int64_t>(roll.below(4)) - 1)
                .has_value();
        case 9: return memory.try_forget(random_instruction(roll, step)).has_value();
        case 10: {
            const auto instruction = random_instruction(roll, step);
            return memory.try_forget(instruction, forget_mode::hard, roll.one_in(2)).has_value();
        }
        case 11: return memory.try_restore_all().has_value();
        case 12: return !roll.one_in(4) || memory.try_sweep().has_value();
        case 13:
        case 14: {
            const auto done = memory.try_set_options(random_options(roll));
            if (!done) return false;
            for (const auto& each : *done) gone(each);
            return true;
        }
        case 15:
        case 16: return memory.get(random_id(memory, roll)).has_value();
        case 17: return memory.get_by_key("k" + std::to_string(roll.below(5))).has_value();
        case 18: return memory.touch(random_id(memory, roll));
        case 19: {
            const bool blank = roll.one_in(2);
            return !memory.remember(blank ? "" : "aa b", roll.below(6)).empty();
        }
        case 20: return !roll.one_in(10) || memory.try_clear().has_value();
        case 21: return !roll.one_in(10) || memory.try_load(memory.to_json()).has_value();
        case 22: return !roll.one_in(40) || memory.try_erase(random_id(memory, roll)).has_value();
        case 23: return memory.try_flush().has_value();
        case 24:
            clock.advance(workmem::milliseconds{static_cast<int>(roll.below(100))});
            return true;
        default: return left(memory.try_memorize(random_item(roll, step)));
    }
}

}  // namespace workmem_test
