// Does one operation on a full window of 20 over and over, for instructions.sh to count:
//
//     staged staged|direct insert|re-add|hit|miss COUNT

#include "../speed/direct_window.hpp"
#include "../speed/payload.hpp"
#include "../speed/policies.hpp"

#include <cstddef>
#include <cstdlib>
#include <string_view>
#include <vector>

#include <workmem/time/manual_clock.hpp>

namespace {

template <class Window>
bool run(std::string_view operation, std::size_t count) {
    auto window = bench::make_window<Window>(20);
    const bench::key_sequence keys{0, 1'000, bench::key_sequence::order::as_numbered};
    bench::typical_entities entities;
    std::vector<workmem::entity> values;
    for (const auto& each : keys) values.push_back(entities.with(each));
    for (const auto& each : values) window.add(each);

    const auto held = [&](std::size_t i) { return 980 + i * 7 % 20; };
    bool last = false;
    if (operation == "insert")
        for (std::size_t i = 0; i < count; ++i) last = window.add(values[i % 900]);
    if (operation == "re-add")
        for (std::size_t i = 0; i < count; ++i) last = window.add(values[held(i)]);
    if (operation == "hit")
        for (std::size_t i = 0; i < count; ++i)
            last = window.get(keys[held(i)].type, keys[held(i)].id) != nullptr;
    if (operation == "miss")
        for (std::size_t i = 0; i < count; ++i)
            last = window.get(keys[i % 900].type, keys[i % 900].id) != nullptr;
    return last;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    const std::string_view subject = argv[1], operation = argv[2];
    const auto count = std::strtoul(argv[3], nullptr, 10);
    const bool last = subject == "staged"
                          ? run<bench::window<workmem::manual_clock>>(operation, count)
                          : run<bench::direct_window<workmem::manual_clock>>(operation, count);
    return last && operation == "miss" ? 1 : 0;
}
