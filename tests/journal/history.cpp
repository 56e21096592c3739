// What a stream keeps of the past: snapshots, retention, cursors, time travel, erasure,
// repetitions.
#include "catch.hpp"
#include "faulty_files.hpp"
#include "journal_bundles.hpp"
#include "memory_bundles.hpp"
#include "temporary_folder.hpp"

#include <workmem/entity/entity_memory.hpp>
#include <workmem/entity/entity_memory.ipp>
#include <workmem/journal/file.hpp>
#include <workmem/journal/open.hpp>
#include <workmem/time/manual_clock.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>

using namespace workmem_test;
using std::chrono::hours;
using std::chrono::minutes;
using workmem::cursor;
using workmem::entity;
using workmem::error_code;
using workmem::strength;
using workmem::journal::basic_file;
using workmem::journal::sync_mode;

namespace {

using in_memory = two_segment_recorded;
struct in_files
    : bundle<two_segment, type_and_id, unlocked, unwatched, counted, workmem::journal::file> {};

// The same journal in every copy.
template <class Policies>
class bench;
template <>
class bench<in_memory> {
public:
    recorded journal;
};
template <>
class bench<in_files> {
    temporary_folder folder_;

public:
    workmem::journal::file journal =
        workmem::journal::file::open(folder_.path() + "/j",
                                     {.sync = workmem::journal::sync_mode::always()})
            .value();
};

template <class Policies>
struct setting : bench<Policies> {
    using memory_type = workmem::basic_entity_memory<entity, Policies>;

    workmem::manual_clock clock{};
    workmem::retention keep{};
    workmem::clock_gap gap = workmem::clock_gap::elapse;

    [[nodiscard]] memory_type open(workmem::entity_options options = {}) {
        return memory_type{options,
                           {.clock = clock,
                            .journal = this->journal,
                            .stream = "agent",
                            .keep = keep,
                            .gap = gap}};
    }
};

[[nodiscard]] entity page(const std::string& id, const std::string& name = "Home") {
    return {.type = "page", .id = std::string_view{id}, .name = name};
}

[[nodiscard]] std::vector<std::string> kinds_of(const workmem::changes& all) {
    std::vector<std::string> kinds;
    for (const auto& each : all.list)
        kinds.push_back(nlohmann::json::parse(each.json).at("kind").get<std::string>());
    return kinds;
}

}  // namespace

TEMPLATE_TEST_CASE("a snapshot is the whole state", "[journal][history]", in_memory, in_files) {
    setting<TestType> with;
    auto memory = with.open();
    memory.observe("list_pages",
                   nlohmann::json::parse(R"([{"id":1,"title":"A"},{"id":2,"title":"B"}])"));
    with.clock.advance(minutes{1});
    memory.add(page("p-3", "C"));
    memory.get("page", 1);
    memory.snapshot();
    with.clock.advance(minutes{1});
    memory.add(page("p-4", "D"));
    const auto again = with.open();
    CHECK(again == memory);
    CHECK(again.sequence() == memory.sequence());
    CHECK(again.to_json_text() == memory.to_json_text());
    // The log alone gives the same.
    CHECK(with.journal.rewrite("agent", workmem::journal::archetype_rewrite{}));
    CHECK(with.open() == memory);
}

TEMPLATE_TEST_CASE("a snapshot of a memory to which nothing happened yet can be read",
                   "[journal][history]", in_memory, in_files) {
    setting<TestType> with;
    auto memory = with.open();
    memory.snapshot();
    auto again = with.open();
    CHECK(again == memory);
    again.add(page("p-1"));
    CHECK(with.open() == again);
}

TEMPLATE_TEST_CASE("a long log becomes a snapshot by itself, and old records go",
                   "[journal][history]", in_memory, in_files) {
    setting<TestType> with;
    with.keep = {.changes = 100, .snapshots = 1};
    auto memory = with.open();
    const std::string long_name(4'000, 'x');
    for (int i = 0; i < 600; ++i) memory.add(page("p-" + std::to_string(i % 30), long_name));
    const auto info = with.journal.open_stream("agent", "").value();
    CHECK(info.last == 600);
    CHECK(info.oldest > 0);
    CHECK(info.oldest <= 500);
    CHECK(with.open() == memory);
}

TEST_CASE("a snapshot that cannot be saved by itself is counted, and fails no call",
          "[journal][history]") {
    using files = basic_file<faulty_files<>>;
    struct policies : bundle<two_segment, type_and_id, unlocked, unwatched, counted, files> {};
    const temporary_folder at;
    faulty_files<> disk;
    auto journal = files::open(at.path(), {.sync = sync_mode::never()}, disk);
    REQUIRE(journal);
    workmem::basic_entity_memory<entity, policies> memory{{},
                                                          {.journal = *journal, .stream = "agent"}};
    disk.plan->kind = call::rename;
    disk.plan->at = disk.plan->calls[static_cast<std::size_t>(call::rename)] + 1;
    const std::string long_name(4'000, 'x');
    for (int i = 0; i < 260; ++i) memory.add(page("p-" + std::to_string(i % 30), long_name));
    CHECK(memory.metrics().snapshot_failures == 1);
    CHECK_FALSE((*journal->newest_snapshot("agent", "entity", memory.sequence())).has_value());
    // Tried again when the log has grown by as much.
    for (int i = 0; i < 260; ++i) memory.add(page("p-" + std::to_string(i % 30), long_name));
    CHECK(memory.metrics().snapshot_failures == 1);
    CHECK((*journal->newest_snapshot("agent", "entity", memory.sequence())).has_value());
}

TEST_CASE("what is kept unless somebody says otherwise", "[journal][history]") {
    CHECK(workmem::retention{}.changes == 10'000);
    CHECK(workmem::retention{}.snapshots == 2);
    CHECK(workmem::retention{}.age == workmem::milliseconds{0});
    CHECK(workmem::journal::file_options{.sync = sync_mode::always()}.lock_wait ==
          std::chrono::seconds{5});
    CHECK(workmem::journal::file_options{.sync = sync_mode::always()}.most_open == 256);
}

TEMPLATE_TEST_CASE("records stay as long as `retention` says, however many newer ones there are",
                   "[journal][history]", in_memory, in_files) {
    setting<TestType> with;
    with.keep = {.changes = 1, .snapshots = 1, .age = hours{2}};
    auto memory = with.open();
    for (int hour = 0; hour < 10; ++hour) {
        for (int i = 0; i < 5; ++i) memory.add(page("p-1", std::to_string(hour)));
        with.clock.advance(hours{1});
        memory.snapshot();
    }
    // Of hours 8 and 9; those of 7 are as old as what is forgotten.
    CHECK(with.journal.open_stream("agent", "")->oldest == 40);
    CHECK(memory.changes_since({"agent", memory.position().incarnation, 40}, 100).list.size() ==
          10);
    CHECK(with.open() == memory);
}

TEMPLATE_TEST_CASE("records stay that another memory on the stream still needs",
                   "[journal][history]", in_memory, in_files) {
    setting<TestType> with;
    with.keep = {.changes = 0, .snapshots = 1};
    auto memory = with.open();
    memory.add(page("p-1"));
    const std::array<std::string_view, 1> foreign{R"({"kind":"bounded.put","version":1})"};
    REQUIRE(with.journal.append("agent", 1, foreign).status ==
            workmem::journal::append_status::recorded);
    memory.add(page("p-2"));
    memory.snapshot();
    CHECK(with.journal.open_stream("agent", "")->oldest == 1);
    CHECK(with.journal.save_snapshot("agent", "bounded", 2, "{}"));
    memory.snapshot();
    CHECK(with.journal.open_stream("agent", "")->oldest == 3);
    CHECK(with.open() == memory);
}

TEMPLATE_TEST_CASE("a replica behind what is forgotten starts from the snapshot",
                   "[journal][history]", in_memory, in_files) {
    setting<TestType> with;
    with.keep = {.changes = 0, .snapshots = 1};
    auto a = with.open(), b = with.open();
    for (int i = 0; i < 9; ++i) a.add(page("p-" + std::to_string(i)));
    a.snapshot();
    CHECK(with.journal.open_stream("agent", "")->oldest == 9);
    b.add(page("q"));
    CHECK(b.size() == 10);
    a.catch_up();
    CHECK(a == b);
}

TEMPLATE_TEST_CASE("changes since a cursor, in another process too", "[journal][history]",
                   in_memory, in_files) {
    setting<TestType> with;
    auto memory = with.open();
    memory.add(page("p-1"));
    const auto from = memory.position();
    CHECK(from.stream == "agent");
    CHECK(from.incarnation.size() == 32);
    CHECK(memory.changes_since(from).list.empty());
    CHECK_FALSE(memory.wait_for_changes(from, workmem::milliseconds{1}));
    auto other = with.open();
    other.get("page", "p-1");
    other.add(page("p-2"));
    other.clear();
    CHECK(memory.wait_for_changes(from, workmem::milliseconds{1'000}));
    const auto all = memory.changes_since(from);
    CHECK(kinds_of(all) == std::vector<std::string>{"entity.touch", "entity.put", "entity.clear"});
    CHECK(all.next == memory.position());
    CHECK(memory.empty());
    const auto first = memory.changes_since(from, 1);
    CHECK(kinds_of(first) == std::vector<std::string>{"entity.touch"});
    CHECK(kinds_of(memory.changes_since(first.next)) ==
          std::vector<std::string>{"entity.put", "entity.clear"});

    SECTION("no more than none") { CHECK(memory.changes_since(from, 0).next == from); }
    SECTION("a cursor of another stream is refused") {
        CHECK(memory.wait_for_changes({"other", from.incarnation, 9}, workmem::milliseconds{0}));
        const auto refused = memory.try_changes_since({"other", from.incarnation, 0});
        REQUIRE_FALSE(refused);
        CHECK(refused.error().code() == error_code::validation_error);
    }
    SECTION("one that is older than what is kept says so") {
        CHECK(with.journal.truncate("agent", 2));
        const auto late = memory.changes_since(from);
        CHECK(late.list.empty());
        CHECK(late.compacted == 2);
        CHECK(late.next == memory.position());
    }
    SECTION("so does one of an erased stream") {
        auto old = from;
        old.incarnation.assign(32, '0');
        CHECK(memory.changes_since(old).compacted == 0);
    }
}

TEMPLATE_TEST_CASE("a memory as it was after any change", "[journal][history]", in_memory,
                   in_files) {
    setting<TestType> with;
    auto memory = with.open();
    std::vector<std::string> texts{memory.to_json_text()};
    for (int i = 0; i < 6; ++i) {
        with.clock.advance(minutes{1});
        memory.add(page("p-" + std::to_string(i)));
        texts.push_back(memory.to_json_text());
        if (i == 2) memory.snapshot();
    }
    for (std::size_t i = 0; i < texts.size(); ++i)
        CHECK(memory.state_at(i).to_json_text() == texts[i]);
    const auto beyond = memory.try_state_at(7);
    REQUIRE_FALSE(beyond);
    CHECK(beyond.error().code() == error_code::not_found);
    CHECK(beyond.error().message() ==
          "record 7 of stream \"agent\" cannot be reached; those from 0 to 6 can");
    CHECK(with.journal.truncate("agent", 4));
    memory.snapshot();
    for (const std::uint64_t sequence : {2U, 5U}) {
        const auto gone = memory.try_state_at(sequence);
        REQUIRE_FALSE(gone);
        CHECK_THAT(gone.error().message(), contains("those from 6 to 6 can"));
    }
    CHECK(memory.state_at(6).to_json_text() == texts[6]);
}

TEMPLATE_TEST_CASE("a repetition by key gets the first answer, and another call none",
                   "[journal][history]", in_memory, in_files) {
    setting<TestType> with;
    auto memory = with.open();
    const workmem::call_options call{.actor = "planner", .idempotency_key = "k-1"};
    CHECK(memory.add(page("p-1"), strength::mentioned, call));
    CHECK(memory.add(page("p-1"), strength::mentioned, call));
    const auto is_refused = [](const auto& done) {
        return !done && done.error().code() == workmem::error_code::validation_error;
    };
    CHECK(is_refused(memory.try_add(page("p-2"), strength::mentioned, call)));
    CHECK(memory.sequence() == 1);
    const auto record = nlohmann::json::parse(
        memory.changes_since({"agent", memory.position().incarnation, 0}).list.at(0).json);
    CHECK(record.at("actor") == "planner");
    CHECK(record.at("key") == "k-1");
    SECTION("whatever the call is") {
        const auto found = nlohmann::json::parse(R"({"id":"p-9","title":"Nine"})");
        CHECK(is_refused(memory.try_observe("get_page", {}, found, call)));
        CHECK(is_refused(memory.try_observe("get_page", nlohmann::json(nullptr), found, call)));
        CHECK(is_refused(memory.try_observe_text("get_page", found.dump(), call)));
        CHECK(is_refused(
            memory.try_load(nlohmann::json{{"entities", nlohmann::json::array()}}, {}, call)));
        CHECK(is_refused(memory.try_clear(call)));
        CHECK(is_refused(memory.try_remove("page", "p-1", call)));
        CHECK(is_refused(memory.try_erase("page", "p-1", call)));
        CHECK(memory.size() == 1);
        CHECK(memory.contains("page", "p-1"));
        CHECK(memory.observe("get_page", found, {.idempotency_key = "k-2"}).added == 1);
        CHECK(memory.observe("get_page", found, {.idempotency_key = "k-2"}).added == 1);
        CHECK(memory.size() == 2);
    }
    SECTION("in another process") {
        auto other = with.open();
        CHECK(other.add(page("p-1"), strength::mentioned, call));
        CHECK(is_refused(other.try_add(page("p-2"), strength::mentioned, call)));
        CHECK(other.size() == 1);
        // Of one that has not caught up, too.
        CHECK(memory.remove("page", "p-1", {.idempotency_key = "k-3"}));
        CHECK(other.remove("page", "p-1", {.idempotency_key = "k-3"}));
    }
    SECTION("also when only a snapshot knows") {
        with.keep = {.changes = 0, .snapshots = 1};
        auto other = with.open();
        other.snapshot();
        CHECK(with.journal.open_stream("agent", "")->oldest == 1);
        auto third = with.open();
        CHECK(third.add(page("p-1"), strength::mentioned, call));
        CHECK(is_refused(third.try_remove("page", "p-1", call)));
        CHECK(third.size() == 1);
    }
}

TEMPLATE_TEST_CASE("what is erased is nowhere any more", "[journal][history]", in_memory,
                   in_files) {
    setting<TestType> with;
    const std::string sentinel = "Zaphod-4711";
    auto memory = with.open();
    auto late = with.open();
    const std::string key = "add " + sentinel;
    memory.add(page("p-0"));
    memory.observe("list_pages",
                   nlohmann::json::array({nlohmann::json{{"id", sentinel}, {"title", sentinel}},
                                          nlohmann::json{{"id", "p-1"}, {"title", "B"}}}));
    memory.get("page", sentinel);
    memory.add(page(sentinel, sentinel), strength::mentioned, {.idempotency_key = key});
    late.catch_up();
    memory.snapshot();
    memory.add(page("p-2"));
    memory.remove("page", sentinel);
    memory.add(page(sentinel, sentinel));
    const auto stored = [&] {
        std::string all;
        for (const auto& each : records_of(with.journal, "agent")) all += each;
        const auto snapshot = with.journal.newest_snapshot("agent", "entity", ~std::uint64_t{0});
        if (snapshot && *snapshot) all += (*snapshot)->bytes;
        return all;
    };
    REQUIRE(stored().find(sentinel) != std::string::npos);
    CHECK(memory.erase("page", sentinel));
    CHECK(stored().find(sentinel) == std::string::npos);
    CHECK(stored().find(R"({"kind":"entity.erased","version":1,"time":)") != std::string::npos);
    CHECK(memory.size() == 3);
    CHECK(with.open() == memory);
    // Who still has it learns of it with the next change.
    CHECK(late.contains("page", sentinel));
    late.catch_up();
    CHECK(late == memory);
    // What has left the memory is erased where it is stored.
    memory.add(page(sentinel));
    memory.remove("page", sentinel);
    CHECK_FALSE(memory.erase("page", sentinel));
    CHECK(stored().find(sentinel) == std::string::npos);
}

TEST_CASE("erasing leaves nothing in any file", "[journal][history][file]") {
    temporary_folder folder;
    const std::string sentinel = "Zaphod-4711";
    const auto hits = [&] {
        int count = 0;
        for (const auto& each : folder.files()) {
            count += content_of(each).find(sentinel) != std::string::npos;
        }
        return count;
    };
    auto journal = workmem::journal::file::open(folder.path() + "/j",
                                                {.sync = workmem::journal::sync_mode::always()})
                       .value();
    auto memory = workmem::open<workmem::basic_entity_memory<entity, in_files>>(journal, "agent");
    memory.observe("get_page", nlohmann::json{{"id", sentinel}},
                   nlohmann::json{{"id", sentinel}, {"title", sentinel}});
    memory.get("page", sentinel);
    memory.mention("page", sentinel);
    memory.snapshot();
    memory.add(page("p-1"));
    CHECK(memory.load(memory.to_json()) == 2);
    memory.remove("page", sentinel);
    memory.clear();
    REQUIRE(hits() >= 2);
    memory.erase("page", sentinel);
    CHECK(hits() == 0);
}

TEMPLATE_TEST_CASE("a week off makes nothing older", "[journal][history]", in_memory, in_files) {
    setting<TestType> with;
    with.gap = workmem::clock_gap::pause;
    {
        auto memory = with.open();
        memory.add(page("p-1"));
        with.clock.advance(minutes{4});
        memory.add(page("p-2"));
    }
    with.clock.advance(hours{24 * 7});
    SECTION("and the pause becomes a fact with the first change") {
        {
            auto memory = with.open();
            CHECK(memory.size() == 2);
            with.clock.advance(workmem::milliseconds{59'999});
            CHECK(memory.size() == 2);
            memory.add(page("p-3"));
            CHECK(memory.sequence() == 4);
        }
        with.clock.advance(hours{1});
        auto memory = with.open();
        CHECK(memory.size() == 3);
        with.clock.advance(workmem::milliseconds{1});
        CHECK(memory.size() == 2);
        CHECK_FALSE(memory.contains("page", "p-1"));
    }
    SECTION("though nothing happens between two breaks") {
        {
            auto memory = with.open();
            memory.flush();
            memory.snapshot();
        }
        with.clock.advance(hours{24});
        auto memory = with.open();
        CHECK(memory.size() == 2);
        CHECK(memory.sequence() == 2);
        with.clock.advance(minutes{1});
        CHECK(memory.size() == 1);
    }
    SECTION("unless the time is to count") {
        with.gap = workmem::clock_gap::elapse;
        CHECK(with.open().empty());
    }
    SECTION("or somebody else had it open") {
        with.gap = workmem::clock_gap::elapse;
        auto open_all_week = with.open();
        with.gap = workmem::clock_gap::pause;
        auto memory = with.open();
        CHECK(memory.size() == 2);
        open_all_week.add(page("p-3"));
        memory.catch_up();
        CHECK(memory.size() == 1);
        CHECK(memory == open_all_week);
    }
}

TEMPLATE_TEST_CASE("who comes back to an erased stream is told", "[journal][history]", in_memory,
                   in_files) {
    setting<TestType> with;
    auto memory = with.open();
    memory.add(page("p-1"));
    CHECK(*with.journal.erase_stream("agent"));
    const auto refused = memory.try_add(page("p-2"));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code() == error_code::storage_error);
    CHECK(refused.error().message() ==
          "stream \"agent\" was erased meanwhile; open the memory again");
    CHECK(memory.size() == 1);
    // Also when others have gone on with a new one.
    auto other = with.open();
    for (const auto* id : {"q-1", "q-2", "q-3"}) {
        other.add(page(id));
        for (const auto& problem :
             {memory.try_add(page("p-2")).error(), memory.try_catch_up().error()})
            CHECK(problem.message() == refused.error().message());
        CHECK(memory.size() == 1);
    }
    CHECK(with.open().size() == 3);
    // Who has no reason to keep what is nowhere else goes on with that one.
    memory.follow();
    CHECK(memory == with.open());
    memory.add(page("p-2"));
    memory.catch_up();
    other.catch_up();
    CHECK(other == memory);
    CHECK(with.open().size() == 4);
}

TEMPLATE_TEST_CASE("who follows an erased stream begins anew, as often as it is erased",
                   "[journal][history]", in_memory, in_files) {
    setting<TestType> with;
    auto memory = with.open();
    memory.follow();
    for (int i = 0; i < 3; ++i) {
        const auto key = "once-" + std::to_string(i);
        const workmem::call_options call{.idempotency_key = key};
        memory.add(page("p-1"), workmem::strength::returned, call);
        if (i == 1) memory.snapshot();
        CHECK(*with.journal.erase_stream("agent"));
        CHECK(memory.try_catch_up().error().code() == error_code::storage_error);
        memory.follow();
        CHECK(memory.empty());
        CHECK(memory.sequence() == 0);
        // Calls that were made in what is gone may be made again.
        memory.add(page("p-2"), workmem::strength::returned, call);
        CHECK(memory.contains("page", "p-2"));
        CHECK(with.open() == memory);
        memory.clear();
    }
}

TEST_CASE("a stream made for something else is refused", "[journal][history]") {
    setting<in_memory> with;
    CHECK(with.journal.open_stream("agent", "task"));
    CHECK_THROWS_AS(with.open(), workmem::error);
    const auto refused = workmem::try_open<setting<in_memory>::memory_type>(with.journal, "agent");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message().find("was made for \"task\"") != std::string::npos);
}
