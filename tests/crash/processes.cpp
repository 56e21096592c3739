// A stream belongs to one process at a time.
#include "processes.hpp"
#include "catch.hpp"
#include "temporary_folder.hpp"

#include <workmem/journal/file.hpp>

#include <unistd.h>

#include <array>
#include <chrono>
#include <optional>
#include <string>

using namespace workmem_test;
using std::chrono::milliseconds;
using workmem::journal::file;

namespace {

file open_in(const temporary_folder& at, milliseconds wait) {
    return file::open(at.path(), {.sync = workmem::journal::sync_mode::never(), .lock_wait = wait})
        .value();
}

// A process that opens a stream, says so, and ends when it is told to.
class holder {
public:
    explicit holder(const temporary_folder& at) {
        if (::pipe(said_.data()) != 0 || ::pipe(told_.data()) != 0) return;
        process_.emplace([&] {
            ::close(told_[1]);
            auto journal = open_in(at, milliseconds{0});
            const std::string_view lines[]{"by the first process"};
            const bool done = journal.append("s", 0, lines).problem == std::nullopt &&
                              journal.commit("s", 1).has_value();
            char byte = done ? 'y' : 'n';
            if (::write(said_[1], &byte, 1) == 1) (void)!::read(told_[0], &byte, 1);
            return 0;
        });
        char byte = 'n';
        ready = ::read(said_[0], &byte, 1) == 1 && byte == 'y';
    }
    holder(const holder&) = delete;
    holder& operator=(const holder&) = delete;
    ~holder() {
        end();
        for (const int each : {said_[0], said_[1], told_[0], told_[1]}) ::close(each);
    }
    void end() {
        if (!process_) return;
        tell();
        process_->wait();
        process_.reset();
    }
    void tell() { (void)!::write(told_[1], "e", 1); }
    [[nodiscard]] std::string id() const { return std::to_string(process_->id()); }
    bool ready = false;

private:
    std::array<int, 2> said_{-1, -1}, told_{-1, -1};
    std::optional<child_process> process_;
};

}  // namespace

TEST_CASE("the second process is refused, hears who has the stream, and gets it afterwards",
          "[crash]") {
    const temporary_folder at;
    holder first{at};
    REQUIRE(first.ready);
    auto journal = open_in(at, milliseconds{20});
    const auto refused = journal.open_stream("s", "");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code() == workmem::error_code::storage_error);
    CHECK_THAT(refused.error().message(), contains("/lock") &&
                                              contains("open in process " + first.id() + " ") &&
                                              contains("waited 20 ms; close it there"));
    // Another stream is nobody's.
    CHECK(journal.open_stream("t", ""));
    first.end();
    const auto opened = journal.open_stream("s", "");
    REQUIRE(opened);
    CHECK(opened->last == 1);
    const std::string_view lines[]{"by the second"};
    CHECK(journal.append("s", 1, lines).status == workmem::journal::append_status::recorded);
    CHECK(journal.commit("s", 2));
}

TEST_CASE("a process that waits gets the stream when the first ends", "[crash]") {
    const temporary_folder at;
    holder first{at};
    REQUIRE(first.ready);
    auto journal = open_in(at, milliseconds{20'000});
    first.tell();
    CHECK(journal.open_stream("s", "")->last == 1);
}
