// Looking through a stream's files, and mending them with a copy of what was there.
#include "catch.hpp"
#include "temporary_folder.hpp"

#include <workmem/journal/file.hpp>

#include <array>
#include <map>

using namespace workmem::journal;
using namespace workmem_test;
using workmem::error_code;

namespace {

struct stored_stream {
    temporary_folder folder;
    const std::string root = folder.path() + "/j";
    const stream_path path{root, "s"};
    file journal =
        file::open(root, {.sync = sync_mode::always(), .lock_wait = std::chrono::milliseconds{0}})
            .value();

    std::size_t first_batch = 0;  // bytes of the log up to record 3

    stored_stream() {
        append({"one", "two", "three"});
        REQUIRE(journal.save_snapshot("s", "entity", 2, "two"));
        first_batch = content_of(path.log()).size();
        append({"four"});
        append({"five"});
        journal.close_stream("s");
    }
    void append(std::initializer_list<std::string_view> lines) {
        const auto last = journal.open_stream("s", "agent")->last;
        REQUIRE(journal.append("s", last, {lines.begin(), lines.size()}).status ==
                append_status::recorded);
        REQUIRE(journal.commit("s", last + lines.size()));
    }
    [[nodiscard]] std::map<std::string, std::string> files() const {
        std::map<std::string, std::string> all;
        for (const auto& each : folder.files())
            if (!each.ends_with("/lock")) all[each] = content_of(each);
        return all;
    }
    static void flip(const std::string& what, std::size_t from_end) {
        auto bytes = content_of(what);
        REQUIRE(from_end <= bytes.size());
        bytes[bytes.size() - from_end] = static_cast<char>(bytes[bytes.size() - from_end] ^ 1);
        put_content(what, bytes);
    }
};

}  // namespace

TEST_CASE("a stream in order has nothing to say", "[journal][file]") {
    stored_stream with;
    const auto before = with.files();
    const auto found = with.journal.examine("s");
    REQUIRE(found);
    CHECK(found->oldest == 0);
    CHECK(found->last == 5);
    CHECK(found->snapshots == 1);
    CHECK(found->notes.empty());
    CHECK(found->problems.empty());
    CHECK(with.files() == before);
    CHECK(with.journal.repair("s", with.root + "-backup"));
    CHECK(with.files() == before);
}

TEST_CASE("what opening mends is only noted", "[journal][file]") {
    stored_stream with;
    put_content(with.path.log(), content_of(with.path.log()) + "torn");
    put_content(with.path.lock(), "1 crashed\n");
    put_content(with.path.new_log(), "half");
    const auto before = with.files();
    const auto found = with.journal.examine("s");
    REQUIRE(found);
    REQUIRE(found->notes.size() == 2);
    CHECK(found->notes[0].find("4 bytes at the end") != std::string::npos);
    CHECK(found->problems.empty());
    CHECK(with.files() == before);
}

TEST_CASE("a damaged log is cut there, after a copy was made", "[journal][file]") {
    stored_stream with;
    with.flip(with.path.log(), content_of(with.path.log()).size() - with.first_batch - 20);
    const auto before = with.files();
    CHECK_FALSE(with.journal.open_stream("s", ""));
    const auto found = with.journal.examine("s");
    REQUIRE(found);
    REQUIRE_FALSE(found->problems.empty());
    CHECK(found->problems[0].find("damaged at byte") != std::string::npos);
    CHECK(with.files() == before);
    const auto backup = with.root + "-backup";
    const auto repaired = with.journal.repair("s", backup);
    REQUIRE(repaired);
    CHECK(repaired->backup == backup);
    CHECK(content_of(backup + "/log") == before.at(with.path.log()));
    const auto info = with.journal.open_stream("s", "agent");
    REQUIRE(info);
    CHECK(info->last == 3);
    CHECK(repaired->last == 3);
    CHECK(with.journal.examine("s")->problems.empty());
    // Never over an older copy.
    with.flip(with.path.own + "/snapshot-entity-2", 1);
    CHECK_FALSE(with.journal.repair("s", backup));
}

TEST_CASE("a damaged snapshot goes if the log still says it all", "[journal][file]") {
    stored_stream with;
    const auto snapshot = with.path.own + "/snapshot-entity-2";
    SECTION("then it goes") {
        with.flip(snapshot, 1);
        CHECK(with.journal.examine("s")->problems.size() == 1);
        CHECK(with.journal.repair("s", with.root + "-backup"));
        CHECK(with.journal.open_stream("s", "agent")->last == 5);
        CHECK_FALSE(with.journal.newest_snapshot("s", "entity", 9)->has_value());
    }
    SECTION("else nothing is done, whatever else there is a snapshot of") {
        CHECK(with.journal.save_snapshot("s", "bounded", 3, "three"));
        CHECK(with.journal.truncate("s", 2));
        with.journal.close_stream("s");
        with.flip(snapshot, 1);
        const auto before = with.files();
        const auto refused = with.journal.repair("s", with.root + "-backup");
        REQUIRE_FALSE(refused);
        CHECK(refused.error().code() == error_code::storage_error);
        CHECK(refused.error().message().find("restore the folder from a backup") !=
              std::string::npos);
        CHECK(with.files() == before);
    }
}

TEST_CASE("a log that does not tell whose it is does not hide the others", "[journal][file]") {
    stored_stream with;
    CHECK(with.journal.open_stream("t", "agent"));
    with.journal.close_stream("t");
    put_content(stream_path{with.root, "t"}.log(), "something else");
    CHECK_FALSE(with.journal.streams());
    const auto found = with.journal.list();
    REQUIRE(found);
    CHECK(found->streams == std::vector<std::string>{"s"});
    REQUIRE(found->problems.size() == 1);
    CHECK(found->problems[0].message().find("not a file of workmem") != std::string::npos);
}
