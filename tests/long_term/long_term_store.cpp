// What is kept for good: by id, once, found again, and gone when it is erased.
#include "catch.hpp"
#include "journal_calls.hpp"
#include "session_bundles.hpp"
#include "temporary_folder.hpp"

#include <workmem/journal/file.hpp>
#include <workmem/journal/memory.hpp>
#include <workmem/journal/open.hpp>
#include <workmem/long_term/long_term_store.hpp>
#include <workmem/long_term/long_term_store.ipp>
#include <workmem/observer/observer.hpp>
#include <workmem/time/manual_clock.hpp>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <vector>

using namespace workmem_test;
using workmem::error_code;
using workmem::long_term_memory;

namespace {

template <class Policies>
using store_of = workmem::basic_long_term_store<Policies>;
using in_memory = store_of<session_recorded>;
using recorded = store_of<session_recorded>;

static_assert(workmem::long_term_repository<in_memory>);
static_assert(workmem::long_term_repository<recorded>);

// A reader holds it back.
struct never_rewritten : workmem::journal::memory {
    template <class Rewrite>
    workmem::result<void> rewrite(std::string_view, Rewrite&&,
                                  workmem::journal::outdated_snapshots) {
        return workmem::error{error_code::storage_error, "a reader", {{"left_in", "the log"}}};
    }
};

long_term_memory memory(const std::string& id, const std::string& content = "content") {
    return {.id = id, .content = content};
}

std::vector<std::string> ids_of(const workmem::long_term_page& page) {
    std::vector<std::string> ids;
    for (const auto& each : page.memories) ids.push_back(each.id);
    return ids;
}
using ids = std::vector<std::string>;

}  // namespace

TEST_CASE("what is put is there, whole, and stays as it is", "[long_term]") {
    in_memory store;
    const long_term_memory whole{
        .id = "m-1",
        .content = "Tea, not coffee",
        .core = "preferences",
        .tags = {"drink", "ann"},
        .metadata = {{"confidence", 0.5}, {"source", std::string{"chat"}}},
        .relations = {{"about", "person-7", {{"since", std::int64_t{2031}}}}},
        .created = workmem::timestamp{workmem::milliseconds{1'000}}};
    CHECK(store.put(whole));
    CHECK(store.get("m-1") == whole);
    CHECK_FALSE(store.put(memory("m-1", "Coffee")));
    CHECK(store.get("m-1") == whole);
    CHECK(store.size() == 1);
    CHECK_FALSE(store.get("m-2"));
    // Without a time it is of now.
    store.put(memory("m-2"));
    CHECK(store.get("m-2")->created == workmem::manual_clock{}.now());
}

TEST_CASE("a memory takes the place of the one with its id", "[long_term]") {
    in_memory store;
    store.put(memory("a", "green tea"));
    store.put(memory("b"));
    CHECK(store.replace(memory("a", "black coffee")));
    CHECK(store.get("a")->content == "black coffee");
    // It came last.
    CHECK(ids_of(store.list()) == ids{"b", "a"});
    CHECK(store.search("tea").empty());
    CHECK(store.search("coffee").size() == 1);
    CHECK_FALSE(store.replace(memory("a", "black coffee")));
    CHECK_FALSE(store.replace(memory("c")));
    CHECK(ids_of(store.list()) == ids{"b", "a", "c"});
    CHECK(code_of(store.try_replace(memory("a", ""))) == error_code::validation_error);
    CHECK(store.get("a")->content == "black coffee");
}

TEST_CASE("what was replaced is in no record any more, what took its place in one",
          "[long_term][journal][erasure]") {
    workmem::journal::memory journal;
    auto store = workmem::open<recorded>(journal, "long-term");
    const auto records_of = [&](std::string_view text) {
        std::vector<std::uint64_t> out;
        (void)journal.read("long-term", 0, [&](const workmem::journal::record& each) {
            if (each.bytes.find(text) != std::string_view::npos) out.push_back(each.sequence);
        });
        return out;
    };
    using places = std::vector<std::uint64_t>;
    const std::vector both{memory("a", "zaphod"), memory("b", "ford")};
    store.put_all(both);
    CHECK(store.replace(memory("a", "trillian"), {.idempotency_key = "k"}));
    CHECK(records_of("zaphod") == places{});
    CHECK(records_of("ford") == places{1});
    CHECK(records_of("trillian") == places{2});
    CHECK(store.replace(memory("a", "marvin")));
    CHECK(records_of("trillian") == places{});
    CHECK(records_of("marvin") == places{3});
    CHECK(workmem::open<recorded>(journal, "long-term") == store);
    // The repetition of an earlier call changes nothing, and takes nothing away.
    CHECK(store.replace(memory("a", "trillian"), {.idempotency_key = "k"}));
    CHECK(records_of("marvin") == places{3});
    CHECK(store.get("a")->content == "marvin");
    CHECK(store.erase("a"));
    CHECK(records_of("marvin") == places{});
    CHECK(ids_of(workmem::open<recorded>(journal, "long-term").list()) == ids{"b"});
}

TEST_CASE("a store that cannot be rewritten holds what takes another's place all the same",
          "[long_term][journal][erasure]") {
    using store_type = store_of<session_policies<never_rewritten>>;
    never_rewritten journal;
    auto store = workmem::open<store_type>(journal, "long-term");
    store.put(memory("a", "zaphod"));
    const auto told = store.try_replace(memory("a", "trillian"));
    REQUIRE_FALSE(told);
    CHECK(told.error().details().front().name == "left_in");
    CHECK(store.get("a")->content == "trillian");
    CHECK(workmem::open<store_type>(journal, "long-term").get("a")->content == "trillian");
}

TEST_CASE("a batch is kept once, all of it or nothing", "[long_term]") {
    in_memory store;
    store.put(memory("a"));
    const std::vector batch{memory("b"), memory("a"), memory("c"), memory("b", "again")};
    CHECK(store.put_all(batch) == 2);
    CHECK(store.get("b")->content == "content");
    CHECK(ids_of(store.list()) == ids{"a", "b", "c"});
    const std::vector bad{memory("d"), memory("")};
    CHECK(code_of(store.try_put_all(bad)) == error_code::validation_error);
    CHECK(store.size() == 3);
    CHECK(store.put_all({}) == 0);
}

TEST_CASE("what makes no sense is refused", "[long_term]") {
    in_memory store;
    for (const auto& bad : {memory(""), memory("a", ""), memory(std::string(4'097, 'x')),
                            memory("a", std::string((std::size_t{1} << 20) + 1, 'x'))}) {
        const auto refused = store.try_put(bad);
        REQUIRE_FALSE(refused);
        CHECK(refused.error().code() == error_code::validation_error);
        CHECK_THAT(refused.error().message(), contains("must have 1 to"));
    }
    CHECK(store.empty());
    store.put({.id = "a\xff", .content = "b\xff"});
    CHECK(store.get("a\xEF\xBF\xBD")->content == "b\xEF\xBF\xBD");
}

TEST_CASE("a list has pages, and may be of some only", "[long_term]") {
    in_memory store;
    for (int i = 0; i < 7; ++i) {
        auto each = memory(std::to_string(i));
        each.core = i % 2 == 0 ? "even" : "odd";
        each.tags = {std::to_string(i % 3)};
        store.put(each);
    }
    auto page = store.list({}, 3);
    CHECK(ids_of(page) == ids{"0", "1", "2"});
    page = store.list({}, 3, *page.next);
    CHECK(ids_of(page) == ids{"3", "4", "5"});
    store.erase("5");
    page = store.list({}, 3, *page.next);
    CHECK(ids_of(page) == ids{"6"});
    CHECK_FALSE(page.next);
    CHECK(ids_of(store.list({.core = "even"}, 3)) == ids{"0", "2", "4"});
    CHECK(ids_of(store.list({.core = "even", .tags = {"0", "2"}})) == ids{"0", "2", "6"});
    CHECK(ids_of(store.list({}, 0)) == ids{});
}

TEST_CASE("words find what holds them", "[long_term]") {
    in_memory store;
    store.put({.id = "tea", .content = "Ann drinks green tea", .core = "people"});
    store.put({.id = "code", .content = "The parser drops comments", .core = "code"});
    store.put({.id = "drink", .content = "A drink: tea, tea and tea", .core = "menu"});
    const auto found = store.search("teas");
    REQUIRE(found.size() == 2);
    CHECK(found[0].value.id == "drink");
    CHECK(found[0].score > found[1].score);
    CHECK(store.search("teas", 1).size() == 1);
    CHECK(store.search("tea", 10, {.core = "people"}).front().value.id == "tea");
    store.erase("drink");
    CHECK(store.search("tea").size() == 1);
    CHECK(store.search("").empty());
}

TEMPLATE_TEST_CASE("it is there when it is opened again", "[long_term][journal]",
                   workmem::journal::memory, workmem::journal::file) {
    using store = store_of<session_policies<TestType, workmem::observer::callbacks>>;
    const temporary_folder folder;
    auto journal = [&] {
        if constexpr (std::is_same_v<TestType, workmem::journal::file>)
            return TestType::open(folder.path() + "/j",
                                  {.sync = workmem::journal::sync_mode::always()})
                .value();
        else
            return TestType{};
    }();
    auto first = workmem::open<store>(journal, "long-term");
    first.put({.id = "a", .content = "x", .relations = {{"about", "b", {}}, {"about", "c", {}}}});
    first.put(memory("b", "about Zaphod"));
    first.snapshot();
    first.put(memory("c"));
    first.erase("a");
    auto second = workmem::open<store>(journal, "long-term");
    CHECK(second == first);
    CHECK(ids_of(second.list()) == ids{"b", "c"});
    CHECK(second.search("zaphod").size() == 1);
    // Both go on, and end up equal.
    first.put(memory("d"));
    second.put(memory("e"));
    second.replace(memory("b", "still about Zaphod"));
    CHECK_FALSE(second.put(memory("d", "other")));
    first.catch_up();
    CHECK(first == second);
    const auto at = second.sequence();
    CHECK(second.erase("b"));
    CHECK(second.state_at(at).size() == 3);
    const auto past = second.changes_since({"long-term", second.position().incarnation, 0}, 100);
    for (const auto& each : past.list) CHECK(each.json.find("Zaphod") == std::string::npos);
    CHECK(second.put(memory("z"), {.idempotency_key = "k"}));
    CHECK(second.put(memory("z"), {.idempotency_key = "k"}));
    CHECK(code_of(second.try_put(memory("y"), {.idempotency_key = "k"})) ==
          error_code::validation_error);
    CHECK_FALSE(second.contains("y"));
    // A stream of something else is no long-term memory; an agent's may hold one.
    (void)journal.open_stream("plan", "task");
    CHECK(code_of(workmem::try_open<store>(journal, "plan")) == error_code::storage_error);
    (void)journal.open_stream("agent", "agent");
    CHECK(workmem::try_open<store>(journal, "agent"));
}

TEST_CASE("text that is no UTF-8 becomes valid, so that replay gives the same", "[long_term]") {
    workmem::journal::memory journal;
    auto store = workmem::open<recorded>(journal, "long-term");
    store.put({.id = "a",
               .content = "c",
               .core = "o\xff",
               .tags = {"t\xff"},
               .metadata = {{"k\xff", std::string{"v\xff"}}},
               .relations = {{"r\xff", "x\xff", {{"k\xff", std::string{"v\xff"}}}}}});
    CHECK(workmem::open<recorded>(journal, "long-term") == store);
}

TEST_CASE("an observer hears what came and what went", "[long_term][observer]") {
    using store = recorded;
    std::vector<std::string> told;
    store::parts with;
    with.observer.on<workmem::long_term_notice>([&](const workmem::long_term_notice& notice) {
        told.push_back(std::to_string(notice.sequence) + ' ' + std::string{notice.kind} + ' ' +
                       (notice.put.empty() ? notice.erased : notice.put.front()));
    });
    store kept{{}, with};
    kept.put(memory("a"));
    kept.put(memory("a"));
    kept.replace(memory("a", "b"));
    kept.erase("a");
    CHECK(told == ids{"1 long_term.put a", "2 long_term.replace a", "3 long_term.erase a"});
}

TEST_CASE("of many threads that put the same, one is first", "[long_term][threads]") {
    store_of<session_policies<workmem::journal::memory, workmem::observer::none, std::mutex>> store;
    std::vector<std::thread> threads;
    std::atomic<int> first{0};
    for (int thread = 0; thread < 8; ++thread)
        threads.emplace_back([&] {
            for (int i = 0; i < 50; ++i) {
                first += store.put(memory("m-" + std::to_string(i)));
                (void)store.search("content");
                (void)store.list({}, 5);
            }
        });
    for (auto& each : threads) each.join();
    CHECK(first == 50);
    CHECK(store.size() == 50);
}
