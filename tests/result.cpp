#include "catch.hpp"

#include <workmem/result.hpp>

#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

using workmem::error;
using workmem::error_code;
using workmem::result;

namespace {

struct pinned {
    explicit pinned(int of) : value{of} {}
    pinned(const pinned&) = delete;
    pinned& operator=(const pinned&) = delete;
    int value;
};

struct counted {
    counted() { ++alive; }
    counted(const counted&) { ++alive; }
    ~counted() { --alive; }
    counted& operator=(const counted&) = delete;
    static inline int alive = 0;
};

}  // namespace

TEST_CASE("a result is a value or an error", "[result]") {
    const result<int> good{42};
    REQUIRE(good);
    CHECK(good.has_value());
    CHECK(*good == 42);
    CHECK(good.value() == 42);
    const result<int> bad{error{error_code::capacity, "full"}};
    REQUIRE_FALSE(bad);
    CHECK(bad.error().code() == error_code::capacity);
    CHECK_THROWS_AS(bad.value(), error);
}

TEST_CASE("every way to a value that is not there throws the error", "[result]") {
    result<std::string> bad{error{error_code::storage_error, "no such folder"}};
    const auto& seen = bad;
    CHECK_THROWS_WITH(bad.value(), "no such folder");
    CHECK_THROWS_WITH(*bad, "no such folder");
    CHECK_THROWS_WITH(*seen, "no such folder");
    CHECK_THROWS_WITH(*std::move(bad), "no such folder");
    CHECK_THROWS_WITH(bad->size(), "no such folder");
    CHECK_THROWS_WITH(seen->size(), "no such folder");
    CHECK_THROWS_WITH(std::move(bad).value(), "no such folder");
    // An error that is not there is one, too.
    CHECK_THROWS_AS(result<int>{1}.error(), error);
    CHECK_THROWS_AS(result<void>{}.error(), error);
    // Who knows better says so.
    result<int> good{1};
    good.value_unchecked() = 2;
    CHECK(std::as_const(good).value_unchecked() == 2);
}

TEST_CASE("a value moves out", "[result]") {
    result<std::unique_ptr<int>> held{std::make_unique<int>(7)};
    auto moved = std::move(held);
    CHECK(**moved == 7);
    const auto out = std::move(moved).value();
    CHECK(*out == 7);
    result<std::string> text{std::string{"abc"}};
    text.value() += "d";
    CHECK(text->size() == 4);
}

TEST_CASE("what a temporary held outlives it", "[result]") {
    const auto list = [] { return result<std::vector<std::string>>{{"a", "b"}}; };
    std::string all;
    for (const auto& each : *list()) all += each;
    for (const auto& each : list().value()) all += each;
    CHECK(all == "abab");
    static_assert(std::is_same_v<decltype(*list()), std::vector<std::string>>);
}

TEST_CASE("a value that cannot move is built in place", "[result]") {
    const result<pinned> made{workmem::from_factory, [] { return pinned{3}; }};
    CHECK(made->value == 3);
    static_assert(!std::is_copy_constructible_v<result<pinned>>);
    static_assert(!std::is_move_constructible_v<result<pinned>>);
}

TEST_CASE("what a result holds is destroyed once", "[result]") {
    {
        const result<counted> a{counted{}};
        const auto b = a;
        const result<counted> c{error{error_code::conflict, "x"}};
        const auto d = c;
        CHECK(counted::alive == 2);
        CHECK(d.error().message() == "x");
    }
    CHECK(counted::alive == 0);
}

TEST_CASE("a value that does not start is destroyed", "[result]") {
    const auto make = [] { return counted{}; };
    {
        const result<counted> refused{workmem::from_factory, make, [](counted&) {
                                          return result<void>{error{error_code::conflict, "x"}};
                                      }};
        CHECK(refused.error().message() == "x");
        CHECK(counted::alive == 0);
    }
    const auto fail = [](counted&) -> result<void> { throw error{error_code::conflict, "y"}; };
    using held = result<counted>;
    CHECK_THROWS_WITH((held{workmem::from_factory, make, fail}), "y");
    CHECK(counted::alive == 0);
}

TEST_CASE("success without a value", "[result]") {
    const result<void> good;
    CHECK(good);
    CHECK_NOTHROW(good.value());
    const result<void> bad{error{error_code::fenced, "x"}};
    CHECK_FALSE(bad);
    CHECK(bad.error().code() == error_code::fenced);
    CHECK_THROWS_AS(bad.value(), error);
}
