// Instantiates what the headers of workmem::sqlite alone leave uncompiled.
#include <workmem_sqlite/sqlite.hpp>

inline bool use_sqlite() {
    using namespace workmem::journal;
    auto journal = sqlite::open("journal.db", {.sync = sync_mode::always()});
    if (!journal) return false;
    const std::string_view lines[]{"{}"};
    const auto keep = [](const record&) { return std::optional<std::string>{}; };
    return journal->open_stream("s", "test") &&
           journal->append("s", 0, lines).status == append_status::recorded &&
           journal->read("s", 0, [](const record&) {}) && journal->rewrite("s", keep) &&
           journal->examine()->sound();
}
