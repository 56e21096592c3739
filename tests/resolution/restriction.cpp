#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/restriction.hpp>

#include <cstdint>

using namespace workmem_test;

namespace {

remembered chats() {
    const auto with = [](std::int64_t unread, bool enabled, attribute_list more) {
        more.push_back({"unreadCount", unread});
        more.push_back({"enabled", enabled});
        return more;
    };
    return remembered{}.list(
        {{"chat", "c-1", "Budget", with(3, true, {{"cancelled_at", text("2031-02-01")}})},
         {"chat", "c-2", "Porto", with(0, true, {{"subject", text("Trip")}})},
         {"chat", "c-3", "Onboarding", with(1, false, {{"subject", text("Welcome")}})}});
}

}  // namespace

TEST_CASE("the name of an instant or of an amount tells what has been done") {
    expect(chats(), {{"show me the cancelled one", "c-1"}});
    expect_all(chats(), {{"mark the unread ones as read", "c-1 c-3"}});
}

TEST_CASE("an opposite asks for what is not so") {
    expect(chats(), {{"turn on the disabled one", "c-3"}});
    expect_all(chats(), {{"the enabled ones", "c-1 c-2"}});
}

TEST_CASE("who lacks something has no attribute of that name") {
    expect(chats(), {{"throw away the one without a subject", "c-1"}});
}
