// What two writers of one journal promise each other, of every memory, for every engine in
// WORKMEM_SHARED_ENGINES: types with `open()`, a handle as another process would have it, with
// `is_shared`, whether another process can, and with `stored()`, all bytes that are kept. To be
// included once, by the file that lists them.
#pragma once

#include "any_bundles.hpp"
#include "catch.hpp"
#include "processes.hpp"
#include "repeated_calls.hpp"
#include "temporary_folder.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <future>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem_test {

using workmem::journal::any;

inline constexpr std::string_view needle = "quokkas at dusk";

// `body()` in another process where the engine allows, else here; what it answers.
template <class Engine, class Body>
std::string elsewhere(Body&& body) {
    if constexpr (!Engine::is_shared) {
        return body();
    } else {
        shared_by_processes<std::array<char, 1'024>> answer;
        child_process other{[&] {
            const std::string said = body();
            std::memcpy(answer->data(), said.data(), (std::min)(said.size(), answer->size() - 1));
            return 0;
        }};
        REQUIRE(other.wait() == 0);
        return answer->data();
    }
}

inline bool names_needle(std::string_view text) { return text.find(needle) != text.npos; }

// A memory with something in it that is to be forgotten: `put` answers its id.

struct of_entities {
    using type = workmem::basic_entity_memory<workmem::entity, over_any>;
    static type open(any journal) { return workmem::open<type>(std::move(journal), "agent"); }
    static std::string put(type& memory) {
        memory.add({.type = "page", .id = "7", .name = std::string{needle}});
        return "7";
    }
    static bool erase(type& memory, const std::string& id) { return memory.erase("page", id); }
    static bool holds(type& memory) { return names_needle(memory.context()); }
};

struct of_items {
    using type = workmem::basic_bounded_store<over_any>;
    static type open(any journal) { return workmem::open<type>(std::move(journal), "items"); }
    static std::string put(type& memory) { return memory.memorize(needle).id; }
    static bool erase(type& memory, const std::string& id) { return memory.erase(id) > 0; }
    static bool holds(type& memory) { return names_needle(memory.to_json_text()); }
};

struct of_long_term {
    using type = workmem::basic_long_term_store<over_any>;
    static type open(any journal) { return workmem::open<type>(std::move(journal), "long-term"); }
    static std::string put(type& memory) {
        memory.put({.id = "m", .content = std::string{needle}});
        return "m";
    }
    static bool erase(type& memory, const std::string& id) { return memory.erase(id); }
    static bool holds(type& memory) { return !memory.search("quokkas").empty(); }
};

struct of_replaced_memories : of_long_term {
    static bool erase(type& memory, const std::string& id) {
        return memory.replace({.id = id, .content = "elsewhere"});
    }
};

struct of_tasks {
    using type = workmem::basic_task_memory<over_any>;
    static type open(any journal) { return workmem::open<type>(std::move(journal), "plan"); }
    static std::string put(type& memory) {
        return memory.add_task({.title = std::string{needle}}).str();
    }
    static bool erase(type& memory, const std::string& id) { return memory.erase(id); }
    static bool holds(type& memory) {
        const auto all = memory.tasks();
        return std::any_of(all.begin(), all.end(),
                           [](const auto& each) { return names_needle(each.title); });
    }
};

struct of_sessions {
    using type = workmem::basic_session_store<over_any>;
    static type open(any journal) { return type{{}, {.journal = std::move(journal)}}; }
    static std::string put(type& memory) {
        return memory.add("ann", {.content = std::string{needle}}).id;
    }
    static bool erase(type& memory, const std::string& id) { return memory.erase("ann", id); }
    static bool holds(type& memory) {
        return !memory.search("ann", "quokkas").empty() ||
               !memory.long_term().search("quokkas").empty();
    }
};

struct of_few_open_sessions : of_sessions {
    static type open(any journal, workmem::manual_clock clock = workmem::manual_clock{}) {
        workmem::session_options options;
        options.max_open = 1;
        return type{options, {.clock = clock, .journal = std::move(journal)}};
    }
    static std::string put(type& memory) {
        const auto id = of_sessions::put(memory);
        for (int i = 0; i < 5; ++i) memory.add(std::to_string(i), {.content = "other"});
        return id;
    }
};

struct of_agents {
    using type = workmem::basic_agent_memory<over_any>;
    static type open(any journal) { return type{{}, {.journal = std::move(journal)}}; }
    static std::string put(type& memory) { return memory.memorize(needle).id; }
    static bool erase(type& memory, const std::string& id) { return memory.forget(id, true) == 1; }
    static bool holds(type& memory) { return names_needle(memory.to_json_text()); }
};

// What an agent has seen, and what it was told for the session.
struct of_agents_things : of_agents {
    static std::string put(type& memory) {
        memory.observe_text("get_page", R"({"id":"7","title":")" + std::string{needle} + R"("})");
        return "7";
    }
};
struct of_agents_sessions : of_agents {
    static std::string put(type& memory) {
        return memory.remember_for_session({.content = std::string{needle}}).id;
    }
};

struct of_agents_promotions : of_agents_sessions {
    static std::string put(type& memory) {
        const auto id = of_agents_sessions::put(memory);
        memory.session.promote(id);
        memory.next_turn();
        return id;
    }
    static bool erase(type& memory, const std::string& id) { return memory.forget(id, true) == 2; }
};
// An earlier value of a key, which was kept.
struct of_agents_keys : of_agents {
    static std::string put(type& memory) {
        memory.keep(memory.memorize({.text = std::string{needle}, .key = "address"}).id);
        memory.memorize({.text = "elsewhere", .key = "address"});
        return "address";
    }
    static bool erase(type& memory, const std::string& id) { return memory.forget(id, true) > 0; }
};

template <class Memory, class Engine>
void erases_what_another_writer_put(Engine& with) {
    auto mine = Memory::open(with.open());
    const auto id = elsewhere<Engine>([&] {
        auto theirs = Memory::open(with.open());
        return Memory::put(theirs);
    });
    REQUIRE(names_needle(with.stored()));
    CHECK(Memory::erase(mine, id));
    CHECK_FALSE(Memory::holds(mine));
    CHECK_FALSE(names_needle(with.stored()));
    auto fresh = Memory::open(with.open());
    CHECK_FALSE(Memory::holds(fresh));
}

TEMPLATE_TEST_CASE("what one writer put another one erases, without looking first",
                   "[erasure][processes]", WORKMEM_SHARED_ENGINES) {
    TestType with;
    SECTION("entities") { erases_what_another_writer_put<of_entities>(with); }
    SECTION("items") { erases_what_another_writer_put<of_items>(with); }
    SECTION("long-term memories") { erases_what_another_writer_put<of_long_term>(with); }
    SECTION("long-term memories, by others in their place") {
        erases_what_another_writer_put<of_replaced_memories>(with);
    }
    SECTION("tasks") { erases_what_another_writer_put<of_tasks>(with); }
    SECTION("memories of a session") { erases_what_another_writer_put<of_sessions>(with); }
    SECTION("memories of one that is closed") {
        erases_what_another_writer_put<of_few_open_sessions>(with);
    }
    SECTION("notes of an agent") { erases_what_another_writer_put<of_agents>(with); }
    SECTION("things that an agent saw") { erases_what_another_writer_put<of_agents_things>(with); }
    SECTION("an agent's session") { erases_what_another_writer_put<of_agents_sessions>(with); }
    SECTION("what an agent's session promoted") {
        erases_what_another_writer_put<of_agents_promotions>(with);
    }
    SECTION("earlier notes with a key") { erases_what_another_writer_put<of_agents_keys>(with); }
}

TEMPLATE_TEST_CASE("an agent erases what has left it, too", "[agent][erasure]",
                   WORKMEM_SHARED_ENGINES) {
    TestType with;
    auto mine = of_agents::open(with.open());
    auto options = mine.entities.options();
    options.capacity = 1;
    mine.entities.set_options(options);
    of_agents_things::put(mine);
    mine.observe_text("get_page", R"({"id":"8","title":"Home"})");
    REQUIRE_FALSE(of_agents::holds(mine));
    REQUIRE(names_needle(with.stored()));
    CHECK(mine.forget("7", true) == 0);
    CHECK_FALSE(names_needle(with.stored()));
    CHECK(mine.entities.contains("page", "8"));
}

TEMPLATE_TEST_CASE("an agent in two processes is one", "[agent][processes]",
                   WORKMEM_SHARED_ENGINES) {
    TestType with;
    auto mine = of_agents::open(with.open());
    const auto asked = [](of_agents::type& memory) {
        return memory.prompt({.tokens = 400}).stable + memory.prompt({.tokens = 400}).recent;
    };
    const auto theirs = elsewhere<TestType>([&] {
        auto other = of_agents::open(with.open());
        other.plan.update_plan({.goal = "Tidy the wardrobe"});
        other.observe_text("orders.list",
                           R"([{"id":"o-1","title":"Shoes"},{"id":"o-2","title":"Socks"}])");
        other.memorize({.text = "Never call before nine", .pinned = true});
        other.keep(other.memorize("The socks are too small").id);
        other.remember_for_session({.content = "It rains"});
        other.add_task({.title = "Send the socks back"});
        return asked(other);
    });
    mine.catch_up();
    CHECK(asked(mine) == theirs);
    CHECK(mine.resolve("cancel the second one")->id == "o-2");
    // Both write, in turns, and neither loses what the other did.
    auto other = of_agents::open(with.open());
    for (int i = 0; i < 6; ++i) {
        auto& writer = i % 2 == 0 ? mine : other;
        writer.memorize("note " + std::to_string(i));
        writer.remember_for_session({.content = "said " + std::to_string(i)});
        writer.add_task({.title = "task " + std::to_string(i)});
        writer.observe_text("get_page", R"({"id":"p-)" + std::to_string(i) + R"("})");
        writer.next_turn();
    }
    mine.catch_up();
    other.catch_up();
    CHECK(mine == other);
    CHECK(mine.items.size() == 2 + 6);
    CHECK(mine.plan.size() == 1 + 6);
    CHECK(mine.items.step() == 6);
    mine.snapshot();
    auto fresh = of_agents::open(with.open());
    CHECK(fresh == mine);
    CHECK(asked(fresh) == asked(mine));
}

TEMPLATE_TEST_CASE("what one writer promoted another one erases, however little it knows",
                   "[erasure][processes]", WORKMEM_SHARED_ENGINES) {
    TestType with;
    auto mine = of_sessions::open(with.open());
    const auto id = of_sessions::put(mine);
    const auto promote = [&](bool leaves_nothing) {
        elsewhere<TestType>([&] {
            auto theirs = of_sessions::open(with.open());
            theirs.promote("ann", id);
            if (leaves_nothing) {
                theirs.clear("ann");
                theirs.sweep();
            }
            return std::string{};
        });
    };
    SECTION("at once") { promote(false); }
    SECTION("after it caught up with the session alone") {
        promote(false);
        mine.catch_up("ann");
    }
    SECTION("where the session is gone") { promote(true); }
    SECTION("with a store that never knew the session") {
        promote(true);
        auto stranger = of_sessions::open(with.open());
        CHECK(of_sessions::erase(stranger, id));
    }
    of_sessions::erase(mine, id);
    CHECK_FALSE(of_sessions::holds(mine));
    CHECK_FALSE(names_needle(with.stored()));
    auto fresh = of_sessions::open(with.open());
    CHECK_FALSE(of_sessions::holds(fresh));
}

TEMPLATE_TEST_CASE("many writers of one session add what they have, and none is refused",
                   "[session][processes]", WORKMEM_SHARED_ENGINES) {
    constexpr int writers = 8, each = 25;
    TestType with;
    const auto add = [&](int writer) {
        auto mine = of_sessions::open(with.open());
        for (int i = 0; i < each; ++i)
            if (!mine.try_add("all", {.content = std::to_string(writer * each + i)})) return 1;
        return 0;
    };
    if constexpr (TestType::is_shared) {
        std::vector<child_process> others;
        for (int i = 0; i < writers; ++i) others.emplace_back([&add, i] { return add(i); });
        for (auto& other : others) CHECK(other.wait() == 0);
    } else {
        std::vector<std::future<int>> others;
        for (int i = 0; i < writers; ++i)
            others.push_back(std::async(std::launch::async, [&add, i] { return add(i); }));
        for (auto& other : others) CHECK(other.get() == 0);
    }
    auto all = of_sessions::open(with.open());
    std::set<std::string> said;
    for (const auto& memory : all.export_all("all")) said.insert(memory.content);
    CHECK(said.size() == writers * each);
}

TEMPLATE_TEST_CASE("what one writer promoted another one finds in long-term memory",
                   "[session][processes]", WORKMEM_SHARED_ENGINES) {
    TestType with;
    auto mine = of_sessions::open(with.open());
    const auto id = of_sessions::put(mine);
    elsewhere<TestType>([&] {
        auto theirs = of_sessions::open(with.open());
        theirs.promote("ann", id);
        return std::string{};
    });
    CHECK(mine.long_term().search("quokkas").size() == 1);
}

TEMPLATE_TEST_CASE("calls are made once per key, whoever repeats them", "[keys]",
                   WORKMEM_SHARED_ENGINES) {
    TestType with;
    SECTION("entities") {
        auto mine = of_entities::open(with.open()), other = of_entities::open(with.open());
        repeats_entity_calls(mine, other);
    }
    SECTION("items") {
        auto mine = of_items::open(with.open()), other = of_items::open(with.open());
        repeats_item_calls(mine, other);
    }
    SECTION("long-term memories") {
        auto mine = of_long_term::open(with.open()), other = of_long_term::open(with.open());
        repeats_long_term_calls(mine, other);
    }
    SECTION("tasks") {
        auto mine = of_tasks::open(with.open()), other = of_tasks::open(with.open());
        repeats_task_calls(mine, other);
    }
    SECTION("an agent") {
        auto mine = of_agents::open(with.open()), other = of_agents::open(with.open());
        const workmem::call_options by{.idempotency_key = "note"},
            also{.idempotency_key = "memory"}, last{.idempotency_key = "task"},
            kept{.idempotency_key = "kept"};
        mine.observe_text("get_page", R"({"id":"7","title":"Home"})");
        const auto note = mine.memorize({.text = "Home is old"}, by).id;
        const auto memory = mine.remember_for_session({.content = "Home is slow"}, also).id;
        const auto task = mine.add_task({.title = "Mend Home"}, last);
        const auto id = mine.keep(note, kept);
        // Where links and origin are others by now.
        mine.forget("7");
        CHECK(other.memorize({.text = "Home is old"}, by).id == note);
        CHECK(other.remember_for_session({.content = "Home is slow"}, also).id == memory);
        CHECK(other.add_task({.title = "Mend Home"}, last) == task);
        CHECK(other.keep(note, kept) == id);
        CHECK_FALSE(other.try_memorize({.text = "Home is new"}, by));
        CHECK(other.items.size() == 1);
        CHECK(other.plan.size() == 1);
    }
    SECTION("memories of a session") {
        using session = workmem::basic_session<over_any>;
        auto mine = workmem::open<session>(with.open(), "ann");
        auto other = workmem::open<session>(with.open(), "ann");
        repeats_session_calls(mine, other);
    }
}

TEMPLATE_TEST_CASE("a call that another writer made is known again, also by a snapshot alone",
                   "[keys][processes]", WORKMEM_SHARED_ENGINES) {
    TestType with;
    const workmem::call_options by{.idempotency_key = "k"};
    auto mine = of_tasks::open(with.open());
    const auto id = elsewhere<TestType>([&] {
        auto theirs = of_tasks::open(with.open());
        return theirs.add_task({.title = "a"}, by).str();
    });
    CHECK(mine.add_task({.title = "a"}, by).str() == id);
    mine.snapshot();
    auto fresh = of_tasks::open(with.open());
    CHECK(fresh.add_task({.title = "a"}, by).str() == id);
    CHECK(fresh.size() == 1);
}

TEMPLATE_TEST_CASE("what is erased is in no answer that is kept", "[keys][erasure]",
                   WORKMEM_SHARED_ENGINES) {
    TestType with;
    const workmem::call_options by{.idempotency_key = "k"}, again{.idempotency_key = "l"};
    auto mine = of_items::open(with.open());
    auto other = of_items::open(with.open());
    const auto id = mine.memorize(needle).id;
    // The answer says what left.
    mine.forget("id:" + id, workmem::forget_mode::hard, true, by);
    CHECK(names_needle(with.stored()));
    other.advance_step(again);
    mine.erase(id);
    CHECK_FALSE(names_needle(with.stored()));
    other.catch_up();
    other.snapshot();
    CHECK_FALSE(names_needle(with.stored()));
    for (auto* const each : {&mine, &other}) {
        const auto refused = each->try_forget("id:" + id, workmem::forget_mode::hard, true, by);
        REQUIRE_FALSE(refused);
        CHECK(refused.error().code() == workmem::error_code::conflict);
        CHECK(each->advance_step(again) == 1);
    }
}

TEMPLATE_TEST_CASE("what another writer left in sessions that are closed leaves when it is due",
                   "[session][processes]", WORKMEM_SHARED_ENGINES) {
    TestType with;
    workmem::manual_clock clock;
    auto mine = of_few_open_sessions::open(with.open(), clock);
    CHECK(mine.sweep() == 0);
    elsewhere<TestType>([&] {
        auto theirs = of_few_open_sessions::open(with.open(), clock);
        return of_few_open_sessions::put(theirs);
    });
    clock.advance(std::chrono::hours{3});
    CHECK(mine.sweep() == 0);  // opens them, and knows when they are due
    CHECK(mine.list_sessions().size() == 6);
    clock.advance(std::chrono::hours{3});
    CHECK(mine.sweep() == 6);
    CHECK(mine.list_sessions().empty());
    CHECK(mine.search("ann", "quokkas").empty());
}

TEMPLATE_TEST_CASE("a session that was let go knows its calls, and nothing else", "[keys][session]",
                   WORKMEM_SHARED_ENGINES) {
    TestType with;
    auto mine = of_sessions::open(with.open());
    const auto id = mine.add("ann", {.content = "one"}).id;
    const auto updated = mine.update("ann", id, {.content = "two"}, {.idempotency_key = "update"});
    const auto expired = mine.expire("ann", id, {.idempotency_key = "expire"});
    CHECK(mine.clear("ann", {.idempotency_key = "clear"}) == 1);
    mine.sweep();
    REQUIRE(mine.list_sessions().empty());
    auto fresh = of_sessions::open(with.open());
    for (auto* const each : {&mine, &fresh}) {
        CHECK(each->update("ann", id, {.content = "two"}, {.idempotency_key = "update"}) ==
              updated);
        CHECK(each->expire("ann", id, {.idempotency_key = "expire"}) == expired);
        CHECK(each->clear("ann", {.idempotency_key = "clear"}) == 1);
        const auto other = each->try_clear("ann", {.idempotency_key = "update"});
        REQUIRE_FALSE(other);
        CHECK(other.error().code() == workmem::error_code::validation_error);
        for (const auto* const key : {"", "new"}) {
            const auto refused = each->try_clear("ann", {.idempotency_key = key});
            REQUIRE_FALSE(refused);
            CHECK(refused.error().code() == workmem::error_code::not_found);
        }
        CHECK(each->list_sessions().empty());
    }
}

TEMPLATE_TEST_CASE("erasing reaches what is stored of a session that is empty",
                   "[erasure][session]", WORKMEM_SHARED_ENGINES) {
    TestType with;
    auto mine = of_sessions::open(with.open());
    const auto id = of_sessions::put(mine);
    mine.clear("ann");
    mine.sweep();
    REQUIRE(names_needle(with.stored()));
    CHECK_FALSE(mine.try_erase("ann", id));
    CHECK_FALSE(names_needle(with.stored()));
    // What it answers of long-term memory is part of the first answer.
    const auto promoted = of_sessions::put(mine);
    mine.promote("ann", promoted);
    mine.clear("ann");
    mine.sweep();
    const workmem::call_options by{.idempotency_key = "k"};
    auto other = of_sessions::open(with.open());
    CHECK(mine.erase("ann", promoted, by));
    CHECK(other.erase("ann", promoted, by));
    CHECK(mine.erase("ann", promoted, by));
    CHECK_FALSE(names_needle(with.stored()));
}

// Fails as an eraser does that is killed when its change is recorded, and nothing is rewritten yet.
struct stopping_after_the_record : any {
    explicit stopping_after_the_record(any journal) : any{std::move(journal)} {}
    static workmem::result<void> save_snapshot(std::string_view, std::string_view, std::uint64_t,
                                               std::string_view) {
        return workmem::error{workmem::error_code::storage_error, "stopped"};
    }
    template <class Change>
    static workmem::result<void> rewrite(std::string_view, Change&&,
                                         workmem::journal::outdated_snapshots = {}) {
        return workmem::error{workmem::error_code::storage_error, "stopped"};
    }
};

TEMPLATE_TEST_CASE("whoever hears of an erasure that was stopped forgets its answers",
                   "[keys][erasure]", WORKMEM_SHARED_ENGINES) {
    TestType with;
    const workmem::call_options by{.idempotency_key = "k"}, again{.idempotency_key = "l"};
    const auto is_forgotten = [](const auto& answer) {
        return !answer && answer.error().code() == workmem::error_code::conflict;
    };
    SECTION("what names the subject") {
        auto other = of_items::open(with.open());
        const auto id = other.memorize(needle).id;
        other.forget("id:" + id, workmem::forget_mode::hard, true, by);
        other.advance_step(again);
        auto mine = of_items::open(any{stopping_after_the_record{with.open()}});
        REQUIRE_FALSE(mine.try_erase(id));
        other.catch_up();
        other.snapshot();
        const auto saved = with.open().newest_snapshot("items", "bounded", ~std::uint64_t{0});
        REQUIRE((saved && *saved));
        CHECK_FALSE(names_needle((*saved)->bytes));
        CHECK(is_forgotten(other.try_forget("id:" + id, workmem::forget_mode::hard, true, by)));
        CHECK(other.advance_step(again) == 1);
    }
    SECTION("all of a plan that is discarded") {
        auto other = of_tasks::open(with.open());
        other.add_task({.title = "a", .id = "a"}, by);
        auto mine = of_tasks::open(any{stopping_after_the_record{with.open()}});
        REQUIRE_FALSE(mine.try_discard());
        other.catch_up();
        CHECK(other.size() == 0);
        CHECK(is_forgotten(other.try_add_task({.title = "a", .id = "a"}, by)));
    }
}

}  // namespace workmem_test
