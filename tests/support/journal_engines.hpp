// What `full_engine` promises, for every engine in WORKMEM_JOURNAL_ENGINES: types that own what
// they need and have a member `journal`. To be included once, by the file that lists them.
#pragma once

#include "catch.hpp"
#include "eventually.hpp"
#include "journal_calls.hpp"

#include <workmem/journal/journal.hpp>

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace workmem_test {

using std::chrono::milliseconds;
using workmem::error_code;
using workmem::journal::record;

TEMPLATE_TEST_CASE("records come back in order from any sequence", "[journal][engines]",
                   WORKMEM_JOURNAL_ENGINES) {
    TestType with;
    auto& journal = with.journal;
    CHECK(all(journal, "s").empty());
    CHECK(append(journal, "s", 0, {"a", "b"}) == append_status::recorded);
    CHECK(append(journal, "s", 2, {"c"}) == append_status::recorded);
    CHECK(append(journal, "other", 0, {"x"}) == append_status::recorded);
    CHECK(append(journal, "s", 2, {"late"}) == append_status::conflict);
    CHECK(append(journal, "s", 9, {"early"}) == append_status::conflict);
    CHECK(append(journal, "s", 3, {}) == append_status::recorded);
    CHECK(all(journal, "s") == "1:a 2:b 3:c ");
    CHECK(all(journal, "s", 2) == "3:c ");
    CHECK(all(journal, "s", 3).empty());
    CHECK(all(journal, "s", 99).empty());
    // Appended is visible before it is durable.
    const std::string_view next[]{"d"};
    CHECK(journal.append("s", 3, next).status == append_status::recorded);
    CHECK(all(journal, "s", 2) == "3:c 4:d ");
}

TEMPLATE_TEST_CASE("a stream has a purpose and an incarnation", "[journal][engines]",
                   WORKMEM_JOURNAL_ENGINES) {
    TestType with;
    auto& journal = with.journal;
    const auto made = journal.open_stream("s", "entity");
    REQUIRE(made);
    CHECK(made->purpose == "entity");
    CHECK(made->incarnation.size() == 32);
    CHECK(made->last == 0);
    append(journal, "s", 0, {"a", "b"});
    const auto found = journal.open_stream("s", "entity");
    REQUIRE(found);
    CHECK(found->incarnation == made->incarnation);
    CHECK(found->last == 2);
    const auto other = journal.open_stream("s", "task");
    CHECK(code_of(other) == error_code::storage_error);
    CHECK_THAT(other.error().message(), contains("\"entity\"") && contains("\"task\""));
    CHECK(journal.open_stream("t", "task")->incarnation != made->incarnation);
    // An agent's stream is for any of its memories.
    const auto agents = journal.open_stream("a", "agent");
    REQUIRE(agents);
    REQUIRE(journal.open_stream("a", "task"));
    CHECK(journal.open_stream("a", "session")->incarnation == agents->incarnation);
    // One that an append made fits every purpose.
    append(journal, "u", 0, {"a"});
    CHECK(journal.open_stream("u", "task"));
    CHECK(code_of(journal.open_stream(std::string(1'025, 'x'), "p")) ==
          error_code::validation_error);
    CHECK(journal.open_stream(std::string(1'024, 'x'), "p"));
    CHECK(code_of(journal.open_stream("v", std::string(257, 'x'))) == error_code::validation_error);
}

TEMPLATE_TEST_CASE("snapshots: the newest up to a record, never an older one behind a newer",
                   "[journal][engines]", WORKMEM_JOURNAL_ENGINES) {
    TestType with;
    auto& journal = with.journal;
    append(journal, "s", 0, {"a", "b", "c", "d"});
    const auto newest = [&](std::string_view owner, std::uint64_t at_most) -> std::string {
        const auto found = journal.newest_snapshot("s", owner, at_most);
        if (!found) return found.error().message();
        return *found ? std::to_string((*found)->sequence) + ':' + (*found)->bytes : "none";
    };
    CHECK(newest("entity", 99) == "none");
    CHECK(journal.save_snapshot("s", "entity", 1, "one"));
    CHECK(journal.save_snapshot("s", "entity", 3, "three"));
    CHECK(journal.save_snapshot("s", "bounded", 2, "other"));
    CHECK(newest("entity", 99) == "3:three");
    CHECK(newest("entity", 2) == "1:one");
    CHECK(newest("entity", 0) == "none");
    CHECK(newest("bounded", 99) == "2:other");
    CHECK(newest("stranger", 99) == "none");
    CHECK(code_of(journal.save_snapshot("s", "entity", 2, "x")) == error_code::conflict);
    CHECK(code_of(journal.save_snapshot("s", "entity", 5, "x")) == error_code::validation_error);
    for (const auto* const bad : {"", "A", "../x", "a b", "a-b"})
        CHECK(code_of(journal.save_snapshot("s", bad, 4, "x")) == error_code::validation_error);
    CHECK(journal.save_snapshot("s", "entity", 3, "again"));
    CHECK(newest("entity", 3) == "3:again");
    const std::string large(3'000'000, 'x');
    CHECK(journal.save_snapshot("s", "entity", 4, large));
    CHECK(newest("entity", 4) == "4:" + large);
    CHECK(journal.save_snapshot("s", "empty", 4, ""));
    CHECK(newest("empty", 4) == "4:");
}

TEMPLATE_TEST_CASE("truncation forgets records, and snapshots that are no owner's newest",
                   "[journal][engines]", WORKMEM_JOURNAL_ENGINES) {
    TestType with;
    auto& journal = with.journal;
    append(journal, "s", 0, {"a", "b", "c"});
    append(journal, "s", 3, {"d"});
    CHECK(journal.save_snapshot("s", "entity", 1, "1"));
    CHECK(journal.save_snapshot("s", "entity", 3, "3"));
    CHECK(journal.save_snapshot("s", "bounded", 1, "1"));
    CHECK(code_of(journal.truncate("s", 5)) == error_code::validation_error);
    CHECK(journal.truncate("s", 2));
    CHECK(all(journal, "s", 2) == "3:c 4:d ");
    CHECK(all(journal, "s", 3) == "4:d ");
    CHECK(all(journal, "s", 1) == "compacted 2");
    CHECK(journal.truncate("s", 1));
    CHECK(journal.open_stream("s", "")->oldest == 2);
    CHECK_FALSE(journal.newest_snapshot("s", "entity", 2)->has_value());
    CHECK((*journal.newest_snapshot("s", "entity", 9))->bytes == "3");
    CHECK((*journal.newest_snapshot("s", "bounded", 9))->bytes == "1");
    CHECK(append(journal, "s", 4, {"e"}) == append_status::recorded);
    CHECK(journal.truncate("s", 5));
    CHECK(all(journal, "s", 5).empty());
    CHECK(all(journal, "s", 4) == "compacted 5");
    CHECK(append(journal, "s", 5, {"f"}) == append_status::recorded);
    CHECK(all(journal, "s", 5) == "6:f ");
}

TEMPLATE_TEST_CASE("rewriting gives records other bytes and removes snapshots",
                   "[journal][engines]", WORKMEM_JOURNAL_ENGINES) {
    TestType with;
    auto& journal = with.journal;
    append(journal, "s", 0, {"a", "secret", "c"});
    CHECK(journal.save_snapshot("s", "entity", 2, "secret"));
    CHECK(journal.save_snapshot("s", "entity", 3, "clean"));
    const auto erase = [](const record& each) {
        return each.bytes == "secret" ? std::optional<std::string>{"-"}
                                      : std::optional<std::string>{};
    };
    SECTION("all of them") {
        CHECK(journal.rewrite("s", erase));
        CHECK_FALSE(journal.newest_snapshot("s", "entity", 9)->has_value());
        CHECK(journal.save_snapshot("s", "entity", 1, "new"));
        CHECK((*journal.newest_snapshot("s", "entity", 9))->bytes == "new");
    }
    SECTION("those below a record") {
        CHECK(journal.save_snapshot("s", "bounded", 1, "other"));
        CHECK(journal.rewrite("s", erase, {"entity", 3}));
        CHECK((*journal.newest_snapshot("s", "bounded", 9))->bytes == "other");
        CHECK_FALSE(journal.newest_snapshot("s", "entity", 2)->has_value());
        CHECK((*journal.newest_snapshot("s", "entity", 9))->bytes == "clean");
    }
    CHECK(all(journal, "s") == "1:a 2:- 3:c ");
    CHECK(append(journal, "s", 3, {"d"}) == append_status::recorded);
}

TEMPLATE_TEST_CASE("streams are listed and erased by name", "[journal][engines]",
                   WORKMEM_JOURNAL_ENGINES) {
    TestType with;
    auto& journal = with.journal;
    CHECK(journal.streams()->empty());
    CHECK_FALSE(journal.find_stream("s")->has_value());
    CHECK_FALSE(*journal.erase_stream("s"));
    CHECK(journal.streams()->empty());
    append(journal, "s", 0, {"a"});
    append(journal, "another/../stream", 0, {"b"});
    CHECK(journal.save_snapshot("s", "entity", 1, "1"));
    CHECK(*journal.streams() == std::vector<std::string>{"another/../stream", "s"});
    const auto before = journal.open_stream("s", "")->incarnation;
    const auto found = journal.find_stream("s").value();
    REQUIRE(found);
    CHECK(found->incarnation == before);
    CHECK(found->last == 1);
    CHECK(code_of(journal.find_stream(std::string(1'025, 's'))) == error_code::validation_error);
    CHECK(*journal.erase_stream("s"));
    CHECK_FALSE(*journal.erase_stream("s"));
    CHECK_FALSE(journal.find_stream("s")->has_value());
    CHECK(*journal.streams() == std::vector<std::string>{"another/../stream"});
    CHECK(all(journal, "s").empty());
    CHECK_FALSE(journal.newest_snapshot("s", "entity", 9)->has_value());
    CHECK(append(journal, "s", 1, {"c"}) == append_status::conflict);
    const std::string_view one[]{"c"};
    CHECK(journal.append("s", 0, one, before).status == append_status::conflict);
    CHECK(append(journal, "s", 0, {"c"}) == append_status::recorded);
    const auto now = journal.open_stream("s", "")->incarnation;
    CHECK(now != before);
    CHECK(journal.append("s", 1, one, before).status == append_status::conflict);
    CHECK(journal.append("s", 1, one, now).status == append_status::recorded);
    CHECK(all(journal, "another/../stream") == "1:b ");
}

TEMPLATE_TEST_CASE("waiting ends with a change or with time", "[journal][engines][threads]",
                   WORKMEM_JOURNAL_ENGINES) {
    TestType with;
    auto& journal = with.journal;
    CHECK_FALSE(journal.wait_for_changes("s", 0, milliseconds{1}));
    append(journal, "s", 0, {"a"});
    CHECK(journal.wait_for_changes("s", 0, milliseconds{0}));
    CHECK_FALSE(journal.wait_for_changes("s", 1, milliseconds{5}));
    std::atomic<bool> begins{false};
    std::thread writer{[&begins, copy = journal, waiting = ::gettid()]() mutable {
        (void)eventually([&] { return begins && is_asleep(waiting); });
        const std::string_view lines[]{"b"};
        (void)copy.append("s", 1, lines);
        (void)copy.commit("s", 2);
    }};
    const deadline most;
    begins = true;
    CHECK(journal.wait_for_changes("s", 1, std::chrono::minutes{10}));
    CHECK_FALSE(most.has_passed());
    writer.join();
}

}  // namespace workmem_test
