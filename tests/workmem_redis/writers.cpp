// Many writers of one stream, in threads and in processes.
#include "catch.hpp"
#include "eventually.hpp"
#include "journal_calls.hpp"
#include "processes.hpp"
#include "redis_server.hpp"
#include "repetitions.hpp"

#include <workmem_redis/redis.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

using namespace workmem::journal;
using namespace workmem_test;

namespace {

redis open_in(const std::string& prefix) {
    return redis::open(shared_redis().url(), in_prefix(prefix)).value();
}

struct racing_redis {
    static constexpr std::uint64_t records = 500;
    racing_redis() { options.erase_files = false; }
    [[nodiscard]] redis open() const { return redis::open(url, options).value(); }

    std::string url = shared_redis().url();
    redis_options options = in_prefix(fresh_prefix());
};

}  // namespace

#define WORKMEM_RACING_ENGINES racing_redis
#include "racing_engines.hpp"

TEST_CASE("two that rewrite at the same time lose nothing of each other", "[redis][threads]") {
    auto options = in_prefix(fresh_prefix());
    options.erase_files = false;
    auto journal = redis::open(shared_redis().url(), options).value();
    const std::vector<std::string> owned(1'300, "left right");
    REQUIRE(
        journal.append("s", 0, std::vector<std::string_view>{owned.begin(), owned.end()}).status ==
        append_status::recorded);
    std::atomic<int> rewritten{0};
    const auto without = [&](std::string word) {
        return std::thread{[word, copy = journal, &rewritten]() mutable {
            const auto done = copy.rewrite("s", [&](const record& each) {
                auto text = std::string{each.bytes};
                const auto at = text.find(word);
                if (at == std::string::npos) return std::optional<std::string>{};
                return std::optional{text.replace(at, word.size(), "-")};
            });
            rewritten += done ? 1 : 0;
        }};
    };
    auto left = without("left"), right = without("right");
    left.join();
    right.join();
    CHECK(rewritten == 2);
    int wrong = 0;
    std::uint64_t count = 0;
    CHECK(journal.read("s", 0, [&](const record& each) {
        ++count;
        wrong += each.bytes == "- -" ? 0 : 1;
    }));
    CHECK(count == owned.size());
    CHECK(wrong == 0);
}

TEST_CASE("waiting ends with a record of another process, and at once", "[redis][processes]") {
    redis_server at;
    const auto open = [&] { return redis::open(at.url(), in_prefix("p")).value(); };
    const auto reads = [&] {
        const auto told = at.ask({"INFO", "commandstats"});
        const std::string name = "cmdstat_xread:calls=";
        const auto found = told.find(name);
        return found == std::string::npos ? 0 : std::stoi(told.substr(found + name.size()));
    };
    const shared_by_processes<std::atomic<int>> asked;
    child_process child{[&] {
        auto journal = open();
        if (!at.keeps_waiting(1)) return 2;
        *asked = reads();
        const std::string_view lines[]{"a"};
        return journal.append("s", 0, lines).status == append_status::recorded ? 0 : 1;
    }};
    auto journal = open();
    const deadline most;
    // Before there is a stream.
    CHECK(journal.wait_for_changes("s", 0, std::chrono::minutes{10}));
    CHECK_FALSE(most.has_passed());
    CHECK(child.wait() == 0);
    // The server woke it: it was not asked again. Some count a question when it is answered.
    CHECK(reads() <= *asked + 1);
    CHECK(all(journal, "s") == "1:a ");
}

TEST_CASE("threads wait for one stream and append to it through one handle", "[redis][threads]") {
    auto journal = open_in(fresh_prefix());
    std::atomic<int> woken{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&, copy = journal]() mutable {
            woken += copy.wait_for_changes("s", 0, std::chrono::minutes{10}) ? 1 : 0;
        });
    CHECK(shared_redis().keeps_waiting(4));
    CHECK(append(journal, "s", 0, {"a"}) == append_status::recorded);
    for (auto& each : threads) each.join();
    CHECK(woken == 4);
}
