#include "catch.hpp"
#include "dice.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/rank/ranker.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace workmem_test;
namespace resolution = workmem::resolution;
using resolution::confidence_of;
using resolution::least_confidence;
using resolution::ranker;
using resolution::thing_set;

namespace {

// What a text means where a first look told so much.
struct ranking {
    remembered memory;
    std::vector<workmem::entry> entries;
    resolution::utterance said;
    resolution::scene at;
    ranker by;

    ranking(remembered of, std::string_view text, const resolution::first_look& first = {},
            const workmem::resolve_query& query = {})
        : memory{std::move(of)},
          entries{memory.entries()},
          said{text, workmem::text::lexicon::english()},
          at{entries, said, workmem::text::lexicon::english(), query.type},
          by{at, query, first} {}

    [[nodiscard]] std::string ids(thing_set of) const {
        std::string out;
        resolution::for_each_in(
            of, [&](std::size_t i) { out += std::string{by.window()[i].id} + ' '; });
        return out;
    }
    [[nodiscard]] std::string best() const { return ids(by.all().front().of.things); }
};

resolution::first_look one(std::uint32_t index,
                           resolution::look by = resolution::look::name) {
    return {resolution::resolved({{index, 950'000, "by its name", "", 0}}), by};
}

// Whether the ranking is one: best first, that nothing is meant once, nothing twice.
void check_sound(const ranking& of) {
    const auto& all = of.by.all();
    std::vector<thing_set> masks;
    for (const auto& each : all) masks.push_back(each.of.things);
    const auto nothing = std::count(masks.begin(), masks.end(), thing_set{0});
    std::sort(masks.begin(), masks.end());
    const bool once = std::adjacent_find(masks.begin(), masks.end()) == masks.end();
    const bool inside = std::all_of(masks.begin(), masks.end(),
                                    [&](auto set) { return (set & ~of.by.window().all()) == 0; });
    const bool sorted = std::is_sorted(all.begin(), all.end(),
                                       [](const auto& a, const auto& b) { return a.sum > b.sum; });
    bool sure = true;
    for (std::size_t i = 0; i < all.size(); ++i) sure = sure && of.by.confidence(i) <= 1'000'000;
    if (nothing != 1 || !once || !inside || !sorted || !sure) {
        INFO(of.said.text());
        CHECK(nothing == 1);
        CHECK(once);
        CHECK(inside);
        CHECK(sorted);
        CHECK(sure);
    }
}

remembered many(int count) {
    remembered out;
    for (int i = 1; i <= count; ++i)
        out.single({"page", "p-" + std::to_string(i), "Page " + std::to_string(i)});
    return out;
}

}  // namespace

TEST_CASE("the greater the trust, the surer the answer", "[resolution]") {
    std::uint32_t before = 0;
    for (int trust = -5000; trust <= 20'000; ++trust) {
        const auto sure = confidence_of(trust);
        if (sure < before || sure > 1'000'000) CHECK(sure >= before);
        before = sure;
    }
    CHECK(confidence_of(0) < 900'000);
    CHECK(confidence_of(100'000) > 900'000);
    CHECK(confidence_of(2'000'000'000) <= 1'000'000);
    CHECK(confidence_of(-2'000'000'000) <= confidence_of(0));
    static_assert(confidence_of(100'000) > confidence_of(0));
    // What leads more has more trust.
    static_assert(resolution::trust_of_lead > 0);
    static_assert(resolution::trust_of_lead + resolution::trust_of_small_lead > 0);
}

TEST_CASE("the less may be wrong, the surer an answer must be", "[resolution]") {
    CHECK(least_confidence(1'000'000) == 0);
    CHECK(least_confidence(0) == 1'000'000);
    std::uint32_t before = 1'000'000;
    for (std::uint32_t risk = 0; risk <= 1'000'000; risk += 500) {
        const auto least = least_confidence(risk);
        if (least > before) CHECK(least <= before);
        before = least;
    }
    CHECK(before == 0);
    CHECK(least_confidence(150'000) > least_confidence(400'000));
    CHECK(least_confidence(4'000'000'000U) == 0);
    static_assert(least_confidence(1'000'000) == 0);
}

TEST_CASE("in an empty memory nothing is meant, for sure", "[resolution]") {
    const ranking of{remembered{}, "the cheapest hotel"};
    REQUIRE(of.by.all().size() == 1);
    CHECK(of.by.all().front().of.things == 0);
    CHECK(of.by.confidence() == 1'000'000);
    CHECK(of.by.window().size() == 0);
    CHECK(of.by.at_first_sight() == 0);
}

TEST_CASE("that nothing is meant is ranked among what may be", "[resolution]") {
    for (const auto* text : {"", "hello", "book the Tern House", "find me a new hotel in Paris"}) {
        INFO(text);
        check_sound(ranking{hotels(), text});
        CHECK(ranking(hotels(), text).by.all().size() >= 4);
    }
}

TEST_CASE("what is named is ranked first", "[resolution]") {
    CHECK(ranking(hotels(), "book the Tern House", one(1)).best() == "h-2 ");
    CHECK(ranking(hotels(), "book the Grand Quillon", one(0)).best() == "h-1 ");
    CHECK(ranking(issues(), "close Slow search", one(1)).best() == "i-2 ");
}

TEST_CASE("what is described is ranked first, though a first look left it open", "[resolution]") {
    CHECK(ranking(restaurants(), "book the Italian one").best() == "r-1 ");
    CHECK(ranking(flights(), "book the cheapest flight").best() == "f-2 ");
    CHECK(ranking(flights(), "book the second flight").best() == "f-2 ");
}

TEST_CASE("an answer of which all signs speak is surer than one of which none does",
          "[resolution]") {
    const ranking named{hotels(), "book the Tern House", one(1)};
    const ranking vague{hotels(), "hm, well, what do you think"};
    CHECK(named.by.confidence() > 500'000);
    CHECK(named.by.confidence() > vague.by.confidence(1));
}

TEST_CASE("no place is surer than the one before it", "[resolution]") {
    const ranking of{restaurants(), "the Thai one in Oakland, not the cheapest"};
    for (std::size_t i = 1; i < of.by.all().size(); ++i)
        CHECK(of.by.confidence(i) <= of.by.confidence(i - 1));
}

TEST_CASE("what a first look told is ranked, whatever it is", "[resolution]") {
    auto answer = resolution::resolved({{0, 950'000, "", "", 0}});
    answer.together = true;
    for (const std::uint32_t index : {0U, 2U, 3U}) {
        workmem::outcome each;
        each.candidates.push_back({index, 950'000, "", "", 0});
        answer.references.push_back(each);
    }
    const ranking of{flights(), "zzz", {answer, resolution::look::plural}};
    CHECK(of.ids(of.by.at_first_sight()) == "f-1 f-3 f-4 ");
    CHECK(std::any_of(of.by.all().begin(), of.by.all().end(),
                      [&](const auto& each) { return each.of.things == of.by.at_first_sight(); }));
    check_sound(of);
}

TEST_CASE("a first look that left several open told nothing", "[resolution]") {
    const auto open =
        resolution::ambiguous("it", {{0, 500'000, "", "", 0}, {1, 500'000, "", "", 0}});
    CHECK(ranking(hotels(), "it", {open, resolution::look::alike}).by.at_first_sight() == 0);
    CHECK(ranking(hotels(), "it").by.at_first_sight() == 0);
    CHECK(ranking(hotels(), "it", one(1)).by.at_first_sight() != 0);
}

TEST_CASE("of more things than 64 the newest are ranked, and what a first look told",
          "[resolution]") {
    const ranking of{many(200), "open Page 3", one(197)};
    CHECK(of.by.window().size() == 64);
    CHECK(of.by.window()[63].id == "p-3");
    CHECK(of.ids(of.by.at_first_sight()) == "p-3 ");
    CHECK(of.best() == "p-3 ");
    check_sound(of);
    const ranking open{many(200), "open Page 180"};
    CHECK(open.by.window().size() == 64);
    CHECK(open.best() == "p-180 ");
    check_sound(open);
    for (const int count : {1, 2, 63, 64, 65}) {
        INFO(count);
        check_sound(ranking{many(count), "the oldest page and the newest"});
    }
}

TEST_CASE("only things of the type that is asked for are ranked", "[resolution]") {
    auto memory = hotels();
    memory.list({{"museum", "m-1", "Old Mint"}, {"museum", "m-2", "Tidewater"}});
    workmem::resolve_query query;
    query.type = "hotel";
    const ranking of{memory, "the Old Mint", {}, query};
    for (const auto& each : of.by.all())
        CHECK(of.ids(each.of.things).find("m-") == std::string::npos);
    CHECK(of.by.window().size() == 2);
}

TEST_CASE("an empty text can be ranked", "[resolution]") {
    for (const auto text : {std::string_view{}, std::string_view{"   "}, std::string_view{"?!"}}) {
        const ranking of{flights(), text};
        check_sound(of);
        CHECK(of.by.all().size() >= 5);
    }
}

TEST_CASE("a text of 10,000 words can be ranked", "[resolution]") {
    std::string text;
    for (int i = 0; i < 10'000; ++i)
        text += i % 3 == 0 ? "cheapest " : i % 3 == 1 ? "flight-" : "except ";
    check_sound(ranking{flights(), text});
    check_sound(ranking{many(100), text});
    std::string unknown;
    for (int i = 0; i < 10'000; ++i) unknown += "w" + std::to_string(i) + ' ';
    check_sound(ranking{flights(), unknown});
    check_sound(ranking{flights(), std::string(50'000, 'a')});
}

TEST_CASE("hostile bytes can be ranked", "[resolution]") {
    using namespace std::string_view_literals;
    for (const auto text :
         {"\0"sv, "\0\0\0 the \0 hotel"sv, "\xFF\xFE\xFD"sv, "the \xC3"sv, "\xE2\x82 it"sv,
          "\xED\xA0\x80 \xF4\x90\x80\x80"sv, "''''' 's's's"sv, "\xCC\x81\xCC\x81 it"sv,
          "9999999999999999999999 over 99999999999999999999"sv, "-1 #-1 $$$ #"sv,
          "between and 5 and between"sv, "\xE2\x80\x99s it\xE2\x80\x99s"sv}) {
        check_sound(ranking{hotels(), text});
        check_sound(ranking{flights(), text, one(1)});
        workmem::resolve_query query;
        query.said = {text, "Tern House?", text};
        query.left_open = true;
        check_sound(ranking{hotels(), text, {}, query});
        const std::string name{text};
        const auto hostile = remembered{}.list(
            {{name, name, name, {{name, name}, {"price", name}, {name + "2", std::int64_t{5}}}},
             {"hotel", "h-2", "Tern House"},
             {"", "", "", {{"", text.empty()}, {"x", nullptr}}}});
        check_sound(ranking{hostile, text});
        check_sound(ranking{hostile, "the cheapest hotel except Tern House"});
    }
}

TEST_CASE("extreme amounts can be ranked", "[resolution]") {
    const auto memory = remembered{}.list(
        {{"page", "p-1", "A", {{"size", INT64_MAX}, {"price", 1e300}, {"day", text("9999-12-31")}}},
         {"page",
          "p-2",
          "B",
          {{"size", INT64_MIN}, {"price", -1e300}, {"day", text("0000-01-01")}}},
         {"page", "p-3", "C", {{"size", std::int64_t{0}}, {"price", 0.0}, {"day", text("")}}}});
    for (const auto* text : {"the largest", "size over 5", "before January 1st", "the cheapest",
                             "price between 1 and 999999999", "after 0001-01-01"}) {
        INFO(text);
        check_sound(ranking{memory, text});
    }
}

TEST_CASE("what the assistant said is looked at", "[resolution]") {
    workmem::resolve_query query;
    query.said = {"I found Tern House. Shall I book it?"};
    const ranking told{hotels(), "yes", {}, query};
    check_sound(told);
    const auto sum = [](const ranking& of, std::string_view ids) {
        for (const auto& each : of.by.all())
            if (of.ids(each.of.things) == ids) return each.sum;
        return 0;
    };
    const ranking untold{hotels(), "yes"};
    CHECK(sum(told, "h-2 ") - sum(told, "h-1 ") > sum(untold, "h-2 ") - sum(untold, "h-1 "));
}

TEST_CASE("the same text is ranked alike every time", "[resolution]") {
    const std::string_view said = "the two cheapest Thai ones in Oakland, not Gilt";
    const ranking a{restaurants(), said, one(2)}, b{restaurants(), said, one(2)};
    REQUIRE(a.by.all().size() == b.by.all().size());
    for (std::size_t i = 0; i < a.by.all().size(); ++i) {
        CHECK(a.by.all()[i].of.things == b.by.all()[i].of.things);
        CHECK(a.by.all()[i].sum == b.by.all()[i].sum);
    }
}

TEST_CASE("any bytes about any memory can be ranked", "[resolution]") {
    dice random{8080};
    constexpr std::string_view words[]{"the",  "cheapest", "flight", "it", "them", "her",  "yes",
                                       "book", "not",      "except", "?",  "who",  "both", "f-1",
                                       "#12",  "Tern",     "all",    "3",  "over", "hello"};
    for (int turn = 0; turn < 250; ++turn) {
        auto memory = random.one_in(2) ? flights() : hotels();
        if (random.one_in(2)) memory.list({{"person", "n-1", "Ann Lee"}, {"person", "n-2", ""}});
        const auto size = memory.entries().size();
        if (random.one_in(2))
            memory.touch(std::string{memory.entries()[random.below(size)].id},
                         static_cast<workmem::strength>(random.below(6)));
        std::string text;
        for (auto left = random.below(15); left > 0; --left)
            if (random.one_in(5))
                for (auto bytes = random.below(9); bytes > 0; --bytes)
                    text += static_cast<char>(random.below(256));
            else
                text += std::string{words[random.below(std::size(words))]} + ' ';
        workmem::resolve_query query;
        if (random.one_in(2)) query.said = {"Which flight? Tern House?", text};
        query.left_open = random.one_in(3);
        constexpr auto looks = static_cast<std::uint64_t>(resolution::look::count_);
        const auto first = random.one_in(2)
                               ? resolution::first_look{}
                               : one(static_cast<std::uint32_t>(random.below(size)),
                                     static_cast<resolution::look>(1 + random.below(looks - 1)));
        check_sound(ranking{memory, text, first, query});
    }
}

TEST_CASE("words that were not read and what is not met never speak for an answer",
          "[resolution]") {
    for (const auto each : resolution::doubts) {
        const auto place = static_cast<std::size_t>(each);
        INFO(place);
        CHECK(resolution::feature_weights[place] <= 0);
        REQUIRE(place < resolution::trusted_features);
        CHECK(resolution::trust_weights[place] <= 0);
    }
}
