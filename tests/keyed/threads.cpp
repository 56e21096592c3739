// Who waits for whom, and that nobody gets a memory that was let go of. For ThreadSanitizer, too.
// Only the main thread checks: Catch2 is not made for several.
#include "callers.hpp"
#include "catch.hpp"
#include "gate.hpp"
#include "repetitions.hpp"
#include "window_steps.hpp"

#include <workmem/keyed/keyed_store.ipp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>

using namespace workmem_test;
using workmem::error_code;

namespace {

struct memory {
    std::atomic<int> users{0};
    std::atomic<bool> is_gone{false};
};
using pointer = std::shared_ptr<memory>;
template <class Mutex>
using store_of = workmem::keyed_store<memory, Mutex>;

workmem::result<pointer> fresh() { return std::make_shared<memory>(); }

}  // namespace

TEMPLATE_TEST_CASE("8 threads that ask for the same key open it once", "[threads][keyed]",
                   std::mutex, std::shared_mutex) {
    store_of<TestType> store;
    std::atomic<int> opened{0};
    std::vector<pointer> got(8);
    gate opening;
    callers asking;
    std::vector<std::thread> threads;
    for (auto& mine : got)
        threads.emplace_back([&] {
            asking.begin();
            mine = store
                       .open("a",
                             [&] {
                                 ++opened;
                                 opening.pass();
                                 return fresh();
                             })
                       .value()
                       .memory;
        });
    opening.await();
    CHECK(asking.wait(8));
    CHECK(store.get("a") == nullptr);
    opening.open();
    for (auto& each : threads) each.join();
    CHECK(opened == 1);
    for (const auto& each : got) CHECK(each == store.get("a"));
}

TEMPLATE_TEST_CASE("a key that is opened or closed keeps nobody from others", "[threads][keyed]",
                   std::mutex, std::shared_mutex) {
    store_of<TestType> store;
    const auto known = store.open("known", fresh).value().memory;
    gate opening, closing;
    std::thread opens{[&] {
        (void)store.open("slow", [&] {
            opening.pass();
            return fresh();
        });
    }};
    std::thread closes{[&] {
        (void)store.close("leaving", [&]() -> workmem::result<bool> {
            closing.pass();
            return true;
        });
    }};
    opening.await();
    closing.await();
    CHECK(store.get("known") == known);
    CHECK(store.open("known", fresh).value().memory == known);
    CHECK(store.open("new", fresh));
    CHECK(store.close("new", []() -> workmem::result<bool> { return true; }).value());
    CHECK(store.keys() == std::vector<std::string>{"known"});
    opening.open();
    closing.open();
    opens.join();
    closes.join();
    CHECK(store.get("slow") != nullptr);
}

TEST_CASE("who waited for an opening that fails tries with his own", "[threads][keyed]") {
    store_of<std::mutex> store;
    gate opening;
    std::atomic<int> failed{0}, opened{0}, got{0};
    std::thread fails{[&] {
        failed += !store.open("a", [&]() -> workmem::result<pointer> {
            opening.pass();
            return workmem::error{error_code::storage_error, "the disk is gone"};
        });
    }};
    opening.await();
    callers asking;
    std::vector<std::thread> waiting;
    for (int i = 0; i < 4; ++i)
        waiting.emplace_back([&] {
            asking.begin();
            got += store
                       .open("a",
                             [&] {
                                 ++opened;
                                 return fresh();
                             })
                       .has_value();
        });
    CHECK(asking.wait(4));
    opening.open();
    fails.join();
    for (auto& each : waiting) each.join();
    CHECK(failed == 1);
    CHECK(opened == 1);
    CHECK(got == 4);
}

TEST_CASE("who waited for a key to be closed opens what is there then", "[threads][keyed]") {
    store_of<std::mutex> store;
    const auto before = store.open("a", fresh).value().memory;
    gate closing;
    std::thread closes{[&] {
        (void)store.close("a", [&]() -> workmem::result<bool> {
            closing.pass();
            return true;
        });
    }};
    closing.await();
    CHECK(store.get("a") == nullptr);
    pointer after;
    callers asking;
    std::thread opens{[&] {
        asking.begin();
        after = store.open("a", fresh).value().memory;
    }};
    CHECK(asking.wait(1));
    closing.open();
    closes.join();
    opens.join();
    CHECK(after != nullptr);
    CHECK(after != before);
    CHECK(store.get("a") == after);
}

TEST_CASE("who waits for a key to be opened closes it then", "[threads][keyed]") {
    store_of<std::mutex> store;
    gate opening;
    pointer opened;
    std::thread opens{[&] {
        opened = store
                     .open("a",
                           [&] {
                               opening.pass();
                               return fresh();
                           })
                     .value()
                     .memory;
    }};
    opening.await();
    bool closed = false;
    callers asking;
    std::thread closes{[&] {
        asking.begin();
        closed = store.close("a", []() -> workmem::result<bool> { return true; }).value();
    }};
    CHECK(asking.wait(1));
    opening.open();
    opens.join();
    closes.join();
    CHECK(opened != nullptr);
    CHECK(closed);
    CHECK(store.keys().empty());
}

TEST_CASE("two threads that open what the other one opens do not wait for each other",
          "[threads][keyed]") {
    store_of<std::mutex> store;
    gate first, second;
    std::atomic<int> conflicts{0};
    const auto cross = [&](const std::string& mine, const std::string& other, gate& here,
                           gate& there) {
        (void)store.open(mine, [&]() -> workmem::result<pointer> {
            here.open();
            there.pass();
            const auto theirs = store.open(other, fresh);
            if (!theirs && theirs.error().code() == error_code::conflict) ++conflicts;
            return fresh();
        });
    };
    std::thread one{[&] { cross("a", "b", first, second); }};
    std::thread two{[&] { cross("b", "a", second, first); }};
    one.join();
    two.join();
    CHECK(conflicts > 0);
    CHECK(store.keys() == std::vector<std::string>{"a", "b"});
}

TEMPLATE_TEST_CASE("nobody uses what was let go of", "[threads][keyed]", std::mutex,
                   std::shared_mutex) {
    store_of<TestType> store;
    std::atomic<std::uint64_t> wrong{0}, let_go{0};
    std::vector<std::thread> threads;
    for (std::uint64_t t = 0; t < 8; ++t)
        threads.emplace_back([&, t] {
            dice roll{t + 1};
            const auto calls = repetitions(2'000, 1'000'000);
            for (std::uint64_t i = 0; i < calls; ++i) {
                const auto key = std::to_string(roll.below(3));
                auto mine = roll.one_in(8) ? store.get(key) : store.open(key, fresh).value().memory;
                if (!mine) continue;
                ++mine->users;
                wrong += mine->is_gone;
                if (roll.one_in(4)) wrong += store.get(key) != mine;
                wrong += mine->is_gone;
                --mine->users;
                store.let_go(key, std::move(mine), [&](memory& last) {
                    wrong += last.users != 0;
                    last.is_gone = true;
                    ++let_go;
                    return true;
                });
            }
        });
    for (auto& each : threads) each.join();
    CHECK(wrong == 0);
    CHECK(let_go > 0);
    CHECK(store.keys().empty());
}
