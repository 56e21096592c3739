// A result is completed with what is known of its things. Of two writers that do so at once neither
// loses what it was told was kept.
#include "any_bundles.hpp"
#include "catch.hpp"
#include "dice.hpp"
#include "fresh_seed.hpp"

#include <workmem/journal/memory.hpp>

#include <nlohmann/json.hpp>

#include <functional>
#include <map>
#include <string>
#include <utility>

using nlohmann::json;
using namespace workmem_test;

namespace {

using memory_type = workmem::basic_entity_memory<workmem::entity, over_any>;

// Lets another writer come in between deciding and recording.
struct overtaken : workmem::journal::memory {
    std::shared_ptr<std::function<void()>> between = std::make_shared<std::function<void()>>();

    workmem::journal::append_outcome append(std::string_view name, std::uint64_t expected,
                                            std::span<const std::string_view> lines,
                                            workmem::journal::stream_course course = {}) {
        if (const auto other = std::exchange(*between, {})) other();
        return workmem::journal::memory::append(name, expected, lines, course);
    }
};

json about(const std::string& name, int value) {
    return {{"id", "p-1"}, {"title", "Home"}, {name, value}};
}

std::map<std::string, std::int64_t> facts_of(const memory_type& memory) {
    std::map<std::string, std::int64_t> out;
    if (const auto page = memory.peek("page", "p-1"))
        for (const auto& each : page->attributes)
            if (const auto* const value = std::get_if<std::int64_t>(&each.value))
                out.emplace(each.name, *value);
    return out;
}

}  // namespace

TEST_CASE("an update that was overtaken keeps what the other writer wrote", "[entity][journal]") {
    const overtaken journal;
    memory_type a{{}, {.journal = journal}}, b{{}, {.journal = journal}};
    a.observe("get_page", about("beta", 1));
    *journal.between = [&] { b.observe("get_page", about("beta", 2)); };
    a.observe("get_page", about("alpha", 2));
    const std::map<std::string, std::int64_t> both{{"alpha", 2}, {"beta", 2}};
    CHECK(facts_of(a) == both);
    b.catch_up();
    CHECK(facts_of(b) == both);
}

TEST_CASE("two writers that merge do what one does", "[entity][model]") {
    const auto seed = fresh_seed();
    INFO("WORKMEM_TEST_SEED=" << seed);
    dice roll{seed};
    const overtaken journal;
    memory_type writers[]{memory_type{{}, {.journal = journal}},
                          memory_type{{}, {.journal = journal}}};
    std::map<std::string, std::int64_t> model;
    const auto write = [&](std::size_t writer, const std::string& name, int value) {
        writers[writer].observe("get_page", about(name, value));
        model[name] = value;
    };
    for (int i = 0; i < 200; ++i) {
        const auto writer = roll.below(2);
        const auto name = "fact_" + std::to_string(roll.below(6));
        if (roll.one_in(2)) {
            const auto other = "fact_" + std::to_string(roll.below(6));
            // The one that was overtaken is decided last.
            *journal.between = [&write, writer, other, i] { write(1 - writer, other, -i); };
        }
        write(writer, name, i);
        auto& reader = writers[roll.below(2)];
        reader.catch_up();
        REQUIRE(facts_of(reader) == model);
    }
}
