// A session: what it remembers, for how long, what it finds again, and what goes to long-term
// memory.
#include "catch.hpp"
#include "fresh_seed.hpp"
#include "journal_calls.hpp"
#include "secret_samples.hpp"
#include "session_bundles.hpp"
#include "temporary_folder.hpp"

#include <workmem/journal/file.hpp>
#include <workmem/journal/memory.hpp>
#include <workmem/long_term/long_term_store.hpp>
#include <workmem/session/session.hpp>
#include <workmem/session/session_store.ipp>
#include <workmem/time/manual_clock.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace workmem_test;
using std::chrono::hours;
using std::chrono::minutes;
using workmem::error_code;
using workmem::milliseconds;
using workmem::priority;
using workmem::promotion_reason;
using only = workmem::session_filter::kind;

namespace {

// Whatever says "hush" is a secret.
struct hush {
    [[nodiscard]] std::optional<workmem::found_secret> find(std::string_view text,
                                                            std::size_t = 0) const noexcept {
        if (text.find("hush") == std::string_view::npos) return std::nullopt;
        return workmem::found_secret{};
    }
    [[nodiscard]] std::optional<workmem::found_secret> find_in_field(
        std::string_view, std::string_view text) const noexcept {
        return find(text);
    }
};

template <class Journal>
struct policies : workmem::default_policies {
    using clock = workmem::manual_clock;
    using journal = Journal;
    struct session : workmem::default_policies::session {
        using secrets = hush;
    };
};
using session = workmem::basic_session<policies<workmem::journal::memory>>;
using repository = workmem::basic_long_term_store<session_recorded>;

struct setting {
    workmem::manual_clock clock{};
    workmem::journal::memory journal{};

    session open(workmem::session_options options = {}) {
        return session{options,
                       {.clock = clock, .journal = journal, .name = "chat-1", .stream = "s"}};
    }
};

using ids = std::vector<std::string>;
ids contents_of(const std::vector<workmem::session_memory>& memories) {
    ids out;
    for (const auto& each : memories) out.push_back(each.content);
    return out;
}
ids contents_of(const std::vector<workmem::session_hit>& hits) {
    ids out;
    for (const auto& each : hits) out.push_back(each.value.content);
    return out;
}

}  // namespace

TEST_CASE("what is added has an id, an expiry and its importance", "[session]") {
    setting with;
    auto memory = with.open();
    const auto added = memory.add({.content = "Meeting notes from today's standup",
                                   .priority = priority::high,
                                   .tags = {"meeting"},
                                   .metadata = {{"duration", std::string{"15min"}}}});
    CHECK(added.id == "working_memory_chat-1-Meeting notes from t_20240101-000000");
    CHECK(added.created == with.clock.now());
    CHECK(added.expires == with.clock.now() + hours{12});
    CHECK(added.access_count == 1);
    // 0.3 · 1 + 0.2 · 0.75 + 0.1 · 34 / 1000
    CHECK(added.importance == *workmem::importance_score::from(0.4534));
    CHECK(added.metadata == workmem::attribute_list{{"duration", std::string{"15min"}}});
    // In the same second, and of the same words.
    CHECK(memory.add({.content = "Meeting notes from today's standup"}).id ==
          "working_memory_chat-1-Meeting notes from t_20240101-000000-2");
    CHECK(memory.add({.content = "a/b\"\n\\c"}).id ==
          "working_memory_chat-1-a_b___c_20240101-000000");
    CHECK(memory.size() == 3);
}

TEST_CASE("what is too long, empty or reserved is refused, and nothing changes", "[session]") {
    setting with;
    auto memory = with.open();
    const auto id = memory.add({.content = "x"}).id;
    const auto before = memory.sequence();
    for (const auto& bad : std::vector<workmem::new_session_memory>{
             {.content = ""},
             {.content = std::string(102'401, 'x')},
             {.content = "x", .tags = {""}},
             {.content = "x", .tags = ids(65, "t")},
             {.content = "x", .metadata = {{"relations", true}}},
             {.content = "x", .metadata = {{"a", true}, {"a", false}}},
             {.content = "x", .metadata = {{"a", std::string(65'536, 'x')}}}}) {
        const auto refused = memory.try_add(bad);
        REQUIRE_FALSE(refused);
        CHECK(refused.error().code() == error_code::validation_error);
        CHECK_THAT(refused.error().message(), contains(" must be "));
        CHECK_FALSE(memory.try_update(
            id, {.content = bad.content, .tags = bad.tags, .metadata = bad.metadata}));
    }
    CHECK(code_of(memory.try_relate(id, {"", "x", {}})) == error_code::validation_error);
    CHECK(memory.sequence() == before);
    CHECK(memory.add({.content = std::string(102'400, 'x')}).content.size() == 102'400);
    CHECK(memory.add({.content = "a\xff"}).content == "a\xEF\xBF\xBD");
}

TEST_CASE("reading counts; what has expired cannot be read", "[session]") {
    setting with;
    auto memory = with.open();
    const auto id = memory.add({.content = "x", .priority = priority::low}).id;
    CHECK(memory.get(id).access_count == 2);
    with.clock.advance(hours{1} - milliseconds{1});
    CHECK(memory.get(id).access_count == 3);
    with.clock.advance(milliseconds{1});
    CHECK(code_of(memory.try_get(id)) == error_code::expired);
    const auto unknown = memory.try_get("nobody");
    REQUIRE_FALSE(unknown);
    CHECK(unknown.error().code() == error_code::not_found);
    CHECK(unknown.error().message() == "there is no memory \"nobody\" in session \"chat-1\"");
}

TEST_CASE("each priority has its time", "[session]") {
    setting with;
    auto memory = with.open();
    const auto lives = [&](priority level) {
        return memory.add({.content = "x", .priority = level}).expires - with.clock.now();
    };
    CHECK(lives(priority::low) == hours{1});
    CHECK(lives(priority::medium) == hours{4});
    CHECK(lives(priority::high) == hours{12});
    CHECK(lives(priority::critical) == hours{24});
}

TEST_CASE("each priority's time ends to the millisecond, also in a session that was closed",
          "[session][journal]") {
    for (const auto& [level, time] :
         {std::pair{priority::low, hours{1}}, std::pair{priority::medium, hours{4}},
          std::pair{priority::high, hours{12}}, std::pair{priority::critical, hours{24}}}) {
        INFO(to_string(level));
        setting with;
        const auto id = with.open().add({.content = "x", .priority = level}).id;
        with.clock.advance(time - milliseconds{1});
        {
            auto memory = with.open();
            CHECK(memory.get(id).content == "x");
            CHECK(memory.sweep().empty());
        }
        with.clock.advance(milliseconds{1});
        auto memory = with.open();
        CHECK(code_of(memory.try_get(id)) == error_code::expired);
        CHECK(memory.stats().expired == 1);
        // It lives again, for as long as before and not a millisecond more.
        CHECK(memory.extend_ttl(id) == with.clock.now() + time);
        CHECK(memory.sweep().empty());
        with.clock.advance(time - milliseconds{1});
        CHECK(with.open().get(id).content == "x");
        with.clock.advance(milliseconds{1});
        CHECK(with.open().sweep() == ids{id});
        CHECK(with.open().size() == 0);
    }
}

TEST_CASE("a memory can expire at once, and live again", "[session]") {
    setting with;
    auto memory = with.open();
    const auto id = memory.add({.content = "x", .priority = priority::low}).id;
    CHECK(memory.extend_ttl(id) == with.clock.now() + hours{2});
    CHECK(memory.extend_ttl(id) == with.clock.now() + hours{3});
    CHECK(memory.expire(id) == with.clock.now());
    with.clock.advance(minutes{5});
    CHECK(memory.expire(id) == with.clock.now() - minutes{5});
    CHECK(code_of(memory.try_get(id)) == error_code::expired);
    CHECK(memory.extend_ttl(id) == with.clock.now() + hours{1});
    CHECK(memory.get(id).content == "x");
    for (const auto code : {code_of(memory.try_expire("?")), code_of(memory.try_extend_ttl("?")),
                            code_of(memory.try_promote("?")), code_of(memory.try_update("?", {})),
                            code_of(memory.try_relate("?", {"a", "b", {}}))})
        CHECK(code == error_code::not_found);
}

TEST_CASE("a sweep takes what has expired, in the order in which it came", "[session]") {
    setting with;
    auto memory = with.open();
    const auto kept = memory.add({.content = "kept", .priority = priority::critical}).id;
    const auto medium = memory.add({.content = "medium"}).id;
    const auto low = memory.add({.content = "low", .priority = priority::low}).id;
    CHECK(memory.sweep().empty());
    with.clock.advance(hours{4});
    CHECK(memory.list().memories.size() == 1);
    CHECK(memory.sweep() == ids{medium, low});
    CHECK(memory.sweep().empty());
    CHECK(contents_of(memory.export_all()) == ids{"kept"});
    CHECK(memory.get(kept).content == "kept");
}

TEST_CASE("rules promote at their boundaries", "[session][promotion]") {
    setting with;
    auto memory = with.open();
    SECTION("often read") {
        struct rule {
            priority level;
            int times;
            minutes age;  // by which importance alone promotes no more
        };
        for (const auto& each :
             {rule{priority::low, 10, minutes{30}}, rule{priority::medium, 15, minutes{120}},
              rule{priority::high, 20, minutes{300}}}) {
            INFO(each.times);
            const auto id = memory.add({.content = "x", .priority = each.level}).id;
            with.clock.advance(each.age);
            // Being added is the first access.
            for (int i = 2; i < each.times; ++i) CHECK_FALSE(memory.get(id).promoted);
            CHECK(memory.get(id).promoted->reason == promotion_reason::access_count);
        }
    }
    SECTION("critical, and read") {
        const auto id = memory.add({.content = "x", .priority = priority::critical}).id;
        CHECK(memory.stats().pending_promotion == 1);
        CHECK(memory.list({.only = only::pending}).total == 1);
        const auto got = memory.get(id);
        CHECK(got.promoted->reason == promotion_reason::critical_access);
        CHECK(got.promoted->id == "memory_promoted_" + id + "_20240101-000000");
        CHECK(memory.stats().pending_promotion == 0);
    }
    SECTION("old, and still read") {
        const auto id = memory.add({.content = "x", .priority = priority::high}).id;
        for (int i = 0; i < 4; ++i) memory.get(id);
        with.clock.advance(hours{6});
        CHECK_FALSE(memory.get(id).promoted);
        with.clock.advance(milliseconds{1});
        CHECK(memory.get(id).promoted->reason == promotion_reason::sustained_access);
    }
    SECTION("important") {
        workmem::session_options options;
        options.promotion.importance = *workmem::importance_score::from(0.54);
        auto other = with.open(options);
        const auto id = other.add({.content = std::string(500, 'x')}).id;
        // 0.4 · n / 10 + 0.3 + 0.2 · 0.5 + 0.1 · 0.5: at 2 accesses 0.53, at 3 0.57.
        CHECK_FALSE(other.get(id).promoted);
        CHECK(other.get(id).promoted->reason == promotion_reason::importance);
    }
    SECTION("but no secret, unless a person says so") {
        const auto id = memory.add({.content = "hush", .priority = priority::critical}).id;
        const auto field = memory
                               .add({.content = "x",
                                     .priority = priority::critical,
                                     .metadata = {{"key", std::string{"hush"}}}})
                               .id;
        CHECK_FALSE(memory.get(id).promoted);
        CHECK_FALSE(memory.get(field).promoted);
        // By hand it is asked for once.
        const auto asked = memory.try_promote(id);
        REQUIRE_FALSE(asked);
        CHECK(asked.error().code() == error_code::validation_error);
        CHECK_THAT(asked.error().message(), contains(id) && contains("allow_secret"));
        CHECK_THAT(memory.try_promote(field).error().message(), contains("of its metadata"));
        CHECK_FALSE(memory.get(id).promoted);
        CHECK(memory.promote(id, workmem::plain_call, {.allow_secret = true}).is_new);
        CHECK(memory.get(id).promoted->reason == promotion_reason::manual);
        CHECK_FALSE(memory.promote(id).is_new);
    }
}

TEST_CASE("with the default policies no rule promotes what looks like a secret",
          "[session][promotion]") {
    const auto seed = fresh_seed();
    INFO("WORKMEM_TEST_SEED=" << seed);
    workmem::basic_session<> memory;
    for (const auto& each : secret_samples{seed}.positives()) {
        const auto text = each.before + each.secret + each.after;
        const auto id = memory.add({.content = text, .priority = priority::critical}).id;
        CHECK_FALSE(memory.get(id).promoted);
    }
    CHECK(memory.get(memory.add({.content = "tea", .priority = priority::critical}).id).promoted);
}

TEST_CASE("what is promoted keeps everything and says where it comes from",
          "[session][promotion]") {
    setting with;
    auto memory = with.open();
    repository kept;
    const auto id =
        memory.add({.content = "Tea, not coffee", .tags = {"drink"}, .metadata = {{"sure", true}}})
            .id;
    memory.relate(id, {"about", "ann", {}});
    memory.get(id);
    with.clock.advance(hours{5});  // an expired one may still be saved
    const auto promoted = memory.promote(id);
    CHECK(promoted.is_new);
    CHECK(memory.deliver(kept) == 1);
    CHECK(memory.deliver(kept) == 0);
    const auto there = kept.get(promoted.memory.id);
    REQUIRE(there);
    CHECK(*there == promoted.memory);
    CHECK(there->content == "Tea, not coffee");
    CHECK(there->tags == ids{"drink"});
    CHECK(there->relations == std::vector<workmem::relation>{{"about", "ann", {}}});
    CHECK(there->metadata ==
          workmem::attribute_list{{"sure", true},
                                  {"promoted_from_working", std::string{"true"}},
                                  {"working_memory_id", id},
                                  {"working_memory_session", std::string{"chat-1"}},
                                  {"promotion_reason", std::string{"manual"}},
                                  {"access_count_at_promotion", std::string{"2"}},
                                  {"importance_at_promotion", std::string{"0.1815"}}});
    // A second time it is the same one.
    with.clock.advance(hours{1});
    const auto again = memory.promote(id);
    CHECK_FALSE(again.is_new);
    CHECK(again.memory.id == promoted.memory.id);
    CHECK(memory.deliver(kept) == 0);
    workmem::session_options strict;
    strict.strict_promotion = true;
    CHECK(code_of(with.open(strict).try_promote(id)) == error_code::already_promoted);
}

TEST_CASE("lists and counts agree", "[session]") {
    setting with;
    auto memory = with.open();
    memory.add({.content = "low", .priority = priority::low, .tags = {"a"}});
    const auto medium = memory.add({.content = "medium", .tags = {"b"}}).id;
    memory.add({.content = "high", .priority = priority::high, .tags = {"a", "b"}});
    memory.add({.content = "critical", .priority = priority::critical});
    memory.promote(medium);
    with.clock.advance(hours{1});
    const auto stats = memory.stats();
    const auto count = [&](const workmem::session_filter& filter) {
        const auto page = memory.list(filter);
        CHECK(page.total == page.memories.size());
        return page.total;
    };
    CHECK(stats.total == 4);
    CHECK(stats.active == 3);
    CHECK(stats.expired == 1);
    CHECK(stats.expired == count({.only = only::expired}));
    CHECK(stats.promoted == count({.only = only::promoted}));
    CHECK(stats.pending_promotion == count({.only = only::pending}));
    CHECK(stats.by_priority == std::array<std::size_t, 4>{1, 1, 1, 1});
    CHECK(stats.avg_access_count() == 1.0);
    CHECK(contents_of(memory.list().memories) == ids{"high", "critical"});
    CHECK(contents_of(memory.list({.include_expired = true}).memories) ==
          ids{"low", "high", "critical"});
    CHECK(contents_of(memory.list({.include_promoted = true, .tags = {"b"}}).memories) ==
          ids{"medium", "high"});
    CHECK(count({.priority = priority::high}) == 1);
    const auto all = workmem::session_filter{.include_expired = true, .include_promoted = true};
    auto page = memory.list(all, 3);
    CHECK(page.total == 4);
    CHECK(contents_of(page.memories) == ids{"low", "medium", "high"});
    page = memory.list(all, 3, *page.next);
    CHECK(contents_of(page.memories) == ids{"critical"});
    CHECK_FALSE(page.next);
}

TEST_CASE("a search finds the words or the text as it stands", "[session][search]") {
    setting with;
    auto memory = with.open();
    memory.add({.content = "Meeting notes from standup", .tags = {"standup"}});
    memory.add({.content = "Notes: the parser met a comment"});
    memory.add({.content = "Lunch at noon", .priority = priority::high});
    CHECK(contents_of(memory.search("MEETING notes")) ==
          ids{"Meeting notes from standup", "Notes: the parser met a comment"});
    CHECK(contents_of(memory.search("note")).size() == 2);
    // No word, but there.
    CHECK(contents_of(memory.search("omm")) == ids{"Notes: the parser met a comment"});
    CHECK(contents_of(memory.search("lunch standup")) ==
          ids{"Lunch at noon", "Meeting notes from standup"});
    CHECK(memory.search("nothing").empty());
    CHECK(memory.search("", {.priority = priority::high}).size() == 1);
    CHECK(memory.search("").size() == 3);
    CHECK(memory.search("", {}, 2).size() == 2);
    const auto hits = memory.search("notes");
    for (const auto& hit : hits) CHECK(hit.relevance_ppm <= 1'000'000);
    CHECK(hits.at(0).relevance_ppm >= hits.at(1).relevance_ppm);
    // No access.
    CHECK(memory.stats().avg_access_count() == 1.0);
    // What comes later is found, what left is not.
    const auto late = memory.add({.content = "late notes", .priority = priority::critical}).id;
    CHECK(memory.search("notes").size() == 3);
    memory.update(late, {.content = "nothing any more"});
    CHECK(memory.search("notes").size() == 2);
    with.clock.advance(hours{4});
    CHECK(memory.search("notes").empty());
    CHECK(memory.search("notes", {.include_expired = true}).size() == 2);
    memory.sweep();
    CHECK(memory.search("notes", {.include_expired = true}).empty());
    memory.clear();
    CHECK(memory.search("any").empty());
}

TEST_CASE("a search finds any word, in tags and metadata, too; who has all words comes first",
          "[session][search]") {
    setting with;
    auto memory = with.open();
    memory.add({.content = "The user is vegan", .priority = priority::low});
    memory.add({.content = "The user likes tea, and eats at noon", .priority = priority::low});
    memory.add({.content = "Deploys are on Friday",
                .priority = priority::critical,
                .tags = {"release train"},
                .metadata = {{"city", std::string{"Bern"}}, {"floor", std::int64_t{3}}}});
    memory.add({.content = "Next to all of these, and says nothing"});
    CHECK(contents_of(memory.search("what does the user eat")) ==
          ids{"The user likes tea, and eats at noon", "The user is vegan"});
    CHECK(contents_of(memory.search("vegan trains")).size() == 2);
    CHECK(contents_of(memory.search("trains")) == ids{"Deploys are on Friday"});
    CHECK(contents_of(memory.search("bern")) == ids{"Deploys are on Friday"});
    // However important the others are.
    CHECK(contents_of(memory.search("vegan user Friday")).front() == "The user is vegan");
    CHECK(memory.search("city").empty());
    // Stop words find nothing, and neighbours are no hits.
    CHECK(memory.search("what is the").empty());
    // It follows what changes.
    const auto id = memory.search("bern").front().value.id;
    memory.update(id, {.metadata = workmem::attribute_list{{"city", std::string{"Basel"}}}});
    CHECK(memory.search("bern").empty());
    CHECK(memory.search("basel").size() == 1);
}

TEST_CASE("a memory can say something else", "[session]") {
    setting with;
    auto memory = with.open();
    const auto id = memory.add({.content = "a", .tags = {"t"}}).id;
    with.clock.advance(hours{1});
    const auto changed =
        memory.update(id, {.content = "b", .metadata = workmem::attribute_list{{"k", true}}});
    CHECK(changed.content == "b");
    CHECK(changed.tags == ids{"t"});
    CHECK(changed.expires == with.clock.now() + hours{3});
    CHECK(memory.update(id, {.priority = priority::critical}).expires ==
          with.clock.now() + hours{24});
    const auto before = memory.sequence();
    memory.update(id, {.content = "b"});
    CHECK(memory.sequence() == before);
}

TEST_CASE("metadata are any scalar, and stay what they were", "[session][journal]") {
    setting with;
    auto memory = with.open();
    const workmem::attribute_list all{{"text", std::string{"null"}},
                                      {"nothing", nullptr},
                                      {"yes", true},
                                      {"whole", std::int64_t{-3}},
                                      {"part", 3.0}};
    const auto id = memory.add({.content = "x", .metadata = all}).id;
    memory.relate(id, {"about", "ann", all});
    CHECK(memory.get(id).metadata == all);
    const auto promoted = memory.promote(id).memory;
    for (std::size_t i = 0; i < all.size(); ++i) CHECK(promoted.metadata.at(i) == all[i]);
    SECTION("from its records") {}
    SECTION("from a snapshot") { memory.snapshot(); }
    auto again = with.open();
    CHECK(again.get(id).metadata == all);
    CHECK(again.get(id).relations.front().metadata == all);
    repository kept;
    again.deliver(kept);
    CHECK(kept.get(promoted.id)->metadata == promoted.metadata);
}

TEST_CASE("a relation is there once, and no access", "[session]") {
    setting with;
    auto memory = with.open();
    const auto id = memory.add({.content = "a"}).id;
    CHECK(memory.relate(id, {"references", "skill-1", {{"confidence", std::string{"high"}}}}));
    CHECK_FALSE(
        memory.relate(id, {"references", "skill-1", {{"confidence", std::string{"high"}}}}));
    CHECK(memory.relate(id, {"references", "skill-2", {}}));
    CHECK(memory.get(id).relations.size() == 2);
    CHECK(memory.get(id).access_count == 3);
}

TEST_CASE("what is exported can be imported, once", "[session]") {
    setting with;
    auto memory = with.open();
    const auto id = memory.add({.content = "a", .tags = {"t"}}).id;
    memory.get(id);
    memory.promote(id);
    memory.add({.content = "b", .priority = priority::low});
    with.clock.advance(hours{2});
    const auto exported = memory.export_all();
    session other{{}, {.clock = with.clock, .name = "other", .stream = "o"}};
    CHECK(other.import(exported) == 2);
    CHECK(other.export_all() == exported);
    CHECK(other.import(exported) == 0);
    CHECK(memory.clear() == 2);
    CHECK(memory.import(exported) == 2);
    CHECK(memory.export_all() == exported);
}

TEST_CASE("a session goes on where it stood", "[session][journal]") {
    setting with;
    auto memory = with.open();
    const auto a = memory.add({.content = "a", .priority = priority::high}).id;
    const auto b = memory.add({.content = "b", .priority = priority::low}).id;
    memory.get(a);
    memory.get(a);
    memory.relate(a, {"about", "x", {}});
    memory.extend_ttl(b);
    memory.promote(a);
    memory.get(b);
    memory.flush();
    SECTION("from its records") {}
    SECTION("from a snapshot") { memory.snapshot(); }
    auto again = with.open();
    CHECK(again == memory);
    CHECK(again.export_all() == memory.export_all());
    CHECK(again.get(a).access_count == 4);
    CHECK(again.search("b").size() == 1);
    // Time has passed while it was closed.
    with.clock.advance(hours{2});
    CHECK(code_of(with.open().try_get(b)) == error_code::expired);
    again.sweep();
    memory.catch_up();
    CHECK(memory.list({.include_expired = true, .include_promoted = true}).total == 1);
}

TEST_CASE("a promotion reaches long-term memory whatever happens in between",
          "[session][journal][promotion]") {
    setting with;
    repository kept;
    const auto id = [&] {
        auto memory = with.open();
        const auto added = memory.add({.content = "a"}).id;
        memory.promote(added);
        return added;  // killed before it was delivered
    }();
    {
        const auto opened = with.open();
        auto memory = opened;  // a copy records nothing when it goes
        CHECK(memory.deliver(kept) == 1);
        // Killed before that was recorded: it is delivered again, which changes nothing.
    }
    CHECK(kept.size() == 1);
    auto memory = with.open();
    CHECK(memory.deliver(kept) == 1);
    CHECK(kept.size() == 1);
    memory.flush();
    CHECK(with.open().deliver(kept) == 0);
    SECTION("a snapshot knows what is on its way") {
        memory.promote(memory.add({.content = "b"}).id);
        memory.snapshot();
        CHECK(with.open().deliver(kept) == 1);
        CHECK(kept.size() == 2);
    }
    memory.clear();
    CHECK(kept.contains("memory_promoted_" + id + "_20240101-000000"));
}

TEST_CASE("memories of two sessions with one id are both kept", "[session][promotion]") {
    setting with;
    repository kept;
    for (const auto* const content : {"x", "y"}) {
        session memory{{}, {.clock = with.clock, .name = "s", .stream = content}};
        memory.import({{.id = "same", .content = content, .expires = with.clock.now() + hours{1}}});
        memory.promote("same");
        CHECK(memory.deliver(kept) == 1);
    }
    CHECK(kept.size() == 2);
    CHECK(kept.get("memory_promoted_same_20240101-000000")->content == "x");
    CHECK(kept.get("memory_promoted_same_20240101-000000-2")->content == "y");
}

TEST_CASE("a repetition by key adds nothing", "[session][journal]") {
    setting with;
    auto memory = with.open();
    const workmem::call_options call{.idempotency_key = "k"};
    memory.add({.content = "a"}, call);
    memory.add({.content = "a"}, call);
    CHECK(memory.size() == 1);
}

TEST_CASE("accesses that nobody has recorded outlive another writer's update",
          "[session][journal]") {
    setting with;
    auto one = with.open(), other = with.open();
    const auto id = one.add({.content = "a"}).id;
    other.catch_up();
    one.get(id);
    one.get(id);
    other.update(id, {.content = "b"});
    one.catch_up();
    CHECK(one.get(id).access_count == 4);
    one.flush();
    other.catch_up();
    CHECK(one == other);
    CHECK(other.get(id).access_count == 5);
    CHECK(with.open().get(id).content == "b");
}

TEST_CASE("text that is no UTF-8 becomes valid on the way in, so that replay gives the state",
          "[session][journal]") {
    setting with;
    auto memory = with.open();
    const auto id = memory.add({.content = "a\xff", .tags = {"t\xff"}}).id;
    memory.update(id, {.metadata = workmem::attribute_list{{"k\xff", std::string{"v\xff"}}}});
    memory.relate(id, {"r\xff", "x\xff", {{"k\xff", std::string{"v\xff"}}}});
    memory.import({{.id = "i\xff",
                    .content = "c",
                    .relations = {{"r\xff", "x\xff", {}}},
                    .expires = with.clock.now() + hours{1}}});
    memory.promote(id);
    CHECK(with.open() == memory);
    CHECK(memory.get(id).relations.front().type == "r\xEF\xBF\xBD");
}

TEST_CASE("a memory that was read more often than anybody reads is not imported", "[session]") {
    setting with;
    auto memory = with.open();
    workmem::session_memory much{.id = "i", .content = "c", .access_count = ~std::uint64_t{0}};
    much.expires = with.clock.now() + hours{1};
    const auto refused = memory.try_import({much});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message() ==
          "access_count must be at most 9007199254740992, is 18446744073709551615");
    much.access_count = std::uint64_t{1} << 53;
    CHECK(memory.import({much}) == 1);
    CHECK(memory.get("i").access_count == much.access_count + 1);
}

TEST_CASE("two writers of a session lose nothing", "[session][journal]") {
    setting with;
    auto one = with.open(), other = with.open();
    const auto id = one.add({.content = "same"}).id;
    CHECK(other.add({.content = "same"}).id == id + "-2");
    other.get(id);
    one.get(id);
    one.add({.content = "next"});
    other.flush();
    one.catch_up();
    other.catch_up();
    CHECK(one == other);
    CHECK(one.get(id).access_count == 4);
}

TEST_CASE("a call that is repeated with its idempotency key answers what it added", "[session]") {
    setting with;
    const workmem::call_options call{.idempotency_key = "call-1"};
    std::string id;
    {
        auto of = with.open();
        id = of.add({.content = "once"}, call).id;
        CHECK(of.add({.content = "once"}, call).id == id);
        CHECK(of.add({.content = "other"}, {.idempotency_key = "call-2"}).id != id);
        CHECK(of.size() == 2);
    }
    auto again = with.open();
    CHECK(again.add({.content = "once"}, call).id == id);
    CHECK(code_of(again.try_add({.content = "twice"}, call)) == error_code::validation_error);
    // The first answer, whatever came since.
    again.update(id, {.content = "changed"});
    with.clock.advance(minutes{1});
    const auto answered = again.add({.content = "once"}, call);
    CHECK(answered.content == "once");
    CHECK(answered.created < with.clock.now());
    again.clear();
    CHECK(again.add({.content = "once"}, call) == answered);
    CHECK(again.size() == 0);
    // What was erased is not answered.
    again.add({.content = "secret"}, {.idempotency_key = "call-3"});
    CHECK(again.erase(again.list().memories.front().id));
    CHECK(code_of(again.try_add({.content = "secret"}, {.idempotency_key = "call-3"})) ==
          error_code::conflict);

    // Where nothing is recorded, too.
    workmem::basic_session<policies<workmem::journal::none>> forgetful;
    const auto first = forgetful.add({.content = "once"}, call).id;
    CHECK(forgetful.add({.content = "once"}, call).id == first);
    CHECK(forgetful.size() == 1);
}

TEST_CASE("a change that is repeated with its idempotency key happens once", "[session]") {
    setting with;
    auto of = with.open();
    const auto id = of.add({.content = "x", .priority = priority::low}).id;
    const auto later = of.extend_ttl(id, {.idempotency_key = "e"});
    CHECK(of.extend_ttl(id, {.idempotency_key = "e"}) == later);
    CHECK(of.update(id, {.content = "y"}, {.idempotency_key = "u"}).content == "y");
    CHECK(of.update(id, {.content = "y"}, {.idempotency_key = "u"}).content == "y");
    const auto promoted = of.promote(id, {.idempotency_key = "p"}).memory.id;
    CHECK_FALSE(promoted.empty());
    const auto again = of.promote(id, {.idempotency_key = "p"});
    CHECK(again.memory.id == promoted);
    CHECK(again.is_new);
    const auto now = of.expire(id, {.idempotency_key = "x"});
    with.clock.advance(minutes{1});
    CHECK(of.expire(id, {.idempotency_key = "x"}) == now);
    // What came after a clear survives its repetition.
    CHECK(of.clear({.idempotency_key = "c"}) == 1);
    of.add({.content = "new"});
    CHECK(of.clear({.idempotency_key = "c"}) == 1);
    CHECK(of.size() == 1);
}

TEST_CASE("the relations of a memory have 64 KB together", "[session]") {
    setting with;
    auto of = with.open();
    const auto id = of.add({.content = "x"}).id;
    const std::string target(1'000, 't');
    std::size_t added = 0;
    while (of.try_relate(id, {std::to_string(added), target, {}})) ++added;
    CHECK(added == 65);
    const auto refused = of.try_relate(id, {"one more", target, {}});
    REQUIRE(code_of(refused) == error_code::validation_error);
    CHECK_THAT(refused.error().message(), Catch::Contains("at most 65536 bytes"));
    CHECK(of.list().memories.front().relations.size() == added);
}

TEST_CASE("a session as prompt text: important ones first, one quoted line each", "[session]") {
    setting with;
    auto of = with.open();
    CHECK(of.context().empty());
    of.add({.content = "low", .priority = priority::low});
    of.add({.content = "first of two", .priority = priority::high});
    with.clock.advance(minutes{1});
    // Less has passed of its time.
    of.add({.content = "second of two", .priority = priority::high});
    of.add({.content = "forged\n# heading \"x\"\n- item", .priority = priority::critical});
    CHECK(of.context() ==
          "- \"forged\\n# heading \\\"x\\\"\\n- item\"\n"
          "- \"second of two\"\n- \"first of two\"\n- \"low\"");
    const auto accesses = of.stats().accesses;
    const auto part = of.context(30);
    CHECK_THAT(part, Catch::EndsWith(" more)"));
    // What matters most is there, if only its beginning.
    of.add({.content = std::string(5'000, 'x'), .priority = priority::critical});
    const auto cut = of.context(40);
    CHECK_THAT(cut, Catch::StartsWith("- \"xxxxxxxx"));
    CHECK_THAT(cut, Catch::Contains("x\"…\n(and 4 more)"));
    // It is the last one: what comes after it is not cut to bits.
    CHECK(std::count(cut.begin(), cut.end(), '\n') == 1);
    CHECK_THAT(of.context(16), !Catch::Contains("\"\""));
    CHECK(policies<workmem::journal::memory>::tokens{}(cut) <= 40);
    CHECK(policies<workmem::journal::memory>::tokens{}(part) <= 30);
    CHECK(of.context(1).empty());
    CHECK(of.stats().accesses == accesses + 1);  // that of coming in
    with.clock.advance(hours{2});
    CHECK_THAT(of.context(5'000), !Catch::Contains("low"));  // expired
}

TEST_CASE("what a search finds comes in pages", "[session]") {
    setting with;
    auto of = with.open();
    for (int i = 0; i < 7; ++i) of.add({.content = "note number " + std::to_string(i)});
    const auto whole = contents_of(of.search("note", {}, 100));
    ids pages;
    std::uint64_t skip = 0;
    for (;;) {
        const auto page = of.search_page("note", {}, 3, skip);
        CHECK(page.total == 7);
        for (const auto& each : page.hits) pages.push_back(each.value.content);
        if (!page.next) break;
        skip = *page.next;
    }
    CHECK(pages == whole);
    CHECK(of.search_page("note", {}, 3, 7).hits.empty());
    CHECK(of.search_page("note", {}, 3, ~std::uint64_t{0}).hits.empty());
    CHECK(of.search_page("nothing", {}, 3, 0).total == 0);
}

TEST_CASE("what is erased leaves the session, its log and its snapshots", "[session]") {
    const temporary_folder folder;
    std::string id, other;
    const auto everything = [&] {
        std::string all;
        for (const auto& each : std::filesystem::recursive_directory_iterator{folder.path()})
            if (each.is_regular_file()) {
                std::ifstream file{each.path(), std::ios::binary};
                all.append(std::istreambuf_iterator<char>{file}, {});
            }
        return all;
    };
    {
        using durable = workmem::basic_session<policies<workmem::journal::file>>;
        auto journal = workmem::journal::file::open(folder.path(),
                                                    {.sync = workmem::journal::sync_mode::never()})
                           .value();
        workmem::manual_clock clock;
        durable of{{}, {.clock = clock, .journal = journal, .name = "chat", .stream = "s"}};
        id = of.add({.content = "sentinel-7f3a", .tags = {"sentinel-7f3a"}},
                    {.idempotency_key = "sentinel-7f3a"})
                 .id;
        other = of.add({.content = "stays"}).id;
        of.get(id);
        of.relate(id, {"references", "sentinel-7f3a", {}});
        of.update(id, {.content = "sentinel-7f3a again"});
        of.promote(id);
        of.extend_ttl(id);
        of.flush();
        of.snapshot();
        CHECK_THAT(everything(), Catch::Contains("sentinel-7f3a"));
        CHECK(of.erase(id));
        CHECK_FALSE(of.erase(id));
        CHECK(of.size() == 1);
        repository kept;
        CHECK(of.deliver(kept) == 0);  // it has left the outbox, too
        CHECK_THAT(everything(), !Catch::Contains("sentinel-7f3a"));
        CHECK_THAT(everything(), Catch::Contains("session.erased"));
    }
    workmem::manual_clock clock;
    workmem::basic_session<policies<workmem::journal::file>> again{
        {},
        {.clock = clock,
         .journal = workmem::journal::file::open(folder.path(),
                                                 {.sync = workmem::journal::sync_mode::never()})
                        .value(),
         .name = "chat",
         .stream = "s"}};
    CHECK(contents_of(again.list().memories) == ids{"stays"});
    // Another one with a longer id of the same beginning is not meant.
    const auto first = again.add({.content = "same"}).id,
               second = again.add({.content = "same"}).id;
    CHECK(second.starts_with(first));
    CHECK(again.erase(first));
    CHECK(again.get(second).content == "same");
}
