// Opening a session or a plan takes as long as its journal takes to read, and delivering as long as
// long-term memory likes: both are waited for by those who want that one, and by nobody else. Only
// the main thread checks: Catch2 is not made for several.
#include "callers.hpp"
#include "catch.hpp"
#include "gate.hpp"
#include "phased_journal.hpp"

#include <workmem/journal/memory.hpp>
#include <workmem/session/session_store.ipp>
#include <workmem/task/task_store.ipp>
#include <workmem/time/manual_clock.hpp>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

using namespace workmem_test;
using std::chrono::hours;

namespace {

// Stops once at one phase of one stream.
class gated_journal : public phased_journal<workmem::journal::memory> {
    using base = phased_journal<workmem::journal::memory>;

public:
    struct control {
        std::string stream{};
        phase where = phase::opening;
        gate stop{};
        std::atomic<int> openings{0};
        std::atomic<phase> at{phase::deciding};
    };
    explicit gated_journal(workmem::journal::memory journal = {},
                           std::shared_ptr<control> by = std::make_shared<control>())
        : base{std::move(journal), by->at}, by_{std::move(by)} {}

    auto open_stream(std::string_view stream, std::string_view purpose) {
        if (stream == by_->stream) ++by_->openings;
        stop_at(phase::opening, stream);
        return base::open_stream(stream, purpose);
    }
    auto erase_stream(std::string_view stream) {
        stop_at(phase::rewriting, stream);
        return base::erase_stream(stream);
    }
    control& is() { return *by_; }

private:
    void stop_at(phase where, std::string_view stream) {
        if (stream == by_->stream && where == by_->where) by_->stop.pass();
    }
    std::shared_ptr<control> by_;
};

template <class Mutex>
struct gated : workmem::default_policies {
    using clock = workmem::manual_clock;
    using mutex = Mutex;
    using journal = gated_journal;
};

// A long-term memory that calls somebody whenever it has been given something, as an observer does.
template <class Mutex>
struct observed_long_term : workmem::basic_long_term_store<gated<Mutex>> {
    using base = workmem::basic_long_term_store<gated<Mutex>>;
    std::function<void()> heard{};
    bool is_open = false;
    workmem::result<bool> try_put(workmem::long_term_memory memory) {
        if (!is_open) return workmem::error{workmem::error_code::storage_error, "closed"};
        auto done = base::try_put(std::move(memory));
        if (heard) heard();
        return done;
    }
};

}  // namespace

TEMPLATE_TEST_CASE("a session that takes long to open stops no other one",
                   "[threads][session][journal]", std::mutex, std::shared_mutex) {
    using store = workmem::basic_session_store<gated<TestType>>;
    gated_journal journal;
    std::string slow, quick;
    {
        store before{{}, {.journal = journal}};
        slow = before.add("slow", {.content = "x"}).id;
        quick = before.add("quick", {.content = "y"}).id;
    }
    journal.is().stream = "session/slow";
    store all{{}, {.journal = journal}};
    CHECK(all.get("quick", quick).content == "y");
    std::vector<std::string> heard(8);
    callers asking;
    std::vector<std::thread> threads;
    for (auto& mine : heard)
        threads.emplace_back([&] {
            asking.begin();
            mine = all.get("slow", slow).content;
        });
    journal.is().stop.await();
    CHECK(asking.wait(8));
    CHECK(all.get("quick", quick).content == "y");
    CHECK(all.add("quick", {.content = "z"}).content == "z");
    CHECK(all.add("new", {.content = "z"}).content == "z");
    CHECK(all.list("nobody").total == 0);
    all.flush();
    journal.is().stop.open();
    for (auto& each : threads) each.join();
    for (const auto& each : heard) CHECK(each == "x");
    CHECK(journal.is().openings == 1);
    CHECK(all.stats("slow").accesses == 1 + 8);  // adding is one
    CHECK(all.list_sessions().size() == 3);
}

TEMPLATE_TEST_CASE("what a session delivers when it is opened keeps nobody waiting",
                   "[threads][session][journal]", std::mutex, std::shared_mutex) {
    using long_term = observed_long_term<TestType>;
    using store = workmem::basic_session_store<gated<TestType>, long_term>;
    const auto kept = std::make_shared<long_term>();
    gated_journal journal;
    std::string id;
    {
        store before{{}, {.journal = journal, .long_term = kept}};
        id = before.add("s", {.content = "x"}).id;
        before.promote("s", id);
        CHECK(before.stats("s").undelivered == 1);
    }
    kept->is_open = true;
    store all{{}, {.journal = journal, .long_term = kept}};
    gate delivery;
    // It may use the store, the very session as well.
    std::atomic<std::size_t> seen{0};
    kept->heard = [&] {
        seen = all.stats("s").total;
        delivery.pass();
    };
    std::thread opens{[&] { (void)all.session("s"); }};
    delivery.await();
    CHECK(seen == 1);
    CHECK(all.stats("s").total == 1);
    CHECK(all.add("other", {.content = "y"}).content == "y");
    CHECK(all.list_sessions().size() == 2);
    delivery.open();
    opens.join();
    CHECK(kept->size() == 1);
    CHECK(all.stats("s").undelivered == 0);
}

TEST_CASE("8 threads that ask for a session that was emptied are told that there is none",
          "[threads][session][journal]") {
    using store = workmem::basic_session_store<gated<std::mutex>>;
    gated_journal journal;
    {
        store before{{}, {.journal = journal}};
        before.add("s", {.content = "x"});
        before.clear("s");
    }
    journal.is().stream = "session/s";
    store all{{}, {.journal = journal}};
    std::atomic<int> unknown{0};
    callers asking;
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t)
        threads.emplace_back([&] {
            asking.begin();
            unknown += all.find("s").value() == nullptr;
        });
    journal.is().stop.await();
    CHECK(asking.wait(8));
    journal.is().stop.open();
    for (auto& each : threads) each.join();
    CHECK(unknown == 8);
    CHECK(all.list_sessions().empty());
}

TEST_CASE("of several ticks at once one sweeps", "[threads][session]") {
    struct policies : workmem::default_policies {
        using clock = workmem::manual_clock;
        using mutex = std::mutex;
    };
    workmem::manual_clock clock;
    workmem::basic_session_store<policies> all{{}, {.clock = clock}};
    for (int i = 0; i < 20; ++i) all.expire("s", all.add("s", {.content = std::to_string(i)}).id);
    clock.advance(hours{1});
    std::atomic<std::size_t> gone{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t) threads.emplace_back([&] { gone += all.tick(); });
    for (auto& each : threads) each.join();
    CHECK(gone == 20);
    CHECK(all.list_sessions().empty());
}

TEMPLATE_TEST_CASE("a plan that takes long to open stops no other one", "[threads][task][journal]",
                   std::mutex, std::shared_mutex) {
    using store = workmem::basic_task_store<gated<TestType>>;
    gated_journal journal;
    {
        store before{{}, {.journal = journal}};
        before.create({.name = "slow"})->add_task({.title = "a"});
    }
    journal.is().stream = "task/slow";
    store all{{}, {.journal = journal}};
    const auto quick = all.create({.name = "quick"});
    std::vector<std::shared_ptr<typename store::memory_type>> found(8);
    callers asking;
    std::vector<std::thread> threads;
    for (auto& mine : found)
        threads.emplace_back([&] {
            asking.begin();
            mine = all.find("slow").value();
        });
    journal.is().stop.await();
    CHECK(asking.wait(8));
    CHECK(all.find("quick").value() == quick);
    quick->add_task({.title = "b"});
    CHECK(all.create({.name = "new"})->empty());
    CHECK(all.find("nobody").value() == nullptr);
    CHECK(journal.is().openings == 1);
    journal.is().stop.open();
    for (auto& each : threads) each.join();
    REQUIRE(found.front() != nullptr);
    for (const auto& each : found) CHECK(each == found.front());
    CHECK(found.front()->size() == 1);
}

TEST_CASE("a plan that is being taken out is waited for, and not found",
          "[threads][task][journal]") {
    using store = workmem::basic_task_store<gated<std::mutex>>;
    workmem::manual_clock clock;
    gated_journal journal;
    store all{{}, {.clock = clock, .journal = journal}};
    all.create({.name = "old"})->archive();
    const auto other = all.create({.name = "other"});
    clock.advance(hours{24 * 31});
    journal.is().stream = "task/old";
    journal.is().where = phase::rewriting;
    std::size_t collected = 0;
    std::thread collects{[&] { collected = all.gc().size(); }};
    journal.is().stop.await();
    CHECK(all.find("other").value() == other);
    bool is_there = true;
    callers asking;
    std::thread looks{[&] {
        asking.begin();
        is_there = all.find("old").value() != nullptr;
    }};
    CHECK(asking.wait(1));
    journal.is().stop.open();
    collects.join();
    looks.join();
    CHECK(collected == 1);
    CHECK_FALSE(is_there);
    CHECK(all.list().size() == 1);
    // Whoever begins it anew has another one.
    CHECK(all.create({.name = "old"})->empty());
}
