#include "catch.hpp"
#include "dice.hpp"
#include "resolution/reading.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/atoms/word_hits.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace workmem_test;
using workmem::resolution::field;
using workmem::resolution::likeness;
using workmem::resolution::word_role;

namespace {

// The ids of the things that have a word of the text in a field.
std::string have(const remembered& memory, std::string_view text, std::string_view word,
                 field where) {
    const reading read{memory, text};
    const auto i = read.word(word);
    return i < read.hits.size() ? read.ids(read.hits.at(i, where)) : "no such word";
}

remembered messages() {
    const auto with = [](const char* state, bool read, bool starred) {
        return attribute_list{{"status", text(state)}, {"read", read}, {"isStarred", starred}};
    };
    return remembered{}.list({{"email", "e-1", "Rent increase", with("completed", true, false)},
                              {"email", "e-2", "Party with Zo\xC3\xAB", with("open", false, true)},
                              {"email", "e-3", "Budget", with("cancelled", false, false)}});
}

remembered events() {
    const auto with = [](const char* day, const char* time) {
        return attribute_list{{"date", text(day)}, {"start", text(time)}};
    };
    // A Monday, a Friday and a Tuesday.
    return remembered{}.list({{"event", "v-1", "Standup", with("2031-03-03", "09:00")},
                              {"event", "v-2", "Dentist", with("2031-03-07", "19:30")},
                              {"event", "v-3", "Concert", with("2031-05-06", "20:00")}});
}

}  // namespace

TEST_CASE("the same word is like itself in any case, number and without accents", "[resolution]") {
    CHECK(likeness("hotel", "hotel") == 10);
    CHECK(likeness("hotel", "HOTEL") == 10);
    CHECK(likeness("hotels", "hotel") == 10);
    CHECK(likeness("hotel", "hotels") == 10);
    CHECK(likeness("countries", "country") == 10);
    CHECK(likeness("cafe", "caf\xC3\xA9") == 10);
    CHECK(likeness("tv", "TV") == 10);
}

TEST_CASE("words that differ in their ending are alike", "[resolution]") {
    CHECK(likeness("booking", "book") == 7);
    CHECK(likeness("book", "booking") == 7);
    CHECK(likeness("painted", "painter") == 7);
    CHECK(likeness("Booking", "bOOK") == 7);
}

TEST_CASE("a word that begins or holds another is less like it", "[resolution]") {
    CHECK(likeness("newsletter", "letter") == 5);
    CHECK(likeness("letter", "newsletter") == 5);
    CHECK(likeness("photosynthesis", "photographer") == 5);
}

TEST_CASE("one letter may be another, missing or too many", "[resolution]") {
    CHECK(likeness("kitchen", "kotchen") == 6);
    CHECK(likeness("kichen", "kitchen") == 6);
    CHECK(likeness("kittchen", "kitchen") == 6);
    CHECK(likeness("mitchen", "kitchen") == 6);
    CHECK(likeness("kotchan", "kitchen") == 0);
}

TEST_CASE("two letters may be swapped", "[resolution]") {
    CHECK(likeness("ktichen", "kitchen") == 6);
    CHECK(likeness("ikchen", "kitchen") == 0);
    CHECK(likeness("tkiehcn", "kitchen") == 0);
}

TEST_CASE("words that are too short are alike only where they are the same", "[resolution]") {
    CHECK(likeness("car", "cat") == 0);
    CHECK(likeness("car", "cart") == 0);
    CHECK(likeness("bank", "band") == 0);
    CHECK(likeness("ab", "ba") == 0);
    CHECK(likeness("", "kitchen") == 0);
    CHECK(likeness("kitchen", "") == 0);
}

TEST_CASE("words of digits are alike only where they are the same", "[resolution]") {
    CHECK(likeness("20310", "20310") == 10);
    CHECK(likeness("20311", "20310") == 0);
    CHECK(likeness("2031a", "2031b") == 0);
}

TEST_CASE("likeness is the same both ways for words of letters", "[resolution]") {
    dice random{20260};
    const auto word = [&] {
        std::string out;
        for (auto size = random.below(9); size > 0; --size)
            out += static_cast<char>('a' + random.below(3));
        return out;
    };
    for (int i = 0; i < 4000; ++i) {
        const auto a = word(), b = word();
        const auto how = likeness(a, b);
        INFO(a << ' ' << b);
        if (how != likeness(b, a)) CHECK(how == likeness(b, a));
        if (how < 0 || how > 10) FAIL();
        if (!a.empty() && likeness(a, a) != 10) FAIL();
    }
}

TEST_CASE("words stand in names", "[resolution]") {
    CHECK(have(hotels(), "book the Tern House", "tern", field::name) == "h-2 ");
    CHECK(have(hotels(), "book the TERN HOUSE", "house", field::name) == "h-2 ");
    CHECK(have(hotels(), "the grand one", "grand", field::name) == "h-1 ");
    CHECK(have(hotels(), "the grand one", "grand", field::value).empty());
    CHECK(have(issues(), "the crashes", "crashes", field::name) == "i-1 ");
}

TEST_CASE("words stand in values", "[resolution]") {
    CHECK(have(restaurants(), "the Thai place", "thai", field::value) == "r-2 r-3 ");
    CHECK(have(restaurants(), "the Thai place", "thai", field::name).empty());
    CHECK(have(restaurants(), "the one in oakland", "oakland", field::value) == "r-1 r-3 ");
    CHECK(have(movies(), "the one by Halloran", "halloran", field::value) == "m-1 m-3 ");
}

TEST_CASE("words stand in ids", "[resolution]") {
    const auto memory = remembered{}.list({{"order", "WO-2291"}, {"order", "WO-2292"}});
    CHECK(have(memory, "cancel 2291", "2291", field::id) == "WO-2291 ");
    CHECK(have(memory, "cancel wo", "wo", field::id) == "WO-2291 WO-2292 ");
    const auto whole = remembered{}.single({"user", "mkessler", "Mara Kessler"});
    CHECK(have(whole, "ask mkessler", "mkessler", field::id) == "mkessler ");
}

TEST_CASE("the name that was made up for an unnamed thing is no name", "[resolution]") {
    CHECK(have(flights(), "the unnamed one", "unnamed", field::name).empty());
    CHECK(have(flights(), "the unnamed one", "unnamed", field::near_name).empty());
}

TEST_CASE("words name kinds, broader ones and what goes with them", "[resolution]") {
    auto memory = hotels();
    memory.list({{"museum", "m-1", "Old Mint"}});
    CHECK(have(memory, "the hotel", "hotel", field::type) == "h-1 h-2 ");
    CHECK(have(memory, "the museums", "museums", field::type) == "m-1 ");
    CHECK(have(memory, "the zebra", "zebra", field::type).empty());
    CHECK(have(flights(), "the flights", "flights", field::type) == "f-1 f-2 f-3 f-4 ");
    CHECK(have(movies(), "that film", "film", field::type) == "m-1 m-2 m-3 ");
}

TEST_CASE("flags stand where they are said, and their opposites where they are not so",
          "[resolution]") {
    CHECK(have(messages(), "the starred ones", "starred", field::flag) == "e-2 ");
    CHECK(have(messages(), "the starred ones", "starred", field::unset_flag) == "e-1 e-3 ");
    CHECK(have(messages(), "the unread ones", "unread", field::flag) == "e-2 e-3 ");
    CHECK(have(messages(), "the unread ones", "unread", field::unset_flag) == "e-1 ");
    const auto doors = remembered{}.list({{"door", "d-1", "Front", {{"open", true}}},
                                          {"door", "d-2", "Back", {{"open", false}}},
                                          {"lamp", "l-1", "Hall", {{"online", false}}}});
    CHECK(have(doors, "the closed ones", "closed", field::flag) == "d-2 ");
    CHECK(have(doors, "the offline ones", "offline", field::flag) == "l-1 ");
}

TEST_CASE("words for a state stand where a service calls it otherwise", "[resolution]") {
    CHECK(have(messages(), "the finished ones", "finished", field::near_value) == "e-1 ");
    CHECK(have(messages(), "the completed ones", "completed", field::value) == "e-1 ");
    CHECK(have(messages(), "the canceled ones", "canceled", field::near_value) == "e-3 ");
    const auto files = remembered{}.list({{"file", "f-1", "A", {{"language", text("de")}}},
                                          {"file", "f-2", "B", {{"language", text("fr")}}}});
    CHECK(have(files, "the german one", "german", field::near_value) == "f-1 ");
}

TEST_CASE("months, weekdays and days stand in dates", "[resolution]") {
    CHECK(have(events(), "the one in May", "may", field::value) == "v-3 ");
    CHECK(have(events(), "those in March", "march", field::value) == "v-1 v-2 ");
    CHECK(have(events(), "the one on Friday", "friday", field::value) == "v-2 ");
    CHECK(have(events(), "the one on Monday", "monday", field::value) == "v-1 ");
    CHECK(have(events(), "the one on the 7th", "7th", field::value) == "v-2 ");
    CHECK(have(events(), "the one in July", "july", field::value).empty());
}

TEST_CASE("times of day stand in times", "[resolution]") {
    CHECK(have(events(), "the one at 7:30 pm", "7", field::value) == "v-2 ");
    CHECK(have(events(), "the one at 8 pm", "8", field::value) == "v-3 ");
    CHECK(have(events(), "the one at 9am", "9am", field::value) == "v-1 ");
    CHECK(have(events(), "the one at 4 am", "4", field::value).empty());
}

TEST_CASE("amounts stand in amounts, small ones only nearly", "[resolution]") {
    CHECK(have(hotels(), "the one for $140", "140", field::value) == "h-2 ");
    CHECK(have(apartments(), "the one for 1,850", "1", field::value) == "a-2 ");
    CHECK(have(apartments(), "the one with 3", "3", field::near_value) == "a-3 ");
    CHECK(have(apartments(), "the one with 3", "3", field::value).empty());
    CHECK(have(apartments(), "the one with 4 bedrooms", "4", field::value).empty());
}

TEST_CASE("words with accents are found however they are typed", "[resolution]") {
    CHECK(have(messages(), "open Zoe's mail", "zoe", field::name) == "e-2 ");
    CHECK(have(messages(), "open zo\xC3\xAB's mail", "zo\xC3\xAB", field::name) == "e-2 ");
    const auto memory = remembered{}.single({"page", "p-1", "Menu du cafe"});
    CHECK(have(memory, "the caf\xC3\xA9 page", "caf\xC3\xA9", field::name) == "p-1 ");
}

TEST_CASE("names in other scripts are found", "[resolution]") {
    const auto memory =
        remembered{}
            .single({"page", "p-1", "\xE6\x9D\xB1\xE4\xBA\xAC"})
            .single({"page", "p-2", "\xD0\x9C\xD0\xBE\xD1\x81\xD0\xBA\xD0\xB2\xD0\xB0"});
    CHECK(have(memory, "open \xE6\x9D\xB1\xE4\xBA\xAC", "\xE6\x9D\xB1\xE4\xBA\xAC", field::name) ==
          "p-1 ");
}

TEST_CASE("what is nearly a name is found where nothing is called so", "[resolution]") {
    CHECK(have(restaurants(), "book Junipre", "junipre", field::near_name) == "r-3 ");
    CHECK(have(restaurants(), "book Saltmash", "saltmash", field::near_name) == "r-1 ");
    CHECK(have(restaurants(), "the italien one", "italien", field::near_value) == "r-1 ");
    // Another is called so.
    const auto memory = remembered{}.list(
        {{"page", "p-1", "Kitchen"}, {"page", "p-2", "Kitchens"}, {"page", "p-3", "Kotchen"}});
    CHECK(have(memory, "the kitchen page", "kitchen", field::name) == "p-1 p-2 ");
    CHECK(have(memory, "the kitchen page", "kitchen", field::near_name).empty());
}

TEST_CASE("what is nearly a flag is found", "[resolution]") {
    const auto memory = remembered{}.list(
        {{"file", "f-1", "A", {{"archived", true}}}, {"file", "f-2", "B", {{"archived", false}}}});
    CHECK(have(memory, "the archve one", "archve", field::near_flag).empty());
    CHECK(have(memory, "the archivd one", "archivd", field::near_flag) == "f-1 ");
    CHECK(have(memory, "the archivd one", "archivd", field::near_unset_flag) == "f-2 ");
}

TEST_CASE("words stand in the names of attributes, and in those that have nothing",
          "[resolution]") {
    const auto memory = remembered{}.list({{"task", "t-1", "A", {{"assignee", text("Bo")}}},
                                           {"task", "t-2", "B", {{"assignee", nullptr}}},
                                           {"task", "t-3", "C", {{"assignee", text("")}}},
                                           {"task", "t-4", "D", {{"assignee", text("none")}}},
                                           {"task", "t-5", "E", {{"assignee", std::int64_t{0}}}},
                                           {"task", "t-6", "F", {{"main_assignee", 1.5}}}});
    CHECK(have(memory, "which has an assignee?", "assignee", field::key) == "t-1 t-6 ");
    CHECK(have(memory, "which has an assignee?", "assignee", field::empty_key) ==
          "t-2 t-3 t-4 t-5 ");
    CHECK(have(memory, "which has an assignee?", "assignee", field::value).empty());
}

TEST_CASE("what stands in a name of an attribute only is not said of the thing", "[resolution]") {
    const reading read{restaurants(), "the cuisine"};
    const auto word = read.word("cuisine");
    CHECK(read.ids(read.hits.at(word, field::key)) == "r-1 r-2 r-3 ");
    CHECK(read.hits.anywhere(word) == 0);
    const auto memory = restaurants();
    const reading thai{memory, "the thai one"};
    CHECK(thai.ids(thai.hits.anywhere(thai.word("thai"))) == "r-2 r-3 ");
}

TEST_CASE("words of grammar, verbs and words with a content play different roles", "[resolution]") {
    const auto memory = hotels();
    const reading read{memory, "please cancel it and the second Tern booking, x"};
    CHECK(read.hits.role(read.word("cancel")) == word_role::verb);
    for (const auto* word : {"it", "and", "the", "second", "x"}) {
        INFO(word);
        CHECK(read.hits.role(read.word(word)) == word_role::bare);
    }
    CHECK(read.hits.role(read.word("tern")) == word_role::content);
    const auto content = read.words(read.hits.content());
    CHECK(content.find("tern ") != std::string::npos);
    CHECK(content.find("cancel ") == std::string::npos);
    CHECK(content.find("it ") == std::string::npos);
}

TEST_CASE("a verb may be in a name, but says nothing of keys and ids", "[resolution]") {
    const auto memory =
        remembered{}.list({{"page", "cancel", "Terms", {{"cancel_until", text("noon")}}},
                           {"page", "p-2", "How to cancel"}});
    CHECK(have(memory, "cancel it", "cancel", field::name) == "p-2 ");
    CHECK(have(memory, "cancel it", "cancel", field::key).empty());
    CHECK(have(memory, "cancel it", "cancel", field::id).empty());
}

TEST_CASE("grammar is in no name", "[resolution]") {
    const auto memory = remembered{}.single({"band", "b-1", "The The"});
    CHECK(have(memory, "the band", "the", field::name).empty());
}

TEST_CASE("a word is denied by what stands before it in its sentence", "[resolution]") {
    const auto memory = orders();
    const auto denied = [&](std::string_view text, std::string_view word) {
        const reading read{memory, text};
        return read.hits.denied(read.word(word));
    };
    CHECK(denied("those that are not shipped", "shipped"));
    CHECK(denied("the ones without a total", "total"));
    CHECK_FALSE(denied("the shipped ones", "shipped"));
    CHECK_FALSE(denied("the shipped ones, not the others", "shipped"));
    CHECK_FALSE(denied("No. Shipped ones", "shipped"));
    CHECK_FALSE(denied("not that one I told you of, shipped", "shipped"));
    CHECK_FALSE(denied("shipped", "shipped"));
}

TEST_CASE("only the first 64 words of a text are looked at", "[resolution]") {
    std::string text;
    for (int i = 0; i < 63; ++i) text += "zzz ";
    const auto memory = hotels();
    const auto fits = text + "tern";
    const reading last{memory, fits};
    REQUIRE(last.hits.size() == 64);
    CHECK(last.ids(last.hits.at(63, field::name)) == "h-2 ");
    const auto more = text + "zzz tern";
    const reading beyond{memory, more};
    REQUIRE(beyond.hits.size() == 64);
    for (std::size_t i = 0; i < 64; ++i) CHECK(beyond.hits.at(i, field::name) == 0);
}

TEST_CASE("no word of a text is anywhere in an empty memory", "[resolution]") {
    const remembered memory;
    const reading read{memory, "the cheapest hotel in Oakland on Friday at 7 pm"};
    for (std::size_t i = 0; i < read.hits.size(); ++i) CHECK(read.hits.anywhere(i) == 0);
    const reading none{memory, ""};
    CHECK(none.hits.size() == 0);
    CHECK(none.hits.content() == 0);
}

TEST_CASE("where words stand does not depend on the order of attributes", "[resolution]") {
    dice random{4};
    const auto with = [&](int turn, attribute_list all) {
        for (auto i = all.size(); turn > 0 && i > 1; --i)
            std::swap(all[i - 1], all[random.below(i)]);
        return all;
    };
    const std::string_view said = "the unread german thai one on Friday for 140 in Oakland, done";
    std::vector<workmem::resolution::thing_set> first;
    for (int turn = 0; turn < 20; ++turn) {
        const auto memory = remembered{}.list({{"thing", "t-1", "A",
                                                with(turn, {{"read", false},
                                                            {"language", text("de")},
                                                            {"cuisine", text("Thai")},
                                                            {"day", text("2031-03-07")},
                                                            {"price", std::int64_t{140}}})},
                                               {"thing", "t-2", "B",
                                                with(turn, {{"status", text("completed")},
                                                            {"city", text("Oakland")},
                                                            {"done", nullptr},
                                                            {"read", true}})}});
        const reading read{memory, said};
        std::vector<workmem::resolution::thing_set> found;
        for (std::size_t i = 0; i < read.hits.size(); ++i)
            for (std::size_t f = 0; f < static_cast<std::size_t>(field::count_); ++f)
                found.push_back(read.hits.at(i, static_cast<field>(f)));
        if (turn == 0) first = found;
        CHECK(found == first);
    }
    CHECK(std::any_of(first.begin(), first.end(), [](auto set) { return set != 0; }));
}
