// A bounded store in PostgreSQL: what was acknowledged is there after reopening, and the stores of
// one stream end up equal.
#include "bounded_bundles.hpp"
#include "bounded_steps.hpp"
#include "catch.hpp"
#include "in_postgres.hpp"

#include <workmem/bounded/bounded_store.ipp>
#include <workmem/ids/sequential_ids.hpp>
#include <workmem/time/manual_clock.hpp>

#include <optional>
#include <string>
#include <thread>
#include <vector>

using namespace workmem_test;

namespace {

struct bounded_on_postgres : bounded_bundle<importance_guard, std::shared_mutex,
                                            workmem::observer::none, workmem::journal::postgres> {};
using store_type = store_of<bounded_on_postgres>;

}  // namespace

TEST_CASE("a bounded store in PostgreSQL is the same after every reopening",
          "[postgres][bounded]") {
    const in_postgres at;
    workmem::manual_clock clock;
    workmem::sequential_ids ids{"i"};
    dice roll{3};
    std::optional<std::string> before;
    std::size_t gone = 0;
    auto options = random_options(roll);
    for (int run = 0; run < 8; ++run) {
        INFO("run " << run);
        store_type memory{options,
                          {.clock = clock, .ids = ids, .journal = at.open(), .stream = "agent"}};
        if (before) CHECK(memory.to_json_text() == *before);
        if (run % 4 == 3) memory.snapshot();
        (void)memory.try_set_options(random_options(roll));
        for (int i = 0; i < 60; ++i)
            any_call(memory, clock, roll, [&](const workmem::removed_item&) { ++gone; });
        memory.flush();
        before = memory.to_json_text();
        options = memory.options();
    }
    CHECK(gone > 50);
}

TEST_CASE("threads with bounded stores of their own in PostgreSQL", "[postgres][threads]") {
    const in_postgres at;
    const workmem::bounded_options options{.max_items = 20, .max_tokens = 10'000};
    const auto make = [&](int t) {
        store_type::parts with{.journal = at.open(), .stream = "agent"};
        with.ids = workmem::sequential_ids{"t" + std::to_string(t)};
        return with;
    };
    constexpr int writers = 4, count = 25;
    std::vector<std::thread> all;
    for (int t = 0; t < writers; ++t)
        all.emplace_back([&, t] {
            store_type memory{options, make(t)};
            for (int i = 0; i < count;)
                i += memory.try_memorize({.text = std::to_string(i)}).has_value();
        });
    for (auto& each : all) each.join();
    const store_type one{options, make(8)}, other{options, make(9)};
    CHECK(one == other);
    CHECK(one.size() == 20);
    CHECK(one.sequence() == writers * count);
}
