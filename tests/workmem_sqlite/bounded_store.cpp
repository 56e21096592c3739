// A bounded store on an engine that keeps: what was acknowledged is there after reopening, and the
// stores of one stream end up equal.
#include "bounded_bundles.hpp"
#include "bounded_steps.hpp"
#include "catch.hpp"
#include "temporary_folder.hpp"

#include <workmem/bounded/bounded_store.ipp>
#include <workmem_sqlite/sqlite.hpp>

#include <workmem/ids/sequential_ids.hpp>
#include <workmem/journal/file.hpp>
#include <workmem/journal/open.hpp>
#include <workmem/time/manual_clock.hpp>

#include <optional>
#include <string>
#include <thread>
#include <vector>

using namespace workmem_test;
using workmem::bounded_options;
using workmem::removed_item;
using workmem::journal::sync_mode;

namespace {

template <class Engine>
struct on : bounded_bundle<importance_guard, std::shared_mutex, workmem::observer::none, Engine> {};
template <class Engine>
using store_on = store_of<on<Engine>>;

using workmem::journal::sqlite;
using file = workmem::journal::file;

template <class Engine>
Engine open_in(const temporary_folder& at) {
    const auto path = at.path() + (std::is_same_v<Engine, file> ? "/journal" : "/journal.db");
    auto opened = Engine::open(path, {.sync = sync_mode::never()});
    if (!opened) FAIL(opened.error().message());
    return *opened;
}

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

}  // namespace

TEMPLATE_TEST_CASE("a bounded store is the same after every reopening", "[bounded][journal]",
                   sqlite, file) {
    using store = store_on<TestType>;
    const temporary_folder at;
    workmem::manual_clock clock;
    workmem::sequential_ids ids{"i"};
    dice roll{3};
    std::optional<std::string> before;
    std::size_t gone = 0;
    auto options = random_options(roll);
    for (int run = 0; run < 12; ++run) {
        INFO("run " << run);
        store memory{
            options,
            {.clock = clock, .ids = ids, .journal = open_in<TestType>(at), .stream = "agent"}};
        if (before) CHECK(memory.to_json_text() == *before);
        if (run % 4 == 3) memory.snapshot();
        (void)memory.try_set_options(random_options(roll));
        for (int i = 0; i < 60; ++i)
            any_call(memory, clock, roll, [&](const removed_item&) { ++gone; });
        memory.flush();
        before = memory.to_json_text();
        options = memory.options();
    }
    CHECK(gone > 100);
}

TEMPLATE_TEST_CASE("handles on one stream of bounded stores see each other", "[bounded][journal]",
                   sqlite, file) {
    using store = store_on<TestType>;
    const temporary_folder at;
    const auto journal = open_in<TestType>(at);
    // Another process's handle; a folder of files belongs to one process, whose handles share.
    const auto other = [&] {
        if constexpr (std::is_same_v<TestType, file>)
            return journal;
        else
            return open_in<TestType>(at);
    }();
    const bounded_options options{.max_items = 6, .max_tokens = 300};
    workmem::manual_clock clock;
    const auto make = [&](const TestType& engine, const char* ids) {
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

TEST_CASE("threads with bounded stores of their own on one database", "[bounded][threads]") {
    using store = store_on<sqlite>;
    const temporary_folder at;
    const bounded_options options{.max_items = 20, .max_tokens = 10'000};
    const auto make = [&](int t) {
        store::parts with{.journal = open_in<sqlite>(at), .stream = "agent"};
        with.ids = workmem::sequential_ids{"t" + std::to_string(t)};
        return with;
    };
    constexpr int writers = 4, count = 25;
    std::vector<std::thread> all;
    for (int t = 0; t < writers; ++t)
        all.emplace_back([&, t] {
            store memory{options, make(t)};
            for (int i = 0; i < count;)
                i += memory.try_memorize({.text = std::to_string(i)}).has_value();
        });
    for (auto& each : all) each.join();
    const store one{options, make(8)}, other{options, make(9)};
    CHECK(one == other);
    CHECK(one.size() == 20);
    CHECK(one.sequence() == writers * count);
    CHECK(one.all().back().number == writers * count);
    CHECK(audit_of(one) == audit_of(other));
}
