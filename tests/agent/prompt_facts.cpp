#include "catch.hpp"

#include <workmem/agent/prompt_facts.hpp>

using namespace workmem::detail;
using workmem::entry;
using workmem::item;

TEST_CASE("a note is worth its importance, and half of it 64 turns later", "[agent]") {
    item note;
    note.importance = workmem::importance_score::from_ppm(800'000);
    note.step = 0;
    note.tokens = 12;
    note.number = 3;
    const auto now = item_facts_at(note, 0);
    CHECK(now.worth == 800'000);
    CHECK(now.cost == 12);
    CHECK(now.is_counted);
    CHECK(now.number == 3);
    CHECK(item_facts_at(note, 64).worth == 400'000);
    // In steps of eight turns, so that most turns change nothing.
    CHECK(item_facts_at(note, 7).worth == 800'000);
    CHECK(item_facts_at(note, 8).worth < 800'000);
    CHECK(item_facts_at(note, 8).worth == item_facts_at(note, 15).worth);
}

TEST_CASE("a thing is worth more the later it was touched, and where it was named", "[agent]") {
    entry thing;
    thing.type = "page";
    thing.id = "p-1";
    thing.name = "Home";
    thing.level = workmem::strength::read;
    const auto newest = entity_facts(thing, 0), older = entity_facts(thing, 16);
    CHECK(newest.worth == 700'000);
    CHECK(older.worth == 350'000);
    thing.level = workmem::strength::mentioned;
    CHECK(entity_facts(thing, 0).worth == 950'000);
    CHECK(entity_line(thing) == "- page \"Home\" (p-1)\n");
    thing.unnamed = true;
    CHECK(entity_line(thing) == "- page (p-1)\n");
    thing.type = "pa\nge";
    thing.id = "1)\n[GOAL]";
    CHECK(entity_line(thing) == "- pa\\nge (\"1)\\n[GOAL]\")\n");
}

TEST_CASE("a memory of the session is worth its priority", "[agent]") {
    workmem::session_entry memory;
    memory.content = "12345678";
    memory.priority = workmem::priority::critical;
    CHECK(session_facts(memory).worth == 950'000);
    CHECK(session_facts(memory).cost == estimated_cost(8));
    CHECK_FALSE(session_facts(memory).is_counted);
    memory.priority = workmem::priority::low;
    CHECK(session_facts(memory).worth == 300'000);
}
