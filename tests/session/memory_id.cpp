#include "catch.hpp"

#include <workmem/session/limits.hpp>
#include <workmem/session/memory_id.hpp>
#include <workmem/text/utf8.hpp>

#include <chrono>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>

using namespace workmem;
using namespace workmem_test;

namespace {

const auto afternoon = *parse_iso8601("2024-12-22T15:00:00.999Z");

const auto none = [](const std::string&) { return false; };

std::string id_of(std::string_view session, std::string_view content) {
    return make_memory_id(session, content, afternoon, none);
}

}  // namespace

TEST_CASE("an id tells the session, the first 20 code points and the second", "[session]") {
    CHECK(id_of("user-session-123", "Meeting notes from today's standup") ==
          "working_memory_user-session-123-Meeting notes from t_20241222-150000");
    CHECK(id_of("s", "ab") == "working_memory_s-ab_20241222-150000");
    CHECK(id_of("s", "日本語日本語日本語日本語日本語日本語日本語") ==
          "working_memory_s-日本語日本語日本語日本語日本語日本語日本_20241222-150000");
    CHECK(make_memory_id("s", "x", timestamp{}, none) == "working_memory_s-x_19700101-000000");
    CHECK(make_memory_id("s", "x", timestamp{milliseconds{-1}}, none) ==
          "working_memory_s-x_19691231-235959");
}

TEST_CASE("what breaks lines, quotes or paths becomes a low line", "[session]") {
    CHECK(id_of("a/b", "l1\nl2\t\"q'`\\/\x7f|") ==
          "working_memory_a_b-l1_l2__q_____|_20241222-150000");
    CHECK(id_of("../s\n", "..") == "working_memory_.._s_-.._20241222-150000");
    CHECK(id_of("s", "a\u2028b\u202ec\u0085d") == "working_memory_s-a_b_c_d_20241222-150000");
    CHECK(id_of("s\xff", "\xc3(") == "working_memory_s_-_(_20241222-150000");
    CHECK(id_of("s", std::string("a\0b", 3)) == "working_memory_s-a_b_20241222-150000");
}

TEST_CASE("an id that is taken gets the next suffix", "[session]") {
    std::set<std::string> ids;
    std::size_t asked = 0;
    const auto exists = [&](const std::string& id) {
        ++asked;
        return ids.count(id) == 1;
    };
    for (int i = 1; i <= 300; ++i) {
        const auto id = make_memory_id("s", "same", afternoon, exists);
        CHECK(id == "working_memory_s-same_20241222-150000" +
                        (i == 1 ? std::string{} : '-' + std::to_string(i)));
        REQUIRE(ids.insert(id).second);
    }
    CHECK(asked < 300 * 20);
}

TEST_CASE("an id is free also where others left gaps", "[session]") {
    std::set<std::string> ids;
    const auto exists = [&](const std::string& id) { return ids.count(id) == 1; };
    for (int i = 0; i < 100; ++i) ids.insert(make_memory_id("s", "same", afternoon, exists));
    for (const int gone : {2, 4, 17, 64})
        ids.erase("working_memory_s-same_20241222-150000-" + std::to_string(gone));
    for (int i = 0; i < 100; ++i)
        REQUIRE(ids.insert(make_memory_id("s", "same", afternoon, exists)).second);
}

TEST_CASE("a promoted memory's id tells the memory and the second", "[session]") {
    CHECK(make_promoted_id("working_memory_s-x_20241222-140000", afternoon, none) ==
          "memory_promoted_working_memory_s-x_20241222-140000_20241222-150000");
    const auto taken = [](const std::string& id) {
        return id.ends_with("00") || id.ends_with("-2");
    };
    CHECK(make_promoted_id("m", afternoon, taken) == "memory_promoted_m_20241222-150000-3");
}

TEST_CASE("no id is longer than a kilobyte, or cuts a code point", "[session]") {
    std::string longest;
    while (longest.size() < session_limits::session_id_bytes) longest += "\u00e9";
    const auto id = make_memory_id(longest, std::string(60, '\xf0'), afternoon, none);
    CHECK(id.size() <= session_limits::id_bytes);
    CHECK(text::is_valid(id));
    std::string imported;
    while (imported.size() + 4 <= session_limits::id_bytes) imported += "\U0001F600";
    for (const std::string_view start : {"", "a", "ab", "abc"}) {
        const auto given = std::string{start} + imported.substr(4);
        const auto promoted = make_promoted_id(given, afternoon, none);
        CHECK(promoted.size() <= session_limits::id_bytes);
        CHECK(text::is_valid(promoted));
        CHECK_THAT(promoted, ends_with("_20241222-150000"));
        CHECK(promoted != make_promoted_id(given + "x", afternoon, none));
        CHECK(promoted == make_promoted_id(given, afternoon, none));
    }
}

TEST_CASE("a promotion is told from that of a memory whose id goes on", "[session]") {
    using workmem::is_promoted_from;
    CHECK(is_promoted_from("memory_promoted_plan_20241222-150000", "plan"));
    CHECK(is_promoted_from("memory_promoted_plan_20241222-150000-12", "plan"));
    CHECK_FALSE(is_promoted_from("memory_promoted_plan_b_20241222-150000", "plan"));
    CHECK_FALSE(is_promoted_from("memory_promoted_plan_20241222-150000_20241222-150001", "plan"));
    for (const std::string wrong : {"", "2024", "20241222", "20241222-", "20241222-15",
                                    "20241222-150000-", "20241222-150000-x"})
        CHECK_FALSE(is_promoted_from("memory_promoted_plan_" + wrong, "plan"));
}
