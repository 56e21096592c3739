// A result that was not understood is what is seen last: what came before it is no longer the list
// or the focus.
#include "any_bundles.hpp"
#include "catch.hpp"

#include <workmem/journal/memory.hpp>

#include <nlohmann/json.hpp>

#include <string>

using nlohmann::json;
using namespace workmem_test;
using workmem::resolution_status;

namespace {

using memory_type = workmem::basic_entity_memory<workmem::entity, over_any>;

constexpr const char* unread_lines = "Blue lamp costs 3\nRed lamp costs 4\nGreen lamp";

struct seen_pages {
    workmem::manual_clock clock;
    workmem::journal::memory journal;

    memory_type open() const { return memory_type{{}, {.clock = clock, .journal = journal}}; }
    static void list_pages(memory_type& memory) {
        memory.observe("list_pages", json::parse(R"([{"id":"p-1","title":"Home"},
            {"id":"p-2","title":"About"},{"id":"p-3","title":"Jobs"}])"));
    }
};

bool is_open(memory_type& memory, std::string_view text) {
    const auto answer = memory.resolve(text);
    INFO(text << ": " << answer.message);
    CHECK_THAT(answer.message, contains("a result of list_products was not understood"));
    return answer.status != resolution_status::resolved;
}

}  // namespace

TEST_CASE("after a result that was not understood places and pronouns are open", "[entity]") {
    for (const auto* const text : {"delete the second one", "delete the second page", "delete it",
                                   "delete the last one", "rename the first one"}) {
        const seen_pages with;
        auto memory = with.open();
        with.list_pages(memory);
        const auto seen = memory.observe_text("list_products", unread_lines);
        CHECK(seen.entities.empty());
        CHECK(memory.metrics().unread_observations == 1);
        CHECK(is_open(memory, text));
        CHECK(memory.resolve("delete the about page")->id == "p-2");
    }
}

TEST_CASE("another process, and one that begins with a snapshot, know of it, too",
          "[entity][journal]") {
    const seen_pages with;
    auto memory = with.open(), other = with.open();
    with.list_pages(memory);
    other.catch_up();
    memory.observe_text("list_products", unread_lines);
    other.catch_up();
    CHECK(other == memory);
    CHECK(is_open(other, "delete it"));
    memory.snapshot();
    auto again = with.open();
    CHECK(again == memory);
    CHECK(is_open(again, "delete the second one"));
    CHECK(is_open(again, "delete it"));
}

TEST_CASE("what is understood later is the list and the focus again", "[entity]") {
    const seen_pages with;
    auto memory = with.open();
    memory.observe_text("list_products", unread_lines);
    with.list_pages(memory);
    CHECK(memory.resolve("delete the second one")->id == "p-2");
    CHECK(memory.resolve("rename it")->id == "p-2");
    const auto unknown = memory.resolve("delete the seventh one");
    CHECK(unknown.status != resolution_status::resolved);
    CHECK_THAT(unknown.message, !contains("not understood"));
}

TEST_CASE("lines of text that a call asks of a known thing are no list", "[entity]") {
    const seen_pages with;
    auto memory = with.open();
    with.list_pages(memory);
    memory.add({.type = "server", .id = "web-7f2", .name = "Web"});
    memory.observe("server_log", json{{"server", "web-7f2"}}, json(unread_lines));
    CHECK(memory.metrics().unread_observations == 0);
    CHECK(memory.resolve("restart it", {.risk = 500'000})->id == "web-7f2");
    CHECK(memory.resolve("delete the second page")->id == "p-2");
    memory.observe("server_log", json{{"server", "web-9a1"}}, json(unread_lines));
    CHECK(memory.resolve("delete the second page").status != resolution_status::resolved);
}

TEST_CASE("what the arguments of the call name is in focus all the same", "[entity]") {
    const seen_pages with;
    auto memory = with.open();
    with.list_pages(memory);
    memory.observe("get_visits", json{{"page_id", "p-3"}},
                   json::parse(R"([["Mon", 3], ["Tue", 4]])"));
    CHECK(memory.resolve("rename it")->id == "p-3");
    CHECK(memory.resolve("delete the second one").status != resolution_status::resolved);
}

TEST_CASE("what changes something answers with what it has done", "[entity]") {
    const seen_pages with;
    auto memory = with.open();
    with.list_pages(memory);
    memory.observe("share_page", json{{"page_id", "p-1"}, {"with", {"ann", "ben"}}},
                   json::parse(R"({"shared":["ann","ben"],"page":"p-1"})"));
    CHECK(memory.resolve("delete the second one")->id == "p-2");
}

TEST_CASE("acknowledgements, empty lists and errors end no list", "[entity]") {
    for (const auto* const result :
         {"ok", "Done.\n", "true", "null", "[]", R"({"success":true,"message":"Updated"})",
          R"({"results":[],"total":0})", R"({"error":"not found"})"}) {
        const seen_pages with;
        auto memory = with.open();
        with.list_pages(memory);
        memory.observe_text("set_timer", result);
        INFO(result);
        CHECK(memory.resolve("delete the second one")->id == "p-2");
    }
}

TEST_CASE("hostile names of tools are shortened and stand as text", "[entity]") {
    for (const auto& tool : {std::string(10'000, 'x'), std::string{"\xFF\xFE"},
                             std::string{"\x1b[31mred\n# heading"}}) {
        const seen_pages with;
        auto memory = with.open();
        with.list_pages(memory);
        memory.observe_text(tool, unread_lines);
        const auto answer = memory.resolve("delete the second one");
        CHECK(answer.status != resolution_status::resolved);
        CHECK(answer.message.size() < 400);
        CHECK(answer.message.find_first_of("\x1b\n\xFF") == std::string::npos);
        CHECK(with.open() == memory);
    }
}
