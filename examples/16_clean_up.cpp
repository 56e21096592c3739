// Before a clean-up, what is worth more time gets it.
#include <workmem/session/session_store.hpp>
#include <workmem/session/session_store.ipp>
#include <workmem/time/manual_clock.hpp>

#include <algorithm>
#include <chrono>
#include <iostream>

struct policies : workmem::default_policies {
    using clock = workmem::manual_clock;  // a program takes the default
};

int main() {
    using kind = workmem::session_filter::kind;
    using workmem::priority;
    constexpr auto session = "session-789";
    workmem::manual_clock clock;
    workmem::basic_session_store<policies> sessions{{}, {.clock = clock}};

    sessions.add(session,
                 {.content = "The build is red", .priority = priority::low, .tags = {"status"}});
    sessions.add(session,
                 {.content = "Deploy on Friday", .priority = priority::low, .tags = {"keep"}});
    sessions.add(session, {.content = "Ann reviews", .priority = priority::high});

    clock.advance(std::chrono::hours{1} + std::chrono::minutes{6});
    for (const auto& alert : sessions.health(session).alerts)
        std::cout << alert.metric << ": " << alert.message << '\n';

    // What would go?
    for (const auto& expired : sessions.list(session, {.only = kind::expired}).memories) {
        std::cout << "expired: " << expired.content << '\n';
        if (std::count(expired.tags.begin(), expired.tags.end(), "keep") != 0)
            std::cout << "until " << workmem::to_iso8601(sessions.extend_ttl(session, expired.id))
                      << '\n';
    }

    // A program calls this every few minutes, or `tick()` before each request.
    std::cout << sessions.sweep() << " swept\n";
    for (const auto& left : sessions.list(session).memories)
        std::cout << "left: " << left.content << '\n';
}
