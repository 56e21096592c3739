// What a bounded store promises on an engine that keeps, for every engine in
// WORKMEM_KEEPING_ENGINES: types that own a place of their own, with `journal_type` and `open()`,
// a handle of the journal there. What was acknowledged is there after reopening, and the stores of
// one stream end up equal. Included once, by the file that lists them.
#pragma once

#include "bounded_bundles.hpp"
#include "bounded_steps.hpp"
#include "catch.hpp"

#include <workmem/bounded/bounded_store.ipp>

#include <workmem/ids/sequential_ids.hpp>
#include <workmem/time/manual_clock.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <latch>
#include <optional>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>

namespace workmem_test {

template <class Engine>
struct kept_bounded : bounded_bundle<importance_guard, std::shared_mutex, workmem::observer::none,
                                     typename Engine::journal_type> {};

template <class Store>
std::string audit_of(const Store& memory) {
    std::string out;
    for (const auto& each : memory.audit()) {
        out += std::string{to_string(each.kind)} + ' ' + std::to_string(each.after.items);
        for (const auto& one : each.items) out += ' ' + one.id;
        out += '\n';
    }
    return out;
}

TEMPLATE_TEST_CASE("a bounded store is the same after every reopening", "[bounded][journal]",
                   WORKMEM_KEEPING_ENGINES) {
    using store = store_of<kept_bounded<TestType>>;
    const TestType at;
    workmem::manual_clock clock;
    workmem::sequential_ids ids{"i"};
    dice roll{3};
    std::optional<std::string> before;
    std::size_t gone = 0;
    auto options = random_options(roll);
    for (int run = 0; run < 12; ++run) {
        INFO("run " << run);
        store memory{options,
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
    CHECK(gone > 100);
}

TEMPLATE_TEST_CASE("handles on one stream of bounded stores see each other", "[bounded][journal]",
                   WORKMEM_KEEPING_ENGINES) {
    using store = store_of<kept_bounded<TestType>>;
    const TestType at;
    const auto journal = at.open(), other = at.open();
    const workmem::bounded_options options{.max_items = 6, .max_tokens = 300};
    workmem::manual_clock clock;
    const auto make = [&](const auto& engine, const char* ids) {
        return store{options,
                     {.clock = clock,
                      .ids = workmem::sequential_ids{ids},
                      .journal = engine,
                      .stream = "agent"}};
    };
    auto a = make(journal, "a");
    auto b = make(other, "b");
    a.memorize({.text = "from a", .key = "k"});
    const auto done = b.memorize({.text = "from b", .key = "k"});
    REQUIRE(done.superseded.size() == 1);
    CHECK(done.superseded.front().value.text == "from a");
    a.catch_up();
    CHECK(a.get_by_key("k")->text == "from b");
    dice roll{5};
    for (int i = 0; i < 200; ++i) {
        clock.advance(workmem::milliseconds{1});
        auto& one = roll.one_in(2) ? a : b;
        if (roll.one_in(3))
            (void)one.get(random_id(one, roll));
        else if (roll.one_in(6))
            (void)one.try_forget("oldest");
        else
            (void)one.try_memorize({.text = random_item(roll, 0).text});
        REQUIRE(one.size() <= 6);
        REQUIRE(one.tokens() <= 300);
    }
    a.flush();
    b.flush();
    a.catch_up();
    b.catch_up();
    CHECK(a == b);
    CHECK(a.history("k").size() == 1);
    CHECK(make(other, "c") == a);
}

TEMPLATE_TEST_CASE("threads with bounded stores of their own end up equal", "[bounded][threads]",
                   WORKMEM_KEEPING_ENGINES) {
    using store = store_of<kept_bounded<TestType>>;
    const TestType at;
    const workmem::bounded_options options{.max_items = 20, .max_tokens = 10'000};
    const auto make = [&](int t) {
        typename store::parts with{.journal = at.open(), .stream = "agent"};
        with.ids = workmem::sequential_ids{"t" + std::to_string(t)};
        return with;
    };
    constexpr int writers = 4, count = 25;
    std::vector<std::thread> all;
    std::atomic<std::uint64_t> lost{0};
    std::latch opened{writers};
    for (int t = 0; t < writers; ++t)
        all.emplace_back([&, t] {
            store memory{options, make(t)};
            opened.arrive_and_wait();
            for (int i = 0; i < count;) {
                const auto kept = memory.try_memorize({.text = std::to_string(i)});
                if (!kept && kept.error().code() != workmem::error_code::conflict) break;
                i += kept.has_value();
            }
            lost += memory.metrics().lost_races;
        });
    for (auto& each : all) each.join();
    CHECK(lost > 0);
    const store one{options, make(8)}, other{options, make(9)};
    CHECK(one == other);
    CHECK(one.size() == 20);
    CHECK(one.sequence() == writers * count);
    CHECK(one.all().back().number == writers * count);
    CHECK(audit_of(one) == audit_of(other));
}

}  // namespace workmem_test
