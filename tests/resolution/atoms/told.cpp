#include "catch.hpp"
#include "dice.hpp"
#include "resolution/reading.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/atoms/told.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

using namespace workmem_test;
using workmem::resolution::told;

namespace {

// Of several texts, newest first.
told read_told(const reading& of, const std::vector<std::string_view>& texts) {
    return told{of.window, texts, workmem::text::lexicon::english()};
}

std::string spoken_of(const remembered& memory, std::string_view text) {
    const reading of{memory, ""};
    return of.ids(read_told(of, {text}).things);
}

std::string in_order(const remembered& memory, std::string_view text) {
    const reading of{memory, ""};
    std::string out;
    for (const auto i : read_told(of, {text}).order) out += std::string{of.window[i].id} + ' ';
    return out;
}

}  // namespace

TEST_CASE("where nothing was said nothing is told", "[resolution]") {
    const told never;
    CHECK(never.things == 0);
    CHECK(never.order.empty());
    CHECK_FALSE(never.asks);
    CHECK_FALSE(never.anything);
    const auto memory = hotels();
    const reading of{memory, ""};
    const auto none = read_told(of, {});
    CHECK(none.things == 0);
    CHECK_FALSE(none.asks);
    CHECK_FALSE(none.anything);
}

TEST_CASE("things are told of that are named in full", "[resolution]") {
    CHECK(spoken_of(hotels(), "I found the Tern House for you.") == "h-2 ");
    CHECK(spoken_of(hotels(), "tern house is free") == "h-2 ");
    CHECK(spoken_of(hotels(), "The house is free.").empty());
    CHECK(spoken_of(hotels(), "Nothing is free.").empty());
    CHECK(spoken_of(hotels(), "Grand Quillon or Tern House?") == "h-1 h-2 ");
    CHECK(spoken_of(issues(), "I closed Crash on save.") == "i-1 ");
}

TEST_CASE("small words of a name need not be told", "[resolution]") {
    const auto memory = remembered{}.single({"film", "f-1", "The Lord of the Flies"});
    CHECK(spoken_of(memory, "I rented Lord of Flies.") == "f-1 ");
    CHECK(spoken_of(memory, "I rented The Lord.").empty());
}

TEST_CASE("things are told in the order of the text", "[resolution]") {
    CHECK(in_order(hotels(), "Grand Quillon, then Tern House") == "h-1 h-2 ");
    CHECK(in_order(hotels(), "Tern House, then Grand Quillon") == "h-2 h-1 ");
    CHECK(in_order(movies(), "Cold Harbour, Glass Tide and Paper Lions.") == "m-3 m-1 m-2 ");
}

TEST_CASE("unnamed things are told of by two of their values", "[resolution]") {
    CHECK(spoken_of(flights(), "It leaves on March 3rd at 6:40 am.") == "f-3 ");
    CHECK(spoken_of(flights(), "It leaves at 6:40 am.").empty());
    const auto shifts = remembered{}.list(
        {{"shift", "s-1", "", {{"nurse", text("Priya Nair")}, {"ward", text("Maple")}}},
         {"shift", "s-2", "", {{"nurse", text("Bo Lind")}, {"ward", text("Maple")}}}});
    CHECK(spoken_of(shifts, "Bo Lind works in Maple.") == "s-2 ");
    CHECK(spoken_of(shifts, "Somebody works in Maple.").empty());
    CHECK(spoken_of(shifts, "The unnamed shift is free.").empty());
}

TEST_CASE("small numbers tell of nothing", "[resolution]") {
    const auto memory = remembered{}.single(
        {"room", "r-1", "", {{"beds", std::int64_t{2}}, {"floor", std::int64_t{3}}}});
    CHECK(spoken_of(memory, "It takes 2 of 3 hours.").empty());
}

TEST_CASE("a named thing is not told of by its values", "[resolution]") {
    CHECK(spoken_of(movies(), "A Drama by Ines Halloran at 19:00.").empty());
}

TEST_CASE("an older text counts where the newest tells of nothing", "[resolution]") {
    const auto memory = hotels();
    const reading of{memory, ""};
    const auto newest = read_told(of, {"Tern House it is.", "Grand Quillon was first."});
    CHECK(of.ids(newest.things) == "h-2 ");
    const auto older = read_told(of, {"Anything else?", "Fine.", "Grand Quillon was first."});
    CHECK(of.ids(older.things) == "h-1 ");
    CHECK(older.order.size() == 1);
    CHECK(older.age > newest.age);
    const auto none = read_told(of, {"Anything else?", "Fine."});
    CHECK(none.things == 0);
    CHECK(none.anything);
}

TEST_CASE("whether the newest text asks is known", "[resolution]") {
    const auto memory = hotels();
    const reading of{memory, ""};
    CHECK(read_told(of, {"Shall I book Tern House?"}).asks);
    CHECK(read_told(of, {"Which one? I like Tern House.", "Done."}).asks);
    CHECK_FALSE(read_told(of, {"Tern House is booked.", "Shall I?"}).asks);
    CHECK_FALSE(read_told(of, {"", "Shall I?"}).asks);
    CHECK(read_told(of, {""}).anything);
}

TEST_CASE("only the beginning of a long text is told", "[resolution]") {
    const auto memory = hotels();
    const std::string filler(2000, ' ');
    CHECK(spoken_of(memory, "Tern House" + filler + "Grand Quillon") == "h-2 ");
    CHECK(spoken_of(memory, filler + "Grand Quillon").empty());
    // The cut may go through a letter.
    for (std::size_t i = 980; i < 1001; ++i)
        CHECK(spoken_of(memory, "Tern House" + std::string(i, ' ') + "\xE2\x82\xAC") == "h-2 ");
}

TEST_CASE("of an empty memory nothing is told", "[resolution]") {
    CHECK(spoken_of(remembered{}, "Tern House on March 3rd at 7 pm").empty());
}

TEST_CASE("any bytes may be told", "[resolution]") {
    dice random{7};
    const auto memory = [] {
        auto all = flights();
        all.list({{"hotel", "h-1", "Grand Quillon"}, {"hotel", "h-2", "\xFF\x80 \xE2\x82"}});
        return all;
    }();
    const reading of{memory, ""};
    for (int turn = 0; turn < 1500; ++turn) {
        std::string text = random.one_in(2) ? "Grand " : "";
        for (auto size = random.below(60); size > 0; --size)
            text += static_cast<char>(random.below(256));
        if (random.one_in(2)) text += " Quillon 6:40 2031-03-03";
        const auto found = read_told(of, {text, "Grand Quillon"});
        workmem::resolution::thing_set ordered = 0;
        for (const auto i : found.order) ordered |= workmem::resolution::bit(i);
        if (ordered != found.things || (found.things & ~of.window.all()) != 0) {
            INFO(text);
            CHECK(ordered == found.things);
        }
    }
}
