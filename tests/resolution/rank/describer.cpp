#include "catch.hpp"
#include "dice.hpp"
#include "resolution/reading.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/rank/describer.hpp>

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
using resolution::bit;
using resolution::feature;
using resolution::feature_list;
using resolution::hypothesis;
using resolution::look;
using resolution::sight;
using resolution::trait;

namespace {

constexpr int missing = -1000;

// What is known of what a text may mean.
struct describing : proposing {
    std::vector<std::string_view> heard;
    sight first;
    resolution::told last;
    resolution::describer describe;

    describing(remembered of, std::string_view text, const sight& told = {},
               std::vector<std::string_view> assistant = {}, bool left_open = false)
        : proposing{std::move(of), text},
          heard{std::move(assistant)},
          first{told},
          last{window, heard, workmem::text::lexicon::english()},
          describe{at,       window, hits,      atoms, operators.read(),
                   proposed, last,   left_open, first} {}

    [[nodiscard]] const hypothesis* find(std::string_view set) const {
        for (const auto& each : proposed.all())
            if (ids(each.things) == set) return &each;
        return nullptr;
    }
    // A feature of the set of some ids.
    [[nodiscard]] int get(std::string_view set, feature what) const {
        const auto* const found = find(set);
        return found == nullptr ? missing : describe(*found)[static_cast<std::size_t>(what)];
    }
};

bool has(std::string_view text, trait what, const remembered& memory = flights()) {
    return describing{memory, text}.describe.has(what) != 0;
}
int get(const remembered& memory, std::string_view text, std::string_view set, feature what) {
    return describing{memory, text}.get(set, what);
}
int sum(const feature_list& of, feature from, std::size_t count) {
    int out = 0;
    for (std::size_t i = 0; i < count; ++i) out += of[static_cast<std::size_t>(from) + i];
    return out;
}
constexpr auto forms = static_cast<std::size_t>(resolution::text_form::count_);
constexpr auto states = static_cast<std::size_t>(resolution::state::count_);

remembered staff() {
    auto out = flights();
    out.single({"customer", "u-1", "Mara Kessler"});
    return out;
}

}  // namespace

TEST_CASE("traits tell what kinds of words are in a text", "[resolution]") {
    CHECK(has("is it late?", trait::question));
    CHECK_FALSE(has("it is late", trait::question));
    CHECK(has("book it", trait::thing_pronoun));
    CHECK_FALSE(has("book a flight", trait::thing_pronoun));
    CHECK(has("ask her", trait::person_pronoun));
    CHECK(has("book them", trait::plural_pronoun));
    CHECK(has("both", trait::both));
    CHECK(has("the three flights", trait::quantity));
    CHECK(has("all of them", trait::every));
    CHECK(has("the cheapest", trait::superlative));
    CHECK(has("the second", trait::place));
    CHECK(has("flights over 100", trait::bound));
    CHECK(has("all except the second", trait::exclusion));
    CHECK(has("the others", trait::rest));
    CHECK(has("not that", trait::negation));
    CHECK(has("hello", trait::greets));
    CHECK(has("yes", trait::assents));
    CHECK(has("the flight", trait::definite));
    CHECK(has("a flight", trait::indefinite));
    CHECK(has("cancel it", trait::changes));
    CHECK(has("find flights", trait::searches));
    CHECK(has("which one", trait::asks_which));
    CHECK(has("who is it", trait::asks_person));
}

TEST_CASE("a text without words has no content", "[resolution]") {
    const describing of{flights(), ""};
    CHECK(of.describe.has(trait::one) == 1);
    CHECK(of.describe.has(trait::short_text) == 1);
    CHECK(of.describe.has(trait::no_content) == 1);
    CHECK(of.describe.has(trait::content) == 0);
    CHECK(of.describe.has(trait::unknown) == 0);
    CHECK(of.describe.has(trait::question) == 0);
}

TEST_CASE("words of which nothing is known are counted", "[resolution]") {
    const describing of{hotels(), "xylo brambo at the Tern House"};
    CHECK(of.describe.has(trait::unknown) == 2);
    CHECK(of.describe.has(trait::content) == 4);
    CHECK(of.describe.has(trait::no_content) == 0);
    CHECK(of.describe.has(trait::names_all) == 1);
    CHECK(describing(hotels(), "the Tern one").describe.has(trait::names_all) == 0);
    std::string many;
    for (int i = 0; i < 50; ++i) many += "xylo" + std::to_string(i) + "x ";
    const describing bounded{hotels(), many};
    CHECK(bounded.describe.has(trait::unknown) <= 6);
    CHECK(bounded.describe.has(trait::content) <= 6);
    CHECK(bounded.describe.has(trait::long_text) == 1);
}

TEST_CASE("ids that are known are told from those that are not", "[resolution]") {
    CHECK(has("open f-1", trait::known_id));
    CHECK_FALSE(has("open f-1", trait::unknown_id));
    CHECK(has("open f-9", trait::unknown_id));
    CHECK_FALSE(has("open it", trait::unknown_id));
}

TEST_CASE("traits tell what was said and answered before", "[resolution]") {
    const describing quiet{hotels(), "yes"};
    CHECK(quiet.describe.has(trait::told_anything) == 0);
    CHECK(quiet.describe.has(trait::answered_one) == 0);
    const describing asked{hotels(), "yes", {}, {"Shall I book Tern House?"}, true};
    CHECK(asked.describe.has(trait::told_anything) == 1);
    CHECK(asked.describe.has(trait::told_asks) == 1);
    CHECK(asked.describe.has(trait::told_one) == 1);
    CHECK(asked.describe.has(trait::told_several) == 0);
    auto memory = flights();
    memory.touch("f-2", workmem::strength::chosen);
    CHECK(has("it", trait::answered_one, memory));
    memory.touch("f-3", workmem::strength::chosen);
    CHECK(has("them", trait::answered_set, memory));
    memory.touch("f-1", workmem::strength::offered);
    CHECK(has("them", trait::offered_one, memory));
}

TEST_CASE("the traits of a text are features of that nothing is meant", "[resolution]") {
    const describing of{hotels(), "which is the cheapest?"};
    const auto nothing = of.describe.nothing();
    for (std::size_t i = 0; i < static_cast<std::size_t>(trait::count_); ++i)
        CHECK(nothing[i] == of.describe.has(static_cast<trait>(i)));
    CHECK(sum(nothing, feature::form_nothing, forms * 6) == 1);
    CHECK(sum(nothing, feature::form_state, forms * states) == 0);
    CHECK(sum(nothing, feature::pair,
              static_cast<std::size_t>(feature::sight_nothing_by) -
                  static_cast<std::size_t>(feature::pair)) == 0);
}

TEST_CASE("a set is described by its size and its kinds", "[resolution]") {
    const auto memory = flights();
    CHECK(get(memory, "the first two", "f-1 f-2 ", feature::pair) == 1);
    CHECK(get(memory, "the first three", "f-1 f-2 f-3 ", feature::several) == 1);
    CHECK(get(memory, "it", "f-1 ", feature::pair) == 0);
    CHECK(get(memory, "it", "f-1 ", feature::whole_kind) == 0);
    CHECK(get(memory, "all", "f-1 f-2 f-3 f-4 ", feature::whole_kind) == 1);
    CHECK(get(memory, "all", "f-1 f-2 f-3 f-4 ", feature::mixed) == 0);
    CHECK(get(memory, "all", "f-1 f-2 f-3 f-4 ", feature::share) == 4);
    CHECK(get(memory, "it", "f-1 ", feature::share) == 1);
    CHECK(get(staff(), "all", "u-1 f-1 f-2 f-3 f-4 ", feature::mixed) == 1);
    CHECK(get(staff(), "it", "u-1 ", feature::whole_kind) == 1);
}

TEST_CASE("a set is described by the words that speak for it and for others", "[resolution]") {
    const describing of{hotels(), "book the Tern House"};
    CHECK(of.get("h-2 ", feature::owned) == 2);
    CHECK(of.get("h-2 ", feature::unowned) == 0);
    CHECK(of.get("h-2 ", feature::full_name) == 4);
    CHECK(of.get("h-2 ", feature::name_words) == 2);
    CHECK(of.get("h-2 ", feature::best_owned) == 1);
    CHECK(of.get("h-2 ", feature::behind_best) == 0);
    CHECK(of.get("h-2 ", feature::definite_words) == 1);
    CHECK(of.get("h-1 ", feature::owned) == 0);
    CHECK(of.get("h-1 ", feature::unowned) == 1);
    CHECK(of.get("h-1 ", feature::other_full_name) == 1);
    CHECK(of.get("h-1 ", feature::unread_others) == 2);
    CHECK(of.get("h-1 ", feature::behind_best) > 0);
    CHECK(of.get("h-2 ", feature::other_full_name) == 0);
}

TEST_CASE("of several that are named in full a set is all or a part, or they are left out",
          "[resolution]") {
    const auto memory = hotels();
    const describing named{memory, "compare the Grand Quillon with the Tern House"};
    CHECK(named.get("h-1 h-2 ", feature::is_all_named) == 1);
    CHECK(named.get("h-1 h-2 ", feature::part_of_named) == 0);
    CHECK(named.get("h-2 ", feature::part_of_named) == 1);
    CHECK(named.get("h-2 ", feature::is_all_named) == 0);
    const describing left{memory, "all hotels except the Tern House"};
    CHECK(left.get("h-1 ", feature::named_left_out) == 1);
    CHECK(left.get("h-2 ", feature::named_left_out) == 0);
    CHECK(left.get("h-1 h-2 ", feature::named_left_out) == 0);
    CHECK(left.get("h-1 h-2 ", feature::named_kept) == 0);
}

TEST_CASE("an id that is said is met or missed", "[resolution]") {
    const describing of{flights(), "open f-2"};
    CHECK(of.get("f-2 ", feature::id_met) == 1);
    CHECK(of.get("f-2 ", feature::id_missed) == 0);
    CHECK(of.get("f-2 ", feature::said_now) == 4);
    CHECK(of.get("f-1 ", feature::id_met) == 0);
    CHECK(of.get("f-1 ", feature::id_missed) == 1);
    CHECK(of.get("f-1 ", feature::said_now) == 0);
    CHECK(describing(flights(), "open f-9").get("f-1 ", feature::unknown_id_unowned) == 1);
}

TEST_CASE("the kind of a set is said, or that of others", "[resolution]") {
    const describing of{staff(), "the flight"};
    CHECK(of.get("f-1 ", feature::type_said) == 4);
    CHECK(of.get("f-1 ", feature::other_type_said) == 0);
    CHECK(of.get("u-1 ", feature::type_said) == 0);
    CHECK(of.get("u-1 ", feature::other_type_said) == 1);
    CHECK(of.describe.has(trait::singular_kind) == 1);
    CHECK(of.describe.has(trait::plural_kind) == 0);
    const describing plural{staff(), "the flights"};
    CHECK(plural.describe.has(trait::plural_kind) == 1);
    CHECK(plural.get("f-1 ", feature::plural_kind_one) == 1);
    CHECK(plural.get("f-1 f-2 f-3 f-4 ", feature::plural_kind_one) == 0);
    CHECK(of.get("f-1 f-2 f-3 f-4 ", feature::singular_kind_several) == 1);
}

TEST_CASE("operators that made a set are described, and those that did not", "[resolution]") {
    const describing cheap{flights(), "the cheapest by fare"};
    CHECK(cheap.get("f-2 ", feature::fit_superlative) > 0);
    CHECK(cheap.get("f-2 ", feature::missed_superlative) == 0);
    CHECK(cheap.get("f-1 ", feature::missed_superlative) == 1);
    const describing second{flights(), "the second"};
    CHECK(second.get("f-2 ", feature::missed_place) == 0);
    CHECK(second.get("f-3 ", feature::missed_place) == 1);
    const describing others{flights(), "all except the second"};
    CHECK(others.get("f-1 f-3 f-4 ", feature::missed_exclusion) == 0);
    CHECK(others.get("f-2 ", feature::missed_exclusion) == 1);
    const describing bound{hotels(), "hotels with a price over 100"};
    CHECK(bound.get("h-2 ", feature::fit_bound) == 4);
    CHECK(bound.get("h-2 ", feature::missed_bound) == 0);
    CHECK(bound.get("h-1 ", feature::missed_bound) == 1);
    const describing negated{orders(), "those that are not shipped"};
    CHECK(negated.get("o-2 o-3 ", feature::missed_negation) == 0);
    CHECK(negated.get("o-1 ", feature::missed_negation) == 1);
}

TEST_CASE("how many are said is met or missed", "[resolution]") {
    const describing of{flights(), "the four flights"};
    CHECK(of.get("f-1 f-2 f-3 f-4 ", feature::quantity_met) == 1);
    CHECK(of.get("f-1 f-2 f-3 f-4 ", feature::quantity_missed) == 0);
    CHECK(of.get("f-1 ", feature::quantity_met) == 0);
    CHECK(of.get("f-1 ", feature::quantity_missed) == 1);
    CHECK(get(flights(), "the flights", "f-1 ", feature::quantity_missed) == 0);
    CHECK(get(hotels(), "both", "h-1 h-2 ", feature::both_pair) == 1);
    CHECK(get(hotels(), "both", "h-1 ", feature::both_other) == 1);
}

TEST_CASE("a set is described by how it came to attention", "[resolution]") {
    auto memory = flights();
    memory.touch("f-3", workmem::strength::chosen);
    const describing of{memory, "it"};
    CHECK(of.get("f-3 ", feature::newest_thing) == 1);
    CHECK(of.get("f-3 ", feature::level_chosen) == 1);
    CHECK(of.get("f-3 ", feature::is_answered) == 1);
    CHECK(of.get("f-1 ", feature::newest_thing) == 0);
    CHECK(of.get("f-1 ", feature::second_thing) == 1);
    CHECK(of.get("f-1 ", feature::level_returned) == 1);
    CHECK(of.get("f-1 ", feature::is_answered) == 0);
    CHECK(of.get("f-1 ", feature::first_in_list) == 4);
    CHECK(of.get("f-1 f-2 f-4 ", feature::is_answered) == missing);
    CHECK(of.get("f-3 f-1 f-2 f-4 ", feature::beyond_answered) == 1);
    CHECK(of.get("f-3 ", feature::unnamed) == 4);
}

TEST_CASE("what the text itself names is not what came to attention", "[resolution]") {
    auto memory = hotels();
    memory.single({"page", "pg-1", "Home"});
    const describing of{memory, "put it on Home"};
    CHECK(of.get("h-1 ", feature::newest_thing) == 1);
    CHECK(of.get("pg-1 ", feature::newest_thing) == 0);
    CHECK(of.get("pg-1 ", feature::said_now) == 4);
}

TEST_CASE("pronouns go with things or with people", "[resolution]") {
    const describing her{staff(), "ask her"};
    CHECK(her.get("u-1 ", feature::person) == 4);
    CHECK(her.get("u-1 ", feature::person_pronoun_person) == 1);
    CHECK(her.get("u-1 ", feature::person_pronoun_other) == 0);
    CHECK(her.get("u-1 ", feature::newest_person) == 1);
    CHECK(her.get("f-1 ", feature::person_pronoun_other) == 1);
    const describing it{staff(), "book it"};
    CHECK(it.get("u-1 ", feature::thing_pronoun_person) == 1);
    CHECK(it.get("f-1 ", feature::thing_pronoun_person) == 0);
    CHECK(it.get("f-1 ", feature::singular_pronoun_one) == 1);
    CHECK(it.get("f-1 f-2 f-3 f-4 ", feature::singular_pronoun_several) == 1);
    const describing them{staff(), "book them"};
    CHECK(them.get("f-1 ", feature::plural_pronoun_one) == 1);
    CHECK(them.get("f-1 f-2 f-3 f-4 ", feature::plural_pronoun_several) == 1);
}

TEST_CASE("what the assistant told of is described", "[resolution]") {
    const describing of{hotels(), "yes", {}, {"Grand Quillon or Tern House?"}};
    CHECK(of.get("h-1 h-2 ", feature::is_told) == 1);
    CHECK(of.get("h-1 ", feature::told_first) == 1);
    CHECK(of.get("h-2 ", feature::told_last) == 1);
    CHECK(of.get("h-2 ", feature::told_first) == 0);
    const describing one{hotels(), "yes", {}, {"Tern House is free."}};
    CHECK(one.get("h-2 ", feature::is_told) == 1);
    CHECK(one.get("h-2 ", feature::told_one_unowned) == 1);
    CHECK(one.get("h-1 ", feature::told_others) == 1);
    CHECK(describing(hotels(), "yes").get("h-1 ", feature::told_others) == 0);
}

TEST_CASE("whether a set is what a first look told, and by what, is described", "[resolution]") {
    const auto by = [](feature from, look what) {
        return static_cast<feature>(static_cast<std::size_t>(from) +
                                    static_cast<std::size_t>(what));
    };
    const describing of{hotels(), "zzz", {bit(1), look::value}};
    CHECK(of.get("h-2 ", feature::sight_same) == 1);
    CHECK(of.get("h-2 ", by(feature::sight_same_by, look::value)) == 1);
    CHECK(of.get("h-2 ", by(feature::sight_same_by, look::name)) == 0);
    CHECK(of.get("h-1 ", feature::sight_same) == 0);
    CHECK(of.get("h-1 ", feature::sight_differs) == 1);
    CHECK(of.get("h-1 ", by(feature::sight_differs_by, look::value)) == 1);
    CHECK(of.get("h-1 h-2 ", feature::sight_part) == 1);
    CHECK(of.describe.has(trait::sight_resolved) == 1);
    const describing open{hotels(), "zzz", {0, look::place}};
    CHECK(open.get("h-1 ", feature::sight_differs) == 0);
    CHECK(open.get("h-1 ", by(feature::sight_differs_by, look::place)) == 0);
    CHECK(open.get("h-1 ", feature::sight_open_unowned) == 1);
    CHECK(open.describe.has(trait::sight_resolved) == 0);
    const auto nothing = open.describe.nothing();
    CHECK(nothing[static_cast<std::size_t>(by(feature::sight_nothing_by, look::place))] == 1);
}

TEST_CASE("a hypothesis has one form and one state", "[resolution]") {
    for (const auto* text :
         {"", "it", "hello", "yes", "book the cheapest", "Mara Kessler", "which flights?", "them",
          "the first two", "her", "one", "there", "f-2 and f-3", "flights over 100"}) {
        INFO(text);
        const describing of{staff(), text};
        for (const auto& each : of.proposed.all()) {
            const auto out = of.describe(each);
            CHECK(sum(out, feature::form_state, forms * states) == 1);
            CHECK(sum(out, feature::form_nothing, forms * 6) == 0);
            CHECK(sum(out, feature::level_returned, 6) == 1);
        }
        CHECK(sum(of.describe.nothing(), feature::form_nothing, forms * 6) == 1);
    }
}

TEST_CASE("of an empty memory it can be described that nothing is meant", "[resolution]") {
    for (const auto* text : {"", "it", "the cheapest hotel", "f-1", "both?"}) {
        INFO(text);
        const describing of{remembered{}, text};
        CHECK(sum(of.describe.nothing(), feature::form_nothing, forms * 6) == 1);
        CHECK(of.describe.has(trait::few_things) == 1);
        CHECK(of.describe.has(trait::newest_single) == 0);
    }
}

TEST_CASE("features are small and the same every time", "[resolution]") {
    dice random{515};
    constexpr std::string_view words[]{"the",  "cheapest", "flight", "it",   "them",   "her",
                                       "yes",  "Kessler",  "not",    "all",  "except", "?",
                                       "who",  "both",     "f-1",    "f-77", "Mara",   "second",
                                       "over", "100",      "hello",  "\xFF", "Mara's", "there"};
    for (int turn = 0; turn < 120; ++turn) {
        std::string text;
        for (auto size = random.below(turn % 8 == 0 ? 100 : 10); size > 0; --size)
            text += std::string{words[random.below(std::size(words))]} + ' ';
        sight answer;
        if (random.one_in(2))
            answer = {bit(random.below(5)), static_cast<look>(1 + random.below(12))};
        const std::vector<std::string_view> heard{"Mara Kessler?", text};
        const describing once{staff(), text, answer, heard}, again{staff(), text, answer, heard};
        REQUIRE(once.proposed.all().size() == again.proposed.all().size());
        for (std::size_t i = 0; i < once.proposed.all().size(); ++i) {
            const auto a = once.describe(once.proposed.all()[i]);
            const auto b = again.describe(again.proposed.all()[i]);
            const bool small =
                std::all_of(a.begin(), a.end(), [](auto n) { return n >= 0 && n <= 64; });
            if (a != b || !small) {
                INFO(text);
                CHECK(a == b);
                CHECK(small);
            }
        }
    }
}
