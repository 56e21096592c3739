#include "catch.hpp"

#include <workmem/ranking/substring.hpp>

#include <cstdint>
#include <string>
#include <vector>

using workmem::ranking::substring;

static_assert(workmem::ranking::policy<substring> &&
              workmem::ranking::policy<workmem::ranking::none>);

namespace {

using list = std::vector<std::uint32_t>;

template <class Choice = workmem::ranking::everything>
list found(const substring& index, std::string_view query, std::size_t most = 10,
           const Choice& choice = {}) {
    list out;
    for (const auto& each : index.search(query, most, choice).hits) {
        CHECK(each.score == 1'000'000);
        CHECK(each.matched == 1);
        CHECK(index.explain(query, each.slot, most, choice).score == each.score);
        out.push_back(each.slot);
    }
    return out;
}

}  // namespace

TEST_CASE("substring: in whatever case, inside words, newest first", "[ranking]") {
    substring index;
    index.add(0, {"Meeting notes from standup", "", 5});
    index.add(1, {"MEETING NOTES of the board", "", 7});
    index.add(2, {"Über ÉCOLES", "", 9});
    CHECK(found(index, "meeting notes") == list{1, 0});
    CHECK(found(index, "eeting NOTE") == list{1, 0});
    CHECK(found(index, " notes\n") == list{1, 0});
    CHECK(found(index, "école") == list{2});
    CHECK(found(index, "notes meeting").empty());
    CHECK(found(index, "meeting", 1) == list{1});
    CHECK(found(index, "").empty());
    CHECK(found(index, " \t").empty());
    CHECK(found(index, "%").empty());
    CHECK(index.explain("zebra", 0, 10).score == 0);
    CHECK(index.explain("zebra", 99, 10).score == 0);
}

TEST_CASE("substring: the caller filters and breaks ties", "[ranking]") {
    substring index;
    for (std::uint32_t i = 0; i < 6; ++i) index.add(i, {"same", "", i});
    struct odd_lowest_first {
        [[nodiscard]] static bool accepts(std::uint32_t slot) noexcept { return slot % 2 == 1; }
        [[nodiscard]] static bool before(std::uint32_t a, std::uint32_t b) noexcept {
            return a < b;
        }
    };
    CHECK(found(index, "same", 2, odd_lowest_first{}) == list{1, 3});
}

TEST_CASE("substring: replacing, erasing, clearing", "[ranking]") {
    substring index;
    index.add(0, {"zebra", "", 0});
    index.add(0, {"giraffe", "", 0});
    CHECK(index.size() == 1);
    CHECK(found(index, "zebra").empty());
    CHECK(found(index, "giraffe") == list{0});
    index.erase(0);
    index.erase(0);
    index.erase(7);
    CHECK(index.size() == 0);
    CHECK(found(index, "giraffe").empty());
    index.add(0, {"", "", 0});
    CHECK(index.size() == 1);
    index.clear();
    CHECK(index.size() == 0);
}

TEST_CASE("substring: broken text is searched as it is shown", "[ranking]") {
    substring index;
    index.add(0, {"broken \xff text", "", 0});
    CHECK(found(index, "\xEF\xBF\xBD") == list{0});
    CHECK(found(index, "\xfe") == list{0});
}

TEST_CASE("none: finds nothing", "[ranking]") {
    workmem::ranking::none index;
    index.add(0, {"text", "", 0});
    CHECK(index.size() == 0);
    CHECK(index.search("text", 10).hits.empty());
    CHECK(index.explain("text", 0, 10).score == 0);
}
