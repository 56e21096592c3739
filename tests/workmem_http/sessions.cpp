#include "catch.hpp"

#include <workmem_http/sessions.hpp>

#include <nlohmann/json.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace http = workmem::http;
using namespace std::chrono_literals;
using nlohmann::json;

namespace {

const http::principal ann{"ann", http::role::writer, "ann/1"}, bob{"bob", http::role::writer, "b"};

}  // namespace

TEST_CASE("a session is found by who began it until it is over", "[http]") {
    http::session_table<json> table{2, 2, 10s};
    auto now = http::session_table<json>::clock::time_point{};
    const auto answers = [](const json&, const auto&) -> std::optional<json> { return json(1); };
    const auto first = table.add(ann, answers, now);
    CHECK(first.size() == 32);
    CHECK(table.find(first, ann, now));
    CHECK_FALSE(table.find(first, bob, now));
    CHECK_FALSE(table.find(first, {"ann", http::role::reader, "ann/1"}, now));
    CHECK_FALSE(table.find(first + "0", ann, now));
    const auto second = table.add(bob, answers, now);
    CHECK(first != second);
    now += 10s;
    CHECK(table.find(first, ann, now));
    now += 1s;
    CHECK_FALSE(table.find(second, bob, now));
    CHECK_FALSE(table.erase(first, bob));
    CHECK(table.erase(first, ann));
    CHECK_FALSE(table.erase(first, ann));
    CHECK(table.size() == 0);
}

TEST_CASE("a tenant's session gives way to its own, and to those who have fewer", "[http]") {
    http::session_table<json> table{4, 3, 10s};
    auto now = http::session_table<json>::clock::time_point{};
    const auto begin = [&](const http::principal& who) {
        now += 1ms;
        return table.add(
            who, [](const json&, const auto&) -> std::optional<json> { return json(1); }, now);
    };
    const auto bobs = begin(bob);
    const auto first = begin(ann), second = begin(ann), third = begin(ann);
    // The least recently used one of three.
    CHECK(table.find(first, ann, now += 1ms));
    const auto fourth = begin(ann);
    CHECK_FALSE(table.find(second, ann, now));
    CHECK(table.find(third, ann, now));
    CHECK(table.find(bobs, bob, now));
    CHECK(table.size() == 4);
    // Who has the most makes room for others.
    const http::principal eve{"eve", http::role::writer, "eve/1"};
    const auto eves = begin(eve);
    CHECK_FALSE(table.find(first, ann, now));
    CHECK(table.find(fourth, ann, now));
    // And nobody for one who would have more than he has.
    CHECK(table.find(bobs, bob, now += 1ms));
    (void)begin(eve);
    CHECK(table.find(bobs, bob, now));
    CHECK_FALSE(table.find(eves, eve, now));
    CHECK(table.find(fourth, ann, now));
    (void)begin(ann);
    CHECK(table.find(bobs, bob, now));
    CHECK(table.size() == 4);
    // What is over gives way before all others.
    now += 11s;
    CHECK(begin(bob) != begin(bob));
    CHECK(table.size() == 2);
    now += 11s;
    table.tidy(now);
    CHECK(table.size() == 0);
    http::session_table<json> none{0, 0, 10s};
    CHECK(none.add(ann, {}, now).size() == 32);
    CHECK(none.add(bob, {}, now).size() == 32);
    CHECK(none.size() == 1);
}
