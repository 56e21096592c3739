// What a conversation remembers for a while, and what of it is kept for good.
#include <workmem/long_term/long_term_store.hpp>
#include <workmem/long_term/long_term_store.ipp>
#include <workmem/session/session.hpp>
#include <workmem/session/session.ipp>
#include <workmem/time/manual_clock.hpp>

#include <chrono>
#include <iostream>

struct policies : workmem::default_policies {
    using clock = workmem::manual_clock;  // a program takes the default
};

int main() {
    using workmem::priority;
    workmem::manual_clock clock;
    workmem::basic_session<policies> session{{}, {.clock = clock, .name = "chat-123"}};
    workmem::basic_long_term_store<policies> kept{{}, {.clock = clock}};

    const auto fact = session.add({.content = "Ann prefers Python examples",
                                   .priority = priority::high,
                                   .tags = {"preference", "language"}});
    session.add({.content = "The build is red", .priority = priority::low});
    std::cout << "importance " << fact.importance << '\n';

    for (const auto& hit : session.search("python example"))
        std::cout << "found: " << hit.value.content << '\n';

    // Read often enough, it is worth keeping.
    while (!session.get(fact.id).promoted) {
    }
    session.deliver(kept);

    clock.advance(std::chrono::hours{2});
    std::cout << session.sweep().size() << " expired, " << session.size() << " left\n";
    session.clear();
    for (const auto& found : kept.search("Python"))
        std::cout << "kept: " << found.value.content << '\n';
}
