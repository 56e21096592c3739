// Reading a stream without touching it, and what opening for writing leaves of what it cuts.
#include "catch.hpp"
#include "journal_calls.hpp"
#include "temporary_folder.hpp"

#include <workmem/journal/file.hpp>

#include <filesystem>
#include <map>
#include <string>

using namespace workmem::journal;
using namespace workmem_test;
using workmem::error_code;
namespace fs = std::filesystem;

namespace {

struct stored_stream {
    temporary_folder folder;
    const std::string root = folder.path() + "/j";
    const stream_path path{root, "s"};
    std::string log, last_frame;

    stored_stream() {
        auto journal = opened(false);
        CHECK(append(journal, "s", 0, {"one"}) == append_status::recorded);
        CHECK(journal.save_snapshot("s", "entity", 1, "one"));
        const auto before = content_of(path.log()).size();
        CHECK(append(journal, "s", 1, {"two"}) == append_status::recorded);
        last_frame = content_of(path.log()).substr(before);
        journal.close_stream("s");
        log = content_of(path.log());
    }
    [[nodiscard]] file opened(bool read_only) const {
        return file::open(root, {.sync = sync_mode::always(),
                                 .lock_wait = std::chrono::milliseconds{0},
                                 .read_only = read_only})
            .value();
    }
    // As a crash in the middle of the last write leaves it.
    void tear() {
        log.resize(log.find(last_frame) + last_frame.size() - 1);
        put_content(path.log(), log);
        put_content(path.lock(), "1 crashed\n");
    }
    // Names, bytes and times of change.
    [[nodiscard]] std::map<std::string, std::pair<std::string, fs::file_time_type>> files() const {
        std::map<std::string, std::pair<std::string, fs::file_time_type>> all;
        for (const auto& each : folder.files())
            all[each] = {content_of(each), fs::last_write_time(each)};
        return all;
    }
    [[nodiscard]] std::string kept(std::size_t number = 1) const {
        const auto at = std::to_string(log.size() + 1 - last_frame.size());
        return path.own + "/log.cut-" + at + (number == 1 ? "" : '-' + std::to_string(number));
    }
};

}  // namespace

TEST_CASE("reading only leaves a torn log as it is, and says what it did not read",
          "[journal][file]") {
    stored_stream with;
    with.tear();
    put_content(with.path.new_log(), "half");
    const auto before = with.files();
    auto journal = with.opened(true);
    CHECK(all(journal, "s") == "1:one ");
    CHECK((*journal.newest_snapshot("s", "entity", 9))->bytes == "one");
    CHECK(journal.recovered("s")->cut_bytes == with.last_frame.size() - 1);
    CHECK(journal.recovered("s")->kept_in.empty());
    journal.close_stream("s");
    CHECK(with.files() == before);
}

TEST_CASE("reading only refuses whatever writes, and makes nothing", "[journal][file]") {
    stored_stream with;
    const auto before = with.files();
    auto journal = with.opened(true);
    CHECK(journal.open_stream("s", "")->last == 2);
    CHECK_FALSE(journal.find_stream("t")->has_value());
    CHECK(all(journal, "t").empty());
    for (const std::string name : {"s", "t"}) {
        const std::string_view lines[]{"x"};
        const auto refused = journal.append(name, name == "s" ? 2 : 0, lines);
        CHECK(refused.status == append_status::failed);
        CHECK_THAT(refused.problem->message(),
                   contains(stream_path{with.root, name}.own) && contains("for reading only"));
        CHECK(code_of(journal.save_snapshot(name, "entity", 1, "x")) == error_code::storage_error);
        CHECK(code_of(journal.truncate(name, 0)) == error_code::storage_error);
        CHECK(code_of(journal.rewrite(name, archetype_rewrite{})) == error_code::storage_error);
        CHECK(code_of(journal.erase_stream(name)) == error_code::storage_error);
        CHECK(code_of(journal.repair(name, with.root + "-backup")) == error_code::storage_error);
    }
    // Nothing is recorded where nothing is.
    CHECK(journal.open_stream("t", "agent")->last == 0);
    CHECK(journal.open_stream("t", "agent")->incarnation.empty());
    journal.close_stream("s");
    CHECK(with.files() == before);
    CHECK_FALSE(file::open(with.root + "/none", {.sync = sync_mode::never(), .read_only = true}));
    CHECK(with.files() == before);
}

TEST_CASE("a reader and a writer have a stream one after the other", "[journal][file]") {
    stored_stream with;
    auto reader = with.opened(true), writer = with.opened(false);
    CHECK(all(reader, "s") == "1:one 2:two ");
    CHECK(code_of(writer.open_stream("s", "")) == error_code::storage_error);
    reader.close_stream("s");
    CHECK(append(writer, "s", 2, {"three"}) == append_status::recorded);
    CHECK(code_of(reader.open_stream("s", "")) == error_code::storage_error);
    writer.close_stream("s");
    CHECK(all(reader, "s") == "1:one 2:two 3:three ");
}

TEST_CASE("an examination writes nothing, not even who looks", "[journal][file]") {
    stored_stream with;
    const auto before = with.files();
    CHECK(with.opened(true).examine("s")->problems.empty());
    fs::remove(with.path.lock());
    CHECK(with.opened(true).examine("s")->last == 2);
    CHECK_FALSE(fs::exists(with.path.lock()));
    CHECK(with.files().size() == before.size() - 1);
}

TEST_CASE("what opening cuts off a log stays beside it, and is reported once", "[journal][file]") {
    stored_stream with;
    with.tear();
    for (std::size_t number = 1; number <= 3; ++number) {
        put_content(with.path.log(), with.log);
        auto journal = with.opened(false);
        const auto report = journal.recovered("s");
        REQUIRE(report);
        CHECK(report->cut_bytes == with.last_frame.size() - 1);
        CHECK(report->kept_in == with.kept(number));
        CHECK(content_of(with.kept(number)) ==
              with.last_frame.substr(0, with.last_frame.size() - 1));
        CHECK(fs::status(with.kept(number)).permissions() ==
              (fs::perms::owner_read | fs::perms::owner_write));
        journal.close_stream("s");
        CHECK(journal.recovered("s")->cut_bytes == 0);
        CHECK(journal.recovered("s")->kept_in.empty());
        CHECK(all(journal, "s") == "1:one ");
        journal.close_stream("s");
        const auto found = journal.examine("s");
        // The first log was not closed; the others were, and that they lost their end stays known.
        CHECK(found->problems.size() == (number > 1 ? 1 : 0));
        REQUIRE(found->notes.size() == number);
        CHECK_THAT(found->notes[0], contains(with.kept()) && contains("was cut off the log"));
    }
}

TEST_CASE("what was cut off goes with what it may hold", "[journal][file]") {
    stored_stream with;
    with.tear();
    auto journal = with.opened(false);
    CHECK(all(journal, "s") == "1:one ");
    REQUIRE(fs::exists(with.kept()));
    SECTION("when records are rewritten") {
        CHECK(journal.rewrite("s", archetype_rewrite{}));
        CHECK_FALSE(fs::exists(with.kept()));
    }
    SECTION("when the stream is erased") {
        CHECK(*journal.erase_stream("s"));
        CHECK(fs::directory_iterator { with.path.own } -> path().filename() == "lock");
        CHECK_FALSE(fs::exists(with.kept()));
    }
}
