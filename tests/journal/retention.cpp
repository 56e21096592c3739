#include "catch.hpp"

#include <workmem/journal/memory.hpp>
#include <workmem/journal/retention.hpp>

#include <cstdint>
#include <string>
#include <string_view>

using namespace workmem::journal;

TEST_CASE("a record says whose it is, and when it came to be", "[journal]") {
    CHECK(owner_of(R"({"kind":"entity.put","version":1})") == "entity");
    for (const auto* const bad : {"", "{}", R"({"kind":"entity"})", R"({"kind":"entity)",
                                  R"( {"kind":"entity.put"})", R"({"version":1})"})
        CHECK(owner_of(bad).empty());
    const auto time = time_of(R"({"kind":"a.b","time":"2024-01-01T00:00:30Z"})");
    REQUIRE(time);
    CHECK(time->time_since_epoch() == workmem::milliseconds{1'704'067'230'000});
    CHECK_FALSE(time_of(R"({"kind":"a.b","text":"\",\"time\":\"2024-01-01T00:00:30Z\""})"));
    CHECK_FALSE(time_of(R"({"kind":"a.b","time":"soon"})"));
}

TEST_CASE("records go that nobody needs", "[journal]") {
    memory journal;
    const std::string_view lines[]{R"({"kind":"a.put"})", R"({"kind":"b.put"})",
                                   R"({"kind":"a.put"})", R"({"kind":"a.put"})"};
    REQUIRE(journal.append("s", 0, lines).status == append_status::recorded);
    const auto oldest = [&] { return journal.open_stream("s", "")->oldest; };
    const auto trimmed = [&](std::string_view owner, std::uint64_t at, std::uint64_t changes) {
        REQUIRE(trim(journal, "s", owner, at, {.changes = changes, .snapshots = 1}));
        return oldest();
    };
    REQUIRE(journal.save_snapshot("s", "a", 4, "4"));
    // The second is needed by the memory that has no snapshot.
    CHECK(trimmed("a", 4, 0) == 1);
    REQUIRE(journal.save_snapshot("s", "b", 2, "2"));
    const auto before = oldest();
    CHECK(trimmed("a", 4, 4) == before);
    CHECK(trimmed("a", 4, 0) == 4);
    // Whose they were stays known.
    const auto known = journal.newest_snapshot("s", forgotten_records::owner, 9);
    REQUIRE((known && *known));
    CHECK((*known)->sequence == 4);
    const forgotten_records forgotten{(*known)->bytes};
    CHECK(forgotten.last_of("a") == 4);
    CHECK(forgotten.last_of("b") == 2);
    CHECK(forgotten.last_of("c") == 0);
}
