// Connections that have not shown who asks: how many there may be.
#include "catch.hpp"

#include <workmem_http/newcomers.hpp>

#include <chrono>
#include <string>
#include <vector>

using namespace std::chrono_literals;
using workmem::http::newcomers;

namespace {

struct door {
    newcomers::number come(const std::string& peer) {
        const auto name = peer + std::to_string(++count);
        return waiting.add(
            peer, [this, name] { ended.push_back(name); }, now);
    }

    newcomers waiting{5, 3, 1s};
    newcomers::clock::time_point now{};
    std::vector<std::string> ended;
    int count = 0;
};
using names = std::vector<std::string>;

}  // namespace

TEST_CASE("of a peer's newcomers the first gives way to the next, and no other peer's", "[http]") {
    door of;
    of.come("b");
    for (int i = 0; i < 3; ++i) of.come("a");
    of.now += 1s;
    of.come("a");
    CHECK(of.ended == names{"a2"});
    of.come("a");
    CHECK(of.ended == names{"a2", "a3"});
    CHECK(of.waiting.size() == 4);
}

TEST_CASE("where there are too many in all, the first of them gives way", "[http]") {
    door of;
    for (const auto* const peer : {"a", "b", "c", "d", "e"}) of.come(peer);
    of.now += 1s;
    of.come("f");
    CHECK(of.ended == names{"a1"});
    CHECK(of.waiting.size() == 5);
}

TEST_CASE("a newcomer is left alone for a while", "[http]") {
    door of;
    for (int i = 0; i < 4; ++i) of.come("a");
    CHECK(of.ended.empty());
    of.now += 1s;
    of.come("a");
    CHECK(of.ended == names{"a1"});
}

TEST_CASE("one that has shown who asks does not give way", "[http]") {
    door of;
    const auto first = of.come("a");
    of.come("a");
    of.come("a");
    of.now += 1s;
    of.waiting.remove(first);
    of.waiting.remove(first);
    of.come("a");
    CHECK(of.ended.empty());
    of.come("a");
    CHECK(of.ended == names{"a2"});
}

TEST_CASE("where there is no room at all, one of the peer with the most gives way", "[http]") {
    door of;
    of.waiting.make_room(of.now);
    of.come("a");
    of.come("b");
    of.come("b");
    of.waiting.make_room(of.now);
    CHECK(of.ended.empty());
    of.now += 1s;
    of.waiting.make_room(of.now);
    CHECK(of.ended == names{"b2"});
}
