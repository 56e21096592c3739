// Ids and names by how they begin.
#include "catch.hpp"

#include <workmem/ids/meant_id.hpp>

#include <string>
#include <string_view>
#include <vector>

using workmem::error_code;
using workmem::meant_among;
using workmem::meant_id;

TEST_CASE("an id is meant by four characters that begin it alone", "[ids]") {
    const auto meant = [](std::string_view said) {
        meant_id out{said, "notes"};
        for (const auto* const id : {"7f3a-1", "7f3b-2", "9c00", "ab"}) out.see(id);
        return out.empty() ? std::string{"none"} : out.value().value();
    };
    CHECK(meant("7f3a") == "7f3a-1");
    CHECK(meant("7f3b-2") == "7f3b-2");
    CHECK(meant("9c00") == "9c00");
    for (const auto* const said : {"", "7f3", "ab", "7f3a-12", "7F3A", "f3a-"})
        CHECK(meant(said) == "none");
}

TEST_CASE("what may mean several ids is refused with five of them", "[ids]") {
    meant_id meant{"abcd", "notes"};
    for (int i = 0; i < 7; ++i) meant.see("abcd" + std::to_string(i), i == 0 ? "a\x1b" : "");
    meant.see("abcd0");
    const auto refused = meant.value();
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code() == error_code::validation_error);
    CHECK(refused.error().message() ==
          "\"abcd\" may mean 7 notes: \"a\\u001b\" (abcd0), \"abcd1\", \"abcd2\", \"abcd3\", "
          "\"abcd4\" and 2 more; say the id, or more of it");
}

TEST_CASE("an id with a number behind it is another one", "[ids]") {
    using workmem::counts_on;
    CHECK(counts_on("a", "a-2"));
    CHECK(counts_on("note-1", "note-12"));
    for (const auto* const other : {"a", "a-", "a-2b", "a-20261129", "b-2"})
        CHECK_FALSE(counts_on("a", other));
}

TEST_CASE("a number at the end of a name is said whole", "[ids]") {
    const std::vector<std::string> names{"plan-12", "release-2026-11-29", "3f21a907-11"};
    CHECK(meant_among("plan-12", "plans", names).value() == "plan-12");
    CHECK(meant_among("plan", "plans", names).value() == "plan-12");
    CHECK(meant_among("3f21", "plans", names).value() == "3f21a907-11");
    CHECK(meant_among("release-2026", "plans", names).value() == "release-2026-11-29");
    for (const auto* const said : {"plan-1", "rel", "nothing"})
        CHECK(meant_among(said, "plans", names).error().code() == error_code::not_found);
    CHECK(meant_among("nothing", "plans", names).error().message() ==
          "none of the plans is \"nothing\"");
}
