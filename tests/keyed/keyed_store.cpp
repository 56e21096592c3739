// Memories by key, with a memory that is nothing but a name.
#include "catch.hpp"

#include <workmem/keyed/keyed_store.ipp>
#include <workmem/locking/lock.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

using workmem::error_code;
using names = std::vector<std::string>;

namespace {

struct memory {
    explicit memory(std::string given) : name{std::move(given)} {}
    std::string name;
    bool is_done = false;
};
template <class Mutex>
using store_of = workmem::keyed_store<memory, Mutex>;
using pointer = std::shared_ptr<memory>;

pointer make(const std::string& name) { return std::make_shared<memory>(name); }
workmem::error gone() { return {error_code::storage_error, "the disk is gone"}; }

template <class Store>
pointer opened(Store& store, const std::string& key) {
    auto found = store.open(key, [&]() -> workmem::result<pointer> { return make(key); });
    REQUIRE(found);
    return std::move(found->memory);
}
bool is_done(const memory& each) { return each.is_done; }

// Lets somebody else act as soon as it has been unlocked so many times.
struct interrupted_mutex {
    static inline int left = 0;
    static inline std::function<void()> interrupt{};
    void lock() { is.lock(); }
    void unlock() {
        is.unlock();
        if (left > 0 && --left == 0) interrupt();
    }
    std::mutex is{};
};

}  // namespace

#define FOR_EVERY_MUTEX workmem::null_mutex, std::mutex, std::shared_mutex

TEMPLATE_TEST_CASE("a memory is opened when it is first asked for, and then known", "[keyed]",
                   FOR_EVERY_MUTEX) {
    store_of<TestType> store;
    using opener = typename store_of<TestType>::opener;
    int calls = 0;
    const auto open = [&]() -> workmem::result<pointer> {
        ++calls;
        return make("a");
    };
    CHECK(store.get("a") == nullptr);
    const auto first = store.open("a", open).value();
    CHECK(first.memory->name == "a");
    CHECK(first.by == opener::this_call);
    const auto second = store.open("a", open).value();
    CHECK(second.memory == first.memory);
    CHECK(second.by == opener::earlier_call);
    CHECK(store.get("a") == first.memory);
    CHECK(store.get("b") == nullptr);
    CHECK(calls == 1);
}

TEMPLATE_TEST_CASE("what cannot be opened leaves no trace", "[keyed]", FOR_EVERY_MUTEX) {
    store_of<TestType> store;
    CHECK(store.open("a", []() -> workmem::result<pointer> { return pointer{}; }).value().memory ==
          nullptr);
    const auto failed = store.open("a", []() -> workmem::result<pointer> { return gone(); });
    REQUIRE_FALSE(failed);
    CHECK(failed.error().message() == gone().message());
    const auto throwing = []() -> workmem::result<pointer> { throw std::runtime_error{"x"}; };
    CHECK_THROWS_AS(store.open("a", throwing), std::runtime_error);
    CHECK(store.keys().empty());
    CHECK(opened(store, "a")->name == "a");
}

TEMPLATE_TEST_CASE("keys are those that are open and those of others, in order, each once",
                   "[keyed]", FOR_EVERY_MUTEX) {
    store_of<TestType> store;
    for (const auto* const key : {"b", "d", "a"}) opened(store, key);
    CHECK(store.keys() == names{"a", "b", "d"});
    CHECK(store.keys({"c", "b", "c"}) == names{"a", "b", "c", "d"});
    names visited;
    store.for_each([&](memory& each) {
        visited.push_back(each.name);
        // Others may come and go meanwhile.
        if (each.name == "a") store.drop("b", store.get("b"));
        opened(store, "z");
    });
    CHECK(visited == names{"a", "d"});
    CHECK(store.keys() == names{"a", "d", "z"});
}

TEMPLATE_TEST_CASE("what is done and nobody else uses is let go of", "[keyed]", FOR_EVERY_MUTEX) {
    store_of<TestType> store;
    auto mine = opened(store, "a"), theirs = mine;
    const std::weak_ptr<memory> watched = mine;
    store.let_go("a", mine, is_done);  // not done
    mine->is_done = true;
    store.let_go("a", std::move(mine), is_done);  // used by them
    CHECK(store.get("a") == theirs);
    store.let_go("a", std::move(theirs), is_done);  // the last one
    CHECK(store.get("a") == nullptr);
    CHECK(watched.expired());
    // One that is not known any more says nothing about the one that is.
    const auto newer = opened(store, "a");
    newer->is_done = true;
    auto stranger = make("a");
    stranger->is_done = true;
    store.let_go("a", std::move(stranger), is_done);
    store.let_go("b", make("b"), is_done);
    CHECK(store.get("a") == newer);
}

TEMPLATE_TEST_CASE("only the memory that is meant is dropped, and may be used on", "[keyed]",
                   FOR_EVERY_MUTEX) {
    store_of<TestType> store;
    const auto mine = opened(store, "a");
    CHECK_FALSE(store.drop("a", make("a")));
    CHECK_FALSE(store.drop("b", mine));
    CHECK(store.get("a") == mine);
    CHECK(store.drop("a", mine));
    CHECK(store.get("a") == nullptr);
    CHECK(mine->name == "a");
    CHECK(opened(store, "a") != mine);
}

TEMPLATE_TEST_CASE("a key is closed if what is behind it could be removed", "[keyed]",
                   FOR_EVERY_MUTEX) {
    store_of<TestType> store;
    const auto mine = opened(store, "a");
    const auto refused = store.close("a", []() -> workmem::result<bool> { return false; });
    CHECK_FALSE(refused.value());
    const auto failed = store.close("a", []() -> workmem::result<bool> { return gone(); });
    REQUIRE_FALSE(failed);
    CHECK(failed.error().code() == error_code::storage_error);
    const auto throwing = []() -> workmem::result<bool> { throw std::runtime_error{"x"}; };
    CHECK_THROWS_AS(store.close("a", throwing), std::runtime_error);
    CHECK(store.get("a") == mine);
    CHECK(store
              .close("a",
                     [&]() -> workmem::result<bool> {
                         CHECK(store.get("a") == nullptr);
                         CHECK(mine->name == "a");
                         return true;
                     })
              .value());
    CHECK(store.get("a") == nullptr);
    CHECK(store.close("never opened", []() -> workmem::result<bool> { return true; }).value());
}

TEMPLATE_TEST_CASE("opening may use the store, but not wait for itself", "[keyed]",
                   FOR_EVERY_MUTEX) {
    store_of<TestType> store;
    opened(store, "known");
    const auto nothing = []() -> workmem::result<pointer> { return pointer{}; };
    const auto outer = store.open("a", [&]() -> workmem::result<pointer> {
        CHECK(store.keys() == names{"known"});
        CHECK(store.get("a") == nullptr);
        opened(store, "b");
        const auto same = store.open("a", nothing);
        REQUIRE_FALSE(same);
        CHECK(same.error().code() == error_code::conflict);
        CHECK(same.error().message() ==
              R"("a" is being opened or closed, and cannot be waited for from inside the )"
              R"(opening or closing of "a")");
        const auto closed = store.close("a", []() -> workmem::result<bool> { return true; });
        REQUIRE_FALSE(closed);
        CHECK(closed.error().code() == error_code::conflict);
        return make("a");
    });
    REQUIRE(outer);
    CHECK(store.get("a") == outer->memory);
    CHECK(store.keys() == names{"a", "b", "known"});
    CHECK(store
              .close("a",
                     [&]() -> workmem::result<bool> {
                         CHECK_FALSE(store.open("a", nothing));
                         store.drop("b", store.get("b"));
                         return true;
                     })
              .value());
    CHECK(store.keys() == names{"known"});
}

TEST_CASE("a key that somebody opens at any moment of an opening is opened once", "[keyed]") {
    for (int moment = 1; moment <= 2; ++moment) {
        store_of<interrupted_mutex> store;
        pointer theirs;
        interrupted_mutex::interrupt = [&] { theirs = opened(store, "a"); };
        interrupted_mutex::left = moment;
        const auto mine = opened(store, "a");
        CHECK(interrupted_mutex::left == 0);
        CHECK(mine != nullptr);
        CHECK(mine == theirs);
        CHECK(store.get("a") == mine);
    }
}

TEST_CASE("for one thread a store is no larger than what it holds", "[keyed]") {
    STATIC_REQUIRE(sizeof(store_of<workmem::null_mutex>) ==
                   sizeof(std::unordered_map<std::string, pointer>) +
                       sizeof(std::uint64_t) + sizeof(std::vector<pointer>));
    STATIC_REQUIRE_FALSE(std::is_copy_constructible_v<store_of<workmem::null_mutex>>);
    STATIC_REQUIRE_FALSE(std::is_move_constructible_v<store_of<workmem::null_mutex>>);
}

TEMPLATE_TEST_CASE("it is known which ones nobody has used for longest", "[keyed]",
                   FOR_EVERY_MUTEX) {
    store_of<TestType> store;
    for (const auto* const each : {"a", "b", "c", "d"}) opened(store, each);
    CHECK(store.unused_beyond(4).empty());
    CHECK(store.unused_beyond(3) == names{"a"});
    CHECK(store.get("a"));  // now as young as the last one that was opened
    CHECK(store.unused_beyond(3) == names{"b"});
    const auto held = store.get("b");
    CHECK(store.unused_beyond(3) == names{"c"});
    CHECK(store.unused_beyond(0).size() == 3);
    for (int i = 0; i < 20; ++i) opened(store, std::to_string(i));
    CHECK(store.unused_beyond(16).size() == 8 + 2);  // an eighth more than has to be
}
