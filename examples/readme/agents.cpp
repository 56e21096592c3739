// Blocks of README.md: all that one agent knows.
#include <workmem/journal/file.hpp>
#include <workmem/workmem.hpp>

#include "around.hpp"

#include <string>

namespace {

const std::string result =
    R"([{"id":"o-1","title":"Shoes"},{"id":"o-2","title":"Socks"},{"id":"o-3","title":"Hat"}])";

void remember() {
    // clang-format off
    // [agent]
    workmem::agent_memory memory;                                       // or open<journal::file>("folder", "agent-1")
    memory.plan.update_plan({.goal = "Tidy the wardrobe"});
    memory.observe_text("orders.list", result);                         // any tool's result
    memory.hear(workmem::role::user, "The socks are too small.");
    const auto found = memory.resolve("cancel the second one");         // order o-2
    memory.memorize({.text = "Never call before nine", .pinned = true});
    const auto prompt = memory.prompt({.tokens = 900});                 // never more, by the counter of your choice
    // [agent]
    // clang-format on
    expect(found && found->id == "o-2", "the second one is the second of the list");
    expect(prompt.stable == "[GOAL]\n- \"Tidy the wardrobe\"\n[PINNED]\n- \"Never call before nine\"\n",
           "goal and pins are the stable part");
    expect(prompt.recent == "[THINGS]\n- order \"Shoes\" (o-1)\n- order \"Socks\" (o-2)\n"
                            "- order \"Hat\" (o-3)\n",
           "things stand in the order in which they were seen");
}

void reopen() {
    const scratch_folder folder;
    {
        auto memory = workmem::agent_memory::open<workmem::journal::file>("store", "agent-1");
        memory.observe_text("orders.list", result);
    }
    auto memory = workmem::agent_memory::open<workmem::journal::file>("store", "agent-1");
    expect(memory.resolve("the hat")->id == "o-3", "what was acknowledged is there again");
}

}  // namespace

int main() {
    remember();
    reopen();
}
