// What is worth keeping is yours to say, and what must never go is pinned.
#include <workmem/bounded/bounded_store.hpp>
#include <workmem/bounded/bounded_store.ipp>
#include <workmem/eviction/value_density.hpp>
#include <workmem/ids/sequential_ids.hpp>
#include <workmem/tokens/estimate_counter.hpp>

#include <cstdint>
#include <iostream>
#include <string_view>

// In this trade figures are what is asked for later: order numbers, amounts, dates.
struct figures_first {
    std::uint64_t operator()(std::string_view text) const noexcept {
        std::uint64_t worth = 1;
        for (const char c : text) worth += c >= '0' && c <= '9' ? 5 : 0;
        return worth;
    }
};
struct support_policies : workmem::default_policies {
    using ids = workmem::sequential_ids;
    using tokens = workmem::estimate_counter;
    struct bounded : workmem::default_policies::bounded {
        using eviction = workmem::eviction::basic_value_density<figures_first>;
    };
};
using store = workmem::basic_bounded_store<support_policies>;

int main() {
    // Half as much worth after ten turns.
    store memory{{.max_items = 4, .max_tokens = 80, .half_life = 10}};
    const auto rule = memory.memorize("Never promise a refund.").id;
    memory.pin(rule);

    for (const std::string_view said :
         {"Hello, how are you today?", "My order is 48213, paid on 2024-11-03.",
          "I have been a customer for many years.", "You charged me 129.90 instead of 99.90.",
          "It really is a nuisance, I must say."}) {
        memory.advance_step();
        for (const auto& each : memory.memorize(said).evicted)
            std::cout << "evicted: " << each.value.text << '\n';
    }

    // Another part of the agent has found out what this is about.
    const auto hits = memory.remember("charged");
    memory.set_importance(hits.front().value.id, 0.9);

    // Pinned items take half of a limit at most, so that there is always room for the present.
    memory.pin(hits.front().value.id);
    for (const auto& each : memory)
        if (const auto done = memory.try_pin(each.id); !done)
            std::cout << each.id << ": " << done.error().message() << '\n';

    for (const auto& each : memory)
        std::cout << (each.pinned ? "pinned: " : "held: ") << each.text << '\n';
}
