// What a conversation needs while it lasts: remembered at its start, read on the way, gone with it.
#include <workmem/session/session_store.hpp>
#include <workmem/session/session_store.ipp>
#include <workmem/time/manual_clock.hpp>

#include <iostream>

struct policies : workmem::default_policies {
    using clock = workmem::manual_clock;  // a program takes the default
};

int main() {
    workmem::basic_session_store<policies> sessions;

    // It begins with what is known.
    const auto preference = sessions.add("chat-123", {.content = "User prefers Python examples",
                                                      .priority = workmem::priority::high,
                                                      .tags = {"preference", "language"}});
    std::cout << preference.id << '\n';

    // On the way it is read, by its id or by its words.
    const auto read = sessions.get("chat-123", preference.id);
    std::cout << read.content << ", read " << read.access_count << " times\n";
    for (const auto& hit : sessions.search("chat-123", "python"))
        std::cout << "found: " << hit.value.content << '\n';
    // Another conversation knows nothing of it.
    std::cout << sessions.search("chat-456", "python").size() << " in chat-456\n";

    // It ends.
    std::cout << sessions.clear("chat-123") << " cleared, " << sessions.list("chat-123").total
              << " left\n";
}
