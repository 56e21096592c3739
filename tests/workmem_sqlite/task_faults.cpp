// A task memory on a database whose disk fails or is full.
#include "faulty_vfs.hpp"
#include "journal_calls.hpp"
#include "task_bundles.hpp"
#include "temporary_folder.hpp"

#include <workmem/task/task_memory.ipp>
#include <workmem_sqlite/sqlite.hpp>

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

using namespace workmem_test;
using workmem::error_code;
using workmem::journal::sqlite;

namespace {

using memory = task_memory_of<sqlite>;

memory open_in(const temporary_folder& at) {
    auto journal = sqlite::open(at.path() + "/j.db", {.sync = workmem::journal::sync_mode::always(),
                                                      .busy_wait = std::chrono::milliseconds{20}});
    return memory{{.name = "n"}, {.journal = std::move(journal).value()}};
}

}  // namespace

TEST_CASE("a task memory whose disk fails or is full changes nothing, and goes on later",
          "[sqlite][faults][task]") {
    using call = faulty_vfs::call;
    struct row {
        call kind;
        int code;
    };
    const auto [kind, code] =
        GENERATE(row{call::write, SQLITE_FULL}, row{call::write, SQLITE_IOERR_WRITE},
                 row{call::sync, SQLITE_IOERR_FSYNC});
    const bool for_good = GENERATE(false, true);
    int failed = 0;
    for (std::uint64_t nth = 1;; ++nth) {
        INFO("call " << nth << " of kind " << static_cast<int>(kind) << ", code " << code);
        const temporary_folder at;
        faulty_vfs::fail(call::none, 0, 0, false);
        auto work = open_in(at);
        work.add_tasks({named("a"), named("b", {"a"})});
        const auto claim = work.claim("a", "ann");
        work.start(claim);
        const auto before = work.to_json_text();
        faulty_vfs::fail(kind, nth, code, for_good);
        const auto done = work.try_complete(claim, {.summary = std::string(9'000, 'x')});
        const auto found = faulty_vfs::stop();
        if (!done) {
            ++failed;
            REQUIRE(done.error().code() == error_code::storage_error);
            REQUIRE(work.to_json_text() == before);
            work.catch_up();
            // What the disk could not say is known by now: it happened once, or not at all.
            if (work.to_json_text() == before) work.complete(claim);
        }
        REQUIRE(texts(work.ready(9)) == names{"b"});
        REQUIRE(code_of(work.try_complete(claim)) == error_code::validation_error);
        REQUIRE(work.claim("b", "ben").token > claim.token);
        REQUIRE(open_in(at) == work);
        if (!found.failed) break;
    }
    // An answer that is lost once is asked for again.
    CHECK((failed > 0) == (kind == call::write || for_good));
}
