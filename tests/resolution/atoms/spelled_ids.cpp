#include "catch.hpp"
#include "dice.hpp"
#include "resolution/reading.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/atoms/spelled_ids.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

using namespace workmem_test;
using workmem::resolution::spelled_id;
using workmem::resolution::spelled_id_reader;

namespace {

remembered work() {
    return remembered{}.list(
        {{"file", "src/a.cpp", "a.cpp"},
         {"order", "WO-2291"},
         {"issue", "12", "Crash on save"},
         {"function", "f-9", "fetchUser"},
         {"commit", "3fa85f64a1"},
         {"ticket", "t-7", "Lamp", {{"number", std::int64_t{4711}}, {"ref", text("AB-99")}}}});
}

// The ids in a text, each with a space behind it.
std::string spelled(std::string_view text) {
    const auto memory = work();
    const reading read{memory, text};
    std::string out;
    const spelled_id_reader reader{read.at, read.window};
    for (const auto& each : reader.all()) out += std::string{each.text} + ' ';
    return out;
}

// What the only id in a text means.
std::string meant(const remembered& memory, std::string_view text,
                  workmem::resolution::thing_set spelled_id::*how) {
    const reading read{memory, text};
    const spelled_id_reader reader{read.at, read.window};
    return reader.all().size() == 1 ? read.ids(reader.all().front().*how) : "not one id";
}
std::string exact(std::string_view text) { return meant(work(), text, &spelled_id::exact); }
std::string part(std::string_view text) { return meant(work(), text, &spelled_id::part); }

}  // namespace

TEST_CASE("paths, numbers with letters and words with inner capitals are spelled like ids",
          "[resolution]") {
    CHECK(spelled("open src/a.cpp and src\\b.cpp") == "src/a.cpp src\\b.cpp ");
    CHECK(spelled("compare WO-2291 with WO-2292") == "WO-2291 WO-2292 ");
    CHECK(spelled("close #12") == "#12 ");
    CHECK(spelled("who calls fetchUser and fetch_user") == "fetchUser fetch_user ");
    CHECK(spelled("revert 3fa85f64") == "3fa85f64 ");
    CHECK(spelled("order 48213 is late") == "48213 ");
    CHECK(spelled("look at main.tf") == "main.tf ");
}

TEST_CASE("plain words, times and amounts are not spelled like ids", "[resolution]") {
    CHECK(spelled("").empty());
    CHECK(spelled("  \n\t ").empty());
    CHECK(spelled("cancel the second order, please.").empty());
    CHECK(spelled("at 7pm").empty());
    CHECK(spelled("at 7:30pm").empty());
    CHECK(spelled("on the 3rd and the 12th").empty());
    CHECK(spelled("20k or 1.5kg").empty());
    CHECK(spelled("the 4 of 12 from 2031").empty());
    CHECK(spelled("USA or Ann").empty());
    CHECK(spelled("a # b / c _ d").empty());
    CHECK(spelled("-- ... !!! ()").empty());
}

TEST_CASE("words beyond ASCII are not spelled like ids", "[resolution]") {
    CHECK(spelled("Stra\xC3\x9F"
                  "e12 na\xC3\xAFveId")
              .empty());
    CHECK(spelled("\xFF\xFE/a.cpp").empty());
}

TEST_CASE("signs around an id do not belong to it", "[resolution]") {
    CHECK(spelled("(src/a.cpp)") == "src/a.cpp ");
    CHECK(spelled("is it \"WO-2291\"?") == "WO-2291 ");
    CHECK(spelled("`fetchUser`, then <src/a.cpp>; [#12].") == "fetchUser src/a.cpp #12 ");
    CHECK(spelled("WO-2291's owner") == "WO-2291 ");
}

TEST_CASE("a thing is called by its id or its name in any case", "[resolution]") {
    CHECK(exact("open src/a.cpp") == "src/a.cpp ");
    CHECK(exact("cancel WO-2291") == "WO-2291 ");
    CHECK(exact("cancel wo-2291") == "WO-2291 ");
    CHECK(exact("close #12") == "12 ");
    CHECK(exact("rename fetchUser") == "f-9 ");
    CHECK(exact("open A.CPP") == "src/a.cpp ");
    CHECK(part("cancel WO-2291").empty());
}

TEST_CASE("a thing is called by its slug", "[resolution]") {
    const auto memory = remembered{}.single({"page", "81", "About the team"});
    const std::string_view text = "publish about_us";
    reading read{memory, text};
    read.entries.front().slug = "about_us";
    const spelled_id_reader reader{read.at, read.window};
    REQUIRE(reader.all().size() == 1);
    CHECK(read.ids(reader.all().front().exact) == "81 ");
}

TEST_CASE("the made-up name of an unnamed thing is no id", "[resolution]") {
    const auto memory = remembered{}.single({"x_1", "9"});
    CHECK(meant(memory, "see x_1", &spelled_id::exact).empty());
}

TEST_CASE("a part of an id or more than it means it in part", "[resolution]") {
    CHECK(part("revert 3fa85f64") == "3fa85f64a1 ");
    CHECK(part("open repo/src/a.cpp") == "src/a.cpp ");
    // Too short, and in the middle of a word.
    const auto memory = remembered{}.single({"commit", "ab12cd34"});
    CHECK(meant(memory, "revert ab12", &spelled_id::part) == "ab12cd34 ");
    CHECK(meant(memory, "revert ab1", &spelled_id::part).empty());
    CHECK(meant(memory, "revert 12cd34", &spelled_id::part).empty());
}

TEST_CASE("the beginning of one id is that id, where six characters or more are said",
          "[resolution]") {
    CHECK(exact("revert 3fa85f64") == "3fa85f64a1 ");
    remembered two;
    two.list({{"commit", "ab12cd34"}, {"commit", "ab12cd99"}});
    CHECK(meant(two, "revert ab12cd", &spelled_id::exact).empty());
    CHECK(meant(two, "revert ab12cd", &spelled_id::begun) == "ab12cd34 ab12cd99 ");
    CHECK(meant(two, "revert ab12cd3", &spelled_id::exact) == "ab12cd34 ");
    CHECK(meant(remembered{}.single({"commit", "ab12cd34"}), "revert ab12c", &spelled_id::exact)
              .empty());
}

TEST_CASE("of a path, the end of another path is no part", "[resolution]") {
    CHECK(part("open lib/a.cpp").empty());
    CHECK(exact("open a.cpp") == "src/a.cpp ");
}

TEST_CASE("a value that is spelled like an id means its thing in part", "[resolution]") {
    CHECK(part("what about AB-99") == "t-7 ");
    CHECK(part("what about #4711") == "t-7 ");
    CHECK(exact("what about #4711").empty());
    CHECK(part("what about #471").empty());
    const auto small = remembered{}.single({"room", "r-1", "Attic", {{"floor", std::int64_t{4}}}});
    CHECK(meant(small, "see #4", &spelled_id::part).empty());
}

TEST_CASE("an id of nothing is spelled like one all the same", "[resolution]") {
    CHECK(spelled("open src/z.cpp") == "src/z.cpp ");
    CHECK(exact("open src/z.cpp").empty());
    CHECK(part("open src/z.cpp").empty());
    CHECK(exact("close #13").empty());
    CHECK(part("close #13").empty());
    const remembered none;
    CHECK(meant(none, "close #13", &spelled_id::exact).empty());
}

TEST_CASE("several things may have one id", "[resolution]") {
    const auto memory = remembered{}.list({{"issue", "ABC-1"}, {"branch", "abc-1"}});
    CHECK(meant(memory, "see ABC-1", &spelled_id::exact) == "ABC-1 abc-1 ");
}

TEST_CASE("an id knows its words", "[resolution]") {
    const auto memory = work();
    const reading read{memory, "please open src/a.cpp now"};
    const spelled_id_reader reader{read.at, read.window};
    REQUIRE(reader.all().size() == 1);
    CHECK(read.words(reader.all().front().words) == "src a cpp ");
}

TEST_CASE("a text full of ids has a bounded number of them", "[resolution]") {
    std::string text;
    for (int i = 0; i < 1000; ++i) text += "WO-" + std::to_string(i) + ' ';
    const auto memory = work();
    const reading read{memory, text};
    const spelled_id_reader reader{read.at, read.window};
    CHECK(reader.all().size() >= 4);
    CHECK(reader.all().size() <= 64);
}

TEST_CASE("ids far behind in a text are found, without words", "[resolution]") {
    std::string text;
    for (int i = 0; i < 200; ++i) text += "well ";
    text += "WO-2291";
    const auto memory = work();
    const reading read{memory, text};
    const spelled_id_reader reader{read.at, read.window};
    REQUIRE(reader.all().size() == 1);
    CHECK(read.ids(reader.all().front().exact) == "WO-2291 ");
    CHECK(reader.all().front().words == 0);
}

TEST_CASE("any bytes can be searched for ids", "[resolution]") {
    dice random{99};
    const auto memory = work();
    constexpr std::string_view likely = "aZ0/_#.\\-'s \n\"()";
    for (int turn = 0; turn < 3000; ++turn) {
        std::string text;
        for (auto size = random.below(40); size > 0; --size)
            text += random.one_in(4) ? static_cast<char>(random.below(256))
                                     : likely[random.below(likely.size())];
        const reading read{memory, text};
        const spelled_id_reader reader{read.at, read.window};
        for (const auto& each : reader.all()) {
            const bool inside = each.text.size() >= 2 && text.find(each.text) != text.npos;
            const bool apart = (each.exact & each.part) == 0 &&
                               ((each.exact | each.part) & ~read.window.all()) == 0;
            if (!inside || !apart) {
                INFO(text);
                CHECK(inside);
                CHECK(apart);
            }
        }
    }
}
