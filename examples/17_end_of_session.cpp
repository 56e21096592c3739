// When a session ends, all that has proved its worth is promoted together; sessions that nobody
// ends are dropped in the same way.
#include <workmem/observer/observer.hpp>
#include <workmem/session/session_store.hpp>
#include <workmem/session/session_store.ipp>
#include <workmem/time/manual_clock.hpp>

#include <chrono>
#include <iostream>

struct policies : workmem::default_policies {
    using clock = workmem::manual_clock;  // a program takes the default
    using observer = workmem::observer::callbacks;
};
using store = workmem::basic_session_store<policies>;

int main() {
    using workmem::priority;
    workmem::session_options options;
    options.idle_after = std::chrono::hours{2};
    store::parts with;
    with.observer.on<workmem::session_notice>([](const workmem::session_notice& notice) {
        if (notice.kind == "session.drop")
            std::cout << "dropped " << notice.session << " with " << notice.ids.size() << '\n';
    });
    store sessions{options, with};

    sessions.add("session-999",
                 {.content = "Ann leads the project", .priority = priority::critical});
    sessions.add("session-999", {.content = "It rains", .priority = priority::low});

    // What a rule asks for.
    const auto pending =
        sessions.list("session-999", {.only = workmem::session_filter::kind::pending});
    std::cout << pending.total << " pending\n";
    for (const auto& each : sessions.bulk_promote("session-999"))
        std::cout << (each.problem ? each.problem->message() : each.long_term_id) << '\n';
    sessions.clear("session-999");

    // Nobody ends this one.
    sessions.add("forgotten",
                 {.content = "The key is under the mat", .priority = priority::critical});
    sessions.add("forgotten", {.content = "It still rains"});
    with.clock.advance(std::chrono::hours{2});
    sessions.sweep();
    std::cout << sessions.list_sessions().size() << " sessions\n";
    for (const auto& kept : sessions.long_term().list().memories)
        std::cout << "kept: " << kept.content << '\n';
}
