#include "every_member.hpp"
#include "uses.hpp"

namespace {

using namespace every_member;

// A program's own message.
struct message_of_program {
    struct tool_call {
        std::string id, name, arguments;
    };
    std::string role, content;
    std::vector<tool_call> tool_calls{};
};

template <class Memory>
void use_agent() {
    Memory agent{{}, parts_of<Memory>()};
    const json page{{"id", "p-1"}, {"name", "Home"}};
    const json message{{"role", "user"}, {"content", "hello"}};
    const message_of_program own{"user", "hi"};
    agent.observe("pages.get", json::object(), page);
    agent.observe("pages.get", page);
    agent.observe_text("pages.get", "[]");
    agent.hear(role::user, "hi");
    agent.hear_message(message);
    agent.hear_message(own);
    agent.hear_message_text(message.dump());
    take(agent.try_hear_message(message), agent.try_hear_message(own),
         agent.try_hear_message_text("{}"));
    agent.next_turn();
    agent.memorize("a note");
    agent.memorize({.text = "another"});
    agent.remember_for_session({.content = "said"});
    agent.add_task({.title = "book"});
    call([&] { agent.keep("none"); });
    take(agent.try_observe_text("pages.get", "[]"), agent.try_memorize("a fourth"));
    take(agent.try_next_turn(), agent.try_memorize({.text = "a third"}),
         agent.try_remember_for_session({.content = "said again"}),
         agent.try_add_task({.title = "pay"}), agent.try_keep("none"),
         Memory::problem_of_keeping("text"));
    take(agent.resolve("it"), agent.explain("it"), agent.resolve_id(json("p-1"), "page"),
         agent.recall("note"), agent.search("note"), agent.prompt(), agent.try_prompt(),
         agent.sequence(), agent.has_made({}), agent == agent,
         Memory::try_make({}, parts_of<Memory>()));
    agent.sweep();
    agent.catch_up();
    agent.follow();
    agent.flush();
    take(agent.try_sweep(), agent.try_catch_up(), agent.try_follow(), agent.try_flush(),
         agent.health());
    if constexpr (requires { agent.snapshot(); }) {
        agent.snapshot();
        take(agent.try_snapshot());
    }
    copy(agent);
    const auto text = agent.to_json_text();
    agent.load_text(text);
    take(agent.try_load_text(text));
    agent.forget("note");
    take(agent.try_forget("note"));
}

template <class Memory>
void use_scopes() {
    using agents = scopes<Memory>;
    agents held{{}, parts_of<agents>()};
    take(held.at("ann"), held.try_at("ann"), held.contains("ann"), held.try_contains("ann"),
         held.names(), held.try_names(), held.list(), held.try_list(), held.current(),
         held.try_current(), held.resident());
    held.sweep();
    held.flush();
    held.erase("ann");
    take(held.try_sweep(), held.try_flush(), held.try_erase("ann"));
}

}  // namespace

bool use_every_agent() {
    use_agent<agent_memory>();
    use_agent<shared_agent_memory>();
    use_agent<durable_agent_memory<journal::any>>();
    use_agent<shared_durable_agent_memory<journal::any>>();
    use_scopes<agent_memory>();
    use_scopes<shared_agent_memory>();
    use_scopes<durable_agent_memory<journal::any>>();
    use_scopes<shared_durable_agent_memory<journal::any>>();
    return true;
}
