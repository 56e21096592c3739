#include "catch.hpp"
#include "dice.hpp"
#include "resolution/reading.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/propose/hypotheses.hpp>

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
using resolution::atom_kind;
using resolution::base;
using resolution::hypothesis;
using resolution::made_by;

namespace {

// The one of a set of ids; null where there is none.
const hypothesis* find(const proposing& of, std::string_view ids) {
    for (const auto& each : of.proposed.all())
        if (of.ids(each.things) == ids) return &each;
    return nullptr;
}

// Whether a set of ids is proposed.
bool proposed(const remembered& memory, std::string_view text, std::string_view ids) {
    const proposing of{memory, text};
    return find(of, ids) != nullptr;
}
// … and by an operator.
bool proposed(const remembered& memory, std::string_view text, std::string_view ids, made_by how) {
    const proposing of{memory, text};
    const auto* const found = find(of, ids);
    return found != nullptr && found->is(how);
}
// What has the most words for it.
std::string first(const remembered& memory, std::string_view text) {
    const proposing of{memory, text};
    return of.proposed.all().empty() ? "" : of.ids(of.proposed.all().front().things);
}

std::vector<resolution::thing_set> masks(const proposing& of) {
    std::vector<resolution::thing_set> out;
    for (const auto& each : of.proposed.all()) out.push_back(each.things);
    std::sort(out.begin(), out.end());
    return out;
}

// Whether all are parts of the window, once each.
void check_sound(const proposing& of) {
    const auto all = masks(of);
    const bool once = std::adjacent_find(all.begin(), all.end()) == all.end();
    const bool inside = std::all_of(all.begin(), all.end(), [&](auto set) {
        return set != 0 && (set & ~of.window.all()) == 0;
    });
    const bool few = all.size() <= resolution::proposer::most + of.window.size();
    if (!once || !inside || !few) {
        INFO(of.said.text());
        CHECK(once);
        CHECK(inside);
        CHECK(few);
    }
}

remembered mixed() {
    auto out = restaurants();
    out.list({{"museum", "m-1", "Old Mint", {{"price", std::int64_t{12}}}},
              {"museum", "m-2", "Tidewater", {{"price", std::int64_t{7}}}}});
    return out;
}

}  // namespace

TEST_CASE("of an empty memory nothing is proposed", "[resolution]") {
    CHECK(proposing(remembered{}, "the cheapest hotel").proposed.all().empty());
    CHECK(proposing(remembered{}, "").proposed.all().empty());
}

TEST_CASE("each thing is proposed, and all that are there", "[resolution]") {
    for (const auto* text : {"", "zzz", "book it", "\xFF\xFE"}) {
        INFO(text);
        for (const auto* ids : {"r-1 ", "r-2 ", "r-3 ", "r-1 r-2 r-3 "})
            CHECK(proposed(restaurants(), text, ids));
    }
}

TEST_CASE("the newest list and each kind are proposed", "[resolution]") {
    CHECK(proposed(mixed(), "", "m-1 m-2 "));
    CHECK(proposed(mixed(), "", "r-1 r-2 r-3 "));
    CHECK(proposed(mixed(), "", "m-1 m-2 r-1 r-2 r-3 "));
    CHECK_FALSE(proposed(mixed(), "", "m-1 r-1 "));
}

TEST_CASE("each set is proposed once, by what speaks most for it", "[resolution]") {
    const auto memory = hotels();
    const proposing of{memory, "the Tern House, the second, the one for $140"};
    check_sound(of);
    const auto* const tern = find(of, "h-2 ");
    REQUIRE(tern != nullptr);
    CHECK(of.words(tern->words).find("tern house ") != std::string::npos);
    CHECK(tern->has(atom_kind::name));
    CHECK(tern->has(atom_kind::value));
}

TEST_CASE("what has more of the words comes first", "[resolution]") {
    CHECK(first(hotels(), "book the Tern House") == "h-2 ");
    CHECK(first(restaurants(), "the Thai one in Berkeley") == "r-2 ");
    CHECK(first(restaurants(), "the Thai ones") == "r-2 r-3 ");
    CHECK(first(mixed(), "the museums") == "m-1 m-2 ");
    const auto memory = restaurants();
    const proposing of{memory, "the Thai one in Berkeley"};
    const auto& all = of.proposed.all();
    CHECK(std::is_sorted(all.begin(), all.end(), [](const hypothesis& a, const hypothesis& b) {
        return a.quality > b.quality;
    }));
}

TEST_CASE("the end of a column is proposed", "[resolution]") {
    CHECK(proposed(hotels(), "the cheapest hotel", "h-1 ", made_by::superlative));
    CHECK(proposed(hotels(), "the most expensive hotel", "h-2 ", made_by::superlative));
    CHECK(proposed(flights(), "the cheapest flight", "f-2 ", made_by::superlative));
    CHECK(proposed(flights(), "the two cheapest", "f-2 f-4 ", made_by::superlative));
    CHECK(proposed(flights(), "the earliest flight", "f-3 ", made_by::superlative));
    CHECK(first(flights(), "the cheapest flight") == "f-2 ");
}

TEST_CASE("the second from the end of a column is proposed", "[resolution]") {
    CHECK(proposed(flights(), "the second cheapest flight", "f-4 ", made_by::superlative));
    CHECK(proposed(flights(), "the third cheapest flight", "f-3 ", made_by::superlative));
    CHECK_FALSE(proposed(flights(), "the fifth cheapest flight", "f-1 ", made_by::superlative));
}

TEST_CASE("things that share an end of a column are proposed together", "[resolution]") {
    CHECK(proposed(products(), "the product with the highest rating", "p-2 p-3 ",
                   made_by::superlative));
}

TEST_CASE("an end is that of the things that are spoken of", "[resolution]") {
    CHECK(proposed(restaurants(), "the best rated one in Oakland", "r-1 ", made_by::superlative));
    CHECK(proposed(restaurants(), "the worst rated Thai one", "r-3 ", made_by::superlative));
}

TEST_CASE("a column of which the text speaks fits better", "[resolution]") {
    const auto memory = flights();
    const proposing of{memory, "the flight with the fewest stops"};
    const auto* const found = find(of, "f-1 f-4 ");
    REQUIRE(found != nullptr);
    CHECK(found->is(made_by::superlative));
    CHECK(found->fit == 4);
}

TEST_CASE("places of a list are proposed", "[resolution]") {
    CHECK(proposed(flights(), "the second flight", "f-2 ", made_by::place));
    CHECK(proposed(flights(), "the last one", "f-4 "));
    CHECK(proposed(flights(), "the second from the end", "f-3 ", made_by::place));
    CHECK(proposed(flights(), "the first two", "f-1 f-2 ", made_by::place));
    CHECK(proposed(flights(), "the last two", "f-3 f-4 ", made_by::place));
    CHECK(proposed(flights(), "number 3", "f-3 ", made_by::place));
    CHECK(proposed(flights(), "the first and the third", "f-1 f-3 ", made_by::places));
    CHECK(first(flights(), "the second flight") == "f-2 ");
}

TEST_CASE("a place that a list does not have is not proposed", "[resolution]") {
    const auto memory = flights();
    for (const auto* text : {"the seventh flight", "the first six", "the 12th"}) {
        INFO(text);
        const proposing of{memory, text};
        for (const auto& each : of.proposed.all()) CHECK_FALSE(each.is(made_by::place));
    }
}

TEST_CASE("a place is one among the things that are spoken of", "[resolution]") {
    CHECK(proposed(restaurants(), "the second Thai one", "r-3 ", made_by::place));
    CHECK(proposed(mixed(), "the second restaurant", "r-2 ", made_by::place));
    CHECK(proposed(mixed(), "the second museum", "m-2 ", made_by::place));
}

TEST_CASE("places keep to the list whatever came to attention", "[resolution]") {
    auto memory = flights();
    memory.touch("f-3", workmem::strength::mentioned);
    CHECK(proposed(memory, "the second flight", "f-2 ", made_by::place));
}

TEST_CASE("what is excluded is left out", "[resolution]") {
    CHECK(proposed(flights(), "all flights except the second", "f-1 f-3 f-4 ", made_by::exclusion));
    CHECK(proposed(restaurants(), "all except the Thai ones", "r-1 ", made_by::exclusion));
    CHECK(proposed(restaurants(), "all but the Saltmarsh", "r-2 r-3 ", made_by::exclusion));
    CHECK(
        proposed(flights(), "all flights except the cheapest", "f-1 f-3 f-4 ", made_by::exclusion));
    CHECK(proposed(restaurants(), "the restaurants in Oakland except the Thai one", "r-1 ",
                   made_by::exclusion));
    CHECK_FALSE(proposed(restaurants(), "all the Thai ones", "r-1 ", made_by::exclusion));
}

TEST_CASE("the rest is all but what was meant last", "[resolution]") {
    auto memory = flights();
    memory.touch("f-2", workmem::strength::chosen);
    CHECK(proposed(memory, "the others", "f-1 f-3 f-4 ", made_by::rest));
    CHECK_FALSE(proposed(memory, "this one", "f-1 f-3 f-4 "));
    auto two = flights();
    two.touch("f-1", workmem::strength::chosen).touch("f-4", workmem::strength::chosen);
    CHECK(proposed(two, "the rest", "f-2 f-3 ", made_by::rest));
}

TEST_CASE("what was meant last and what was offered last are known", "[resolution]") {
    auto memory = flights();
    memory.touch("f-2", workmem::strength::chosen).touch("f-3", workmem::strength::chosen);
    memory.touch("f-1", workmem::strength::offered).touch("f-4", workmem::strength::offered);
    const proposing of{memory, "those"};
    CHECK(of.ids(of.proposed.answered()) == "f-3 f-2 ");
    CHECK(of.ids(of.proposed.offered()) == "f-4 f-1 ");
    REQUIRE(find(of, "f-3 f-2 ") != nullptr);
    CHECK(find(of, "f-3 f-2 ")->from == base::answered);
    REQUIRE(find(of, "f-4 f-1 ") != nullptr);
    CHECK(find(of, "f-4 f-1 ")->from == base::offered);
    const auto untouched = flights();
    const proposing fresh{untouched, "those"};
    CHECK(fresh.proposed.answered() == 0);
    CHECK(fresh.proposed.offered() == 0);
}

TEST_CASE("places may be those in which things were offered", "[resolution]") {
    auto memory = flights();
    memory.touch("f-4", workmem::strength::offered)
        .touch("f-1", workmem::strength::offered)
        .touch("f-3", workmem::strength::offered);
    CHECK(proposed(memory, "the first", "f-4 ", made_by::offered_place));
    CHECK(proposed(memory, "the second", "f-1 ", made_by::offered_place));
}

TEST_CASE("and unites what has the one or the other", "[resolution]") {
    CHECK(proposed(orders(), "the shipped and pending ones", "o-1 o-2 "));
    CHECK(proposed(restaurants(), "the Italian one and the ones in Berkeley", "r-1 r-2 "));
    CHECK(proposed(movies(), "Glass Tide or Cold Harbour", "m-1 m-3 "));
    const auto memory = orders();
    const proposing of{memory, "the shipped and pending ones"};
    const auto* const found = find(of, "o-1 o-2 ");
    REQUIRE(found != nullptr);
    CHECK(of.words(found->words) == "shipped pending ");
}

TEST_CASE("a row of names is united, and left out, by all its words", "[resolution]") {
    const auto films = remembered{}.list({{"film", "f-1", "Salt Road"},
                                          {"film", "f-2", "Nightjar"},
                                          {"film", "f-3", "Paper Moons"},
                                          {"film", "f-4", "Quiet Year"}});
    const proposing named{films, "play Nightjar, Salt Road and Quiet Year"};
    const auto* const row = find(named, "f-1 f-2 f-4 ");
    REQUIRE(row != nullptr);
    CHECK(named.words(row->words) == "nightjar salt road quiet year ");
    const proposing left{films, "play everything but Nightjar, Salt Road and Quiet Year"};
    const auto* const rest = find(left, "f-3 ");
    REQUIRE(rest != nullptr);
    CHECK(rest->is(made_by::exclusion));
    CHECK(left.words(rest->words).find("nightjar salt road quiet year") != std::string::npos);
}

TEST_CASE("things of two kinds are joined", "[resolution]") {
    const auto memory = mixed();
    const proposing of{memory, "add Gilt to the Old Mint"};
    const auto* const found = find(of, "m-1 r-2 ");
    REQUIRE(found != nullptr);
    CHECK(found->is(made_by::join));
    CHECK(found->from == base::joined);
    CHECK(of.words(found->words).find("gilt ") != std::string::npos);
    CHECK(of.words(found->words).find("old mint ") != std::string::npos);
}

TEST_CASE("what is named is joined with what has the attention", "[resolution]") {
    auto memory = mixed();
    CHECK(proposed(memory, "add it to Juniper Row", "m-1 r-3 ", made_by::join_with_focus));
    CHECK(proposed(memory, "compare them", "m-1 m-2 "));
}

TEST_CASE("the newest of a kind is proposed", "[resolution]") {
    auto memory = mixed();
    memory.touch("r-2", workmem::strength::mentioned);
    const proposing of{memory, "the restaurant"};
    const auto* const found = find(of, "r-2 ");
    REQUIRE(found != nullptr);
    CHECK(found->is(made_by::attention));
    CHECK(of.words(found->words) == "restaurant ");
    CHECK(found->quality > find(of, "r-1 ")->quality);
}

TEST_CASE("a bound restricts", "[resolution]") {
    CHECK(proposed(hotels(), "the hotels over $100", "h-2 ", made_by::bound));
    CHECK(proposed(flights(), "flights under $500", "f-2 f-4 ", made_by::bound));
    CHECK(proposed(flights(), "flights after March 2nd", "f-1 f-3 f-4 ", made_by::bound));
    CHECK(proposed(flights(), "flights after March 2nd under $500", "f-4 ", made_by::bound));
}

TEST_CASE("what is not so is proposed", "[resolution]") {
    CHECK(proposed(orders(), "those that are not shipped", "o-2 o-3 "));
    CHECK(proposed(hotels(), "not the Tern House", "h-1 "));
}

TEST_CASE("the number of hypotheses is bounded", "[resolution]") {
    remembered memory;
    for (int i = 0; i < 100; ++i)
        memory.list({{i % 3 == 0   ? "page"
                      : i % 3 == 1 ? "order"
                                   : "hotel",
                      "x-" + std::to_string(i),
                      "Name " + std::to_string(i % 7),
                      {{"price", std::int64_t{i * 37 % 91}},
                       {"color", text(i % 2 == 0 ? "red" : "blue")},
                       {"size", text(i % 5 == 0 ? "large" : "small")},
                       {"open", i % 4 == 0}}}});
    const proposing of{memory,
                       "the two cheapest red and blue open large hotels over 20 and the second "
                       "small order or the last page, all except name 3 and the others between "
                       "10 and 50, red or large, first and third"};
    CHECK(of.window.size() == 64);
    CHECK(of.proposed.all().size() <= resolution::proposer::most + 64);
    CHECK(of.proposed.all().size() > 64);
    check_sound(of);
    for (std::size_t i = 0; i < 64; ++i) {
        const auto one = resolution::bit(i);
        CHECK(std::any_of(of.proposed.all().begin(), of.proposed.all().end(),
                          [&](const hypothesis& each) { return each.things == one; }));
    }
}

TEST_CASE("the same is proposed for the same text every time", "[resolution]") {
    const std::string_view said = "the two cheapest Thai ones in Oakland except the second";
    const auto memory = mixed();
    const proposing once{memory, said}, again{memory, said};
    REQUIRE(once.proposed.all().size() == again.proposed.all().size());
    for (std::size_t i = 0; i < once.proposed.all().size(); ++i) {
        const auto &a = once.proposed.all()[i], &b = again.proposed.all()[i];
        CHECK(a.things == b.things);
        CHECK(a.words == b.words);
        CHECK(a.kinds == b.kinds);
        CHECK(a.made == b.made);
        CHECK(a.from == b.from);
        CHECK(a.fit == b.fit);
        CHECK(a.quality == b.quality);
    }
}

namespace {

struct generated {
    remembered memory;
    std::string text;
};

// A window of up to 90 things and a sentence about them; `shuffle` orders attributes anew.
generated generate(std::uint64_t seed, std::uint64_t shuffle, std::size_t most_things) {
    constexpr const char *types[]{"hotel", "order", "page", "person"},
        *words[]{"Red", "Blue", "Thai", "Large", "open", "shipped", "Oakland", "Tern"};
    constexpr std::string_view said[]{
        "the",    "two",     "cheapest", "second",  "Red",     "blue",    "thai",  "hotels",
        "order",  "page",    "except",   "over",    "20",      "and",     "or",    "not",
        "open",   "others",  "it",       "last",    "between", "10",      "50",    "Tern",
        "large",  "shipped", "newest",   "without", "price",   "before",  "March", "3rd",
        "all",    "with",    "first",    ",",       "biggest", "oakland", "them",  "her",
        "unread", "number",  "3",        "from",    "end"};
    dice random{seed}, order{shuffle};
    generated out;
    const auto word = [&] { return text(words[random.below(std::size(words))]); };
    for (auto things = random.below(most_things + 1); things > 0;) {
        std::vector<thing> list;
        for (auto size = 1 + random.below(6); size > 0 && things > 0; --size, --things) {
            thing each;
            each.type = types[random.below(std::size(types))];
            each.id = each.type.substr(0, 1) + '-' + std::to_string(things);
            if (!random.one_in(4)) each.name = word() + ' ' + word();
            if (!random.one_in(3))
                each.attributes.push_back({"price", static_cast<std::int64_t>(random.below(60))});
            if (random.one_in(2)) each.attributes.push_back({"state", word()});
            if (random.one_in(2)) each.attributes.push_back({"read", random.one_in(2)});
            if (random.one_in(3))
                each.attributes.push_back(
                    {"day", "2031-03-0" + std::to_string(1 + random.below(9))});
            if (random.one_in(4)) each.attributes.push_back({"city", word()});
            if (random.one_in(6)) each.attributes.push_back({"note", nullptr});
            auto& all = each.attributes;
            for (auto i = all.size(); shuffle != 0 && i > 1; --i)
                std::swap(all[i - 1], all[order.below(i)]);
            list.push_back(std::move(each));
        }
        if (list.size() == 1)
            out.memory.single(std::move(list.front()));
        else
            out.memory.list(std::move(list));
    }
    const auto view = out.memory.entries();
    for (auto touches = random.below(4); touches > 0 && !view.empty(); --touches)
        out.memory.touch(view[random.below(view.size())].id,
                         static_cast<workmem::strength>(random.below(6)));
    for (auto size = random.below(random.one_in(10) ? 90 : 10); size > 0; --size)
        out.text += std::string{said[random.below(std::size(said))]} + ' ';
    return out;
}

}  // namespace

TEST_CASE("every hypothesis about any memory is a part of it, and none is there twice",
          "[resolution]") {
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        INFO(seed);
        const auto any = generate(seed, 0, 90);
        check_sound(proposing{any.memory, any.text});
    }
}

TEST_CASE("hypotheses do not depend on the order of attributes", "[resolution]") {
    for (std::uint64_t seed = 1000; seed < 1200; ++seed) {
        const auto once = generate(seed, 0, 30), other = generate(seed, seed, 30);
        REQUIRE(once.text == other.text);
        const proposing a{once.memory, once.text}, b{other.memory, other.text};
        if (masks(a) != masks(b)) {
            INFO(seed << ' ' << once.text);
            CHECK(masks(a) == masks(b));
        }
    }
}

TEST_CASE("something is proposed for any bytes", "[resolution]") {
    dice random{606};
    const auto memory = mixed();
    for (int turn = 0; turn < 400; ++turn) {
        std::string text;
        for (auto size = random.below(200); size > 0; --size)
            text += static_cast<char>(random.below(random.one_in(2) ? 256 : 128));
        const proposing of{memory, text};
        CHECK(of.proposed.all().size() >= of.window.size());
        check_sound(of);
    }
}
