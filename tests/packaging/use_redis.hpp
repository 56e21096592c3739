// Instantiates what the headers of workmem::redis alone leave uncompiled.
#include <workmem_redis/redis.hpp>

inline bool use_redis() {
    using namespace workmem::journal;
    auto journal = redis::open("redis://localhost", {.sync = sync_mode::always()});
    if (!journal) return false;
    const std::string_view lines[]{"{}"};
    const auto keep = [](const record&) { return std::optional<std::string>{}; };
    return journal->open_stream("s", "test") &&
           journal->append("s", 0, lines).status == append_status::recorded &&
           journal->read("s", 0, [](const record&) {}) && journal->rewrite("s", keep) &&
           journal->examine()->sound();
}
