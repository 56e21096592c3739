// The window's rules, one by one, for every bundle.
#include "bundles.hpp"
#include "catch.hpp"

#include <stdexcept>
#include <string>
#include <vector>

#include <workmem/time/manual_clock.hpp>

using namespace workmem_test;
using std::chrono::minutes;
using workmem::entity;
using workmem::entity_notice;
using workmem::entity_options;
using workmem::error_code;
using workmem::milliseconds;
using workmem::removal_cause;
using workmem::strength;

namespace {

template <class Window>
std::string ids(const Window& window) {
    std::string out;
    for (const auto& each : window.all()) out += each.id.text() + ' ';
    return out;
}
entity page(std::string id, std::string name = "n") {
    return {.type = "page", .id = std::move(id), .name = std::move(name)};
}
template <class Call>
workmem::error problem_of_call(Call&& call) {
    try {
        call();
    } catch (const workmem::error& problem) {
        return problem;
    }
    FAIL("nothing was thrown");
    throw std::logic_error{"not reached"};
}

}  // namespace

#define EVERY_BUNDLE                                                                   \
    two_segment_plain, lru_plain, fifo_by_id, two_segment_watched, lru_shared_watched

TEMPLATE_TEST_CASE("each entity is there once, newest first", "[entity]", EVERY_BUNDLE) {
    window_of<TestType> window;
    CHECK(window.empty());
    CHECK(window.add(page("1", "one")));
    CHECK(window.add(page("2", "two")));
    CHECK_FALSE(window.add(page("1", "uno")));
    CHECK(ids(window) == "1 2 ");
    CHECK(window.size() == 2);
    CHECK(window.peek("page", "1")->name == "uno");
    CHECK(window.find("2")->name == "two");
    CHECK_FALSE(window.find("3"));
    CHECK(window.contains("page", "2"));
    CHECK_FALSE(window.contains("page", "3"));
    const entity more[]{page("3"), page("4"), page("2", "deux")};
    const auto done = window.add_many(more);
    CHECK(done.added == 2);
    CHECK(done.updated == 1);
    CHECK(ids(window) == "2 4 3 1 ");
    CHECK(window.recent(2).size() == 2);
    CHECK(window.recent(2)[1].id == "4");
    CHECK(window.recent(0).empty());
    CHECK(window.by_type("page").size() == 4);
    CHECK(window.by_type("page", 1).size() == 1);
    CHECK(window.by_type("user").empty());
    CHECK(window.remove("page", "4"));
    CHECK_FALSE(window.remove("page", "4"));
    CHECK(window.clear() == 3);
    CHECK(window.clear() == 0);
    CHECK(window.empty());
}

TEMPLATE_TEST_CASE("what is the same, the identity policy says", "[entity]", EVERY_BUNDLE) {
    window_of<TestType> window;
    window.add({.type = "page", .id = "1", .name = "a"});
    const bool both = window.add({.type = "section", .id = "1", .name = "b"});
    CHECK(both == TestType::entities::identity::uses_type);
    CHECK(window.size() == (both ? 2 : 1));
    CHECK(window.all()[0].type == "section");
    // 42 and "42" are the same; how it was given is kept.
    window.add({.type = "page", .id = 42, .name = "number"});
    CHECK_FALSE(window.add({.type = "page", .id = "42", .name = "text"}));
    CHECK(static_cast<bool>(window.get("page", 42)));
    CHECK(static_cast<bool>(window.get("page", "42")));
    CHECK_FALSE(window.all()[0].id.is_number());
}

TEMPLATE_TEST_CASE("reads touch, or do not", "[entity]", EVERY_BUNDLE) {
    typename window_of<TestType>::parts with;
    window_of<TestType> window{{}, with};
    for (const auto* id : {"1", "2", "3"}) window.add(page(id));
    const auto version = window.sequence();
    (void)window.peek("page", "1");
    (void)window.find("1");
    (void)window.contains("page", "1");
    (void)window.recent();
    (void)window.all();
    (void)window.by_type("page");
    CHECK(ids(window) == "3 2 1 ");
    CHECK(window.all()[2].access_count == 0);
    with.clock.advance(minutes{1});
    const auto got = window.get("page", "1");
    REQUIRE(static_cast<bool>(got));
    CHECK(got->access_count == 1);
    CHECK(got->time == with.clock.now());
    CHECK(ids(window) == "1 3 2 ");
    CHECK(window.mention("page", "2"));
    CHECK(ids(window) == "2 1 3 ");
    CHECK_FALSE(window.mention("page", "9"));
    CHECK_FALSE(static_cast<bool>(window.get("page", "9")));
    CHECK(window.sequence() == version);  // touches are no changes
}

TEMPLATE_TEST_CASE("an entity expires at the instant its time to live is over", "[entity]",
                   EVERY_BUNDLE) {
    typename window_of<TestType>::parts with;
    window_of<TestType> window{{}, with};
    window.add(page("1"));
    with.clock.advance(minutes{2});
    window.add(page("2"));
    with.clock.advance(minutes{3} - milliseconds{1});
    CHECK(ids(window) == "2 1 ");
    with.clock.advance(milliseconds{1});
    CHECK(ids(window) == "2 ");
    CHECK(window.size() == 1);
    CHECK_FALSE(window.contains("page", "1"));
    CHECK_FALSE(static_cast<bool>(window.get("page", "1")));
    CHECK_FALSE(window.mention("page", "1"));
    CHECK_FALSE(window.remove("page", "1"));
    // What came back meanwhile is new.
    CHECK(window.add(page("1")));
    // A touch renews.
    with.clock.advance(minutes{2} - milliseconds{1});
    CHECK(static_cast<bool>(window.get("page", "2")));
    with.clock.advance(minutes{5} - milliseconds{1});
    CHECK(ids(window) == "2 ");
    CHECK(window.sweep() == 1);
    CHECK(window.sweep() == 0);
    // The wall clock may jump as it likes.
    with.clock.set_wall(with.clock.now() + std::chrono::hours{1'000});
    CHECK(window.size() == 1);
}

TEST_CASE("who has to go", "[entity][eviction]") {
    entity_options three;
    three.capacity = 3;
    SECTION("least recently used") {
        window_of<lru_plain> window{three};
        for (const auto* id : {"1", "2", "3"}) window.add(page(id));
        window.get("page", "1");
        window.add(page("4"));
        CHECK(ids(window) == "4 1 3 ");
    }
    SECTION("first in, first out") {
        window_of<fifo_by_id> window{three};
        for (const auto* id : {"1", "2", "3"}) window.add(page(id));
        window.get("page", "1");
        window.add(page("1", "again"));
        window.add(page("4"));
        CHECK(ids(window) == "4 3 2 ");
    }
    SECTION("what was merely returned before what was named") {
        window_of<two_segment_plain> window{three};
        window.add(page("named"), strength::mentioned);
        window.add(page("returned"), strength::returned);
        window.add(page("read"), strength::returned);
        window.get("page", "read");
        window.add(page("4"));
        CHECK(ids(window) == "4 read named ");
        window.add(page("5"));  // a read names nothing
        CHECK(ids(window) == "5 4 named ");
        window.add(page("6"));
        CHECK(ids(window) == "6 5 4 ");
    }
    SECTION("of a batch larger than the window the last stay") {
        window_of<lru_plain> window{three};
        window.add(page("0"));
        const entity five[]{page("1"), page("2"), page("3"), page("4"), page("5")};
        const auto done = window.add_many(five);
        CHECK(done.added == 3);
        CHECK(done.left_out == 2);
        CHECK(done.evicted == 1);
        CHECK(ids(window) == "5 4 3 ");
    }
    SECTION("of what a batch touches the first goes first, known or not") {
        entity_options two;
        two.capacity = 2;
        window_of<lru_plain> window{two};
        window.add(page("known"));
        window.add(page("other"));
        const entity batch[]{page("known"), page("new-1"), page("new-2")};
        window.add_many(batch);
        CHECK(ids(window) == "new-2 new-1 ");
    }
    SECTION("a list that brings back what is known pushes nobody out that was named") {
        entity_options two;
        two.capacity = 2;
        window_of<two_segment_plain> window{two};
        window.add(page("named"));
        window.add(page("returned"), strength::returned);
        const entity list[]{page("returned"), page("new")};
        window.add_many(list, strength::returned);
        CHECK(ids(window) == "new named ");
    }
}

TEST_CASE("tokens have a limit as well", "[entity][eviction]") {
    const workmem::bounding_counter tokens;
    const auto cost = tokens("  - \"nnnnnnnnnn\" (1)\n");
    entity_options options;
    options.token_limit = 3 * cost;
    window_of<two_segment_plain> window{options};
    const std::string name(10, 'n');
    for (const auto* id : {"1", "2", "3"}) window.add(page(id, name));
    CHECK(window.size() == 3);
    window.add(page("4", name));
    CHECK(ids(window) == "4 3 2 ");
    // A merely returned one, too, finds its place although all others were named.
    CHECK(window.add(page("5", name), strength::returned));
    CHECK(ids(window) == "5 4 3 ");
    // An update that grows makes others go.
    window.add(page("3", std::string(40, 'n')));
    CHECK(window.all()[0].id == "3");
    CHECK(window.size() < 3);
    // What never fits is refused and pushes nobody out.
    const auto before = ids(window);
    const auto problem = problem_of_call([&] { window.add(page("6", std::string(4'000, 'n'))); });
    CHECK(problem.code() == error_code::capacity);
    CHECK_THAT(problem.message(), contains("token_limit"));
    const entity batch[]{page("7", name), page("8", std::string(4'000, 'n'))};
    CHECK(problem_of_call([&] { window.add_many(batch); }).code() == error_code::capacity);
    CHECK(ids(window) == before);
    // Other limits hold at once.
    options.token_limit = 1;
    CHECK(window.set_options(options) > 0);
    CHECK(window.empty());
}

TEMPLATE_TEST_CASE("odd calls get a clear error and change nothing", "[entity][bad_input]",
                   EVERY_BUNDLE) {
    window_of<TestType> window;
    window.add(page("1"));
    const auto refused = [&](const entity& value, const std::string& member) {
        const auto problem = problem_of_call([&] { window.add(value); });
        CHECK(problem.code() == error_code::validation_error);
        CHECK_THAT(problem.message(), contains(member));
        REQUIRE_FALSE(problem.details().empty());
        CHECK(problem.details()[0].value == member);
        const entity batch[]{page("2"), value};
        CHECK(problem_of_call([&] { window.add_many(batch); }).code() ==
              error_code::validation_error);
    };
    refused({.type = "page", .id = "", .name = "n"}, "id");
    refused({.type = "", .id = "1", .name = "n"}, "type");
    refused({.type = "page", .id = std::string(1'025, 'x'), .name = "n"}, "id");
    refused({.type = std::string(257, 'x'), .id = "1", .name = "n"}, "type");
    refused({.type = "page", .id = "\xff", .name = "n"}, "id");
    refused({.type = "\xc3", .id = "1", .name = "n"}, "type");
    CHECK(ids(window) == "1 ");
    CHECK(window.add({.type = std::string(256, 'x'), .id = std::string(1'024, 'y'), .name = ""}));
    // Keys that are none find nothing.
    CHECK_FALSE(static_cast<bool>(window.get("", "")));
    CHECK_FALSE(window.remove(std::string(100'000, 'x'), std::string(100'000, 'y')));
    CHECK_FALSE(window.contains("page", "\xff"));
}

TEST_CASE("limits that make no sense are refused by name", "[entity][bad_input]") {
    const auto refused = [](entity_options options, const std::string& name) {
        const auto problem = problem_of_call([&] { window_of<lru_plain> window{options}; });
        CHECK(problem.code() == error_code::validation_error);
        CHECK_THAT(problem.message(), starts_with(name));
        window_of<lru_plain> window;
        window.add(page("1"));
        const auto later = window.try_set_options(options);
        REQUIRE_FALSE(later);
        CHECK(later.error().code() == error_code::validation_error);
        CHECK(window.options().capacity == 20);
    };
    refused({.capacity = 0}, "capacity");
    refused({.capacity = (std::size_t{1} << 31) + 1}, "capacity");
    refused({.ttl = milliseconds{0}}, "ttl");
    refused({.ttl = milliseconds{-1}}, "ttl");
    refused({.max_per_result = 0}, "max_per_result");
    refused({.max_matches = 0}, "max_matches");
    refused({.max_per_type = 0}, "max_per_type");
    refused({.max_clock_gap = milliseconds{0}}, "max_clock_gap");
}

TEST_CASE("a time to live may be as long as it likes", "[entity]") {
    typename window_of<lru_plain>::parts with;
    window_of<lru_plain> window{{.ttl = milliseconds::max()}, with};
    window.add(page("1"));
    with.clock.advance(std::chrono::hours{1'000'000});
    CHECK(window.size() == 1);
    CHECK(window.sweep() == 0);
    CHECK(ids(window) == "1 ");
}

TEST_CASE("an argument may come from the window itself", "[entity]") {
    entity_options two;
    two.capacity = 2;
    window_of<lru_plain> window{two};
    window.add(page("1", std::string(100, 'a')));
    window.add(page("2", std::string(10, 'b')));
    window.add(*window.get("page", "1"));
    CHECK(ids(window) == "1 2 ");
    CHECK(window.all()[0].name == std::string(100, 'a'));
    // Even if it has expired, and its place is taken again.
    typename window_of<lru_plain>::parts with;
    window_of<lru_plain> other{{}, with};
    other.add(page("1", std::string(100, 'a')));
    other.add(page("2", std::string(100, 'b')));
    const auto& held = *other.get("page", "1");
    with.clock.advance(minutes{6});
    other.add(held);
    CHECK(ids(other) == "1 ");
    CHECK(other.all()[0].name == std::string(100, 'a'));
}

TEST_CASE("windows are values where nothing locks", "[entity]") {
    using window_type = window_of<two_segment_plain>;
    static_assert(std::is_copy_constructible_v<window_type>);
    static_assert(std::is_nothrow_move_constructible_v<window_type> ||
                  std::is_move_constructible_v<window_type>);
    static_assert(!std::is_copy_constructible_v<window_of<lru_shared_watched>>);
    static_assert(!std::is_move_constructible_v<window_of<lru_shared_watched>>);
    window_type a;
    a.add(page("1"));
    auto b = a;
    CHECK(a == b);
    b.get("page", "1");
    CHECK_FALSE(a == b);
    b.add(page("2"));
    CHECK(a.size() == 1);
    const auto c = std::move(b);
    CHECK(c.size() == 2);
    a = c;
    CHECK(a == c);
    std::string seen;
    for (const auto& each : a) seen += each.id;
    CHECK(seen == "21");
}

TEST_CASE("what an observer hears", "[entity][observer]") {
    typename window_of<two_segment_watched>::parts with;
    std::vector<std::string> told;
    const auto tell = [&](const entity_notice<>& notice) {
        std::string line = std::to_string(notice.sequence) + ' ' + std::string{notice.kind};
        for (const auto& each : notice.put) line += " +" + each.type + '/' + each.id;
        for (const auto& each : notice.removed)
            line += " -" + each.value.id.text() + '"' + each.value.name + "\" " +
                    std::string{to_string(each.cause)};
        CHECK_FALSE(notice.foreign);
        told.push_back(line);
    };
    with.observer.on<entity_notice<>>(tell);
    entity_options options;
    options.capacity = 2;
    window_of<two_segment_watched> window{options, with};
    window.add(page("1", "a"));
    window.add(page("1", "b"));
    window.get("page", "1");     // a touch is no news
    window.remove("page", "9");  // neither is nothing
    window.add(page("2", "c"));
    window.add(page("3", "d"));
    window.remove("page", "3");
    with.clock.advance(minutes{5});
    window.sweep();
    window.add(page("4", "e"));
    window.add(page("5", "f"));
    options.token_limit = 1;
    window.set_options(options);
    window.set_options({});
    window.add(page("6", "g"));
    window.clear();
    CHECK(told == std::vector<std::string>{
                      "1 entity.put +page/1", "2 entity.put +page/1 -1\"a\" replaced",
                      "3 entity.put +page/2", "4 entity.put +page/3 -1\"b\" capacity",
                      "5 entity.remove -3\"d\" removed", "6 entity.remove -2\"c\" expired",
                      "7 entity.put +page/4", "8 entity.put +page/5",
                      "9 entity.remove -4\"e\" token_budget -5\"f\" token_budget",
                      "10 entity.put +page/6", "11 entity.clear -6\"g\" removed"});
}

TEST_CASE("clearing removes what is there; what had expired has expired", "[entity][observer]") {
    typename window_of<two_segment_watched>::parts with;
    std::string told;
    const auto tell = [&](const entity_notice<>& notice) {
        for (const auto& each : notice.removed)
            told += each.value.id.text() + ' ' + std::string{to_string(each.cause)} + ' ';
    };
    with.observer.on<entity_notice<>>(tell);
    window_of<two_segment_watched> window{{}, with};
    window.add(page("1"));
    with.clock.advance(minutes{3});
    window.add(page("2"));
    with.clock.advance(minutes{2});
    CHECK(window.clear() == 1);
    CHECK(told == "1 expired 2 removed ");
    CHECK(window.clear() == 0);
}

TEST_CASE("what is moved from is empty", "[entity]") {
    window_of<two_segment_plain> window;
    for (int i = 0; i < 40; ++i) window.add(page(std::to_string(i)));
    auto taken = std::move(window);
    CHECK(taken.size() == 20);
    CHECK(window.size() == 0);
    CHECK(window.empty());
    CHECK_FALSE(window.contains("page", "39"));
    CHECK(window.recent().empty());
    window = std::move(taken);
    CHECK(window.size() == 20);
    CHECK(window.get("page", "39") != nullptr);
}

TEST_CASE("times stand where a clock has no time before them", "[entity]") {
    typename window_of<two_segment_plain>::parts with;
    with.clock = workmem::manual_clock{workmem::timestamp{milliseconds{-1'000}}};
    entity_options options;
    options.ttl = (milliseconds::max)();
    window_of<two_segment_plain> window{options, with};
    window.add(page("1"));
    CHECK(window.contains("page", "1"));
}

TEMPLATE_TEST_CASE("observers may call back; what that causes is told afterwards",
                   "[entity][observer]", two_segment_watched, lru_shared_watched) {
    typename window_of<TestType>::parts with;
    std::vector<std::string> told;
    window_of<TestType>* at = nullptr;
    int depth = 0;
    with.observer.template on<entity_notice<>>([&](const entity_notice<>& notice) {
        CHECK(++depth == 1);
        told.push_back(std::to_string(notice.sequence));
        if (notice.sequence == 1) {
            at->add(page("2"));
            at->remove("page", "1");
            CHECK(at->size() == 1);
            CHECK(told.size() == 1);
        }
        --depth;
    });
    window_of<TestType> window{{}, with};
    at = &window;
    window.add(page("1"));
    CHECK(told == std::vector<std::string>{"1", "2", "3"});
    window.add(page("3"));
    CHECK(told.size() == 4);
}

TEMPLATE_TEST_CASE("what observers throw is counted, not passed on", "[entity][observer]",
                   two_segment_watched) {
    typename window_of<TestType>::parts with;
    int calls = 0;
    with.observer.template on<entity_notice<>>([&](const entity_notice<>&) {
        if (++calls % 2 == 1) throw std::runtime_error{"odd"};
    });
    window_of<TestType> window{{}, with};
    for (int i = 0; i < 5; ++i) CHECK(window.add(page(std::to_string(i))));
    CHECK(calls == 5);
    CHECK(window.metrics().observer_failures == 3);
}

TEST_CASE("metrics count", "[entity][metrics]") {
    typename window_of<two_segment_plain>::parts with;
    entity_options options;
    options.capacity = 4;
    window_of<two_segment_plain> window{options, with};
    for (int i = 0; i < 6; ++i) window.add(page(std::to_string(i)));
    window.add(page("5"));
    window.get("page", "5");
    window.get("page", "0");
    window.get("page", "4");
    const auto seen = window.metrics();
    CHECK(seen.entities == 4);
    CHECK(seen.capacity == 4);
    CHECK(seen.lookups == 3);
    CHECK(seen.hits == 2);
    CHECK(seen.hit_rate() == (2.0 / 3.0));
    CHECK(seen.additions == 6);
    CHECK(seen.evictions == 2);
    CHECK(seen.eviction_rate() == (2.0 / 6.0));
    CHECK(seen.fill() == (1.0));
    with.clock.advance(minutes{5});
    window.sweep();
    CHECK(window.metrics().expirations == 4);
    CHECK(window.metrics().entities == 0);
    // One may push out several, and so may a limit; an addition counts once for the rate.
    window.clear();
    const auto before = window.metrics();
    for (const auto* id : {"a", "b", "c", "d"}) window.add(page(id));
    options.capacity = 2;
    window.set_options(options);
    CHECK(window.metrics().evictions == before.evictions + 2);
    options.token_limit = 36;
    window.set_options(options);
    window.add(page("e", "one two three four five six seven eight nine ten eleven twelve"));
    CHECK(window.metrics().evictions == before.evictions + 4);
    CHECK(window.metrics().recent_evictions == before.recent_evictions + 1);
    // Nothing is counted where nothing is to be counted.
    window_of<fifo_by_id> silent;
    silent.add(page("1"));
    silent.get("page", "1");
    CHECK(silent.metrics().additions == 0);
    CHECK(silent.metrics().lookups == 0);
    CHECK(silent.metrics().entities == 1);
}
