// A prompt has room for so many tokens: what matters stays, what does not goes, and why is known.
#include <workmem/bounded/bounded_store.hpp>
#include <workmem/bounded/bounded_store.ipp>
#include <workmem/eviction/importance_guard.hpp>
#include <workmem/ids/sequential_ids.hpp>
#include <workmem/tokens/estimate_counter.hpp>

#include <iostream>

struct counted_ids : workmem::default_policies {
    using ids = workmem::sequential_ids;
    using tokens = workmem::estimate_counter;  // the default never counts too low, thus too high
    struct bounded : workmem::default_policies::bounded {
        using eviction = workmem::eviction::importance_guard;  // importance before size and age
    };
};
using store = workmem::basic_bounded_store<counted_ids>;

int main() {
    store memory{{.max_items = 5, .max_tokens = 60}};
    memory.memorize({.text = "The user is allergic to nuts.", .importance = 0.9, .pinned = true});
    memory.memorize({.text = "Searched for restaurants nearby.", .group = "call-1"});
    memory.memorize({.text = "Found three: Nori, Bella, Taco Hut.", .group = "call-1"});
    memory.memorize({.text = "Table for four", .key = "party"});
    memory.memorize({.text = "Some small talk about the weather.", .importance = 0.1});

    memory.advance_step();
    const auto done = memory.memorize({.text = "Table for six", .key = "party"});
    std::cout << "superseded: " << done.superseded.front().value.text << '\n';
    for (const auto& each : memory.memorize("They like Bella best.").evicted)
        std::cout << "evicted: " << each.value.text << " (" << to_string(each.reason) << ")\n";

    std::cout << memory.context(50) << '\n';
    for (const auto& each : memory.remember("bella", 2))
        std::cout << "remembered: " << each.value.text << '\n';
    std::cout << memory.explain("id-1").text << '\n';

    // A smaller model takes over: half of it has to go.
    auto smaller = memory.options();
    smaller.max_items = 3;
    for (const auto& each : memory.set_options(smaller))
        std::cout << "evicted: " << each.value.text << " (" << to_string(each.reason) << ")\n";
}
