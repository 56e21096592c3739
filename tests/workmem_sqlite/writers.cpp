// Many writers of one stream, in threads and in processes.
#include "bundles.hpp"
#include "catch.hpp"
#include "eventually.hpp"
#include "journal_calls.hpp"
#include "processes.hpp"
#include "repetitions.hpp"
#include "temporary_folder.hpp"

#include <workmem/entity/window.ipp>
#include <workmem_sqlite/sqlite.hpp>

#include <workmem/entity/replay.hpp>

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <random>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

using namespace workmem::journal;
using namespace workmem_test;
using std::chrono::milliseconds;

namespace {

sqlite open_in(const temporary_folder& at, sync_mode sync = sync_mode::never()) {
    auto opened = sqlite::open(at.path() + "/j.db", {.sync = sync});
    if (!opened) FAIL(opened.error().message());
    return *opened;
}

// Reads until the other end closes.
std::string read_pipe(int descriptor) {
    std::string out;
    char buffer[4'096];
    for (;;) {
        const auto size = ::read(descriptor, buffer, sizeof buffer);
        if (size <= 0) return out;
        out.append(buffer, static_cast<std::size_t>(size));
    }
}

void require_success(std::vector<child_process>& children) {
    for (auto& each : children) CHECK(each.wait() == 0);
}

// What the children said, a number a line.
std::uint64_t sum_of(int descriptor) {
    const auto lines = read_pipe(descriptor);
    ::close(descriptor);
    std::uint64_t sum = 0;
    for (std::size_t at = 0; at < lines.size(); at = lines.find('\n', at) + 1)
        sum += std::stoull(lines.substr(at));
    return sum;
}

void write_pipe(int descriptor, const std::string& text) {
    if (::write(descriptor, text.data(), text.size()) < 0)
        throw std::system_error{errno, std::generic_category()};
}

struct racing_sqlite {
    static constexpr std::uint64_t records = 5'000;
    temporary_folder at;
    sync_mode sync = sync_mode::never();
    [[nodiscard]] sqlite open() const { return open_in(at, sync); }
};

}  // namespace

#define WORKMEM_RACING_ENGINES racing_sqlite
#include "racing_engines.hpp"

TEST_CASE("processes that find no file and make it all get one journal", "[sqlite][processes]") {
    const auto rounds = static_cast<unsigned>(repetitions(slowness > 1 ? 15 : 60, 60));
    for (unsigned round = 0; round < rounds; ++round) {
        INFO("round " << round);
        const temporary_folder at;
        std::vector<child_process> children;
        for (unsigned opener = 0; opener < 6; ++opener) {
            children.emplace_back([&] {
                // One a little after the other.
                std::mt19937 random{round * 6 + opener};
                const auto begins = processor_time() + std::chrono::microseconds{random() % 1'500};
                while (processor_time() < begins) {
                }
                auto journal = sqlite::open(at.path() + "/j.db", {.sync = sync_mode::never()});
                return journal && journal->open_stream("s", "entity") ? 0 : 1;
            });
        }
        require_success(children);
        auto journal = open_in(at);
        CHECK(journal.streams().value() == std::vector<std::string>{"s"});
    }
}

TEST_CASE("memories of other processes lose nothing and end up equal", "[sqlite][processes]") {
    struct policies : bundle<two_segment, type_and_id, unlocked, unwatched, counted, sqlite> {};
    using window_type = window_of<policies>;
    constexpr std::uint64_t writers = 4, count = 100;
    const temporary_folder at;
    const auto window_in = [&] {
        return window_type{{}, {.journal = open_in(at), .stream = "agent"}};
    };
    struct shared_counts {
        std::atomic<std::uint64_t> at_work{0}, changes{0};
    };
    const shared_by_processes<shared_counts> shared;
    int report[2], start[2];
    REQUIRE(::pipe(report) == 0);
    REQUIRE(::pipe(start) == 0);
    std::vector<child_process> children;
    for (std::uint64_t writer = 0; writer < writers; ++writer) {
        children.emplace_back([&] {
            ::close(start[1]);
            char nothing = 0;
            (void)!::read(start[0], &nothing, 1);  // until all are there
            auto window = window_in();
            ++shared->at_work;
            for (std::uint64_t i = 0; i < count; ++i) {
                const auto name = std::to_string(writer) + '-' + std::to_string(i);
                // Each writer has a page of its own; one belongs to all.
                const auto id = i % 2 == 0 ? std::to_string(writer) : "shared";
                if (!window.try_add({.type = "page", .id = id, .name = name})) return 1;
                // Until another one has changed something, too.
                const auto changes = ++shared->changes;
                if (i % 4 == 0)
                    (void)eventually(
                        [&] { return shared->changes != changes || shared->at_work == 1; });
            }
            --shared->at_work;
            write_pipe(report[1], std::to_string(window.metrics().lost_races) + '\n');
            return 0;
        });
    }
    ::close(start[0]);
    ::close(start[1]);
    ::close(report[1]);
    const auto all_lost = sum_of(report[0]);
    require_success(children);
    CHECK(all_lost > 0);
    auto one = window_in(), other = window_in();
    CHECK(one == other);
    CHECK(one.sequence() == writers * count);
    CHECK(one.size() == writers + 1);
    for (std::uint64_t writer = 0; writer < writers; ++writer) {
        const auto found = one.get("page", std::to_string(writer));
        REQUIRE(found);
        CHECK(found->name == std::to_string(writer) + "-98");
    }
    WARN(writers << " memories recorded " << count << " changes each and lost " << all_lost
                 << " races");
}
