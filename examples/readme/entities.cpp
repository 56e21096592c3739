// Blocks of README.md: what a memory of entities hears, and what it answers.
#include <workmem/workmem.hpp>
#include <workmem/bounded/bounded_store.ipp>
#include <workmem/entity/entity_memory.ipp>
#include <workmem/messages/listen.hpp>
#include <workmem/resolution/recency.hpp>
#include <workmem/eviction/value_density.hpp>
#include <workmem/eviction/lru.hpp>
#include <workmem/time/manual_clock.hpp>

#include <nlohmann/json.hpp>

#include "around.hpp"

#include <chrono>
#include <shared_mutex>
#include <string>

using nlohmann::json;

namespace {

void listen() {
    workmem::entity_memory memory;
    const json arguments{{"id", 7}, {"state", "closed"}};
    const json result{{"id", 7}, {"title", "Slow search"}};
    const std::string text = R"({"id": "p-1", "title": "Home"})";
    // clang-format off
    // [observe]
    memory.observe("issues.update", arguments, result);   // ids in the arguments are what it acted on
    memory.observe("cms_getPage", result);                // the short form
    memory.observe_text("cms_getPage", text);             // parses first
    memory.hear(workmem::role::user, "I like the second one.");
    memory.mention("page", "p-1");                        // where you know who was named
    // [observe]
    // clang-format on
    expect(memory.contains("issue", "7"), "an update tells of an issue");
    expect(memory.contains("page", "7") && memory.contains("page", "p-1"),
           "a result tells of a page, as JSON or as text");
    expect(memory.resolve("this page")->id == "p-1", "the page mentioned last is meant");
}

void messages() {
    workmem::entity_memory memory;
    const json message{
        {"role", "assistant"},
        {"tool_calls",
         {{{"id", "call_1"}, {"function", {{"name", "list_orders"}, {"arguments", "{}"}}}}}}};
    const std::string text =
        R"({"role":"tool","tool_call_id":"call_1","content":"[{\"id\":1},{\"id\":2}]"})";
    // clang-format off
    // [messages]
    workmem::pending_calls pending;             // of one conversation
    hear_message(memory, pending, message);     // what was said; calls wait for their results
    hear_message_text(memory, pending, text);   // the result of a call that waits
    // [messages]
    // clang-format on
    expect(memory.resolve("cancel the second one")->id == 2, "a message tells of two orders");
    expect(pending.empty(), "the call has been answered");
}

void resolve() {
    workmem::entity_memory memory;
    memory.observe("cms_getPage", json{{"id", "p-1"}, {"title", "Home"}});
    std::string used;
    const auto use = [&used](const std::string& type, const workmem::entity_id& id) {
        used = type + ' ' + id.text();
    };
    // clang-format off
    // [resolve]
    if (const auto found = memory.resolve("update its title")) use(found->type, found->id);
    memory.resolve("that one", {.type = "page"});           // never answers with another type
    memory.resolve_id(json("this page"), "page");           // 42, "42" and known ids pass through
    // [resolve]
    // clang-format on
    expect(used == "page p-1", "its title is the page's");
    expect(*memory.resolve_id(json("this page"), "page") == "p-1", "a reference gives an id");
    expect(*memory.resolve_id(json(42), "page") == 42, "an id passes through");
}

void configure() {
    // clang-format off
    // [policies]
    struct test_policies : workmem::default_policies {
        using clock = workmem::manual_clock;
        using mutex = std::shared_mutex;
        struct entities : workmem::default_policies::entities {
            using eviction = workmem::eviction::lru;
            using resolution = workmem::resolution::recency;
        };
        struct bounded : workmem::default_policies::bounded {
            using eviction = workmem::eviction::value_density;
        };
    };
    using my_memory = workmem::basic_entity_memory<workmem::entity, test_policies>;
    my_memory memory{{.capacity = 50, .ttl = std::chrono::minutes{10}, .token_limit = 1'000}};
    // [policies]
    // clang-format on
    for (const int id : {1, 2}) memory.add({.type = "page", .id = id, .name = "Home"});
    expect(memory.resolve("this page")->id == 2, "recency takes the newest");
    workmem::basic_bounded_store<test_policies> store;
    store.memorize("Table for six");
    expect(store.size() == 1, "stores take the bundle, too");
}

}  // namespace

int main() {
    listen();
    messages();
    resolve();
    configure();
}
