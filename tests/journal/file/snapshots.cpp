// Snapshots that cannot be read: what is older, or the records, will do.
#include "catch.hpp"
#include "journal_calls.hpp"
#include "temporary_folder.hpp"

#include <workmem/bounded/bounded_store.hpp>
#include <workmem/journal/file.hpp>
#include <workmem/templates.hpp>

#include <string>
#include <vector>

using namespace workmem::journal;
using namespace workmem_test;

namespace {

struct stored_stream {
    temporary_folder folder;
    const std::string root = folder.path() + "/j";
    const stream_path path{root, "s"};
    std::vector<std::string> told;

    stored_stream() {
        auto journal = open();
        CHECK(append(journal, "s", 0, {"one", "two", "three"}) == append_status::recorded);
        for (const auto at : {1U, 2U, 3U})
            REQUIRE(journal.save_snapshot("s", "entity", at, "state " + std::to_string(at)));
    }
    [[nodiscard]] file open(bool read_only = false) {
        return file::open(root, {.sync = sync_mode::always(),
                                 .read_only = read_only,
                                 .on_recovery =
                                     [this](std::string_view stream, const recovery& found) {
                                         told.push_back(found.message(stream));
                                     }})
            .value();
    }
    void damage(std::uint64_t at) const {
        const auto name = path.own + "/snapshot-entity-" + std::to_string(at);
        auto bytes = content_of(name);
        bytes.back() = static_cast<char>(bytes.back() ^ 1);
        put_content(name, bytes);
    }
    static std::string newest(file& journal, std::uint64_t at_most = 9) {
        const auto found = journal.newest_snapshot("s", "entity", at_most);
        if (!found) return found.error().message();
        return *found ? (*found)->bytes : "none";
    }
};

}  // namespace

TEST_CASE("a damaged snapshot is passed over for the one before, and that is said once",
          "[journal][file]") {
    stored_stream with;
    with.damage(3);
    auto journal = with.open(GENERATE(false, true));
    CHECK(stored_stream::newest(journal) == "state 2");
    CHECK(stored_stream::newest(journal) == "state 2");
    CHECK(stored_stream::newest(journal, 1) == "state 1");
    REQUIRE(with.told.size() == 1);
    CHECK_THAT(with.told[0], contains("stream \"s\" a snapshot was passed over: ") &&
                                 contains("snapshot-entity-3") && contains("damaged"));
    CHECK(journal.recovered("s")->passed_over.size() == 1);
}

TEST_CASE("where every snapshot is damaged the records will do, if they are all there",
          "[journal][file]") {
    stored_stream with;
    SECTION("they are") {
        for (const auto at : {1U, 2U, 3U}) with.damage(at);
        auto journal = with.open();
        CHECK(stored_stream::newest(journal) == "none");
        CHECK(with.told.size() == 1);
        CHECK(journal.save_snapshot("s", "entity", 3, "state 3"));
        CHECK(stored_stream::newest(journal) == "state 3");
    }
    SECTION("some are forgotten") {
        CHECK(with.open().truncate("s", 2));
        with.damage(3);
        auto journal = with.open();
        CHECK(stored_stream::newest(journal) == "state 2");
        with.damage(2);
        CHECK_THAT(stored_stream::newest(journal), contains("snapshot-entity-3"));
    }
}

TEST_CASE("a memory opens behind a damaged snapshot with all it had", "[journal][file]") {
    struct on_file : workmem::default_policies {
        using journal = workmem::journal::file;
    };
    using store = workmem::basic_bounded_store<on_file>;
    stored_stream with;
    const auto open = [&] {
        return store{{}, store::parts{.journal = with.open(), .stream = "items"}};
    };
    {
        auto items = open();
        items.memorize("first");
        items.snapshot();
        items.memorize("second");
        items.snapshot();
        items.memorize("third");
    }
    const stream_path path{with.root, "items"};
    std::string newest;
    for (const auto& each : with.folder.files())
        if (each.starts_with(path.own + "/snapshot-") && each > newest) newest = each;
    REQUIRE_FALSE(newest.empty());
    put_content(newest, content_of(newest) + "x");
    CHECK(open().size() == 3);
    CHECK(with.told.size() == 1);
}
