// A tool's result as a list of C++ values.
#include <workmem/entity/entity_memory.ipp>

#include "catch.hpp"

#include <array>
#include <list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct ticket {
    std::string key, subject{};
    workmem::attribute_list facts{};
};

}  // namespace

template <>
struct workmem::entity_traits<ticket> {
    static std::string_view type(const ticket&) { return "ticket"; }
    static std::string_view id(const ticket& t) { return t.key; }
    static std::string_view name(const ticket& t) { return t.subject; }
    static const attribute_list& attributes(const ticket& t) { return t.facts; }
};

namespace {

using workmem::entity_memory;
using tickets = std::vector<ticket>;

tickets two() { return {{"T-1", "Slow search", {{"severity", "high"}}}, {"T-2", "Broken login"}}; }

template <class Memory>
std::string ids(const Memory& memory) {
    std::string out;
    memory.for_each([&](const workmem::entry& each) {
        out += std::string{each.id} + '/' + std::to_string(each.rank) + ' ';
    });
    return out;
}

}  // namespace

TEST_CASE("the first of the list is the newest, and each knows its place", "[entity][values]") {
    entity_memory memory;
    const auto seen = memory.observe("desk.listTickets", two());
    CHECK(seen.added == 2);
    REQUIRE(seen.entities.size() == 2);
    CHECK(seen.entities[0].id == "T-1");
    CHECK(ids(memory) == "T-1/1 T-2/2 ");
    CHECK(memory.resolve("close the second one")->id == "T-2");
    CHECK(memory.resolve("the high one")->id == "T-1");

    // As the same result in JSON would be.
    entity_memory as_text;
    as_text.observe_text(
        "desk.listTickets",
        R"([{"id":"T-1","subject":"Slow search"},{"id":"T-2","subject":"Broken login"}])");
    CHECK(ids(as_text) == "T-1/1 T-2/2 ");
    CHECK(as_text.by_type("ticket").size() == 2);
}

TEST_CASE("a memory of the values' own type takes them as they are", "[entity][values]") {
    workmem::basic_entity_memory<ticket> memory;
    const std::list<ticket> listed{{"T-1", "Slow search"}, {"T-2", "Broken login"}};
    memory.observe("desk.listTickets", listed);
    CHECK(ids(memory) == "T-1/1 T-2/2 ");
    CHECK(memory.resolve("close the second one")->subject == "Broken login");
    // Looked at alone it keeps its place.
    memory.observe("desk.getTicket", std::array<ticket, 1>{{{"T-2", "Broken login"}}});
    CHECK(ids(memory) == "T-2/2 T-1/1 ");
    const auto gone = memory.observe("desk.deleteTicket", std::array<ticket, 1>{{{"T-1"}}});
    CHECK(gone.removed == 1);
    CHECK(ids(memory) == "T-2/2 ");
}

TEST_CASE("the tool's name says what is meant", "[entity][values]") {
    entity_memory memory;
    memory.observe("desk.listTickets", two());
    memory.observe("desk.deleteTicket", tickets{{"T-1"}});
    CHECK(ids(memory) == "T-2/2 ");
    // One thing is removed, and those that are left returned.
    const auto left = memory.observe("desk.deleteTicket", two());
    CHECK(left.removed == 0);
    CHECK(memory.size() == 1);
    memory.observe("desk.getTicket", std::span<const ticket>{});
    CHECK(memory.size() == 1);
    memory.registry().ignore("desk.secret");
    CHECK(memory.observe("desk.secret", two()).added == 0);
}

TEST_CASE("limits hold for values, too", "[entity][values]") {
    entity_memory memory{{.max_per_result = 2}};
    tickets many;
    for (int i = 0; i < 5; ++i) many.push_back({"T-" + std::to_string(i), "x"});
    many.front().key.clear();  // no id, no entity
    const auto seen = memory.observe("desk.listTickets", many);
    CHECK(seen.added == 1);
    CHECK(seen.omitted == 4);
    CHECK(memory.metrics().omitted == 4);
}
