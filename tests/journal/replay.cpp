// What a journal holds is the memory: replay, several writers, touches, crashes.
#include "journal_bundles.hpp"
#include "window_steps.hpp"

#include <nlohmann/json.hpp>

#include <workmem/entity/window.ipp>
#include <workmem/time/manual_clock.hpp>

using namespace workmem_test;
using std::chrono::minutes;
using workmem::error_code;

namespace {

constexpr auto stream = "session-1";

template <class Policies>
typename window_of<Policies>::parts parts_on(const recorded& journal, workmem::manual_clock clock) {
    typename window_of<Policies>::parts with;
    with.clock = std::move(clock);
    with.journal = journal;
    with.stream = stream;
    return with;
}

std::string kind_of(const std::string& record) {
    return nlohmann::json::parse(record).at("kind").get<std::string>();
}

}  // namespace

TEMPLATE_TEST_CASE("replaying the journal gives the state", "[journal][model]",
                   two_segment_recorded, fifo_recorded_shared) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        INFO("seed " << seed);
        const scale of{};
        dice roll{seed};
        const recorded journal;
        const workmem::manual_clock clock;
        pair_of_windows<TestType> both{random_options(roll, of),
                                       parts_on<TestType>(journal, clock)};
        for (std::size_t i = 0; i < 400; ++i) {
            INFO("step " << i);
            both.step(roll, of);
            both.compare(roll, of);
            if (i % 20 != 19) continue;
            both.window.flush();
            const window_of<TestType> again{both.window.options(),
                                            parts_on<TestType>(journal, clock)};
            REQUIRE(lines_of(again) == lines_of(both.window));
            REQUIRE(again == both.window);
            CHECK(again.sequence() == both.window.sequence());
            CHECK(journal.size(stream) == both.window.sequence());
        }
    }
}

TEMPLATE_TEST_CASE("two writers of one stream lose nothing and end up equal", "[journal]",
                   two_segment_recorded, fifo_recorded_shared) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        INFO("seed " << seed);
        dice roll{seed};
        const recorded journal;
        const workmem::manual_clock clock;
        workmem::entity_options wide;
        wide.capacity = 1'000;
        wide.ttl.reset();
        window_of<TestType> a{wide, parts_on<TestType>(journal, clock)};
        window_of<TestType> b{wide, parts_on<TestType>(journal, clock)};
        std::vector<std::string> there;
        for (int i = 0; i < 300; ++i) {
            auto& one = roll.one_in(2) ? a : b;
            auto at = clock;
            at.advance(milliseconds{static_cast<int>(roll.below(5))});
            if (roll.one_in(2)) {
                there.push_back("e-" + std::to_string(i));
                CHECK(one.add({.type = "page", .id = there.back(), .name = "n"},
                              random_strength(roll)));
            } else if (!there.empty()) {
                const auto pick = roll.below(there.size());
                if (roll.one_in(5)) {
                    one.catch_up();  // what it has not heard of, it cannot remove
                    CHECK(one.remove("page", there[pick]));
                    there.erase(there.begin() + static_cast<std::ptrdiff_t>(pick));
                } else {
                    one.mention("page", there[pick], random_strength(roll));
                }
            }
            if (roll.one_in(15)) one.catch_up();
            if (roll.one_in(20)) one.flush();
        }
        a.flush();
        b.flush();
        a.catch_up();
        b.catch_up();
        CHECK(a.size() == there.size());
        for (const auto& id : there) CHECK(a.contains("page", id));
        CHECK(lines_of(a) == lines_of(b));
        CHECK(a == b);
        const window_of<TestType> again{wide, parts_on<TestType>(journal, clock)};
        CHECK(again == a);
    }
}

TEST_CASE("two crowded writers still agree about who had to go", "[journal]") {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        INFO("seed " << seed);
        dice roll{seed};
        const recorded journal;
        const workmem::manual_clock clock;
        const scale of{};
        workmem::entity_options narrow;
        narrow.capacity = 5;
        narrow.ttl = milliseconds{200};
        using window_type = window_of<two_segment_recorded>;
        window_type a{narrow, parts_on<two_segment_recorded>(journal, clock)};
        window_type b{narrow, parts_on<two_segment_recorded>(journal, clock)};
        for (int i = 0; i < 300; ++i) {
            auto& one = roll.one_in(2) ? a : b;
            auto at = clock;
            at.advance(milliseconds{static_cast<int>(roll.below(30))});
            const auto who = random_entity(roll, of);
            switch (roll.below(6)) {
                case 0:
                case 1: one.add(who, random_strength(roll)); break;
                case 2: one.get(who.type, who.id.text()); break;
                case 3: one.mention(who.type, who.id.text()); break;
                case 4: one.remove(who.type, who.id.text()); break;
                default: one.sweep();
            }
            CHECK(one.size() == one.all().size());
            CHECK(one.size() <= 5);
        }
        a.flush();
        b.flush();
        a.catch_up();
        b.catch_up();
        CHECK(lines_of(a) == lines_of(b));
        CHECK(a == b);
    }
}

TEST_CASE("touches cost no record and ride ahead of the next change", "[journal]") {
    const recorded journal;
    const workmem::manual_clock clock;
    window_of<two_segment_recorded> window{{}, parts_on<two_segment_recorded>(journal, clock)};
    window.add({.type = "page", .id = "p-1", .name = "Home"});
    window.add({.type = "page", .id = "p-2", .name = "About"});
    CHECK(window.get("page", "p-1") != nullptr);
    CHECK(window.mention("page", "p-2"));
    CHECK(window.get("page", "p-2") != nullptr);
    CHECK(journal.size(stream) == 2);
    window.add({.type = "page", .id = "p-3", .name = "Blog"});
    const auto records = records_of(journal, stream);
    REQUIRE(records.size() == 4);
    CHECK(kind_of(records[2]) == "entity.touch");
    CHECK(kind_of(records[3]) == "entity.put");
    const auto touches = nlohmann::json::parse(records[2]).at("touches");
    REQUIRE(touches.size() == 2);
    CHECK(touches[0].at("id") == "p-1");
    CHECK(touches[0].at("count") == 1);
    CHECK(touches[1].at("id") == "p-2");
    CHECK(touches[1].at("count") == 2);
    // Nothing is left to say.
    window.flush();
    CHECK(journal.size(stream) == 4);
    CHECK(window.sequence() == 4);
}

TEST_CASE("a crash may lose touches, never a fact", "[journal]") {
    const recorded journal;
    workmem::manual_clock clock;
    {
        const window_of<two_segment_recorded> opened{
            {}, parts_on<two_segment_recorded>(journal, clock)};
        auto window = opened;  // a copy records no touches when it goes, like what is killed
        window.add({.type = "page", .id = "p-1", .name = "Home"});
        window.add({.type = "page", .id = "p-2", .name = "About"});
        window.get("page", "p-1");
    }
    window_of<two_segment_recorded> again{{}, parts_on<two_segment_recorded>(journal, clock)};
    const auto all = again.all();
    REQUIRE(all.size() == 2);
    CHECK(all[0].id == "p-2");
    CHECK(all[1].id == "p-1");
    CHECK(all[1].access_count == 0);
    again.get("page", "p-1");
    again.flush();
    const window_of<two_segment_recorded> third{{}, parts_on<two_segment_recorded>(journal, clock)};
    CHECK(third.all()[0].id == "p-1");
    CHECK(third.all()[0].access_count == 1);
}

TEST_CASE("an eviction is a fact with its cause, which replay never decides again", "[journal]") {
    const recorded journal;
    workmem::manual_clock clock;
    workmem::entity_options two;
    two.capacity = 2;
    window_of<two_segment_recorded> window{two, parts_on<two_segment_recorded>(journal, clock)};
    for (const auto* id : {"p-1", "p-2", "p-3"}) window.add({.type = "page", .id = id, .name = id});
    const auto last = nlohmann::json::parse(records_of(journal, stream).back());
    CHECK(last.at("removed") ==
          nlohmann::json::parse(R"([{"type":"page","id":"p-1","cause":"capacity"}])"));
    // A replica with other limits, and another policy, holds the same.
    const window_of<two_segment_recorded> wide{{}, parts_on<two_segment_recorded>(journal, clock)};
    CHECK(wide.size() == 2);
    workmem::entity_options one;
    one.capacity = 1;
    const window_of<two_segment_recorded> narrow{one,
                                                 parts_on<two_segment_recorded>(journal, clock)};
    CHECK(narrow.size() == 2);
    CHECK(narrow == wide);
}

TEST_CASE("odd text survives the journal", "[journal]") {
    const recorded journal;
    workmem::manual_clock clock;
    window_of<two_segment_recorded> window{{}, parts_on<two_segment_recorded>(journal, clock)};
    const std::string odd =
        "a\nb\"c\\d\x01\x7f\u2028\u202e\xF0\x9F\x98\x80" + std::string(1, '\0') + "z";
    window.add({.type = "page",
                .id = odd,
                .name = odd,
                .slug = odd,
                .attributes = {{odd, odd}, {"n", std::int64_t{-1}}, {"d", 1e300}}});
    const window_of<two_segment_recorded> again{{}, parts_on<two_segment_recorded>(journal, clock)};
    REQUIRE(again.all() == window.all());
    CHECK(again == window);
    CHECK(again.all()[0].name == odd);
}

TEST_CASE("text that is no UTF-8 becomes valid on the way in, so replay gives the state",
          "[journal]") {
    const recorded journal;
    workmem::manual_clock clock;
    window_of<two_segment_recorded> window{{}, parts_on<two_segment_recorded>(journal, clock)};
    window.add({.type = "page",
                .id = "1",
                .name = "caf\xe9",
                .slug = "\xff",
                .attributes = {{"a\xff", std::string{"\xc3"}}}});
    (void)window.try_add({.type = "page", .id = "\xfe", .name = "a"});
    (void)window.try_add({.type = "page", .id = "\xff", .name = "b"});
    const window_of<two_segment_recorded> again{{}, parts_on<two_segment_recorded>(journal, clock)};
    CHECK(again == window);
    for (const auto& each : window.all()) {
        CHECK(workmem::text::is_valid(each.name));
        CHECK(workmem::text::is_valid(each.id.text()));
    }
}

TEST_CASE("a stream may hold another memory's changes; they count and are passed over",
          "[journal]") {
    recorded journal;
    workmem::manual_clock clock;
    const std::string_view foreign[]{R"({"kind":"bounded.put","version":9,"anything":[1]})"};
    REQUIRE(journal.append(stream, 0, foreign).status == workmem::journal::append_status::recorded);
    window_of<two_segment_recorded> window{{}, parts_on<two_segment_recorded>(journal, clock)};
    CHECK(window.empty());
    CHECK(window.sequence() == 1);
    window.add({.type = "page", .id = "1", .name = "a"});
    CHECK(window.sequence() == 2);
}

TEST_CASE(
    "another memory's record is passed over unread, unless it names a call or is not as written",
    "[journal]") {
    const auto passed_over = [](std::string_view record) {
        return workmem::detail::is_passed_over(record, "entity");
    };
    CHECK(passed_over(R"({"kind":"bounded.put","version":1,"time":"…"})"));
    CHECK(passed_over(R"({"kind":"bounded.put","version":12})"));
    CHECK(passed_over(R"({"kind":"bounded.put","version":1,"actor":"ann","items":[{"key":"x"}]})"));
    CHECK(passed_over(R"({"kind":"entityx.put","version":1})"));

    CHECK_FALSE(passed_over(R"({"kind":"entity.put","version":1})"));
    CHECK_FALSE(passed_over(R"({"kind":"bounded.put","version":1,"key":"k"})"));
    CHECK_FALSE(passed_over(R"({"kind":"bounded.put","version":1,"actor":"ann","key":"k"})"));
    for (const auto* const odd :
         {"", "{", "}", "no json", "[]", R"({"version":1})", R"({"kind":7,"version":1})",
          R"({"kind":"bounded.put"})", R"({"kind":"bounded.put","version":1)",
          R"({"kind":"bounded\u002eput","version":1})", R"({ "kind":"bounded.put","version":1})",
          R"({"kind":"bounded.put","version":1,"actor":"a\"b","key":"k"})",
          R"({"kind":"bounded.put","version":1,"actor":"ann})"})
        CHECK_FALSE(passed_over(odd));
}

TEST_CASE("a record that cannot be understood is refused when the stream is opened", "[journal]") {
    const auto record = GENERATE(
        as<std::string>{}, "", "no json", "[]", "42", R"({"version":1})",
        R"({"kind":"entity.put"})", R"({"kind":7,"version":1})",
        R"({"kind":"entity.unheard_of","version":1})",
        R"({"kind":"entity.put","version":2,"time":"2024-01-01T00:00:00Z"})",
        R"({"kind":"entity.put","version":1,"time":"yesterday","entities":[]})",
        R"({"kind":"entity.put","version":1,"time":"2024-01-01T00:00:00Z","entities":[{"id":"1"}]})",
        R"({"kind":"entity.remove","version":1,"time":"2024-01-01T00:00:00Z"})",
        R"({"kind":"entity.remove","version":1,"time":"2024-01-01T00:00:00Z","removed":[{"type":"p","id":"1","cause":"bored"}]})",
        R"({"kind":"entity.touch","version":1,"touches":{}})");
    INFO(record);
    recorded journal;
    workmem::manual_clock clock;
    const std::string_view lines[]{record};
    REQUIRE(journal.append(stream, 0, lines).status == workmem::journal::append_status::recorded);
    try {
        window_of<two_segment_recorded> window{{}, parts_on<two_segment_recorded>(journal, clock)};
        FAIL("it was accepted");
    } catch (const workmem::error& problem) {
        CHECK(problem.code() == error_code::storage_error);
        CHECK_FALSE(problem.message().empty());
    }
}

TEST_CASE("one foreign record that cannot be understood stops nothing before it", "[journal]") {
    recorded journal;
    workmem::manual_clock clock;
    window_of<two_segment_recorded> window{{}, parts_on<two_segment_recorded>(journal, clock)};
    window_of<two_segment_recorded> other{{}, parts_on<two_segment_recorded>(journal, clock)};
    other.add({.type = "page", .id = "1", .name = "a"});
    const std::string_view lines[]{"no json"};
    REQUIRE(journal.append(stream, 1, lines).status == workmem::journal::append_status::recorded);
    const auto caught = window.try_catch_up();
    REQUIRE_FALSE(caught);
    CHECK(caught.error().code() == error_code::storage_error);
    CHECK(window.contains("page", "1"));
    CHECK(window.sequence() == 1);
    // Changes are refused as well, and change nothing.
    const auto added = window.try_add({.type = "page", .id = "2", .name = "b"});
    REQUIRE_FALSE(added);
    CHECK(window.size() == 1);
}

TEST_CASE("the count and the list agree when writers' clocks differ", "[journal]") {
    const recorded journal;
    const workmem::manual_clock ahead;
    workmem::manual_clock behind{ahead.now() - std::chrono::seconds{40}};
    workmem::entity_options options;
    options.ttl = std::chrono::seconds{60};
    window_of<two_segment_recorded> b{options, parts_on<two_segment_recorded>(journal, behind)};
    b.add({.type = "page", .id = "old", .name = "a"});
    window_of<two_segment_recorded> a{options, parts_on<two_segment_recorded>(journal, ahead)};
    a.add({.type = "page", .id = "new", .name = "b"});
    b.catch_up();
    behind.advance(std::chrono::seconds{10});
    b.get("page", "old");
    for (int i = 0; i < 30; ++i) {
        behind.advance(std::chrono::seconds{5});
        CHECK(b.size() == b.all().size());
        if (i % 10 != 9) continue;
        b.sweep();
        CHECK(b.size() == b.all().size());
    }
    CHECK(b.empty());
    CHECK(b.sequence() > 2);
}
