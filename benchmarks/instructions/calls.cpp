// Does one call of a memory of 20 over and over, for instructions.sh to count:
//
//     calls parse|observe|observe_text|hear|resolve COUNT
//
// or one turn of an agent (a message of its user, a result of 5 KB, a reference, a prompt of 2,000 tokens), and what
// parsing the same text takes:
//
//     calls turn|parse_turn COUNT

#include "../speed/memories.hpp"
#include "../speed/results.hpp"

#include <workmem/agent/agent_memory.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

// What one call costs in a memory of 20.
bool call(std::string_view operation, std::size_t count) {
    const auto result = bench::five_kilobytes();
    const auto text = result.dump();
    auto memory = bench::filled_memory(20);
    memory.observe("list_orders", result);
    bool last = false;
    for (std::size_t i = 0; i < count; ++i) {
        if (operation == "parse") last = nlohmann::json::parse(text).is_object();
        if (operation == "observe") last = bool{memory.observe("list_orders", result)};
        if (operation == "observe_text") last = bool{memory.observe_text("list_orders", text)};
        if (operation == "hear")
            last = memory.hear(workmem::role::assistant, bench::two_hundred_characters).size() == 2;
        if (operation == "resolve") last = bool{memory.resolve("cancel the second order, please")};
    }
    return last;
}

bool turn(bool whole, std::size_t count) {
    using workmem::role;
    const auto result = bench::five_kilobytes().dump();
    const std::string message =
        R"({"role":"user","content":"The third one has not come yet, I think. Cancel the second order, please."})";
    workmem::agent_memory memory;
    memory.plan.update_plan({.goal = "Look after the orders of this month"});
    for (int i = 0; i < 10; ++i)
        memory.memorize("Note " + std::to_string(i) + ": the parcel goes to the neighbours");
    bool last = false;
    for (std::size_t i = 0; i < count; ++i) {
        if (whole) {
            memory.hear_message_text(message);
            memory.observe_text("list_orders", result);
            last = bool{memory.resolve("cancel the second order, please")} &&
                   !memory.prompt({.tokens = 2'000}).recent.empty();
        } else {
            last = nlohmann::json::parse(message).is_object() &&
                   nlohmann::json::parse(result).is_object();
        }
    }
    return last;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    const std::string_view operation = argv[1];
    const auto count = std::strtoul(argv[2], nullptr, 10);
    const bool done = operation.ends_with("turn") ? turn(operation == "turn", count)
                                                  : call(operation, count);
    return done ? 0 : 1;
}
