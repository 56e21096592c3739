// Does one call of a memory of 20 over and over, for instructions.sh to count:
//
//     calls parse|observe|observe_text|hear|resolve COUNT

#include "../speed/memories.hpp"
#include "../speed/results.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdlib>
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

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    return call(argv[1], std::strtoul(argv[2], nullptr, 10)) ? 0 : 1;
}
