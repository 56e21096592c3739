#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/stages/open_list.hpp>

using namespace workmem_test;

TEST_CASE("the things of a list of which nobody has spoken are all of it") {
    const auto pages = remembered{}.list({{"page", "p-1", "Home"}, {"page", "p-2", "About"}});
    expect_all(pages, {{"publish the pages", "p-1 p-2"}, {"publish my pages", "p-1 p-2"}});
    expect(pages, {{"publish the page", "?"}, {"publish my page", "?"}});
}

TEST_CASE("what was said of one of a list leaves the others out") {
    const auto pages = remembered{}
                           .list({{"page", "p-1", "Home"}, {"page", "p-2", "About"}})
                           .touch("p-2", workmem::strength::chosen);
    expect(pages, {{"publish the page", "p-2"}, {"escalate that", "p-2"}});
}

TEST_CASE("one of a list is open where nothing but a pronoun speaks of it") {
    const auto pages = remembered{}.list({{"page", "p-1", "Home"}, {"page", "p-2", "About"}});
    expect(pages, {{"escalate that", "?"}, {"delete it", "?"}});
    const auto single = remembered{}.single({"page", "p-1", "Home"});
    expect(single, {{"escalate that", "p-1"}});
}

TEST_CASE("of several of a wider kind one is called by the word") {
    const auto files = remembered{}.list({{"file", "f-1", "Report.pdf"},
                                          {"file", "f-2", "Holiday photo.png"},
                                          {"file", "f-3", "Budget.xlsx"}});
    expect(files, {{"delete the photo", "f-2"}, {"delete the document", "?"}});
}

namespace {

remembered surgery() {
    const auto at = [](const char* hour) { return attribute_list{{"patient_hour", text(hour)}}; };
    return remembered{}
        .list({{"robot", "b-1", "Ada"}, {"robot", "b-2", "Bea"}})
        .list({{"appointment", "a-1", "Checkup", at("09:40")},
               {"appointment", "a-2", "Crown", at("11:10")},
               {"appointment", "a-3", "Filling", at("15:20")}});
}

}  // namespace

TEST_CASE("a bare word for several things takes none of them up") {
    expect(surgery(), {{"is a robot allowed on bike lanes?", ""},
                       {"are robots allowed on bike lanes?", ""},
                       {"which patient is a vegetarian?", "?"}});
    // Nor one of which somebody has spoken, but that is what a pronoun means.
    const auto spoken_of = surgery().touch("a-2", workmem::strength::chosen);
    expect(spoken_of, {{"are robots allowed on bike lanes?", ""},
                       {"which patient is a vegetarian?", "?"},
                       {"which patient is it?", "a-2"},
                       {"move the appointment", "a-2"},
                       {"book the appointment", "a-2"},
                       {"cancel appointment", "a-2"},
                       {"cancel my appointment", "a-2"}});
}
