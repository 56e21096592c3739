#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/absence/absence.hpp>
#include <workmem/resolution/salience.hpp>

using namespace workmem_test;
using workmem::strength;

namespace {

const remembered at_quillon = hotels().touch("h-1", strength::offered);

}  // namespace

TEST_CASE("what memory does not hold is refused") {
    expect(restaurants(), {{"the cheapest hotel", ""}});
    expect(hotels(), {{"the third hotel", ""}});
    expect(sections(),
           {{"the seventh one", ""}, {"cancel that invoice", ""}, {"the sixth section", ""}});
    expect(orders(),
           {{"the fourth one", ""}, {"the last order", "o-3"}, {"the last three invoices", ""}});
}

TEST_CASE("kinds of things and places that memory does not hold") {
    expect(at_quillon, {{"where is the package now?", ""},
                        {"can you merge the pull request?", ""},
                        {"how much is the museum?", ""},
                        {"book a table at that restaurant", ""},
                        {"how much is the room?", "h-1"}});
    const auto match = remembered{}.single(
        {"event", "e-1", "Rovers", {attribute{"address", text("4 Elm Garden Road")}}});
    expect(match, {{"where is the garden?", "e-1"}, {"is the hotel far?", ""}});
    const auto doctor =
        remembered{}.single({"doctor", "d-1", "Ito", {attribute{"email", text("i@ito.example")}}});
    expect(doctor, {{"use that email", "d-1"}});
    expect(remembered{}.single({"pull_request", "7", "Fix"}),
           {{"merge the pull request", "7"}, });
}

TEST_CASE("idioms pick nothing") {
    expect(at_quillon, {{"at least it is cheap", "h-1"},
                        {"that is the best", "h-1"},
                        {"what's the best way to get to the hotel?", "h-1"},
                        {"it will take two nights at most", "h-1"},
                        {"I want to stay at the hotel for two nights, both adults", "h-1"},
                        {"after all, it sounds good", "h-1"},
                        {"what about next week?", "h-1"}});
}

TEST_CASE("what only sounds like a new search is answered") {
    const auto has_music =
        remembered{}.single({"restaurant", "r-1", "Gilt", {attribute{"has_live_music", true}}});
    expect(has_music, {{"Is there any live music?", "r-1"},
                       {"Yes, for four people.", "r-1"},
                       {"Okay, that still sounds good", "r-1"},
                       {"and where exactly is this joint?", "r-1"},
                       {"does this restuarant take cards?", "r-1"},
                       {"find me a movie", ""},
                       {"cancel this invoice", ""}});
}

TEST_CASE("with every risk allowed the answer is what is most likely") {
    const auto memory = hotels();
    const auto view = memory.entries();
    for (const auto* const text : {"find me a movie", "the seventh one", "the cheaper one"}) {
        const auto careful = workmem::resolution::salience{}.resolve(
            view, text, {.risk = 0}, workmem::text::lexicon::english());
        CHECK(careful.status != workmem::resolution_status::resolved);
        const auto daring = workmem::resolution::salience{}.resolve(
            view, text, {.risk = 1'000'000}, workmem::text::lexicon::english());
        CHECK(daring.status == workmem::resolution_status::resolved);
    }
}

TEST_CASE("who declines means nothing") {
    expect(two_pages(), {{"neither of them", ""}, {"none of these", ""}, {"no", ""}});
}

TEST_CASE("greetings and a pronoun that stands for nothing refer to nothing") {
    expect(at_quillon, {{"hello", ""},
                        {"hi there", ""},
                        {"thanks a lot", ""},
                        {"good morning", ""},
                        {"how are you?", ""},
                        {"what can you do?", ""},
                        {"never mind", ""},
                        {"it is raining", ""},
                        {"it's getting late", ""},
                        {"it doesn't matter", ""},
                        {"how is it going?", ""},
                        {"what time is it?", ""},
                        {"great, thanks", "h-1"},
                        {"perfect, thank you", "h-1"},
                        {"is it far?", "h-1"},
                        {"where is it at?", "h-1"}});
}

TEST_CASE("who breaks off, praises or closes refers to nothing") {
    expect(at_quillon, {{"wait a minute", ""},
                        {"hmm ok, hold on", ""},
                        {"no, forget it", ""},
                        {"nice work", ""},
                        {"great, that's all for this week", ""},
                        {"thanks, that was a huge relief", ""},
                        {"hi? still here?", ""},
                        {"thanks, that's a perfect option", "h-1"},
                        {"hold the second one", "h-2"}});
}
