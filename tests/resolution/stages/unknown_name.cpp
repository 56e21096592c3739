#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/stages/unknown_name.hpp>

using namespace workmem_test;

namespace {

remembered pages() {
    return remembered{}
        .list({{"page", "p-1", "Home"}, {"page", "p-2", "About us"}, {"page", "p-3", "Contact"}})
        .single({"ticket", "t-12", "Login broken", {attribute{"number", std::int64_t{4711}}}})
        .single({"order", "o-1001", "Kites"});
}

}  // namespace

TEST_CASE("an id that memory does not hold means nothing") {
    expect(pages(), {{"delete p-9", ""},
                     {"delete page p-9", ""},
                     {"show me order o-2002", ""},
                     {"what about 9f1c2a77-aaaa-bbbb-cccc-000000000001", ""},
                     {"p-77", ""},
                     {"order_12", ""},
                     {"delete t-1", ""},
                     {"cancel o-100", ""},
                     {"delete p-2", "p-2"},
                     {"close ticket t-12", "t-12"}});
}

TEST_CASE("a number behind a kind of things is an id, unless something has it") {
    expect(pages(), {{"close ticket 4712", ""}, {"close ticket 4711", "t-12"}});
}

TEST_CASE("a quoted name that memory does not hold means nothing") {
    expect(pages(), {{"delete \"Imprint\"", ""},
                     {"delete the page \"Imprint\"", ""},
                     {"delete \"Home\"", "p-1"}});
}

TEST_CASE("what is to become of a thing is not the thing") {
    expect(pages(), {{"rename it to p-9", "o-1001"},
                     {"change the title of this order to \"Imprint\"", "o-1001"},
                     {"set that to \"closed\"", "o-1001"}});
}

TEST_CASE("times, days and prices are no ids") {
    expect(flights(), {{"the 6:40 one", "f-3"},
                       {"the one at 9:15pm", "f-2"},
                       {"the flight on March 4th", "f-4"},
                       {"the $980 flight", "f-3"}});
}

TEST_CASE("nothing said means nothing") { expect(pages(), {{"", ""}, {" ?!", ""}}); }

TEST_CASE("where one type may answer, another is no answer") {
    const auto asked_for = [](std::string_view type, std::string_view text) {
        return pages().means(text, type);
    };
    CHECK(asked_for("page", "Kites").empty());
    CHECK(asked_for("page", "o-1001").empty());
    CHECK(asked_for("page", "the order").empty());
    CHECK(asked_for("page", "this page") == "p-1");
    CHECK(asked_for("page", "it") == "?");
    CHECK(asked_for("order", "the order of the Home page") == "o-1001");
}
