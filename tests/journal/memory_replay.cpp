// Every public mutation of an entity memory, in random mixes: replaying the journal gives the
// state, a second writer agrees, a saved session says the same again.
#include "catch.hpp"
#include "journal_bundles.hpp"
#include "memory_bundles.hpp"

#include <workmem/entity/entity_memory.hpp>
#include <workmem/time/manual_clock.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>

using namespace workmem_test;
using nlohmann::json;
using workmem::entity_options;
using workmem::milliseconds;
using workmem::strength;

namespace {

constexpr auto stream = "agent-1";

// The same numbers everywhere (Lehmer's generator with Park and Miller's factor).
class dice {
public:
    explicit dice(std::uint64_t seed) : state_{seed * 48'271 % 2'147'483'647} {}
    std::uint64_t below(std::uint64_t count) {
        state_ = state_ * 48'271 % 2'147'483'647;
        return state_ % count;
    }

private:
    std::uint64_t state_;
};

std::string id_of(dice& roll) { return "p-" + std::to_string(roll.below(12)); }

json some_result(dice& roll) {
    const auto one = [&] {
        json out{{"id", id_of(roll)}};
        if (roll.below(4) != 0) out["title"] = "Page " + std::to_string(roll.below(12));
        if (roll.below(2) != 0) out["price"] = roll.below(100);
        return out;
    };
    switch (roll.below(5)) {
        case 0: return json{{"error", "busy"}};
        case 1: return json::array();
        case 2: {
            auto out = json::array();
            for (auto i = roll.below(6); i-- > 0;) out.push_back(one());
            return out;
        }
        default: return one();
    }
}

template <class Memory>
void step(Memory& memory, workmem::manual_clock& clock, dice& roll) {
    clock.advance(milliseconds{static_cast<std::int64_t>(roll.below(90'000))});
    const auto id = id_of(roll);
    switch (roll.below(16)) {
        case 0: memory.add({.type = "page", .id = id, .name = "Added"}); break;
        case 1: memory.remove("page", id); break;
        case 2:
            if (roll.below(8) == 0) memory.clear();
            break;
        case 3: memory.sweep(); break;
        case 4: memory.get("page", id); break;
        case 5: memory.mention("page", id, strength::chosen); break;
        case 6: memory.hear(workmem::role::assistant, "What about Page 3 and Page 7?"); break;
        case 7: memory.hear(workmem::role::user, id + ", please"); break;
        case 8: memory.resolve("the second one"); break;
        case 9: memory.resolve("change the title of this page"); break;
        case 10: memory.observe("delete_page", json{{"id", id}}, json{{"success", true}}); break;
        case 11: memory.load(memory.to_json()); break;
        case 12: {
            auto options = memory.options();
            options.capacity = 3 + roll.below(8);
            options.token_limit = roll.below(2) * 100;
            memory.set_options(options);
            break;
        }
        default: memory.observe("list_pages", json::object(), some_result(roll)); break;
    }
}

}  // namespace

TEMPLATE_TEST_CASE("whatever is done to a memory, its journal says", "[journal][model]",
                   two_segment_recorded, fifo_recorded_shared) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        INFO("seed " << seed);
        dice roll{seed};
        workmem::manual_clock clock;
        const recorded journal;
        const auto parts = [&] {
            typename memory_of<TestType>::parts with;
            with.clock = clock;
            with.journal = journal;
            with.stream = stream;
            with.gap = workmem::clock_gap::elapse;  // somebody always has it open
            return with;
        };
        entity_options options;
        options.capacity = 3 + roll.below(8);
        memory_of<TestType> memory{options, parts()};
        memory_of<TestType> beside{options, parts()};
        for (int i = 0; i < 150; ++i) {
            INFO("step " << i);
            // The second writer sees the first one's changes, and makes some of its own.
            auto& writer = roll.below(5) == 0 ? beside : memory;
            step(writer, clock, roll);
            if (i % 10 != 9) continue;
            memory.flush();
            beside.flush();
            memory.catch_up();
            beside.catch_up();
            REQUIRE(memory == beside);
            const memory_of<TestType> again{memory.options(), parts()};
            REQUIRE(again == memory);
            REQUIRE(again.to_json_text() == memory.to_json_text());
        }
    }
}
