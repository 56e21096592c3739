// A tool call that is refused changes nothing: no byte of what is saved, no order, no count.
#include "agent_bundles.hpp"
#include "catch.hpp"
#include "dice.hpp"
#include "fresh_seed.hpp"

#include <workmem/tools/agent_tools.hpp>
#include <workmem/tools/tool.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

using nlohmann::json;
using namespace workmem_test;

namespace {

// What a client may send for any argument.
json any_value(dice& roll) {
    const std::vector<json> values{
        nullptr,
        "",
        "o-3",
        "hat",
        "The socks and the hat",
        "no-such-id",
        std::string(150'000, 'x') + " the scarf",
        "the gloves \xFF",
        -1,
        0,
        3,
        1'000'000'000'000,
        0.5,
        true,
        json::array(),
        json::array({"The belt", "the scarf"}),
        json::array({json{{"title", "The hat"}}, 7}),
        json::object(),
        json{{"id", "o-2"}},
        "failed",
        "done",
        "hard"};
    return values[roll.below(values.size())];
}

struct seen {
    std::string saved, context;
    std::uint64_t sequence;

    friend bool operator==(const seen&, const seen&) = default;
};

seen look(const recorded_agent& agent) {
    return {agent.to_json_text(), agent.entities.context(), agent.sequence()};
}

}  // namespace

TEST_CASE("a tool call that is refused changes nothing", "[tools][property]") {
    const auto seed = fresh_seed();
    INFO("WORKMEM_TEST_SEED=" << seed);
    dice roll{seed};
    auto agent = an_agent({.items = {.max_items = 8, .max_tokens = 400}});
    workmem::tools::one_agent<recorded_agent> only{agent};
    workmem::tools::agent_tools<workmem::tools::one_agent<recorded_agent>> tools{only};
    agent.observe_text("orders.list", five_orders);
    std::size_t refused = 0, accepted = 0;
    for (int i = 0; i < 1'500; ++i) {
        const auto& all = tools.definitions();
        const auto& tool = all[roll.below(all.size())];
        const auto published = workmem::tools::to_json<json>(tool, false);
        const auto members = published["inputSchema"].value("properties", json::object());
        auto arguments = json::object();
        for (const auto& [name, member] : members.items())
            if (!roll.one_in(3)) arguments[name] = any_value(roll);
        if (roll.one_in(10)) arguments["no_such_argument"] = 1;
        const auto before = look(agent);
        const auto done = tools.try_call(tool.name, arguments);
        if (done) {
            ++accepted;
            continue;
        }
        ++refused;
        INFO(tool.name << ' ' << arguments.dump(-1, ' ', true, json::error_handler_t::replace)
                       << ": " << done.error().what());
        REQUIRE(look(agent) == before);
    }
    CHECK(refused > 300);
    CHECK(accepted > 20);
}

TEST_CASE("a note, a memory or a task that is refused leaves the focus where it was", "[agent]") {
    const auto open_after = [](auto&& refuse) {
        auto agent = an_agent(), other = an_agent();
        for (auto* each : {&agent, &other}) each->observe_text("orders.list", five_orders);
        const auto before = look(agent);
        refuse(agent);
        CHECK(look(agent) == before);
        const auto meant = agent.resolve("cancel it"), expected = other.resolve("cancel it");
        CHECK(meant.status == expected.status);
        CHECK(meant.candidates.front().value.id == expected.candidates.front().value.id);
    };
    const auto long_text = std::string(500'000, 'x') + " and the hat";
    open_after([&](auto& agent) { CHECK_FALSE(agent.try_memorize({.text = long_text})); });
    open_after(
        [&](auto& agent) { CHECK_FALSE(agent.try_remember_for_session({.content = long_text})); });
    open_after([&](auto& agent) {
        CHECK_FALSE(agent.try_add_task({.title = "Return the hat", .depends_on = {{"no-such"}}}));
    });
}

TEST_CASE("a repeated call touches nothing again", "[agent][keys]") {
    auto agent = an_agent();
    agent.observe_text("orders.list", five_orders);
    agent.memorize({.text = "The hat is too big"}, {.idempotency_key = "k"});
    CHECK(agent.entities.resolve("send the scarf")->id == "o-5");
    const auto before = look(agent);
    agent.memorize({.text = "The hat is too big"}, {.idempotency_key = "k"});
    CHECK(look(agent) == before);
    CHECK(agent.entities.resolve("return it")->id == "o-5");
}
