// Entity memories in the table of golden.cpp.
#include "catch.hpp"
#include "golden.hpp"
#include "journal_bundles.hpp"
#include "memory_bundles.hpp"

#include <workmem/entity/entity_memory.hpp>
#include <workmem/entity/entity_memory.ipp>
#include <workmem/entity/erasing.hpp>
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

using plain = two_segment_recorded;
using memory_type = workmem::basic_entity_memory<entity, plain>;

constexpr auto stream = golden_stream;

memory_type open(const recorded& journal, const workmem::manual_clock& clock,
                 workmem::clock_gap gap = workmem::clock_gap::elapse) {
    workmem::entity_options options;
    options.capacity = 3;
    return memory_type{options, {.clock = clock, .journal = journal, .stream = stream, .gap = gap}};
}

struct unforgetting
    : bundle<two_segment, type_and_id, unlocked, unwatched, uncounted, kept_as_written> {};

// The memory whose records these are.
golden_history written() {
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
    return history_of(journal, "entity");
}

std::string state_of(recorded journal) {
    return open(journal, workmem::manual_clock{}).to_json_text();
}

}  // namespace

workmem_test::golden_memory workmem_test::golden_entity() {
    return {.name = "entity",
            .files = {"entity.put.1", "entity.put.1.observed", "entity.touch.1", "entity.remove.1",
                      "entity.load.1", "entity.clear.1", "entity.put.1.by", "entity.erase.1",
                      "entity.put.1.many", "entity.touch.1.pause", "entity.put.1.last"},
            .others = {"entity.erased.1"},
            .written = &written,
            .state_of = &state_of,
            .is_its_snapshot = false};
}

TEST_CASE("an entity memory's snapshot knows the keys of calls", "[journal][golden]") {
    const auto golden = golden_entity();
    auto memory = open(golden.with_snapshot(golden("entity.snapshot.1")), workmem::manual_clock{});
    CHECK(memory.add({.type = "page", .id = "x", .name = "X"}, workmem::strength::returned,
                     {.idempotency_key = "k-1"}));
    CHECK(memory.sequence() == 1);
}

TEST_CASE("a snapshot of before entities were numbered means the same", "[journal][golden]") {
    const auto golden = golden_entity();
    CHECK(golden.opened(golden.with_snapshot(golden("entity.snapshot.1.unnumbered"))) ==
          golden.opened(golden.with_snapshot(golden("entity.snapshot.1"))));
}

TEST_CASE("what is erased of an entity memory leaves a record without content",
          "[journal][golden]") {
    const auto golden = golden_entity();
    const std::vector<std::string> records{golden("entity.put.1"), golden("entity.erased.1")};
    CHECK(golden.opened(records) == golden.opened({records[0]}));
    CHECK(workmem::without_entity<workmem::entity, type_and_id>(
              golden("entity.erase.1"), {"page", "x"}) == golden("entity.erased.1"));
}
