#include "catch.hpp"

#include <workmem/messages/message.hpp>
#include <workmem/messages/message_groups.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

using workmem::logged_message;
using workmem::message_role;
using workmem::detail::choose_groups;
using workmem::detail::group_fate;
using workmem::detail::group_messages;

namespace {

logged_message said(message_role role, std::vector<std::string> calls = {},
                    std::vector<std::string> answers = {}) {
    logged_message out;
    out.role = role;
    out.calls = std::move(calls);
    out.answers = std::move(answers);
    return out;
}

}  // namespace

TEST_CASE("a result stands with the last call before it that has its id", "[messages]") {
    const std::vector<logged_message> all{
        said(message_role::assistant, {"a"}), said(message_role::tool, {}, {"a"}),
        said(message_role::assistant, {"a"}), said(message_role::user),
        said(message_role::tool, {}, {"a"})};
    const auto groups = group_messages(all, {1, 2, 3, 4, 5});
    REQUIRE(groups.group_of.size() == 5);
    CHECK(groups.group_of[0] == groups.group_of[1]);
    CHECK(groups.group_of[2] == groups.group_of[4]);
    CHECK(groups.group_of[0] != groups.group_of[2]);
    CHECK(groups.groups[groups.group_of[2]].tokens == 8);
    CHECK(groups.groups[groups.group_of[2]].newest == 4);
}

TEST_CASE("a result without a call before it stands with the first behind it", "[messages]") {
    const auto groups = group_messages(
        {said(message_role::tool, {}, {"a"}), said(message_role::assistant, {"a"})}, {1, 1});
    CHECK(groups.group_of[0] == groups.group_of[1]);
}

TEST_CASE("the newest stay, instructions where that is asked for", "[messages]") {
    const std::vector<logged_message> all{said(message_role::system), said(message_role::user),
                                          said(message_role::assistant)};
    const auto groups = group_messages(all, {10, 10, 10});
    const auto fates = [&](std::size_t tokens, bool keep_system) {
        const auto chosen = choose_groups(groups, tokens, keep_system);
        std::vector<group_fate> out;
        for (const auto group : groups.group_of) out.push_back(chosen[group]);
        return out;
    };
    using enum group_fate;
    CHECK(fates(30, false) == std::vector{stays, stays, stays});
    CHECK(fates(20, false) == std::vector{older, stays, stays});
    CHECK(fates(20, true) == std::vector{stays, older, stays});
    CHECK(fates(5, false) == std::vector{too_large, too_large, too_large});
}
