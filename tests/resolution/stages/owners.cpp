#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/stages/owners.hpp>

using namespace workmem_test;
using workmem::strength;

namespace {

remembered shop() {
    const auto of = [](const char* customer) {
        return attribute_list{attribute{"customer", text(customer)}};
    };
    return remembered{}
        .list({{"contact", "c-1", "Bob Smith"},
               {"contact", "c-2", "Alice Jones"},
               {"contact", "c-3", "Carl Low"}})
        .list({{"order", "o-1", "", of("Alice Jones")},
               {"order", "o-2", "", of("Bob Smith")},
               {"order", "o-3", "", of("c-3")},
               {"order", "o-4", "", of("Dana Reyes")}});
}

}  // namespace

TEST_CASE("what belongs to whom the text names") {
    expect(shop(), {{"cancel Bob's order", "o-2"},
                    {"where is Alice Jones's order?", "o-1"},
                    {"Dana's order", "o-4"},
                    {"close Dana's one", "o-4"},
                    {"the order from Bob Smith", "o-2"},
                    {"the order of Carl Low", "o-3"}});
}

TEST_CASE("nothing of the kind is theirs") {
    expect(shop(), {{"cancel Dave's order", ""}, {"Bob's invoice", ""}});
}

TEST_CASE("a pronoun means the one who was named last") {
    const auto named = shop().touch("c-2", strength::mentioned).touch("c-1", strength::mentioned);
    expect(named, {{"cancel his order", "o-2"}, {"show me his invoice", ""}, {"call him", "c-1"}});
    expect(shop().touch("c-3", strength::mentioned), {{"cancel his order", "o-3"}});
}

TEST_CASE("what somebody is said to have, by its name or its id") {
    const auto driver = [](const char* route, std::int64_t van) {
        return attribute_list{attribute{"currentRoute", text(route)}, attribute{"van_id", van}};
    };
    const auto depot = remembered{}
                           .list({{"route", "r-1", "City North"}, {"route", "r-2", "Old Town"}})
                           .list({{"van", "31", "Kestrel"}, {"van", "32", "Merlin"}})
                           .list({{"driver", "d-1", "Kasia Nowak", driver("City North", 31)},
                                  {"driver", "d-2", "Lorna Pike", driver("Old Town", 32)},
                                  {"driver", "d-3", "Yusuf Demir"}});
    expect(depot, {{"show me Kasia's route", "r-1"},
                   {"how far along is Lorna Pike's route?", "r-2"},
                   {"wash Kasia's van", "31"},
                   {"show me Yusuf's route", ""}});
    const auto spoken_of = remembered{depot}.touch("d-2", strength::mentioned);
    expect(spoken_of, {{"how far along is her route?", "r-2"},
                       {"wash her van", "32"},
                       {"give her route r-1", "r-1"}});
    const auto without = remembered{depot}.touch("d-3", strength::mentioned);
    expect(without, {{"how far along is his route?", ""}});
    expect(remembered{without}.touch("r-1", strength::mentioned),
           {{"how far along is his route?", "r-1"}});
}

TEST_CASE("a name with an apostrophe is a name") {
    const auto with_shop = remembered{}
                               .single({"restaurant", "r-1", "Luigi's Kitchen"})
                               .single({"page", "p-1", "Home"});
    expect(with_shop, {{"book Luigi's Kitchen", "r-1"}, {"what's the rating?", "p-1"}});
}

namespace {

remembered memos() {
    const auto by = [](const char* author) { return attribute_list{{"author", text(author)}}; };
    return remembered{}.list({{"memo", "m-1", "Heating", by("Runa Falk")},
                              {"memo", "m-2", "Parking", by("Otis Bell")},
                              {"memo", "m-3", "Keys", by("Runa Falk")}});
}

}  // namespace

TEST_CASE("all that somebody has, though nothing is called so") {
    expect_all(memos(), {{"archive Runa's", "m-1 m-3"},
                         {"both of Runa's can be printed", "m-1 m-3"},
                         {"the memos Runa wrote", "m-1 m-3"}});
    expect(memos(), {{"Otis's needs a new date", "m-2"}});
}

TEST_CASE("one at a place of what somebody has") {
    expect(memos(), {{"the last of Runa's memos", "m-3"},
                     {"pin the first of Runa's memos", "m-1"},
                     {"the third of Runa's memos", ""}});
}

TEST_CASE("what is called by its person is that person's, and what somebody has is a property") {
    const auto memory =
        remembered{}
            .list({{"email", "m-1", "Rent"}, {"email", "m-2", "Keys"}})
            .list({{"appointment", "a-1", "Ottilie Brandt"}, {"appointment", "a-2", "Peter Haas"}})
            .single({"contact", "c-1", "Hannah Vogel", {{"email", text("h.vogel@mail.example")}}});
    expect(memory, {{"how long is Ottilie's appointment?", "a-1"},
                    {"how long is Nora's appointment?", ""},
                    {"give me Hannah's email", "c-1"}});
}

TEST_CASE("a count of things is no property, and a title no owner") {
    const auto memory =
        remembered{}
            .list({{"customer", "c-1", "Ann Lee", {{"order_count", std::int64_t{3}}}}})
            .list({{"order", "o-1", "Rye", {}}, {"order", "o-2", "Oat", {}}});
    expect(memory, {{"cancel Ann's order", ""}});
    const auto tickets = remembered{}.list(
        {{"ticket", "t-1", "Email Priya the contract", {{"assignee", text("Tom")}}},
         {"ticket", "t-2", "Fix login", {{"assignee", text("Priya")}}}});
    expect(tickets, {{"close Priya's ticket", "t-2"}});
}
