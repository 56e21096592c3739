// A history cut to a number of tokens, without parting calls from results.
#include <workmem/messages/message_log.hpp>

#include "catch.hpp"

#include <algorithm>
#include <cstddef>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

using workmem::logged_message;
using workmem::message_log;
using workmem::message_role;
using workmem::trim_reason;
using workmem_test::contains;

namespace {

struct bytes {
    std::size_t operator()(std::string_view text) const { return text.size(); }
};
using log_of_bytes = message_log<bytes>;

log_of_bytes plain_log() { return log_of_bytes{bytes{}, 0}; }

logged_message said(message_role role, std::size_t size) {
    return {.role = role, .text = std::string(size, 'x')};
}
logged_message calls(std::vector<std::string> ids, std::size_t size = 10) {
    return {
        .role = message_role::assistant, .text = std::string(size, 'c'), .calls = std::move(ids)};
}
logged_message answers(std::vector<std::string> ids, std::size_t size = 10) {
    return {.role = message_role::tool, .text = std::string(size, 'r'), .answers = std::move(ids)};
}
std::string numbers(const log_of_bytes& log) {
    std::string out;
    for (const auto& each : log.messages()) out += std::to_string(each.number) + ' ';
    return out;
}
template <class Left>
std::string what_left(const Left& left) {
    std::string out;
    for (const auto& each : left)
        out +=
            std::to_string(each.message.number) + ' ' + std::string{to_string(each.reason)} + ' ';
    return out;
}

}  // namespace

TEST_CASE("the newest messages that fit stay, instructions first", "[messages][log]") {
    auto log = plain_log();
    log.append(said(message_role::system, 20));
    for (int i = 0; i < 5; ++i) log.append(said(message_role::user, 10));
    CHECK(log.tokens() == 70);
    CHECK(log.trim(70).empty());
    CHECK(what_left(log.trim(45)) == "2 older 3 older 4 older ");
    CHECK(numbers(log) == "1 5 6 ");
    CHECK(log.tokens() == 40);
    CHECK(what_left(log.trim(20, {.keep_system = false})) == "1 older ");
    CHECK(log.append(said(message_role::user, 1)) == 7);
    CHECK(what_left(log.trim(0)) == "5 too_large 6 too_large 7 too_large ");
    CHECK(log.empty());
}

TEST_CASE("a call and its results stay or go together", "[messages][log]") {
    auto log = plain_log();
    log.append(said(message_role::user, 10));
    log.append(calls({"a", "b"}));
    log.append(answers({"a"}));
    log.append(answers({"b"}));
    log.append(said(message_role::assistant, 10));
    auto room_for_half = log;
    CHECK(what_left(room_for_half.trim(35)) == "1 older 2 older 3 older 4 older ");
    CHECK(what_left(log.trim(40)) == "1 older ");
    CHECK(numbers(log) == "2 3 4 5 ");
}

TEST_CASE("what is too large alone goes with a word, and what is older stays", "[messages][log]") {
    auto log = plain_log();
    log.append(said(message_role::system, 10));
    log.append(said(message_role::user, 10));
    log.append(calls({"a"}));
    log.append(answers({"a"}, 1'000));
    log.append(said(message_role::assistant, 10));
    CHECK(what_left(log.trim(100)) == "3 too_large 4 too_large ");
    CHECK(numbers(log) == "1 2 5 ");
    log.append(said(message_role::system, 500));
    CHECK(what_left(log.trim(100)) == "6 too_large ");
}

TEST_CASE("ids that are used again belong to the last call before", "[messages][log]") {
    auto log = plain_log();
    for (int turn = 0; turn < 3; ++turn) {
        log.append(calls({"call_0"}));
        log.append(answers({"call_0"}));
    }
    CHECK(what_left(log.trim(45)) == "1 older 2 older ");
    // Where there is none before, to the first behind.
    auto early = plain_log();
    early.append(answers({"a"}));
    early.append(said(message_role::user, 10));
    early.append(calls({"a"}));
    early.append(calls({"b"}));
    CHECK(what_left(early.trim(35)) == "2 older ");
    auto orphan = plain_log();
    orphan.append(answers({"never"}));
    orphan.append(said(message_role::user, 10));
    CHECK(what_left(orphan.trim(10)) == "1 older ");
}

TEST_CASE("messages as JSON tell their own role and ids", "[messages][log]") {
    message_log log;
    log.append_json(
        R"({"role":"assistant","tool_calls":[{"id":"c","function":{"name":"f","arguments":"{}"}}]})");
    log.append_json(R"({"type":"function_call_output","call_id":"c","output":"[]"})");
    REQUIRE(log.size() == 2);
    CHECK(log.messages()[0].role == message_role::assistant);
    CHECK(log.messages()[0].calls == std::vector<std::string>{"c"});
    CHECK(log.messages()[1].answers == std::vector<std::string>{"c"});
    CHECK(log.tokens() > 20);
    const auto refused = log.try_append_json("{}");
    REQUIRE_FALSE(refused);
    CHECK(log.size() == 2);
}

TEST_CASE("never over the limit, never parted, always the same", "[messages][log]") {
    std::mt19937 random{7};
    const auto number = [&](std::size_t below) {
        return static_cast<std::size_t>(random()) % below;
    };
    for (int round = 0; round < 3'000; ++round) {
        auto log = plain_log();
        std::vector<std::string> open;
        for (std::size_t i = 0, count = number(24); i < count; ++i) {
            const auto size = number(8) == 0 ? number(200) : number(20);
            switch (number(5)) {
                case 0: log.append(said(message_role::system, size)); break;
                case 1: {
                    std::vector<std::string> ids;
                    for (std::size_t k = 0, n = 1 + number(3); k < n; ++k)
                        ids.push_back(std::to_string(number(6)));
                    open.insert(open.end(), ids.begin(), ids.end());
                    log.append(calls(ids, size));
                    break;
                }
                case 2: log.append(answers({std::to_string(number(6))}, size)); break;
                default: log.append(said(message_role::user, size));
            }
        }
        const auto limit = number(200);
        const bool keep = number(2) == 0;
        const auto before = log.messages();
        auto again = log;
        const auto left = log.trim(limit, {.keep_system = keep});
        CHECK(log.tokens() <= limit);
        CHECK(left.size() + log.size() == before.size());
        CHECK(what_left(left) == what_left(again.trim(limit, {.keep_system = keep})));
        CHECK(log.trim(limit, {.keep_system = keep}).empty());
        std::set<std::uint64_t> stayed;
        for (const auto& each : log.messages()) stayed.insert(each.number);
        // The nearest call before each result shares its fate.
        for (std::size_t i = 0; i < before.size(); ++i)
            for (const auto& id : before[i].answers)
                for (std::size_t k = i; k-- > 0;) {
                    if (std::count(before[k].calls.begin(), before[k].calls.end(), id) == 0)
                        continue;
                    CHECK(stayed.count(before[i].number) == stayed.count(before[k].number));
                    break;
                }
    }
}
