// A bundle of policies: what differs from the defaults, by name.
#include <workmem/entity/entity_memory.hpp>
#include <workmem/entity/entity_memory.ipp>
#include <workmem/eviction/lru.hpp>
#include <workmem/observer/observer.hpp>
#include <workmem/resolution/recency.hpp>
#include <workmem/time/manual_clock.hpp>

#include <chrono>
#include <iostream>
#include <shared_mutex>

struct test_policies : workmem::default_policies {
    using clock = workmem::manual_clock;
    using mutex = std::shared_mutex;
    using observer = workmem::observer::callbacks;
    struct entities : workmem::default_policies::entities {
        using eviction = workmem::eviction::lru;
        using resolution = workmem::resolution::recency;
    };
};
using my_memory = workmem::basic_entity_memory<workmem::entity, test_policies>;

int main() {
    using namespace std::chrono_literals;
    workmem::manual_clock clock;
    workmem::observer::callbacks observer;
    observer.on<workmem::entity_notice<>>([](const workmem::entity_notice<>& notice) {
        for (const auto& each : notice.put) std::cout << "+ " << each.type << ' ' << each.id << '\n';
        for (const auto& each : notice.removed)
            std::cout << "- " << each.value.name << ", " << to_string(each.cause) << '\n';
    });

    my_memory memory{{.capacity = 2, .ttl = 10min}, {.clock = clock, .observer = observer}};
    memory.add({.type = "page", .id = 1, .name = "Home"});
    memory.add({.type = "page", .id = 2, .name = "Prices"});
    memory.get("page", 1);                                     // now the newest
    memory.add({.type = "page", .id = 3, .name = "Contact"});  // "Prices" has to go

    if (const auto found = memory.resolve("that page")) std::cout << found->name << '\n';
    clock.advance(10min);
    std::cout << memory.size() << " left\n";
    memory.sweep();
}
