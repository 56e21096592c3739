// What must not be lost goes to long-term memory at once, and says where it comes from.
#include <workmem/session/session_store.hpp>
#include <workmem/session/session_store.ipp>
#include <workmem/time/manual_clock.hpp>

#include <iostream>
#include <variant>

struct policies : workmem::default_policies {
    using clock = workmem::manual_clock;  // a program takes the default
};

int main() {
    using workmem::priority;
    workmem::basic_session_store<policies> sessions;

    const auto allergy = sessions.add("user-456", {.content = "Ann is allergic to nuts",
                                                   .priority = priority::critical,
                                                   .tags = {"health", "important"}});
    const auto kept = sessions.promote("user-456", allergy.id).memory;
    for (const auto& member : kept.metadata)
        std::cout << member.name << ": " << std::get<std::string>(member.value) << '\n';
    // A second time it is the same one.
    std::cout << (sessions.promote("user-456", allergy.id).is_new ? "new" : "known") << '\n';

    // No rule promotes what looks like a secret, however critical: that takes a person.
    const auto key = sessions.add("user-456", {.content = "api_key = a8f5f167f44f4964e6c998de",
                                               .priority = priority::critical});
    std::cout << (sessions.get("user-456", key.id).promoted ? "promoted" : "stays here") << '\n';

    // The session goes, the memory stays.
    sessions.clear("user-456");
    std::cout << sessions.long_term().search("allergic").front().value.content << '\n';
}
