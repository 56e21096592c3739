#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/stages/just_made.hpp>

using namespace workmem_test;

namespace {

const remembered made = remembered{}
                            .single({"page", "p-1", "Old"})
                            .single({"page", "p-2", "Draft"})
                            .list({{"page", "p-3", "A"}, {"page", "p-4", "B"}});

}  // namespace

TEST_CASE("the thing made last") {
    expect(made, {{"the page I just created", "p-2"},
                  {"show me what you just added", "p-2"},
                  {"undo the one you made a moment ago", "p-2"},
                  {"the page that we just made", "p-2"},
                  {"publish the one we just made", "p-2"}});
    expect(two_pages(), {{"the last page I created", "pg-2"}});
    expect(sections(), {{"undo what you just did to the page I created", "p-1"}});
    expect(remembered{}.single({"flight", "f-1"}).single({"page", "p-1", "Home"}),
           {{"cancel the ticket you just bought", "f-1"}});
}

TEST_CASE("what was only listed, nobody made") {
    expect(sections(), {{"the section I just created", ""}});
    expect(hotels(), {{"cancel what you just booked", ""},
                      {"the one you just reserved", ""},
                      {"the room we just booked", ""},
                      });
}

TEST_CASE("whatever was done just now to the thing that was acted on last") {
    const auto acted = remembered{}
                           .list({{"crate", "c-1", "Apples"}, {"crate", "c-2", "Pears"}})
                           .touch("c-2", workmem::strength::acted_on)
                           .touch("c-1", workmem::strength::offered);
    expect(acted, {{"unseal the crate you just sealed", "c-2"},
                   {"the one we've just weighed", "c-2"},
                   {"bring the crate I just stacked to the top", "c-2"}});
}
