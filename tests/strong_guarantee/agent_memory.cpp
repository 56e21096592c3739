// Whichever allocation fails, a call on an agent's memory that throws changed nothing, or, where it
// changes several memories, ends where one ends that did not fail, once it is repeated.
#include "agent_bundles.hpp"
#include "failing_calls.hpp"
#include "journal_bundles.hpp"

#include <workmem/agent/agent_memory.ipp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace workmem_test;

namespace {

const std::string text(60, 'x'), other_text(70, 'y');

struct stage {
    workmem::manual_clock clock{};
    workmem::journal::memory journal{};
    recorded_agent agent{{}, {.clock = clock, .journal = journal}};
    std::string note, kept, said;

    stage() {
        agent.observe_text("orders.list", five_orders);
        note = agent.memorize({.text = text, .key = "a key with a long enough name"}).id;
        agent.memorize("The shoes are too small");
        kept = agent.keep(note);
        said = agent.remember_for_session({.content = "likes tea, and not only in the morning"}).id;
        agent.add_task({.title = "send the scarf back to the shop", .id = "t-1"});
        agent.flush();
    }
    // Without ids that were drawn, of which a call that fails uses some up.
    std::string facts() const {
        const auto prompt = agent.prompt({.tokens = 5'000});
        std::string out = prompt.stable + prompt.recent + agent.entities.to_json_text() +
                          std::to_string(agent.plan.size());
        for (const auto& each : agent.items.all()) out += each.text + each.key + '\n';
        for (const auto& each : agent.session.export_all()) out += each.content + '\n';
        for (const auto& each : agent.long_term.list().memories) out += each.content + '\n';
        return out;
    }
    std::string seen() const {
        auto out = agent.to_json_text() + facts() + std::to_string(agent.sequence());
        for (const auto& each : records_of(journal, "agent")) out += each + '\n';
        return out;
    }
};

std::vector<failing_call<stage>> calls() {
    using on = stage&;
    const std::string result =
        R"({"id":"o-9","title":")" + text + R"(","color":")" + other_text + R"("})";
    const std::string message = R"({"role":"user","content":"What of the hat and the gloves?"})";
    std::string saved;
    {
        stage other;
        other.agent.memorize(other_text);
        saved = other.agent.to_json_text();
    }
    return {
        {"observe_text", effect::change, [=](on s) { s.agent.observe_text("orders.get", result); }},
        {"hear", effect::touch,
         [](on s) { s.agent.hear(workmem::role::user, "What of the hat and the gloves?"); }},
        {"hear_message", effect::parts, [=](on s) { s.agent.hear_message_text(message); }},
        {"memorize", effect::change,
         [](on s) {
             s.agent.memorize({.text = "The hat and the gloves are for " + other_text,
                               .metadata = {{std::string(30, 'm'), text}}});
         }},
        {"remember_for_session", effect::change,
         [](on s) {
             s.agent.remember_for_session({.content = "Asked for the socks and for " + text});
         }},
        {"add_task", effect::change,
         [](on s) {
             s.agent.add_task({.title = "Send the gloves to " + text, .id = std::string(40, 't')});
         }},
        {"keep", effect::change, [](on s) { s.agent.keep(s.agent.items.all().back().id); }},
        {"keep again", effect::nothing, [](on s) { s.agent.keep(s.note); }},
        {"resolve", effect::touch, [](on s) { (void)s.agent.resolve("the order of the scarf"); }},
        {"recall", effect::touch, [](on s) { (void)s.agent.recall("the shoes"); }},
        {"search", effect::nothing, [](on s) { (void)s.agent.search("the shoes"); }},
        {"prompt", effect::nothing,
         [](on s) { (void)s.agent.prompt({.tokens = 200, .task = "t-1", .explain = true}); }},
        {"identify", effect::nothing, [](on s) { (void)s.agent.try_identify("o-1"); }},
        {"to_json_text", effect::nothing, [](on s) { (void)s.agent.to_json_text(); }},
        {"state_at", effect::nothing, [](on s) { (void)s.agent.state_at(3); }},
        {"copy", effect::nothing, [](on s) { const auto copy = s.agent; }},
        {"catch_up", effect::nothing, [](on s) { s.agent.catch_up(); }},
        {"flush", effect::parts, [](on s) { s.agent.flush(); }},
        {"promote", effect::change, [](on s) { s.agent.session.promote(s.said); }},
        {"next_turn", effect::parts, [](on s) { s.agent.next_turn(); }},
        {"later", effect::touch, [](on s) { s.clock.advance(std::chrono::hours{1}); }},
        {"sweep", effect::parts, [](on s) { s.agent.sweep(); }},
        {"snapshot", effect::parts, [](on s) { s.agent.snapshot(); }},
        {"forget a thing", effect::parts, [](on s) { s.agent.forget("o-2"); }},
        {"forget a note", effect::parts, [](on s) { s.agent.forget(s.note); }},
        {"load_text", effect::parts, [=](on s) { s.agent.load_text(saved); }},
        {"forget for good", effect::parts,
         [](on s) { s.agent.forget("a key with a long enough name", true); }},
    };
}

}  // namespace

TEST_CASE("no failing allocation changes an agent's memory", "[strong_guarantee][agent]") {
    fail_everywhere(calls());
}

TEST_CASE("who repeats that a note be forgotten leaves nothing of it",
          "[strong_guarantee][agent]") {
    for (const bool for_good : {false, true})
        for (std::size_t n = 1;; n = next_place(n, 0)) {
            INFO("allocation " << n << (for_good ? ", for good" : ""));
            stage s;
            const bool done = survives(n, [&] { s.agent.forget(s.note, for_good); });
            // Without the note nobody would know what else to forget.
            if (!s.agent.items.contains(s.note)) CHECK_FALSE(s.agent.long_term.contains(s.kept));
            if (!done) s.agent.forget(s.note, for_good);
            CHECK_FALSE(s.agent.items.contains(s.note));
            CHECK(s.agent.long_term.empty());
            if (for_good)
                for (const auto& each : records_of(s.journal, "agent"))
                    CHECK_THAT(each, !contains(text));
            if (done) break;
        }
}
