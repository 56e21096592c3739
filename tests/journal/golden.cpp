// The form in which journals keep changes, for good: one file of tests/journal/golden for each kind
// of record, named after kind and version. What is written is these bytes; what is read is what
// they meant when they were written.
#include "golden.hpp"
#include "catch.hpp"
#include "journal_bundles.hpp"

#include <workmem/entity/entity_memory.hpp>
#include <workmem/time/manual_clock.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

using namespace workmem_test;
using std::chrono::minutes;
using workmem::entity;
using workmem::error_code;

namespace {

struct plain : bundle<two_segment, type_and_id, unlocked, unwatched, uncounted, recorded> {};
using memory_type = workmem::basic_entity_memory<entity, plain>;

constexpr auto stream = "agent";

const golden_files golden{
    "tests/journal/golden",
    {"entity.put.1", "entity.put.1.observed", "entity.touch.1", "entity.remove.1", "entity.load.1",
     "entity.clear.1", "entity.put.1.by", "entity.erase.1", "entity.put.1.many",
     "entity.touch.1.pause", "entity.put.1.last"}};

memory_type open(const recorded& journal, const workmem::manual_clock& clock,
                 workmem::clock_gap gap = workmem::clock_gap::elapse) {
    workmem::entity_options options;
    options.capacity = 3;
    return memory_type{options, {.clock = clock, .journal = journal, .stream = stream, .gap = gap}};
}

struct unforgetting
    : bundle<two_segment, type_and_id, unlocked, unwatched, uncounted, kept_as_written> {};

// The memory whose records these are.
kept_as_written written() {
    kept_as_written journal;
    workmem::manual_clock clock;
    using writer_type = workmem::basic_entity_memory<entity, unforgetting>;
    workmem::entity_options options;
    options.capacity = 3;
    const auto start = [&](workmem::clock_gap gap) {
        return writer_type{options,
                           {.clock = clock, .journal = journal, .stream = stream, .gap = gap}};
    };
    auto memory = start(workmem::clock_gap::elapse);
    memory.add({.type = "page",
                .id = 42,
                .name = "Say \"hi\"",
                .slug = "hi",
                .attributes = {{"price", 9.5}, {"open", true}, {"city", std::string{"Rome"}}}});
    clock.advance(minutes{1});
    memory.observe("get_page", nlohmann::json{{"id", 42}},
                   nlohmann::json::parse(R"([{"id":"a","title":"A"},{"id":"b","title":"B"},
                                             {"id":"c","title":"C"}])"));
    clock.advance(workmem::milliseconds{1'500});
    memory.get("page", "a");
    clock.advance(workmem::milliseconds{500});
    memory.remove("page", "b");
    memory.load(nlohmann::json::parse(
        R"({"as_of":"2024-01-01T00:00:30Z","entities":[{"type":"page","id":7,"name":"Seven",
            "timestamp":"2024-01-01T00:00:30Z","accessCount":2,"rank":1,"observation":4,
            "strength":"chosen"},{"type":"user","id":"u","name":"Ann"}]})"));
    memory.clear();
    memory.add({.type = "page", .id = "x", .name = "X"}, workmem::strength::returned,
               {.actor = "planner", .idempotency_key = "k-1"});
    memory.erase("page", "x");
    const entity many[]{{.type = "page", .id = "1", .name = "One"},
                        {.type = "page", .id = "2", .name = "Two"}};
    memory.add_many(many, workmem::strength::offered);
    clock.advance(minutes{60});
    auto later = start(workmem::clock_gap::pause);
    later.get("page", "1");
    later.add({.type = "page", .id = "3", .name = "Three"});
    later.add({.type = "page", .id = "4", .name = "Four"});
    later.snapshot();
    return journal;
}

std::string opened(const std::vector<std::string>& records) {
    return opened_with(
        records, [](const recorded& journal) { return open(journal, workmem::manual_clock{}); });
}

}  // namespace

TEST_CASE("what is written is what it has always been", "[journal][golden]") {
    auto journal = written();
    const auto records = records_of(journal, stream);
    REQUIRE(records.size() >= golden.names.size());
    for (std::size_t i = 0; i < golden.names.size(); ++i) {
        INFO(golden.names[i]);
        CHECK(records[i] == golden(golden.names[i]));
    }
    const auto snapshot = journal.newest_snapshot(stream, "entity", ~std::uint64_t{0});
    REQUIRE(snapshot);
    REQUIRE(*snapshot);
    CHECK((*snapshot)->bytes == golden("entity.snapshot.1"));
}

TEST_CASE("what was written means what it meant", "[journal][golden]") {
    for (std::size_t i = 0; i < golden.names.size(); ++i) {
        INFO(golden.names[i]);
        CHECK(opened(golden.up_to(i + 1)) == golden("state/" + golden.names[i]));
    }
}

TEST_CASE("a snapshot means what it meant", "[journal][golden]") {
    recorded journal;
    const std::string_view line[]{R"({"kind":"other.put","version":7})"};
    REQUIRE(journal.append(stream, 0, line).status == workmem::journal::append_status::recorded);
    REQUIRE(journal.save_snapshot(stream, "entity", 1, golden("entity.snapshot.1")));
    auto memory = open(journal, workmem::manual_clock{});
    CHECK(memory.to_json_text() == golden("state/entity.snapshot.1"));
    // It knows the keys of calls.
    CHECK_FALSE(memory.add({.type = "page", .id = "x", .name = "X"}, workmem::strength::returned,
                           {.idempotency_key = "k-1"}));
    CHECK(memory.sequence() == 1);
}

TEST_CASE("what is erased leaves a record without content", "[journal][golden]") {
    const std::vector<std::string> records{golden("entity.put.1"), golden("entity.erased.1")};
    CHECK(opened(records) == opened({records[0]}));
    CHECK(workmem::without_entity<type_and_id>(golden("entity.erase.1"), {"page", "x"}) ==
          golden("entity.erased.1"));
}

TEST_CASE("a newer version of a record is refused, and says so", "[journal][golden]") {
    auto all = golden.names;
    all.push_back("entity.erased.1");
    for (const auto& name : all) {
        INFO(name);
        const auto kind = name.substr(0, name.find(".1"));
        CHECK_THAT(opened({with_version_2(golden(name))}),
                   contains(kind + " has version 2, this library knows up to 1"));
    }
    recorded journal;
    REQUIRE(
        journal.save_snapshot(stream, "entity", 0, with_version_2(golden("entity.snapshot.1"))));
    try {
        (void)open(journal, workmem::manual_clock{});
        FAIL("it was accepted");
    } catch (const workmem::error& problem) {
        CHECK_THAT(std::string{problem.message()},
                   contains("entity.snapshot has version 2, this library knows up to 1"));
    }
}

TEST_CASE("an unknown kind of this memory is refused, one of another is passed over",
          "[journal][golden]") {
    const auto one = golden("entity.put.1");
    CHECK_THAT(opened({one, R"({"kind":"entity.unheard_of","version":1})"}),
               contains("its kind \"entity.unheard_of\" is unknown"));
    CHECK(opened({one, R"({"kind":"task.put","version":9,"anything":[1]})"}) == opened({one}));
    CHECK(opened({one, R"({"kind":"entityish.put","version":9})"}) == opened({one}));
}
