// Which streams a folder has: none is passed over because something of it is gone.
#include "catch.hpp"
#include "journal_calls.hpp"
#include "temporary_folder.hpp"

#include <workmem/journal/file.hpp>

#include <filesystem>
#include <string>
#include <vector>

using namespace workmem::journal;
using namespace workmem_test;
using workmem::error_code;
namespace fs = std::filesystem;

namespace {

struct stored_stream {
    temporary_folder folder;
    const std::string root = folder.path() + "/j";
    const stream_path path{root, "s"};
    file journal = file::open(root, {.sync = sync_mode::always()}).value();

    stored_stream() {
        CHECK(append(journal, "s", 0, {"one", "two"}) == append_status::recorded);
        REQUIRE(journal.save_snapshot("s", "entity", 2, "state"));
        journal.close_stream("s");
    }
};

}  // namespace

TEST_CASE("a stream whose log is gone is listed by its snapshots", "[journal][file]") {
    stored_stream with;
    fs::remove(with.path.log());
    CHECK(with.journal.streams().value() == std::vector<std::string>{"s"});
    const auto found = with.journal.examine("s");
    REQUIRE_FALSE(found);
    CHECK_THAT(found.error().message(), contains(with.path.log()) && contains("missing"));
    CHECK(code_of(with.journal.open_stream("s", "")) == error_code::storage_error);
}

TEST_CASE("a folder with nothing but a lock is no stream", "[journal][file]") {
    stored_stream with;
    CHECK(with.journal.erase_stream("s"));
    CHECK(fs::exists(with.path.lock()));
    CHECK(with.journal.streams().value().empty());
    CHECK(with.journal.list()->problems.empty());
}

TEST_CASE("a copy of a stream's folder is no second stream", "[journal][file]") {
    stored_stream with;
    const auto copy = with.path.second + '/' + std::string(32, 'a');
    fs::copy(with.path.own, copy);
    const auto listed = with.journal.list().value();
    CHECK(listed.streams == std::vector<std::string>{"s"});
    REQUIRE(listed.problems.size() == 1);
    CHECK_THAT(listed.problems[0].message(),
               contains(copy) && contains("holds stream \"s\", out of place"));
}
