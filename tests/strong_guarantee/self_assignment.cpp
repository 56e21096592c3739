// Assigning a memory to itself leaves it as it was.
#include "catch.hpp"

#include <workmem/long_term/long_term_store.hpp>
#include <workmem/session/session.hpp>
#include <workmem/task/task_memory.hpp>
#include <workmem/workmem.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <utility>

namespace {

template <class Memory>
void assign_to_itself(Memory& memory) {
    auto& same = memory;  // or compilers warn
    const auto before = memory;
    memory = std::move(same);
    CHECK(memory == before);
    memory = std::as_const(same);
    CHECK(memory == before);
    Memory taken{std::move(memory)};
    memory = std::move(taken);
    CHECK(memory == before);
}

}  // namespace

TEST_CASE("a memory that is assigned to itself is as it was", "[copying]") {
    SECTION("entities, what is registered, and the prompt") {
        workmem::entity_memory memory;
        memory.registry().add("own", [](const nlohmann::json&) {
            return workmem::entity{.type = "thing", .id = "1", .name = "One"};
        });
        memory.add({.type = "page", .id = "7", .name = "Home"});
        const auto prompt = memory.context();
        assign_to_itself(memory);
        CHECK(memory.context() == prompt);
        CHECK(memory.size() == 1);
        memory.observe("own", nlohmann::json::object());
        CHECK(memory.size() == 2);
    }
    SECTION("a window") {
        workmem::basic_entity_window<> memory;
        memory.add({.type = "page", .id = "7", .name = "Home"});
        assign_to_itself(memory);
        CHECK(memory.size() == 1);
        CHECK(memory.get("page", "7"));
    }
    SECTION("items") {
        workmem::bounded_store memory;
        memory.memorize("tea without sugar");
        assign_to_itself(memory);
        CHECK(memory.size() == 1);
        CHECK(memory.remember("tea").size() == 1);
    }
    SECTION("a session, and its name") {
        workmem::basic_session<> memory{{}, {.name = "ann"}};
        memory.add({.content = "tea without sugar"});
        assign_to_itself(memory);
        CHECK(memory.size() == 1);
        CHECK(memory.name() == "ann");
    }
    SECTION("long-term memories") {
        workmem::long_term_store memory;
        memory.put({.id = "m", .content = "tea without sugar"});
        assign_to_itself(memory);
        CHECK(memory.size() == 1);
    }
    SECTION("tasks") {
        workmem::task_memory memory;
        const auto id = memory.add_task({.title = "brew"});
        assign_to_itself(memory);
        CHECK(memory.get(id).title == "brew");
    }
}
