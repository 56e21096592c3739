// The frame that closes a log: with it no acknowledged record vanishes without a word.
#include "catch.hpp"
#include "faulty_files.hpp"
#include "journal_calls.hpp"
#include "simulated_disk.hpp"

#include <workmem/journal/file.hpp>
#include <workmem/journal/file/log.hpp>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace workmem::journal;
using namespace workmem_test;
using simulated = basic_file<simulated_disk>;

namespace {

struct stored_stream {
    simulated_disk disk;
    const stream_path path{"/j", "s"};

    [[nodiscard]] simulated open(sync_mode sync = sync_mode::always()) const {
        return simulated::open("/j", {.sync = sync, .lock_wait = std::chrono::milliseconds{0}},
                               disk)
            .value();
    }
    void add(std::initializer_list<std::string_view> each, sync_mode sync = sync_mode::always()) {
        auto journal = open(sync);
        for (const auto line : each)
            REQUIRE(append(journal, "s", journal.open_stream("s", "agent")->last, {line}) ==
                    append_status::recorded);
    }
    // Adds records, and crashes before the log is closed.
    void add_and_crash(std::initializer_list<std::string_view> each) {
        auto journal = open();
        for (const auto line : each)
            REQUIRE(append(journal, "s", journal.open_stream("s", "agent")->last, {line}) ==
                    append_status::recorded);
        disk.crash(1);
    }
    [[nodiscard]] std::string log() { return disk.content(path.log()); }
    // What an examination says is wrong with these bytes as the log, or notes.
    [[nodiscard]] examination examined(const std::string& bytes) {
        disk.put_content(path.log(), bytes);
        auto found = open().examine("s");
        if (found) return std::move(*found);
        examination refused;
        refused.problems.push_back(found.error().message());
        return refused;
    }
    // Where each frame ends.
    static std::vector<std::size_t> ends(std::string_view bytes) {
        std::vector<std::size_t> all;
        for (std::size_t at = 0; at < bytes.size(); all.push_back(at))
            at += decode_frame(bytes.substr(at), at == 0 ? header_magic : batch_magic).size;
        return all;
    }
};

// A log as versions wrote it that closed none.
std::string log_of_before(std::initializer_list<std::string_view> lines) {
    std::string bytes;
    append_file_header(bytes, "workmem log", 1,
                       {"s", "agent", "0123456789abcdef", "0", "", "0", "1"});
    std::uint64_t sequence = 0;
    for (const auto each : lines) {
        append_frame(bytes, batch_magic, sequence + 1, sequence, std::vector{each});
        ++sequence;
    }
    return bytes;
}

}  // namespace

TEST_CASE("a log that was closed shows whatever is cut off or flipped", "[journal][file]") {
    stored_stream with;
    const auto sync = GENERATE(sync_mode::always(), sync_mode::never(),
                               sync_mode::interval(std::chrono::milliseconds{1'000'000}));
    with.add({"one", "two"}, sync);
    with.add({"three"}, sync);
    const auto whole = with.log();
    CHECK(with.examined(whole).problems.empty());
    CHECK(with.examined(whole).notes.empty());
    for (std::size_t size = 0; size < whole.size(); ++size)
        if (with.examined(whole.substr(0, size)).problems.empty())
            FAIL("cut to " << size << " bytes nothing is said");
    for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
        auto bytes = whole;
        bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
        if (with.examined(bytes).problems.empty())
            FAIL("with bit " << bit << " flipped nothing is said");
    }
    CHECK(with.examined(whole).problems.empty());
}

TEST_CASE("opening says that a closed log has lost its end, and repairing that it may",
          "[journal][file]") {
    stored_stream with;
    with.add({"one", "two"});
    const auto whole = with.log();
    const auto ends = stored_stream::ends(whole);  // of the header, two records, what closes it
    REQUIRE(ends.size() == 4);
    // Between two records, and in the middle of one.
    const auto size = ends[1] + GENERATE(std::size_t{0}, std::size_t{5});
    with.disk.put_content(with.path.log(), whole.substr(0, size));
    const auto found = with.examined(with.log());
    REQUIRE(found.problems.size() == 1);
    CHECK_THAT(found.problems[0], contains("damaged at byte " + std::to_string(ends[1])) &&
                                      contains("maybe records above 1"));
    SECTION("opening goes on with what there is") {
        auto journal = with.open();
        CHECK(journal.recovered("s")->end == log_end::missing);
        CHECK(all(journal, "s") == "1:one ");
        journal.close_stream("s");
        CHECK(journal.recovered("s")->end == log_end::closed);
    }
    SECTION("that it was opened does not hide the loss, until it is repaired") {
        for (int i = 0; i < 2; ++i) {
            with.add({"three"});
            const auto still = with.open().examine("s");
            REQUIRE(still->problems.size() == 1);
            CHECK_THAT(still->problems[0], contains("records above 1 may be gone"));
        }
        REQUIRE(with.open().repair("s", "/backup"));
        CHECK(with.open().examine("s")->problems.empty());
        auto journal = with.open();
        CHECK(all(journal, "s") == "1:one 2:three 3:three ");
    }
    SECTION("a stream that is made anew after it was erased has lost nothing") {
        with.add({"three"});
        REQUIRE(with.open().erase_stream("s").value());
        with.add({"one"});
        CHECK(with.open().examine("s")->problems.empty());
    }
    SECTION("repairing closes it again") {
        REQUIRE(with.open().repair("s", "/backup"));
        CHECK(with.open().examine("s")->problems.empty());
        auto journal = with.open();
        CHECK(all(journal, "s") == "1:one ");
        CHECK(journal.recovered("s")->end == log_end::closed);
    }
}

TEST_CASE("after a crash it is said that the log was not closed, wherever it ends",
          "[journal][file]") {
    stored_stream with;
    with.add({"one"});
    with.add_and_crash({"two", "three"});
    const auto whole = with.log();
    const auto ends = stored_stream::ends(whole);
    REQUIRE(ends.back() == whole.size());
    for (const auto size : {ends.back(), ends[ends.size() - 2], whole.size() - 1}) {
        INFO(size);
        const auto found = with.examined(whole.substr(0, size));
        CHECK(found.problems.empty());
        REQUIRE_FALSE(found.notes.empty());
        CHECK_THAT(found.notes.back(),
                   contains(size == whole.size() - 1 ? "bytes at the end are no whole records"
                                                     : "its writer ended without closing it"));
    }
    with.disk.put_content(with.path.log(), whole.substr(0, ends[ends.size() - 2]));
    {
        auto journal = with.open();
        CHECK(journal.recovered("s")->end == log_end::unclosed);
        CHECK(journal.recovered("s")->cut_bytes == 0);
        CHECK(all(journal, "s") == "1:one 2:two ");
    }
    CHECK(with.open().recovered("s")->end == log_end::closed);
    CHECK(with.examined(with.log()).notes.empty());
}

TEST_CASE("without its lock a log still tells whether it was closed", "[journal][file]") {
    stored_stream with;
    with.add({"one", "two"});
    (void)with.disk.unlink(with.path.lock());
    const auto whole = with.log();
    CHECK(with.examined(whole).notes.empty());
    CHECK(with.examined(whole.substr(0, stored_stream::ends(whole)[2])).notes.size() == 1);
}

TEST_CASE("a closed log that is gone is missed by whoever opens, reads or lists", "[journal][file]") {
    stored_stream of;
    of.add({"one", "two"});
    REQUIRE(of.disk.unlink(of.path.log()));
    const auto misses = [&](const auto& answer) {
        REQUIRE_FALSE(answer);
        CHECK_THAT(answer.error().message(), Catch::Contains("not erased"));
    };
    // However often, and whether or not it would be made.
    for (int i = 0; i < 2; ++i) {
        misses(of.open().open_stream("s", "agent"));
        misses(of.open().find_stream("s"));
        misses(of.open().examine("s"));
        misses(of.open().streams());
        CHECK(of.open().list()->problems.size() == 1);
    }
}

TEST_CASE("a log that was erased is not missed, nor one that was never closed", "[journal][file]") {
    stored_stream of;
    of.add({"one"});
    CHECK(of.open().erase_stream("s").value());
    CHECK_FALSE(of.open().find_stream("s")->has_value());
    CHECK(of.open().streams()->empty());
    of.add({"two"});
    CHECK(of.open().streams()->size() == 1);
    stored_stream begun;
    {
        // As after a crash between the lock and the log.
        auto journal = begun.open();
        REQUIRE(journal.open_stream("s", "agent"));
        begun.disk.crash(1);
    }
    (void)begun.disk.unlink(begun.path.log());
    CHECK(begun.open().streams()->empty());
    CHECK(begun.open().open_stream("s", "agent"));
}

TEST_CASE("what closes a log that cannot be written or synced is not there", "[journal][faults]") {
    for (const auto kind : {call::write, call::sync}) {
        stored_stream with;
        faulty_files<simulated_disk> files{with.disk};
        {
            auto journal = basic_file<faulty_files<simulated_disk>>::open(
                               "/j", {.sync = sync_mode::always()}, files)
                               .value();
            CHECK(append(journal, "s", 0, {"one"}) == append_status::recorded);
            files.plan->kind = kind;
            files.plan->at = files.plan->calls[static_cast<std::size_t>(kind)] + 1;
            files.plan->for_good = true;
        }
        const auto found = with.examined(with.log());
        CHECK(found.problems.empty());
        REQUIRE(found.notes.size() == 1);
        CHECK_THAT(found.notes[0], contains("its writer ended without closing it"));
        CHECK(with.open().recovered("s")->end == log_end::unclosed);
    }
}

TEST_CASE("writers go on behind what closes a log, and reading closes nothing", "[journal][file]") {
    stored_stream with;
    with.add({"one"});
    with.add({"two", "three"});
    with.add({});
    const auto whole = with.log();
    // The header, a record, closed, two records, closed.
    CHECK(stored_stream::ends(whole).size() == 6);
    auto journal = with.open();
    CHECK(all(journal, "s") == "1:one 2:two 3:three ");
    CHECK(all(journal, "s", 1) == "2:two 3:three ");
    journal.close_stream("s");
    CHECK(with.log() == whole);
    CHECK(journal.truncate("s", 2));
    CHECK(all(journal, "s", 2) == "3:three ");
    journal.close_stream("s");
    CHECK(stored_stream::ends(with.log()).size() == 3);
    CHECK(with.examined(with.log()).problems.empty());
}

TEST_CASE("logs of before are read and go on", "[journal][file]") {
    stored_stream with;
    (void)with.open().open_stream("s", "agent");
    (void)with.disk.unlink(with.path.lock());
    const auto old = log_of_before({"one", "two"});
    CHECK(with.examined(old).problems.empty());
    CHECK(with.examined(old).notes.empty());
    {
        auto journal = with.open();
        CHECK(all(journal, "s") == "1:one 2:two ");
        CHECK(journal.recovered("s")->end == log_end::closed);
    }
    // From now on it is closed.
    with.add({"three"});
    const auto whole = with.log();
    CHECK(whole.starts_with(old));
    CHECK(with.examined(whole).problems.empty());
    const auto ends = stored_stream::ends(whole);
    CHECK(with.examined(whole.substr(0, ends[ends.size() - 2])).problems.size() == 1);
}

TEST_CASE("what closes a log has these bytes, and means no record to those who do not know it",
          "[journal][frame]") {
    std::string bytes;
    append_closing_frame(bytes, 2);
    const unsigned char golden[]{0xF7, 0x57, 0x4D, 0xB1,                          // magic
                                 0x00, 0x00, 0x00, 0x00,                          // payload
                                 0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,  // first sequence
                                 0x02, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,  // durable
                                 0x00, 0x00, 0x00, 0x00};                         // records
    CHECK(bytes.substr(0, 28) == std::string{std::begin(golden), std::end(golden)});
    std::string log;
    append_frame(log, batch_magic, 1, 0, std::vector<std::string_view>{"a", "b"});
    log += bytes;
    append_frame(log, batch_magic, 3, 2, std::vector<std::string_view>{"c"});
    frame_scanner<> scanner{log, 1};
    CHECK(scanner.next()->last() == 2);
    CHECK(scanner.next()->count == 0);
    CHECK(scanner.next()->last() == 3);
    CHECK_FALSE(scanner.next());
    CHECK(scanner.end() == scan_end::clean);
}
