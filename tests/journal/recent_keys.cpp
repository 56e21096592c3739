// What tells a repetition from a new call.
#include "catch.hpp"

#include <workmem/journal/recent_keys.hpp>

#include <string>

using workmem::journal::recent_keys;

TEST_CASE("the last 1,024 keys are known, older ones are not", "[journal][keys]") {
    recent_keys keys;
    CHECK_FALSE(keys.contains("0"));
    CHECK_FALSE(keys.contains(""));
    for (int i = 0; i < 3'000; ++i) keys.note(std::to_string(i));
    for (int i = 0; i < 3'000; ++i) {
        INFO(i);
        CHECK(keys.contains(std::to_string(i)) == (i >= 3'000 - 1'024));
    }
    CHECK(keys.all().size() == 1'024);
}

TEST_CASE("a key counts once it is kept", "[journal][keys]") {
    recent_keys keys;
    keys.prepare("a");
    CHECK_FALSE(keys.contains("a"));
    keys.prepare("b");
    keys.keep();
    CHECK_FALSE(keys.contains("a"));
    CHECK(keys.contains("b"));
    keys.prepare("");
    keys.keep();
    CHECK(keys.all().size() == 1);
}

TEST_CASE("no key can be read from what is kept of it", "[journal][keys]") {
    recent_keys keys;
    keys.note("secret");
    for (const auto each : keys.all()) CHECK(each.find("secret") == std::string_view::npos);
}

TEST_CASE("keys go on where they were restored", "[journal][keys]") {
    for (const int count : {3, 1'024, 1'500}) {
        INFO(count << " keys");
        recent_keys keys, restored;
        for (int i = 0; i < count; ++i) keys.note(std::to_string(i));
        for (const auto each : keys.all()) restored.restore(each);
        CHECK(restored.all() == keys.all());
        keys.note("new");
        restored.note("new");
        CHECK(restored.all() == keys.all());
    }
}
