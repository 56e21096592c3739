#include "catch.hpp"

#include <workmem/detail/inline_vector.hpp>
#include <workmem/task/links.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <utility>
#include <vector>

using workmem::dependency_condition;
using workmem::detail::task_link;
using workmem::detail::task_links;

namespace {

task_links of_tasks(std::size_t count) {
    task_links out;
    out.reserve_tasks(count);
    for (std::size_t i = 0; i < count; ++i) out.push_back();
    return out;
}

// Whether the dependency was added.
bool add(task_links& to, std::uint32_t from, std::uint32_t next) {
    to.reserve_edges(1);
    if (!to.prepare(from, next).empty()) return false;
    to.push({from, next, dependency_condition::success});
    return true;
}

using edges = std::set<std::pair<std::uint32_t, std::uint32_t>>;

bool reaches(const edges& all, std::uint32_t from, std::uint32_t to) {
    std::vector<std::uint32_t> open{from};
    std::set<std::uint32_t> seen;
    while (!open.empty()) {
        const auto at = open.back();
        open.pop_back();
        if (at == to) return true;
        if (!seen.insert(at).second) continue;
        for (const auto& [a, b] : all)
            if (a == at) open.push_back(b);
    }
    return false;
}

}  // namespace

TEST_CASE("what would close a cycle is told as its path, and changes nothing", "[task]") {
    auto links = of_tasks(3);
    REQUIRE(add(links, 0, 1));
    REQUIRE(add(links, 1, 2));
    CHECK(links.prepare(2, 0) == std::vector<std::uint32_t>{0, 1, 2});
    CHECK(links.prepare(1, 1) == std::vector<std::uint32_t>{1});
    CHECK(links.edge_count() == 2);
    CHECK(links.find(0, 1) == dependency_condition::success);
    CHECK_FALSE(links.find(1, 0));
}

TEST_CASE("a dependency that goes makes room for its opposite", "[task]") {
    auto links = of_tasks(2);
    REQUIRE(add(links, 0, 1));
    CHECK_FALSE(add(links, 1, 0));
    links.erase({0, 1, dependency_condition::success});
    CHECK(add(links, 1, 0));
    CHECK(links.in_count(0) == 1);
    CHECK(links.out_count(0) == 0);
}

TEST_CASE("several are tried together, those that are there left out, and none is added",
          "[task]") {
    auto links = of_tasks(4);
    REQUIRE(add(links, 0, 1));
    workmem::detail::inline_vector<task_link, 4> fresh;
    const std::vector<task_link> good{{0, 1}, {1, 2}, {1, 2}, {2, 3}};
    CHECK(links.try_all(good, fresh).empty());
    CHECK(fresh.size() == 2);
    CHECK(links.edge_count() == 1);
    // Only together do they close a cycle.
    const std::vector<task_link> bad{{1, 2}, {2, 0}};
    CHECK_FALSE(links.try_all(bad, fresh).empty());
    CHECK(links.edge_count() == 1);
}

TEST_CASE("random dependencies: cycles are those of a plain search, and the order agrees",
          "[task]") {
    constexpr std::uint32_t tasks = 24;
    std::mt19937 engine{11};
    const auto random = [&] { return static_cast<std::uint32_t>(engine()) % tasks; };
    auto links = of_tasks(tasks);
    edges plain;
    for (int step = 0; step < 2'000; ++step) {
        const auto from = random(), to = random();
        if (plain.count({from, to}) != 0) {
            links.erase({from, to, dependency_condition::success});
            plain.erase({from, to});
            continue;
        }
        const bool closes = reaches(plain, to, from);
        REQUIRE(add(links, from, to) == !closes);
        if (!closes) plain.insert({from, to});
        REQUIRE(links.edge_count() == plain.size());
        for (const auto& [a, b] : plain) REQUIRE(links.order().before(a, b));
    }
    CHECK(plain.size() > tasks);
}
