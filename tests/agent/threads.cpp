#include "catch.hpp"

#include <workmem/agent/agent_memory.hpp>
#include <workmem/shared.hpp>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

TEST_CASE("tools on eight threads share an agent", "[agent][threads]") {
    workmem::shared_agent_memory memory;
    std::atomic<int> too_long{0};
    std::vector<std::thread> tools;
    for (int tool = 0; tool < 8; ++tool)
        tools.emplace_back([&memory, &too_long, tool] {
            for (int i = 0; i < 20; ++i) {
                const auto id = std::to_string(tool * 100 + i);
                memory.observe_text("order.get",
                                    R"({"id":")" + id + R"(","title":"Order )" + id + "\"}");
                memory.memorize("Note " + id);
                memory.remember_for_session({.content = "Memory " + id});
                memory.hear(workmem::role::user, "What about order " + id + "?");
                (void)memory.resolve("that order");
                if (tool == 0) memory.next_turn();
                too_long += memory.prompt({.tokens = 300}).tokens > 300;
            }
        });
    for (auto& each : tools) each.join();
    CHECK(too_long == 0);
    CHECK(memory.session.size() == 160);
}
